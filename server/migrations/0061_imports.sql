-- What a merchant brings from another system. Columns of tables that every order writes may be null and take no room
-- then; orders name none of them.

-- Until when the customer keeps the tier that was imported. orders_before: how many orders were placed elsewhere.
-- is_unclaimed: imported by a contact alone; the first order that names the customer's id in the store and that contact
-- takes it over.
alter table customer
  add column tier_held_until timestamptz, add column orders_before integer, add column is_unclaimed boolean;
alter table customer add constraint customer_orders_before_check check (orders_before >= 0) not valid;

-- For customers whom an undone import had created and on whom nothing else hangs.
grant delete on customer to punchcard_app;

-- True: couriers pass over the event, and readers of the log see that it was not sent.
alter table point_event add column is_silent boolean;

-- When the points were earned, where that was before they were recorded: their vintage.
alter table point_record add column earned_at timestamptz;

-- Null: it was given elsewhere, so it is not given here.
alter table action_grant alter column record_id drop not null;

alter table tier_move drop constraint tier_move_reason_check;
alter table tier_move add constraint tier_move_reason_check check (
  reason in (
    'goals reached', 'goals missed', 'tier removed', 'order taken back', 'customers merged', 'imported', 'import undone'
  )
) not valid;

-- The import that the code came with.
alter table pre_generated_coupon add column import_id bigint;

-- With which the keys of a merchant's imported lines are hashed.
create table import_salt (
  tenant_id bigint primary key,
  salt bytea not null check (length(salt) = 32)
);

call own_by_tenant('import_salt');
grant select, insert on import_salt to punchcard_app;

-- What one line of a file did, written by the transaction that did it: the same line has no second effect. kind: 1 a
-- customer or balance, 2 an order, 3 a coupon. ref: the record of its points, the order or the coupon. undo: what was
-- there before, as far as undoing needs it. Rows stay with their customer when it is merged.
create table import_effect (
  tenant_id bigint not null,
  customer_id bigint not null,
  key bytea not null check (length(key) = 16),
  import_id bigint not null,
  line bigint not null check (line > 0),
  kind smallint not null check (kind between 1 and 3),
  ref bigint,
  made_at timestamptz not null,
  undo json,
  primary key (tenant_id, customer_id, key)
);

create index import_effect_of_import on import_effect (tenant_id, import_id, customer_id, line);

call own_by_tenant('import_effect');
grant select, insert, delete on import_effect to punchcard_app;

-- What customers spent and ordered elsewhere, by the day on which it counts for goals.
create table imported_progress (
  tenant_id bigint not null,
  customer_id bigint not null,
  day date not null,
  spend numeric(24, 4) not null,
  orders integer not null,
  primary key (tenant_id, customer_id, day)
);

call own_by_tenant('imported_progress');
grant select, insert, update, delete on imported_progress to punchcard_app;

-- Imported orders for which points were given elsewhere, and how much of these was taken back here.
create table order_elsewhere (
  tenant_id bigint not null,
  customer_id bigint not null,
  order_id bigint not null,
  points numeric(18, 4) not null,
  cashback numeric(18, 4) not null,
  taken_points numeric(18, 4) not null default 0,
  taken_cashback numeric(18, 4) not null default 0,
  primary key (tenant_id, customer_id, order_id),
  check (points >= 0 and cashback >= 0),
  check (taken_points between 0 and points and taken_cashback between 0 and cashback)
);

call own_by_tenant('order_elsewhere');
grant select, insert, update, delete on order_elsewhere to punchcard_app;
