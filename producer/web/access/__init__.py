"""Who may use the service: authentication, roles, the guard, limits on requests."""
