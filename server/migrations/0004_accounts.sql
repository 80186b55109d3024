-- Published versions of a merchant's program. They never change, so a record explains itself with its version.
create table program_version (
  tenant_id bigint not null,
  version integer not null check (version > 0),
  program jsonb not null,
  published_at timestamptz not null default now(),
  primary key (tenant_id, version)
);

call own_by_tenant('program_version');
grant select, insert on program_version to punchcard_app;

-- The tables below are written by every order. They have no foreign keys (measured beforehand: 8-25% of a
-- batch): one writer saves each row together with what it refers to, in one transaction, and
-- `punchcard verify` checks the whole. fillfactor leaves room for updates in place.

-- Ids are taken in blocks, so that a decision can name its records before they are saved.
create sequence account_id increment by 1000;
grant usage on sequence account_id to punchcard_app;

-- A customer and its account. The only table with personal data: erasing a person empties these columns.
create table customer (
  tenant_id bigint not null,
  id bigint not null,
  original_id text not null check (length(original_id) <= 250),
  public_id uuid not null,
  name text,
  email text,
  phone text,
  document text,
  birthday timestamptz,
  birthday_updated_at timestamptz,
  signup_at timestamptz,
  is_enrolled boolean not null,
  enrolled_at timestamptz,
  order_count integer not null default 0 check (order_count >= 0),
  has_purchased boolean not null default false,
  points_balance numeric(18, 4) not null default 0,
  cashback_balance numeric(18, 4) not null default 0,
  event_sequence integer not null default 0,
  next_due_at timestamptz,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, original_id)
) with (fillfactor = 80);

call own_by_tenant('customer');
grant select, insert, update on customer to punchcard_app;

-- state: 1 pending, 2 complete, 3 cancelled, 4 ignored. origin: 0 platform, 1 external API, 2 file.
create table customer_order (
  tenant_id bigint not null,
  id bigint not null,
  original_id text not null check (length(original_id) <= 250),
  customer_id bigint not null,
  state smallint not null check (state between 0 and 4),
  origin smallint not null check (origin between 0 and 2),
  total numeric(18, 4) not null check (total >= 0),
  placed_at timestamptz not null,
  completed_at timestamptz,
  cancelled_at timestamptz,
  updated_at timestamptz not null,
  -- Set when it earned (or would have): the program's version, and what else the earning depended on.
  program_version integer,
  earned_tier_id bigint,
  is_first_purchase boolean not null default false,
  -- json, not jsonb: written once, read whole, a tenth smaller, and not taken apart on the way in.
  details json not null,
  -- By customer: their orders lie together for tiers and history, with no index of its own.
  primary key (tenant_id, customer_id, id),
  unique (tenant_id, original_id)
) with (fillfactor = 90);

call own_by_tenant('customer_order');
grant select, insert, update on customer_order to punchcard_app;

-- The ledger. A record that adds points is a lot: `remaining` is what is left of it. A record that takes
-- points has origins, and where nothing was left to take, a debt. Nothing but `remaining`, `debt` and their
-- flags is ever updated. `is_live`: a lot with something left, or a debit with a debt.
create table point_record (
  tenant_id bigint not null,
  customer_id bigint not null,
  id bigint not null,
  type smallint not null check (type between 0 and 11),
  points numeric(18, 4) not null,
  cashback numeric(18, 4) not null,
  recorded_at timestamptz not null,
  order_id bigint,
  available_at timestamptz,
  expires_at timestamptz,
  is_waiting boolean not null default false,
  is_live boolean not null,
  remaining_points numeric(18, 4),
  remaining_cashback numeric(18, 4),
  debt_points numeric(18, 4),
  debt_cashback numeric(18, 4),
  explanation json,
  primary key (tenant_id, customer_id, id),
  check (remaining_points between 0 and points),
  check (remaining_cashback between 0 and cashback),
  check (debt_points between 0 and -points),
  check (debt_cashback between 0 and -cashback)
) with (fillfactor = 90);

-- On a flag that changes once a lot, not on what remains: so most updates stay in place.
create index point_record_live on point_record (tenant_id, customer_id, id) where is_live;

call own_by_tenant('point_record');
grant select, insert, update on point_record to punchcard_app;

-- Which lots a record used, and how much of each; negative where it gave back. A debt that is paid later
-- adds its origins then.
create table point_origin (
  tenant_id bigint not null,
  customer_id bigint not null,
  record_id bigint not null,
  id bigint not null,
  lot_id bigint not null,
  used_points numeric(18, 4) not null,
  used_cashback numeric(18, 4) not null,
  primary key (tenant_id, customer_id, record_id, id)
);

call own_by_tenant('point_origin');
grant select, insert on point_origin to punchcard_app;

-- Every change of a balance, in the order of commits: readers follow (transaction, id). No personal data and
-- no payload. topic: 0 Point_Add, 1 Point_Update, 2 Point_Removed. Partitions are dropped whole.
create table point_event (
  tenant_id bigint not null,
  transaction xid8 not null default pg_current_xact_id(),
  id bigint generated always as identity,
  customer_id bigint not null,
  sequence integer not null,
  topic smallint not null check (topic between 0 and 2),
  record_id bigint not null,
  points numeric(18, 4) not null,
  cashback numeric(18, 4) not null,
  points_balance numeric(18, 4) not null,
  cashback_balance numeric(18, 4) not null,
  occurred_at timestamptz not null,
  primary key (tenant_id, transaction, id)
) partition by range (id);

create table point_event_0 partition of point_event for values from (0) to (100000000);
create table point_event_rest partition of point_event default;

call own_by_tenant('point_event');
call own_by_tenant('point_event_0');
call own_by_tenant('point_event_rest');
grant select, insert on point_event to punchcard_app;

-- The keys of cashback changes: each changes a balance once.
create table cashback_change (
  tenant_id bigint not null,
  change_key text not null check (length(change_key) <= 250),
  customer_id bigint not null,
  record_id bigint not null,
  reason text not null,
  primary key (tenant_id, change_key)
);

call own_by_tenant('cashback_change');
grant select, insert on cashback_change to punchcard_app;

-- What was granted once for something other than an order: a signup, a birthday in a year, a referral, a
-- custom action by its key.
create table action_grant (
  tenant_id bigint not null,
  customer_id bigint not null,
  action text not null check (length(action) <= 250),
  grant_key text not null check (length(grant_key) <= 250),
  record_id bigint not null,
  granted_at timestamptz not null,
  primary key (tenant_id, customer_id, action, grant_key)
);

call own_by_tenant('action_grant');
grant select, insert on action_grant to punchcard_app;
