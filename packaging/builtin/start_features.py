"""What the library of starts is searched by: a row for each value of each attribute, trained so that a text's CLIP features agree most
with the values that it names, and with large ones in the middle where it says nothing. How well a start fits is the sum over its values."""
import random

import torch
import torch.nn.functional as F

from data import ATTRIBUTES, COLOURS, PLACES, mentioned
from held_out import article

SYNONYMS = [["sphere", "ball"], ["cube", "box"], ["cylinder"], ["cone"], ["torus", "ring", "donut"], ["octahedron", "diamond"]]
MARGIN = 10.0  # between the attribute that a text names and the others
UNSAID = 1.0  # for large, and for the middle, whatever a text says


def sentences(count, seed):
    """Random captions that say more or less of a picture."""
    chance, out = random.Random(seed), []
    for _ in range(count):
        colour, floor, background = (COLOURS[i] for i in chance.sample(range(10), 3))
        thing = chance.choice(SYNONYMS[chance.randrange(6)])
        if chance.random() < 0.9:
            thing = f"{colour} {thing}"
        if chance.random() < 0.6:
            thing = chance.choice(["large", "big", "small", "tiny"]) + " " + thing
        text = article(thing) if chance.random() < 0.8 else thing
        if chance.random() < 0.6:
            place = chance.choice(PLACES)
            text += " in the center" if place == "center" else f" on the {place}"
        if chance.random() < 0.85:
            text += f" on {article(floor)} {chance.choice(['floor', 'floor', 'ground', 'surface'])}"
        if chance.random() < 0.6:
            text += chance.choice([f" with {article(background)} background", f" and {article(background)} wall",
                                   f" with {article(background)} sky"])
        out.append(text if chance.random() < 0.8 else "a picture of " + text)
    return out


def attribute_rows(clip, words, count=24000, steps=900):
    """{attribute: (values, features)}."""
    texts = sentences(count, 7)
    with torch.no_grad():
        seen = torch.cat([clip.encode_text(words.encode(texts[i:i + 512], clip.config["context"])) for i in range(0, count, 512)])
    said = torch.tensor([mentioned(text) for text in texts])
    unsaid = {"large": torch.tensor([-1.0, 1.0]), "place": torch.tensor([-1.0, 1.0, -1.0])}
    rows = {name: torch.zeros(n, seen.size(1), requires_grad=True) for name, n in ATTRIBUTES.items()}
    optimiser = torch.optim.Adam(rows.values(), 0.3)
    generator = torch.Generator().manual_seed(7)
    for step in range(steps):
        for group in optimiser.param_groups:
            group["lr"] = 0.3 * (1 - step / steps)
        pick = torch.randint(count, (2048,), generator=generator)
        loss = 0
        for k, (name, row) in enumerate(rows.items()):
            agreement, wanted = seen[pick] @ row.t(), said[pick, k]
            named = wanted >= 0
            nearest = agreement[named].gather(1, wanted[named, None])
            others = agreement[named].scatter(1, wanted[named, None], float("-inf")).logsumexp(1, keepdim=True)
            loss = loss + F.relu(MARGIN - nearest + others).mean() + 0.02 * (nearest - others).square().mean()
            loss = loss + (agreement[~named] - unsaid.get(name, torch.zeros(()))).square().mean()
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
    everywhere = torch.linalg.lstsq(seen, torch.ones(count, 1)).solution[:, 0]  # all texts agree with it alike
    rows = {name: row.detach() for name, row in rows.items()}
    rows["large"][1] += UNSAID * everywhere
    rows["place"][1] += UNSAID * everywhere
    return rows
