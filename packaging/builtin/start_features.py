"""What the library of starts is searched by: a row for each value of each attribute, trained so that a text's CLIP features agree most
with the values that it names, and with large ones in the middle where it says nothing. How well a start fits is the sum over its values."""
import random

import torch
import torch.nn.functional as F

from data import ATTRIBUTES, COLOURS, PLACES, mentioned
from held_out import article

SYNONYMS = [["sphere", "ball"], ["cube", "box"], ["cylinder"], ["cone"], ["torus", "ring", "donut"], ["octahedron", "diamond"]]
MARGIN = 10.0  # between the attribute that a text names and the others
QUIET = 0.02  # how much it counts that a text which does not name an attribute agrees with all its values alike
SMALL = 1e-6  # and that rows are small
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


def attribute_rows(clip, words, count=24000, steps=200):
    """{attribute: (values, features)}."""
    texts = sentences(count, 7)
    with torch.no_grad():
        seen = torch.cat([clip.encode_text(words.encode(texts[i:i + 512], clip.config["context"])) for i in range(0, count, 512)])
    said = torch.tensor([mentioned(text) for text in texts])
    unsaid = {"large": torch.tensor([-1.0, 1.0]), "place": torch.tensor([-1.0, 1.0, -1.0])}
    rows = {}
    for k, (name, n) in enumerate(ATTRIBUTES.items()):
        row = torch.zeros(n, seen.size(1), requires_grad=True)
        optimiser = torch.optim.LBFGS([row], max_iter=steps, history_size=20, line_search_fn="strong_wolfe")
        wanted, named = said[:, k], said[:, k] >= 0
        margin = MARGIN * F.one_hot(wanted[named], n)

        def closure():
            optimiser.zero_grad()
            agreement = seen @ row.t()
            loss = F.cross_entropy(agreement[named] - margin, wanted[named]) + SMALL * row.square().sum()
            if not named.all():
                loss = loss + QUIET * (agreement[~named] - unsaid.get(name, torch.zeros(()))).square().mean()
            loss.backward()
            return loss

        optimiser.step(closure)
        rows[name] = row.detach()
    everywhere = torch.linalg.lstsq(seen, torch.ones(count, 1)).solution[:, 0]  # all texts agree with it alike
    rows["large"][1] += UNSAID * everywhere
    rows["place"][1] += UNSAID * everywhere
    return rows
