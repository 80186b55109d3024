-- punchcard: no transaction

alter table balance_change validate constraint balance_change_unit_check;
alter table balance_change validate constraint balance_change_note_check;
alter table balance_change validate constraint balance_change_made_by_check;
alter table balance_change validate constraint balance_change_approved_by_check;
