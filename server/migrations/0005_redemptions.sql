-- Codes are compared ignoring case, as Unicode has it and whatever the collation of the database: the key is
-- made by the server.
alter table pre_generated_coupon add column code_key text;
update pre_generated_coupon set code_key = upper(code);
alter table pre_generated_coupon alter column code_key set not null;
drop index pre_generated_coupon_code;
create unique index pre_generated_coupon_code on pre_generated_coupon (tenant_id, code_key);

-- Where the search for free codes begins: what is before has been assigned, or else was added late and is
-- found when nothing is left behind it. Without it each search would go past all that are no longer free.
alter table pre_generated_coupon_list add column last_assigned_id bigint not null default 0;

-- The tables below are written by every redemption, together with the account, and have no foreign keys for
-- the reason that 0004 gives.

-- How often a reward was redeemed and not returned. Apart from the configuration, which is wide, and locked
-- after the accounts wherever a limit or a list of codes depends on it.
create table reward_usage (
  tenant_id bigint not null,
  reward_configuration_id bigint not null,
  redeemed_count integer not null default 0 check (redeemed_count >= 0),
  primary key (tenant_id, reward_configuration_id)
) with (fillfactor = 50);

call own_by_tenant('reward_usage');
grant select, insert, update on reward_usage to punchcard_app;

-- A reward that a customer has redeemed. `original_key` is the merchant's, or else the external code: whoever
-- sends it again is answered the same and pays nothing. `record_id` is what it cost; null: nothing.
create table redemption (
  tenant_id bigint not null,
  original_key text not null check (length(original_key) <= 250),
  id bigint not null,
  external_code text not null,
  reward_configuration_id bigint not null,
  customer_id bigint not null,
  record_id bigint,
  points numeric(18, 4) not null check (points >= 0),
  cashback numeric(18, 4) not null check (cashback >= 0),
  coupon_key text not null,
  metadata jsonb not null default '[]' check (jsonb_typeof(metadata) = 'array'),
  redeemed_at timestamptz not null,
  returned_at timestamptz,
  return_record_id bigint,
  primary key (tenant_id, original_key),
  unique (tenant_id, external_code),
  check (return_record_id is null or returned_at is not null)
) with (fillfactor = 90);

create index redemption_of_customer on redemption (tenant_id, customer_id, reward_configuration_id);

call own_by_tenant('redemption');
grant select, insert, update on redemption to punchcard_app;

-- A coupon of a customer: issued by a redemption, or made by the merchant. type: 0 fixed value, 1 percent,
-- 2 free shipping, 3 discount on shipping, 4 others. Used by an order, or elsewhere before we heard of it.
create table coupon (
  tenant_id bigint not null,
  code_key text not null,
  id bigint not null,
  code text not null check (length(code) <= 250),
  original_id text,
  customer_id bigint not null,
  type smallint not null check (type between 0 and 4),
  value numeric(18, 4) not null check (value >= 0),
  created_at timestamptz not null,
  valid_from timestamptz,
  valid_until timestamptz,
  is_used boolean not null,
  order_id bigint,
  inactivated_at timestamptz,
  redemption_key text,
  -- Where it was taken from a list.
  list_id bigint,
  list_code_id bigint,
  primary key (tenant_id, code_key),
  check (valid_until >= valid_from),
  check (order_id is null or is_used)
) with (fillfactor = 90);

call own_by_tenant('coupon');
grant select, insert, update on coupon to punchcard_app;
