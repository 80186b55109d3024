-- punchcard: no transaction
alter table import validate constraint import_state_check;
