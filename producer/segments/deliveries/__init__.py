"""A finished segment in the forms that broadcasters and editors ask for."""
