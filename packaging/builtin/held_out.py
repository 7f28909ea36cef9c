"""The prompts that the finished files are measured by, with words for all that a picture has: seven nouns eight times."""
import random

from data import COLOURS, PLACES

NOUNS = [("sphere", 0), ("ball", 0), ("cube", 1), ("cylinder", 2), ("cone", 3), ("torus", 4), ("octahedron", 5)]
SIZES = ["small", "large"]
EACH = 8
# Of draws of 56: the first was looked at whenever the models and their library were changed, the second only for the figures.
DRAWS = {"56 prompts": 56, "56 prompts that nothing was chosen by": 2956}


def article(word):
    return ("an " if word[0] in "aeiou" else "a ") + word


def prompt(noun, colour, floor, background, large, place):
    where = "in the center" if place == 1 else f"on the {PLACES[place]}"
    return (f"a {SIZES[large]} {COLOURS[colour]} {noun} {where} on {article(COLOURS[floor])} floor "
            f"with {article(COLOURS[background])} background")


def prompts_of(draw):
    """(prompts, labels): labels in the order of data.ATTRIBUTES, no two alike."""
    chance, prompts, wanted = random.Random(draw), [], []
    for noun, solid in NOUNS:
        for k in range(EACH):
            while True:
                label = (solid, *chance.sample(range(10), 3), k % 2, chance.randrange(3))
                if label not in wanted:
                    break
            wanted.append(label)
            prompts.append(prompt(noun, *label[1:]))
    return prompts, wanted
