"""round_trip.py TESSERA FOLDER FILE..: every file, and the variants of every
fourth one, must come out as it went in."""

import pathlib
import subprocess
import sys

tessera, folder, *files = sys.argv[1:]
variants = pathlib.Path(__file__).parents[2] / "Driver/Inputs/variants.py"
ways = [["--print=round-trip"], ["-q", "--no-tiles", "--no-transfers"]]
failed = 0
for number, name in enumerate(files):
    made = pathlib.Path(folder) / pathlib.Path(name).stem
    given = pathlib.Path(name)
    paths = [given]
    if number % 4 == 0:
        subprocess.run([sys.executable, variants, name, made], check=True)
        paths += [made / "crlf.cu", made / "tabs.cu"]
    for path in paths:
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
