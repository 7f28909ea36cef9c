"""A peer on paper: prints what a PyTorch peer prints, so that on_device.py's comparison is rehearsed where there is none."""
import json

print("a line that is no result")
print(json.dumps({"images_per_second": 50.0, "images_per_second_quiet": 100.0, "peak_bytes": 1 << 20}))
