-- A place in the event log: the number of a transaction, below the epoch of the tenant's home, which counts the servers
-- on which the tenant has lived. Numbers of transactions are a server's own; with the epoch above them, whatever is
-- written after a move or a restore lies behind everything that was written before. In the first home a place is the
-- number as it is, so what was written before this migration has its place already.
create function log_position(epoch smallint, transaction xid8) returns xid8
language sql immutable strict parallel safe
return (((epoch - 1)::bigint << 48) | transaction::text::bigint)::text::xid8;

-- What was sent, by the name that its receiver knows. Null: of an event that was named by its number in the log.
alter table webhook_attempt add column customer_id bigint, add column sequence integer;

-- When each event was written, by which the log will be partitioned (0024). Of those that are there, and of those that
-- come before the log is partitioned anew, it is not known. The constraint says so: after it was validated beside
-- those who write (0023), the present partitions can become one partition of the new log without being read.
alter table point_event
add column written_at timestamptz not null default '-infinity',
add constraint point_event_before check (written_at < '2000-01-01 00:00:00Z') not valid;

-- The log of a tenant that is no longer whole: what it had before this moment may have been dropped.
create table event_log (
  tenant_id bigint primary key,
  begins_at timestamptz not null
);

call own_by_tenant('event_log');
grant select, insert, update on event_log to punchcard_app;
