-- `punchcard person remove` deletes a person; what they did stays with those for whom they did it.
grant delete on person to punchcard_app;
