-- punchcard: no transaction
create index concurrently if not exists customer_awards_due on customer (tenant_id, awards_due_at) where awards_due_at is not null;
alter table award validate constraint award_source_check;
alter table award validate constraint award_state_check;
