"""Long work in processes of its own: started, followed, cancelled, queued again after a restart."""
