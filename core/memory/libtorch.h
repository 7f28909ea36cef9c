// What Headroom uses of LibTorch: tensors and their operators, autograd, nn::Module. <torch/torch.h> has each unit instantiate all
// of torch::nn, torch::data and torch::optim besides, which costs two seconds a unit, precompiled or not.
#pragma once

#include <ATen/ATen.h>
#include <torch/autograd.h>
#include <torch/nn/module.h>
#include <torch/types.h>
