-- That nothing was to be given goes with a customer whom an undone import had made.
grant delete on action_grant to punchcard_app;
