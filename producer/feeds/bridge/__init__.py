"""Files of bridge: PBN and LIN."""
