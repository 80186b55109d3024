-- The tables of an account are written by every order. They have no foreign keys (measured: 8-25% of a batch): one
-- writer saves each row together with the rows it refers to, in one transaction, and `punchcard verify` checks the
-- whole. fillfactor leaves room for updates in place.

-- Ids are taken in blocks, so that a decision can name its records before they are saved.
create sequence account_id increment by 1000;
grant usage on sequence account_id to punchcard_app;

-- A customer and its account. Erasing a person empties the personal columns and keeps the account.
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
  -- No index on it: with waiting days it moves with every order and again when the points become available, and an
  -- index left 33% of the updates of accounts in place instead of 96%. What is due is found by `point_record_due`.
  next_due_at timestamptz,
  created_at timestamptz not null,
  -- The tier that a customer has been promoted to; null: the tenant's base tier, if it has one. So most customers need
  -- no value, and a base tier that is created later applies to everyone at once.
  tier_id bigint,
  tier_since timestamptz,
  -- Since when the goals of the tier have not been met; null: they are met, as far as is known.
  tier_below_since timestamptz,
  -- Month and day of a birthday in UTC, as in 1224. On the merchant's calendar it may be the day before or after, so a
  -- search for a day includes its neighbours. A column, because under row-level security an index on an expression is
  -- used only if the expression provably leaks nothing.
  birthday_in_utc smallint generated always as (
    (extract(month from birthday at time zone 'UTC') * 100 + extract(day from birthday at time zone 'UTC'))::smallint
  ) stored,
  -- When the person was erased: the account stays, with its records and sums, and nothing in it tells whose it was.
  erased_at timestamptz,
  -- How many former ids the customer has (`customer_alias`). If one were lost, the next order with it would open a
  -- second account for the same person, and nothing else remembers it.
  former_id_count integer not null default 0 check (former_id_count >= 0),
  -- Two customers who are one person can be merged. The records, orders, redemptions and coupons of the one get the
  -- customer_id of the other, in one transaction. Its row stays, without a person and without points, so that its
  -- number and its events still lead somewhere. Never a customer who was merged too: a later merge takes along those
  -- who were merged before.
  merged_into bigint,
  merged_at timestamptz,
  -- The id that it had in the merchant's store, for its events: by now an alias of the other customer.
  merged_id text,
  -- The merchant's key, a hash of the request and what was done, so that a retry is recognised.
  merge_key text,
  merge_hash bytea,
  merge_effect jsonb,
  primary key (tenant_id, id),
  unique (tenant_id, original_id),
  constraint customer_merge_bounds_check check (
    length(merged_id) <= 250 and length(merge_key) <= 250 and length(merge_hash) = 32
  ),
  constraint customer_merged_whole_check check (
    (merged_into is null) = (merged_at is null) and (merged_into is null) = (merge_key is null)
    and (merged_into is null) = (merge_effect is null) and merged_into <> id
  )
) with (fillfactor = 80);

-- Customers who could lose a tier, for the nightly check.
create index customer_with_tier on customer (tenant_id, id) where tier_id is not null;

create index customer_birthday on customer (tenant_id, birthday_in_utc, id) where birthday_in_utc is not null;

-- Customers by when they enrolled, for the signup reward.
create index customer_enrolled on customer (tenant_id, enrolled_at, id) where enrolled_at is not null;

create unique index customer_merge_key on customer (tenant_id, merge_key) where merge_key is not null;

-- The customers who were merged into one.
create index customer_merged_into on customer (tenant_id, merged_into) where merged_into is not null;
-- Customers who were merged or erased keep their row and their tier, and count in none: few, and counted when tiers are
-- read.
create index customer_gone on customer (tenant_id, tier_id) where merged_into is not null or erased_at is not null;

call own_by_tenant('customer');
grant select, insert, update on customer to punchcard_app;

-- The ids that customers had before. Each still names its customer, and no other can take it.
create table customer_alias (
  tenant_id bigint not null,
  original_id text not null check (length(original_id) <= 250),
  customer_id bigint not null,
  primary key (tenant_id, original_id)
);

