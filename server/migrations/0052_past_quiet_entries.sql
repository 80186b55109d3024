-- Entries without an event, for some days after they were added to the figures: an export of lots that began before leaves
-- out the records that came with them. Written by the worker in place of the rows that it deletes from `quiet_entry`.
create table past_quiet_entry (
  tenant_id bigint not null,
  customer_id bigint not null,
  record_id bigint not null,
  -- The one in which the record was written.
  transaction xid8 not null,
  counted_at timestamptz not null default now(),
  primary key (tenant_id, customer_id, record_id)
);

call own_by_tenant('past_quiet_entry');
grant select, insert, delete on past_quiet_entry to punchcard_app;
