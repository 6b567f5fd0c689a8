"""The desk's pages and the API that answers questions."""
