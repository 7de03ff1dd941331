"""Catena's networks in PyTorch: load a file, train it, write it back.

A network is a safetensors file. `Network.load` reads one, `Network.save` writes one that
`catena model show` and every player of Catena can use. docs/networks.md describes the planes, the taps and
the tensors; `catena model new` writes an untrained network to begin with, and
`catena model evaluate FILE --moves "…" --json` prints the input and the output of a position.

    network = Network.load("hex.safetensors")
    policy, outcome, owner = network(planes, taps)   # logits
    network.save("trained.safetensors")

Needs torch and safetensors.
"""

import json

import torch
from safetensors import safe_open
from safetensors.torch import save_file
from torch import nn
from torch.nn.functional import pad, relu


class Network(nn.Module):
    """A residual policy and value network over the graph of a board.

    planes: float, batch × nodes × planes, from 0 to 1 (the bytes of Catena divided by 255)
    taps: int64, nodes × width: the node itself, then its neighbors; `nodes` for "off the board"
    """

    def __init__(self, header, tensors):
        super().__init__()
        self.header = header
        self.architecture = header["architecture"]
        self.blocks = self.architecture["layers"] // 2
        # Measured with other parameters: it would be wrong after training. Catena measures anew.
        tensors = {name: tensor for name, tensor in tensors.items() if name != "calibration"}
        # The names of torch's parameters have no dots.
        self.weights = nn.ParameterDict(
            {name.replace(".", "/"): nn.Parameter(tensor) for name, tensor in tensors.items()}
        )

    @classmethod
    def load(cls, path):
        with safe_open(path, framework="pt") as file:
            header = json.loads(file.metadata()["catena"])
            return cls(header, {name: file.get_tensor(name) for name in file.keys()})

    def save(self, path):
        tensors = {name.replace("/", "."): value.detach().contiguous() for name, value in self.weights.items()}
        save_file(tensors, path, metadata={"catena": json.dumps(self.header)})

    def weight(self, name):
        return self.weights[name.replace(".", "/")]

    def convolution(self, name, rows, taps):
        """Each node reads itself and its neighbors; beyond the border are zeros."""
        padded = pad(rows, (0, 0, 0, 1))
        if self.architecture["neighbors"] == "tied":
            gathered = torch.cat([rows, padded[:, taps[:, 1:]].sum(2)], 2)
        else:
            gathered = padded[:, taps].flatten(2)
        return gathered @ self.weight(f"{name}.weight").flatten(1).T + self.weight(f"{name}.bias")

    def pools(self, block):
        every = self.architecture["pool_every"]
        return every > 0 and (block + 1) % every == 0

    def forward(self, planes, taps):
        stream = self.convolution("input", planes, taps)
        for block in range(self.blocks):
            rectified = relu(stream)
            hidden = self.convolution(f"blocks.{block}.conv1", rectified, taps)
            if self.pools(block):
                hidden = hidden + (pooled(rectified) @ self.weight(f"blocks.{block}.pool.weight").T).unsqueeze(1)
            stream = stream + self.convolution(f"blocks.{block}.conv2", relu(hidden), taps)
        return self.heads(relu(stream))

    def heads(self, trunk):
        pool = pooled(trunk)
        hidden = trunk @ self.weight("policy.conv.weight").T + self.weight("policy.conv.bias")
        hidden = relu(hidden + (pool @ self.weight("policy.pool.weight").T).unsqueeze(1))
        policy = hidden @ self.weight("policy.out.weight")
        dense = relu(pool @ self.weight("value.dense.weight").T + self.weight("value.dense.bias"))
        outcome = dense @ self.weight("value.out.weight").T + self.weight("value.out.bias")
        owner = trunk @ self.weight("owner.weight") + self.weight("owner.bias")
        return policy, outcome, owner


def pooled(rows):
    """The mean of each channel over the nodes, then the maximum."""
    return torch.cat([rows.mean(1), rows.amax(1)], 1)