create index customer_alias_of_customer on customer_alias (tenant_id, customer_id);

call own_by_tenant('customer_alias');
grant select, insert, delete on customer_alias to punchcard_app;
-- Here and below: a merge gives rows to the other customer. Nothing else changes whose they are.
grant update (customer_id) on customer_alias to punchcard_app;

-- The terms by which a customer is found, normalised by `accounts/rules/terms.ts`: `e:` email, `d:` document, `q:` the
-- end of the phone number, `o:` id in the merchant's store, `n:` each word of the name. In byte order, so that terms
-- with the same beginning lie together. No index by customer: the terms follow from the customer's row, so they are
-- found, compared and deleted by their keys.
create table customer_term (
  tenant_id bigint not null,
  term text collate "C" not null check (length(term) <= 252),
  customer_id bigint not null,
  primary key (tenant_id, term, customer_id)
);

call own_by_tenant('customer_term');
grant select, insert, delete on customer_term to punchcard_app;

-- How far the worker has come with writing a tenant's terms again. 1: the first pass, during which customers can't be
-- found; 2: a second pass, for customers saved meanwhile; 3: terms that no customer has any more. A tenant without a
-- row has all its terms.
create table term_filling (
  tenant_id bigint primary key,
  phase smallint not null default 1 check (phase between 1 and 3),
  after_customer_id bigint not null default 0,
  after_term text collate "C" not null default ''
);

call own_by_tenant('term_filling');
grant select, insert, update, delete on term_filling to punchcard_app;

-- How many customers a tenant has, and how many of them hold each tier, without reading them all. Triggers keep it, so
-- it is right whichever process writes. In slots, so that two batches hardly ever wait for the same row: the count is
-- the sum of a tier's slots, and a single slot may be below zero. Measured: 0.09 ms for a customer who comes alone, and
-- nothing noticeable in a batch of 100.
create table customer_count (
  tenant_id bigint not null,
  -- 0: all customers, whichever tier they hold.
  tier_id bigint not null,
  slot smallint not null,
  customers bigint not null,
  primary key (tenant_id, tier_id, slot)
) with (fillfactor = 50);

call own_by_tenant('customer_count');
grant select, insert, update on customer_count to punchcard_app;

-- Counts that triggers keep are rows, and move to another cell with their tenant as rows. A transaction that copies
-- them and what they count sets `app.moving` (`set local app.moving = 'on'`), or everything would be counted twice.
-- Unlike `session_replication_role` this needs no superuser.
create function count_new_customers() returns trigger
language plpgsql
as $$
begin
  if current_setting('app.moving', true) = 'on' then
    return null;
  end if;
  insert into customer_count as counted (tenant_id, tier_id, slot, customers)
  select tenant_id, 0, pg_backend_pid() % 32, count(*) from made group by tenant_id order by tenant_id
  on conflict (tenant_id, tier_id, slot) do update set customers = counted.customers + excluded.customers;
  return null;
end
$$;

create trigger customers_made after insert on customer
referencing new table as made
for each statement execute function count_new_customers();

create function count_tier_of_customer() returns trigger
language plpgsql
as $$
begin
  if current_setting('app.moving', true) = 'on' then
    return null;
  end if;
  insert into customer_count as counted (tenant_id, tier_id, slot, customers)
  select new.tenant_id, tier_id, pg_backend_pid() % 32, change
  from (values (old.tier_id, -1), (new.tier_id, 1)) as moved (tier_id, change)
  where tier_id is not null
  order by tier_id
  on conflict (tenant_id, tier_id, slot) do update set customers = counted.customers + excluded.customers;
  return null;
end
$$;

-- The balances of a customer are written by another statement, which does not name this column.
create trigger customer_tier_changed after update of tier_id on customer
for each row when (old.tier_id is distinct from new.tier_id)
execute function count_tier_of_customer();

