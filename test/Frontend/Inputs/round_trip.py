"""round_trip.py TESSERA FOLDER FILE..: every file, and its variants, must come
out as it went in."""

import pathlib
import subprocess
import sys

tessera, folder, *files = sys.argv[1:]
variants = pathlib.Path(__file__).parents[2] / "Driver/Inputs/variants.py"
ways = [["--print=round-trip"], ["-q", "--no-tiles", "--no-transfers"]]
failed = 0
for name in files:
    made = pathlib.Path(folder) / pathlib.Path(name).stem
    subprocess.run([sys.executable, variants, name, made], check=True)
    given = pathlib.Path(name)
    for path in [given, made / "crlf.cu", made / "tabs.cu"]:
        for way in ways if path == given else ways[:1]:
            run = subprocess.run(
                [tessera, "--cuda-path=none", *way, path], capture_output=True
            )
            if run.returncode and path == given:
                break  # a test of wrong input
            if run.stdout != path.read_bytes():
                print(path, *way, run.stderr.decode(errors="replace"))
                failed += 1
sys.exit(failed > 0)
