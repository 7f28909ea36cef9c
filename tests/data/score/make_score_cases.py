# Makes the score cases: what pytorch-fid 0.3.0, torch-fidelity 0.4.0 and clean-fid 0.1.35 say of the pictures in ours/ and theirs/, of those
# in mixed/, which have other formats than PNG's usual one, and of features of random numbers. Needs their packages with torch, torchvision,
# scipy and Pillow: make_score_cases.py [--pictures] [--only plain|mixed]
#
# Their networks have the same random weights as the test's: tensor number i of torch-fidelity's state dict (counters left out) is filled with
# RandomStream(2015, Init, i) of core/base/random.h; see weights(). Features of random numbers likewise; see features().
import argparse
import json
import math
import pathlib
import re
import warnings

import numpy as np
import torch
from PIL import Image

from mixed_pictures import draw_mixed, draw_plain

HERE = pathlib.Path(__file__).resolve().parent
# Features of a picture that are written down: many of a small one and of one larger than the network's, or some of every picture, so that one
# that is read wrongly is seen whatever its share in the figures.
KEEP = {"": (32, [("ours", 0), ("ours", 3)]), "mixed": (12, [(side, i) for side in ("ours", "theirs") for i in range(12)])}
MASK = (1 << 64) - 1


def mix64(x):
    x = (x + 0x9E3779B97F4A7C15) & MASK
    x = ((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    x = ((x ^ (x >> 27)) * 0x94D049BB133111EB) & MASK
    return x ^ (x >> 31)


def uniform(seed, purpose, counter, count):
    """`count` numbers in [0, 1) of RandomStream(seed, purpose, counter)."""
    state = mix64(mix64(mix64(seed) ^ purpose) ^ counter)
    with np.errstate(over="ignore"):
        x = (np.uint64(state) + np.arange(count, dtype=np.uint64)) * np.uint64(0xD1342543DE82EF95)
        x = x + np.uint64(0x632BE59BD9B4E019) + np.uint64(0x9E3779B97F4A7C15)
        x = (x ^ (x >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        x = (x ^ (x >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        x = x ^ (x >> np.uint64(31))
    return (x >> np.uint64(11)).astype(np.float64) * 2.0 ** -53


def weights(shapes):
    """Values for the tensors (name, shape): bounded so that neither a picture's differences nor its size get lost on the way."""
    out = {}
    for i, (name, shape) in enumerate(shapes):
        u = uniform(2015, 1, i, math.prod(shape))
        if name.endswith("conv.weight") or name == "fc.weight":
            u = (2 * u - 1) * math.sqrt(6.0 / math.prod(shape[1:]))
        elif name.endswith((".bn.weight", ".running_var")):
            u = 0.8 + 0.4 * u
        else:
            u = 0.2 * u - 0.1
        out[name] = torch.from_numpy(u.reshape(shape).astype(np.float32))
    return out


def features(counter, rows, columns):
    """Rows of correlated numbers, as networks' features are: column c is (u + column c - 1 / 2), u of RandomStream(7, Score, counter)."""
    x = uniform(7, 10, counter, rows * columns).reshape(rows, columns)
    for c in range(1, columns):
        x[:, c] += x[:, c - 1] / 2
    return (x + 0.1 * counter).astype(np.float32)


def of_pytorch_fid(state, paths):
    import pytorch_fid.fid_score as score
    import pytorch_fid.inception as inception

    inception.load_state_dict_from_url = lambda *a, **k: state
    model = inception.InceptionV3([3])
    a, b = [score.get_activations(p, model, batch_size=1, num_workers=0) for p in paths]
    fid = score.calculate_frechet_distance(a.mean(0), np.cov(a, rowvar=False), b.mean(0), np.cov(b, rowvar=False))
    return a, b, {"fid": float(fid)}


def fidelity_figures(a, b, size):
    from torch_fidelity.metric_fid import fid_features_to_statistics, fid_statistics_to_metric
    from torch_fidelity.metric_kid import kid_features_to_metric
    from torch_fidelity.metric_prc import prc_features_to_metric

    a, b = torch.from_numpy(a), torch.from_numpy(b)
    kid = kid_features_to_metric(a, b, kid_subset_size=size, verbose=False)
    prc = prc_features_to_metric(a, b, verbose=False)
    fid = fid_statistics_to_metric(fid_features_to_statistics(a), fid_features_to_statistics(b), False)
    return {"fid": fid["frechet_inception_distance"], "kid": kid["kernel_inception_distance_mean"],
            "kid_std": kid["kernel_inception_distance_std"], "precision": prc["precision"], "recall": prc["recall"]}


def of_torch_fidelity(state, paths):
    from torch_fidelity.datasets import ImagesPathDataset
    import torch_fidelity.feature_extractor_inceptionv3 as inception

    inception.load_state_dict_from_url = lambda *a, **k: state
    model = inception.FeatureExtractorInceptionV3("inception-v3-compat", ["2048"])
    a, b = [np.concatenate([model(x[None])[0].numpy() for x in ImagesPathDataset(p)]) for p in paths]
    return a, b, fidelity_figures(a, b, 5)


def clean_figures(a, b):
    from cleanfid.fid import fid_from_feats, kernel_distance

    np.random.seed(2020)
    return {"fid": float(fid_from_feats(a, b)), "kid": kernel_distance(b, a)}


def of_clean_fid(state, paths):
    """Its folder reader, resizer and statistics; its TorchScript network stands behind a download, so that its own copy of the layers takes
    what that one would be given."""
    import cleanfid.inception_pytorch as inception
    from cleanfid.fid import get_files_features

    for name in ("load_state_dict_from_url",):
        if hasattr(inception, name):
            setattr(inception, name, lambda *a, **k: state)
    model = inception.InceptionV3(output_blocks=[3], resize_input=False, normalize_input=False).eval()

    def network(x):
        return model((x - 128) / 128)[0].squeeze(-1).squeeze(-1)

    a, b = [get_files_features([str(f) for f in p], network, num_workers=0, batch_size=1, device=torch.device("cpu"),
                               mode="clean", verbose=False) for p in paths]
    return a, b, clean_figures(a, b)


def ms_ssim(a, b):
    """Of pictures (H, W, C) in [0, 255], as Wang, Simoncelli and Bovik 2003, with as many scales as fit windows of 11 pixels; the
    exponents of the others' share is given to those left."""
    exponents = np.array([0.0448, 0.2856, 0.3001, 0.2363, 0.1333])
    scales = 1
    while scales < 5 and min(a.shape[:2]) >> scales >= 11:
        scales += 1
    exponents = exponents[:scales] / exponents[:scales].sum()
    window = np.exp(-((np.arange(11) - 5) ** 2) / (2 * 1.5 ** 2))
    window /= window.sum()

    def blur(x):
        x = np.apply_along_axis(lambda v: np.convolve(v, window, "valid"), 0, x)
        return np.apply_along_axis(lambda v: np.convolve(v, window, "valid"), 1, x)

    product = 1.0
    for i in range(scales):
        ma, mb = blur(a), blur(b)
        va, vb, c = blur(a * a) - ma * ma, blur(b * b) - mb * mb, blur(a * b) - ma * mb
        contrast = (2 * c + (0.03 * 255) ** 2) / (va + vb + (0.03 * 255) ** 2)
        light = (2 * ma * mb + (0.01 * 255) ** 2) / (ma * ma + mb * mb + (0.01 * 255) ** 2)
        term = (contrast * light if i == scales - 1 else contrast).mean((0, 1))
        product = product * np.maximum(term, 0) ** exponents[i]
        h, w = a.shape[0] // 2 * 2, a.shape[1] // 2 * 2
        a, b = [(x[:h:2, :w:2] + x[1:h:2, :w:2] + x[:h:2, 1:w:2] + x[1:h:2, 1:w:2]) / 4 for x in (a, b)]
    return float(product.mean())


def of_random_features():
    """Mean size of the features that fixed random convolutions (core/models/score/random_features.cpp) have of a ramp from left to right."""
    x = torch.linspace(-1, 1, 64).expand(1, 3, 64, 64)
    features, before = [], 3
    for level, width in enumerate([32, 64, 128, 128]):
        u = uniform(20261127, 10, level, 2 * width * before * 9)
        normal = np.sqrt(-2 * np.log(1 - u[::2])) * np.cos(2 * np.pi * u[1::2])
        w = torch.from_numpy((normal * math.sqrt(2 / (1.04 * 9 * before))).astype(np.float32)).view(width, before, 3, 3)
        x = torch.nn.functional.leaky_relu(torch.nn.functional.conv2d(x, w, stride=1 if level == 0 else 2, padding=1), 0.2)
        quarters = torch.nn.functional.adaptive_avg_pool2d(x, 2).flatten(1)
        features += [quarters if level == 3 else x.mean((2, 3)), x.std((2, 3), unbiased=False)]
        before = width
    return float(torch.cat(features, 1).abs().mean())


def shapes_of_weights():
    from torch_fidelity.feature_extractor_inceptionv3 import FeatureExtractorInceptionV3 as Shape
    import torch_fidelity.feature_extractor_inceptionv3 as module

    module.load_state_dict_from_url = lambda *a, **k: {}
    load = Shape.load_state_dict
    Shape.load_state_dict = lambda self, state, **k: None
    shapes = [(n, tuple(t.shape)) for n, t in Shape("shape", ["2048"]).state_dict().items()
              if not n.endswith("num_batches_tracked")]
    Shape.load_state_dict = load
    return shapes


def of_pictures(folder, state):
    """Figures of the folder's ours/ against its theirs/, as every package reads and sees them."""
    paths = {side: sorted(f for f in (HERE / folder / side).iterdir() if f.is_file()) for side in ("ours", "theirs")}
    count, looked_at = KEEP[folder]
    out = {}
    for name, package in [("pytorch-fid", of_pytorch_fid), ("torch-fidelity", of_torch_fidelity),
                          ("clean-fid", of_clean_fid)]:
        a, b, figures = package(dict(state), list(paths.values()))
        rows = {"ours": a, "theirs": b}
        figures["first_features"] = [[float(np.float32(v)) for v in rows[side][i][:count]] for side, i in looked_at]
        out[name] = figures
        print(name, {k: v for k, v in figures.items() if k != "first_features"}, a.std(0).mean(), a.mean())
    return {"pictures": out, "looked_at": looked_at}


def of_numbers():
    out = {"features": []}
    for rows, columns, size in [((120, 90), 24, 50), ((20, 30), 48, 20)]:
        a, b = features(0, rows[0], columns), features(1, rows[1], columns)
        case = {"rows": rows, "columns": columns, "subset": size, "torch-fidelity": fidelity_figures(a, b, size)}
        case["clean-fid"] = clean_figures(a, b)
        out["features"].append(case)
        print(case)
    read = [np.asarray(Image.open(HERE / f"{side}/{n}.png").convert("RGB")).astype(np.float64) for side, n in
            [("ours", 1), ("theirs", 1), ("ours", 4), ("theirs", 4)]]
    out["ms_ssim"] = {"64": ms_ssim(read[0], read[1]), "299": ms_ssim(read[2], read[3])}
    rng = np.random.RandomState(2020)
    out["subsets"] = {str(n): rng.choice(n, k, replace=False).tolist() for n, k in [(10, 4), (7, 7)]}
    out["random"] = {"ramp": of_random_features()}
    print(out["ms_ssim"], out["subsets"], out["random"])
    return out


def write(folder, case):
    """A list of numbers to a line."""
    text = re.sub(r"\[[^][{}]*\]", lambda found: "[" + " ".join(found[0][1:-1].split()) + "]", json.dumps(case, indent=1))
    (HERE / folder / "cases.json").write_text(text + "\n")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--pictures", action="store_true", help="draw the pictures anew")
    parser.add_argument("--only", choices=["plain", "mixed"], help="leave the others' cases as they are")
    options = parser.parse_args()
    if options.pictures:
        draw_plain(HERE)
        draw_mixed(HERE)
    warnings.simplefilter("ignore")
    state = weights(shapes_of_weights())
    with torch.no_grad():
        if options.only != "mixed":
            write("", {**of_pictures("", state), **of_numbers()})
        if options.only != "plain":
            write("mixed", of_pictures("mixed", state))


if __name__ == "__main__":
    main()
