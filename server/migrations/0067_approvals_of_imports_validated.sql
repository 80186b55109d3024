-- punchcard: no transaction
alter table approval validate constraint approval_kind_check;
alter table approval validate constraint approval_customer_whole_check;
