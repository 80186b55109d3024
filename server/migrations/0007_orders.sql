-- Orders and their returns are written with the account, and have no foreign keys for the reason that 0006_accounts
-- gives.

-- state: 1 pending, 2 complete, 3 cancelled, 4 ignored. origin: 0 platform, 1 external API, 2 file.
create table customer_order (
  tenant_id bigint not null,
  id bigint not null,
  original_id text not null check (length(original_id) <= 250),
  customer_id bigint not null,
  state smallint not null check (state between 0 and 4),
  origin smallint not null check (origin between 0 and 2),
  -- As it was sent; what was returned is in `returned`.
  total numeric(18, 4) not null check (total >= 0),
  placed_at timestamptz not null,
  completed_at timestamptz,
  cancelled_at timestamptz,
  updated_at timestamptz not null,
  -- Set when it earned (or would have): the program's version, and what else the earning depended on.
  program_version integer,
  earned_tier_id bigint,
  is_first_purchase boolean not null default false,
  -- json, not jsonb: written once, read whole, a tenth smaller, and not parsed into parts on the way in.
  details json not null,
  -- What the benefits of the tier multiplied the order's points by, for computing a difference later.
  earned_tier_multiplier numeric(18, 4),
  returned numeric(18, 4) not null default 0,
  -- By customer: their orders lie together for tiers and history, without another index.
  primary key (tenant_id, customer_id, id),
  unique (tenant_id, original_id),
  constraint customer_order_returned_check check (returned >= 0 and returned <= total)
) with (fillfactor = 90);

-- A merchant's people search orders by time; a backtest reads them in this order too.
create index customer_order_by_time on customer_order (tenant_id, placed_at, id);

call own_by_tenant('customer_order');
grant select, insert, update on customer_order to punchcard_app;

-- Returns of a part of an order, by the merchant's key: the request, so that a retry is recognised, and what was done,
-- so that the retry gets the same answer.
create table order_return (
  tenant_id bigint not null,
  customer_id bigint not null,
  order_id bigint not null,
  cancel_key text not null check (length(cancel_key) <= 250),
  value numeric(18,4) not null check (value > 0),
  -- Pairs of product and value, as they were sent.
  products json,
  should_refund_redeem boolean,
  -- The record that took points back; the later one where pending points were taken by a record of their own.
  record_id bigint,
  taken_points numeric(18,4) not null check (taken_points >= 0),
  taken_cashback numeric(18,4) not null check (taken_cashback >= 0),
  written_off_points numeric(18,4) not null check (written_off_points >= 0),
  written_off_cashback numeric(18,4) not null check (written_off_cashback >= 0),
  -- What was refunded of redemptions: key, record, points and cashback of each.
  refunds json,
  -- Of the order, after the return.
  remaining numeric(18,4) not null check (remaining >= 0),
  state smallint not null check (state between 0 and 4),
  returned_at timestamptz not null,
  primary key (tenant_id, customer_id, order_id, cancel_key)
);

call own_by_tenant('order_return');
grant select, insert on order_return to punchcard_app;
grant update (customer_id) on order_return to punchcard_app;
