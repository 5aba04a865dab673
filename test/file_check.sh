#!/usr/bin/env bash
# FileCheck that what is emitted cannot satisfy by the comments it keeps: the
# expectations of a test, which its translation has in it, too, are taken out.
set -o pipefail
input=-
arguments=()
while [ $# -gt 0 ]; do
  case $1 in
  --input-file=* | -input-file=*) input=${1#*=} ;;
  --input-file | -input-file) input=$2 && shift ;;
  *) arguments+=("$1") ;;
  esac
  shift
done
sed -E '\@^\s*//\s*[A-Z][A-Z0-9_-]*:@d; s@\s*//\s*[A-Z][A-Z0-9_-]*:.*@@' -- "$input" |
  FileCheck "${arguments[@]}"
