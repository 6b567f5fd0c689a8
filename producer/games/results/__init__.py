"""Deals of which only the results are known, as a sheet of results has them."""
