-- punchcard: no transaction
-- Whose points end, or who is to be told: the longest inactive first. Few customers have a day, see 0015.
create index concurrently if not exists customer_active_on on customer (tenant_id, active_on, id) where active_on is not null;
