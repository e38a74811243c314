"""The papers' own classifiers, trainable and measured."""
