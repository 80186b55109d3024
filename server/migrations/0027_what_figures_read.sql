-- What figures are added up from, where the ledger did not tell it yet. An order that earns at once pays for one
-- smallint in a row that it writes anyway; everything else is written in rare cases only. All columns may be null,
-- because processes of the version before write these tables too while an installation is upgraded.

-- What the event is about: 0 credit, 1 opening, 2 move, 3 debit, 4 refund, 5 update, 7 merge (`events/event.ts`). Null:
-- written before this column, or an event of no points.
alter table point_event add column cause smallint;

-- When a later credit repaid the record's debt with this lot; null: the origin was made with its record.
alter table point_origin add column repaid_at timestamptz;

-- The former dates of a lot whose dates changed with those of its order. Numbered together with the events of the log:
-- of a move and an event of two transactions, the one with the larger number is the later one.
grant usage on sequence point_event_id_seq to punchcard_app;

create table lot_move (
  tenant_id bigint not null,
  customer_id bigint not null,
  record_id bigint not null,
  id bigint not null default nextval('point_event_id_seq'),
  -- The number of the event that told of it. Null: the lot was pending, so no event of the lot is older.
  sequence integer,
  -- Whose events `sequence` counts: stays when the customer is merged into another one.
  of_customer bigint not null,
  moved_at timestamptz not null,
  from_available_at timestamptz not null,
  from_expires_at timestamptz,
  primary key (tenant_id, customer_id, record_id, id)
);

call own_by_tenant('lot_move');
grant select, insert, update (customer_id) on lot_move to punchcard_app;

-- What happened without an event: it is added to the figures and deleted within seconds.
create sequence quiet_entry_id;
grant usage on sequence quiet_entry_id to punchcard_app;

create table quiet_entry (
  tenant_id bigint not null,
  id bigint not null default nextval('quiet_entry_id'),
  customer_id bigint not null,
  -- 0 pending credit, 1 pending lot moved, 2 taken while pending, 3 order (`accounts/quiet-entry.ts`)
  kind smallint not null check (kind between 0 and 3),
  record_id bigint,
  -- Days since 1970-01-01 in the merchant's time zone, by the order's date of placement.
  order_day integer,
  former_order_day integer,
  at timestamptz not null,
  points numeric(18, 4),
  cashback numeric(18, 4),
  -- When the pending lot expires as of this entry, and before it where it was moved; null: never.
  expires_at timestamptz,
  former_expires_at timestamptz,
  primary key (tenant_id, id),
  check ((kind = 3) = (record_id is null)),
  check ((kind = 3) = (order_day is not null)),
  check ((kind = 3) = (points is null and cashback is null))
);

call own_by_tenant('quiet_entry');
grant select, insert, delete on quiet_entry to punchcard_app;

-- Since when a merchant has had which time zone: a day of the figures keeps the zone that was in force. It belongs to the
-- directory, as the zone itself does.
create table tenant_zone (
  tenant_id bigint not null,
  since timestamptz not null,
  time_zone text not null,
  primary key (tenant_id, since)
);

call own_by_tenant('tenant_zone');
grant select, insert, delete on tenant_zone to punchcard_app;

-- A trigger, so that no zone goes unnoticed that a process of the version before, or an operator, writes. The clock of a
-- sandbox may have been set back: spans that began later than now are no more.
create function note_time_zone() returns trigger
language plpgsql
as $$
declare
  bound text := current_setting('app.tenants', true);
  begins timestamptz := new.created_at;
begin
  if tg_op = 'UPDATE' then
    begins := now() + new.clock_ahead_ms * interval '1 millisecond';
  end if;
  -- The directory's own transactions are bound to no tenant.
  perform set_config('app.tenants', format('{%s}', new.id), true);
  delete from tenant_zone where tenant_id = new.id and since >= begins;
  insert into tenant_zone (tenant_id, since, time_zone) values (new.id, begins, new.time_zone);
  perform set_config('app.tenants', coalesce(bound, ''), true);
  return null;
end
$$;

create trigger tenant_zone_noted after insert on tenant
for each row execute function note_time_zone();

create trigger tenant_zone_changed after update of time_zone on tenant
for each row when (old.time_zone is distinct from new.time_zone) execute function note_time_zone();

-- The tenants of the directory, in whichever cell they live; other cells have no directory, and no rows here.
do $$
declare
  bound text := current_setting('app.tenants', true);
begin
  perform set_config('app.tenants', (select coalesce(array_agg(id), '{}') from tenant)::text, true);
  insert into tenant_zone (tenant_id, since, time_zone) select id, created_at, time_zone from tenant;
  perform set_config('app.tenants', coalesce(bound, ''), true);
end
$$;
