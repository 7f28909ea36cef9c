"""CLIP's byte pairs for plain words, from the merge table in resources/text, and the short table of rows that the built-in CLIP
keeps. Words are lower-case letters; the application's own tokenizer handles everything else."""
import gzip
import os

import torch

START, END, COUNT = 49406, 49407, 49408
TABLE = os.path.join(os.path.dirname(__file__), "..", "..", "resources", "text", "clip_merges.txt.gz")


class Words:
    def __init__(self, path=TABLE):
        with gzip.open(path, "rt", encoding="utf-8") as f:
            lines = f.read().split("\n")
        merges = [tuple(line.split()) for line in lines if len(line.split()) == 2][: COUNT - 514]
        direct = [*range(33, 127), *range(161, 173), *range(174, 256)]
        symbols = [chr(b) for b in direct] + [chr(256 + n) for n in range(256 - len(direct))]
        names = symbols + [s + "</w>" for s in symbols] + ["".join(m) for m in merges]
        self.ids = {name: i for i, name in enumerate(names)}
        self.rank = {m: i for i, m in enumerate(merges)}
        if len(names) + 2 != COUNT:
            raise SystemExit(f"{path}: {len(names) + 2} tokens instead of {COUNT}")

    def word(self, word):
        parts = [*word[:-1], word[-1] + "</w>"]
        while len(parts) > 1:
            pairs = list(zip(parts, parts[1:]))
            best = min(pairs, key=lambda p: self.rank.get(p, COUNT))
            if best not in self.rank:
                break
            i = pairs.index(best)
            parts[i:i + 2] = ["".join(best)]
        return [self.ids[p] for p in parts]

    def encode(self, captions, context):
        """int64 (N, context): start, words, end, zeros."""
        out = torch.zeros(len(captions), context, dtype=torch.long)
        for row, caption in zip(out, captions):
            ids = [START, *(i for w in caption.split() for i in self.word(w)), END]
            if len(ids) > context:
                raise ValueError(f"'{caption}' has more than {context} tokens")
            row[: len(ids)] = torch.tensor(ids)
        return out

    def rows(self, words):
        """int32 (49408): 0 for tokens that no word has, then ascending with the ids; the end token last."""
        known = sorted({i for w in words for i in self.word(w)} | {START, END})
        table = torch.zeros(COUNT, dtype=torch.int32)
        for row, token in enumerate(known):
            table[token] = row + 1
        return table