-- The ledger. A record that adds points is a lot: `remaining` is what is left of it. A record that takes points has
-- origins, and where nothing was left to take, a debt. `is_live`: a lot with something left, or a debit with a debt.
-- Only `remaining`, `debt` and their flags are ever updated. The record of a merge has no points: those that came along
-- keep records of their own.
create table point_record (
  tenant_id bigint not null,
  customer_id bigint not null,
  id bigint not null,
  type smallint not null check (type between 0 and 12),
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

-- Lots by when something happens to them by itself: a pending one becomes available, an available one expires. Most
-- lots expire at a midnight of the merchant, so equal moments share their place in the index.
create index point_record_due
on point_record (tenant_id, (case when is_waiting then available_at else expires_at end))
where is_live and (is_waiting or expires_at is not null);

-- A customer may have 100,000 live lots (a till's “final consumer”). What a command needs of them is the beginning of
-- an index, however many follow. The indexes are on flags that change once per lot, and not on what remains, so most
-- updates stay in place.

-- Available lots in the order in which they are spent, which is the order in which they expire. A case, because under
-- row-level security PostgreSQL uses no index on a coalesce, which is not leakproof.
create index point_record_open
on point_record (
  tenant_id, customer_id, (case when expires_at is null then 'infinity'::timestamptz else expires_at end), id
)
where is_live and not is_waiting and available_at is not null;

-- Pending lots in the order in which they become available.
create index point_record_waiting on point_record (tenant_id, customer_id, available_at, id)
where is_live and is_waiting;

-- Debits with a debt, oldest first. Most accounts have none.
create index point_record_debt on point_record (tenant_id, customer_id, id)
where is_live and available_at is null;

-- What an order has recorded, and which of it is left.
create index point_record_of_order on point_record (tenant_id, order_id)
where order_id is not null;

call own_by_tenant('point_record');
grant select, insert, update on point_record to punchcard_app;

-- Which lots a record used, and how much of each; negative where it gave back. A debt that is paid later adds its
-- origins then.
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
grant update (customer_id) on point_origin to punchcard_app;

-- Changes of a balance that no order made: cashback or points changed by the merchant's backend, and adjustments by its
-- people. Each key changes a balance once.
create table balance_change (
  tenant_id bigint not null,
  change_key text not null check (length(change_key) <= 250),
  customer_id bigint not null,
  record_id bigint not null,
  reason text not null,
  unit text not null default 'cashback' check (unit in ('points', 'cashback')),
  -- In a person's words. It may name the customer, so erasing one empties it.
  note text check (length(note) <= 4000),
  -- Who made it, as `person:7` or `token:3`; null: the merchant's backend, with an API key.
  made_by text check (length(made_by) <= 100),
  -- Who approved it, where it needed a second person.
  approved_by text,
  -- The order that it is about.
  order_id bigint,
  is_adjustment boolean not null default false,
  -- Of the request: the same key with another request is a mistake of the sender.
  request_hash bytea,
  -- Adjustments have their keys for good and in a namespace of their own: whatever ChangeKey the backend sends, it
  -- never meets one of theirs.
  primary key (tenant_id, is_adjustment, change_key),
  constraint balance_change_approved_by_check check (length(approved_by) <= 100 and approved_by <> made_by),
  constraint balance_change_request_hash_check
    check (length(request_hash) = 32 and is_adjustment = (request_hash is not null))
);

-- The change behind a record, to explain why a customer has these points. The key is the merchant's, so without this
-- every change of the merchant would be read.
create index balance_change_of_customer on balance_change (tenant_id, customer_id, record_id);

call own_by_tenant('balance_change');
grant select, insert on balance_change to punchcard_app;
-- Emptied when a customer is erased; nothing else changes them.
grant update (note, reason) on balance_change to punchcard_app;
grant update (customer_id) on balance_change to punchcard_app;

-- What was granted once for something other than an order: a signup, a birthday in a year, a referral, a custom action
-- by its key.
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
-- A key may name a person, so erasing replaces it.
grant update (grant_key) on action_grant to punchcard_app;
grant update (customer_id) on action_grant to punchcard_app;
