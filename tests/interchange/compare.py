"""Compares Catena's networks with other programs: compare.py BINARY

For every game an untrained network is written, its parameters are changed here as a foreign trainer would
change them, and Catena reads the file again. Then positions of several sizes are evaluated by Catena and, with
the same input, by onnxruntime from the exported model, and by PyTorch from python/catena_network.py if torch
is installed. All logits must agree.
"""

import json
import pathlib
import random
import struct
import subprocess
import sys
import tempfile

import numpy as np
import onnxruntime

ROOT = pathlib.Path(__file__).resolve().parents[2]
TOLERANCE = 1e-4
POSITIONS = 3
SIZES = {"havannah": [3, 8], "hex": [5, 11], "y": [4, 9], "bent-y": [2, 4], "star": [2, 6], "renkula": [1, 3]}


def torch_network():
    """The PyTorch module, if it can be used here."""
    sys.path.insert(0, str(ROOT / "python"))
    try:
        import catena_network
        import safetensors  # noqa: F401
    except ImportError:
        return None
    return catena_network.Network


def catena(binary, *args):
    run = subprocess.run([binary, "model", *map(str, args)], capture_output=True, text=True)
    if run.returncode != 0:
        sys.exit(f"interchange: catena model {' '.join(map(str, args))}: {run.stderr.strip()}")
    return run.stdout


def retrain(path):
    """Adds noise to all parameters of a safetensors file, without any library."""
    data = bytearray(path.read_bytes())
    (length,) = struct.unpack("<Q", data[:8])
    numbers = np.frombuffer(data, dtype="<f4", offset=8 + length)
    noise = np.random.default_rng(1).normal(0, 0.03, len(numbers)).astype("<f4")
    data[8 + length :] = (numbers + noise).tobytes()
    path.write_bytes(data)


def evaluate(binary, file, size, rng):
    """A random position as Catena sees it."""
    moves = []
    for _ in range(rng.randrange(size + 2)):
        answer = json.loads(catena(binary, "evaluate", file, "--size", size, "--moves", " ".join(moves), "--json"))
        if not answer["policy"]:
            break
        moves.append(rng.choice(sorted(answer["policy"])))
    return json.loads(catena(binary, "evaluate", file, "--size", size, "--moves", " ".join(moves), "--json"))


def check(what, ours, theirs):
    ours, theirs = np.array(ours), np.array(theirs).reshape(-1)
    error = np.abs(ours - theirs).max() / (1 + np.abs(ours).max())
    if ours.shape != theirs.shape or not error < TOLERANCE:
        sys.exit(f"interchange: {what}: error {error}")
    return float(error)


def main():
    binary = sys.argv[1]
    network_class = torch_network()
    others = "onnxruntime" + (" and PyTorch" if network_class else " (PyTorch is not installed)")
    rng = random.Random(1)
    for game, sizes in SIZES.items():
        with tempfile.TemporaryDirectory() as folder:
            file, model = pathlib.Path(folder, "net.safetensors"), pathlib.Path(folder, "net.onnx")
            catena(binary, "new", file, "--game", game, "--layers", 4, "--channels", 32)
            retrain(file)
            catena(binary, "export", file, "--onnx", model)
            session = onnxruntime.InferenceSession(str(model))
            worst, positions = 0.0, 0
            for size in sizes:
                for _ in range(POSITIONS):
                    answer = evaluate(binary, file, size, rng)["input"]
                    planes = (np.array([answer["planes"]]) / 255).astype(np.float32)
                    taps = np.array(answer["taps"], dtype=np.int64)
                    policy, outcome = session.run(["policy", "outcome"], {"planes": planes, "taps": taps})
                    results = [("onnxruntime", policy, outcome)]
                    if network_class:
                        import torch

                        network = network_class.load(file)
                        network.save(file)
                        with torch.no_grad():
                            policy, outcome, _ = network(torch.from_numpy(planes), torch.from_numpy(taps))
                        results.append(("PyTorch", policy.numpy(), outcome.numpy()))
                    for name, policy, outcome in results:
                        worst = max(worst, check(f"{name}, {game} {size}: policy", answer["policy"], policy))
                        worst = max(worst, check(f"{name}, {game} {size}: outcome", answer["outcome"], outcome))
                    positions += 1
            print(f"interchange: {game}: {positions} positions agree with {others}, largest error {worst:.1e}")


main()
