"""Files of other programs (C1.2, C1.3): taken and opened within limits, and words for what cannot be read."""
