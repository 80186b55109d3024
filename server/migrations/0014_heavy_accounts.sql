-- punchcard: no transaction
-- A customer may have 100,000 live lots (a till's «final consumer»): what of them a command needs is the beginning
-- of an index, however many come after it.

-- Open lots in the order in which they are spent, which is the order in which they expire. A case, because under
-- row-level security PostgreSQL does not look up a coalesce in an index: it might tell what it sees.
create index concurrently if not exists point_record_open
on point_record (
  tenant_id, customer_id, (case when expires_at is null then 'infinity'::timestamptz else expires_at end), id
)
where is_live and not is_waiting and available_at is not null;

-- Waiting lots in the order in which they open.
create index concurrently if not exists point_record_waiting on point_record (tenant_id, customer_id, available_at, id)
where is_live and is_waiting;

-- Debits that are owed something, oldest first. Most accounts have none.
create index concurrently if not exists point_record_debt on point_record (tenant_id, customer_id, id)
where is_live and available_at is null;

-- What an order has recorded, and which of it is left.
create index concurrently if not exists point_record_of_order on point_record (tenant_id, order_id)
where order_id is not null;

drop index concurrently if exists point_record_live;
