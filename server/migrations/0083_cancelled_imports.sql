-- An import that was cancelled while it was applied was “applied, with refused lines” though none was refused. It has a
-- state of its own (6). The table has one row per file of a merchant.
alter table import drop constraint import_state_check;
alter table import add constraint import_state_check check (state between 0 and 6) not valid;
