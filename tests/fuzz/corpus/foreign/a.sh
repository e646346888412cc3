torchrun pretrain_gpt.py --num-layers 4 --hidden-size 512 --num-attention-heads 8 \
  --seq-length 2048 --num-experts 8 --moe-router-topk 2 --global-batch-size 16
