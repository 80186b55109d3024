-- Figures of orders and customers. Orders change, so these are never added up: what changed is counted again from the
-- rows. The worker does so, behind the till.

-- How far a merchant's orders are counted.
create table order_figures (
  tenant_id bigint primary key,
  -- All customers up to this one are counted since the count began; the days are marked when it begins.
  counted_to bigint not null,
  days_marked boolean not null,
  -- All customers and days were counted once, and can be read.
  is_complete boolean not null,
  -- Up to when all that changed was counted.
  counted_at timestamptz
);

call own_by_tenant('order_figures');
grant select, insert, delete, update (counted_to, days_marked, is_complete, counted_at) on order_figures to punchcard_app;

-- Days whose orders changed. The mark is the transaction that said so last: a day that is marked again while it is
-- counted stays.
create table order_day_due (
  tenant_id bigint not null,
  day integer not null,
  mark xid8 not null default pg_current_xact_id(),
  primary key (tenant_id, day)
);

call own_by_tenant('order_day_due');
grant select, insert, delete, update (mark) on order_day_due to punchcard_app;

-- Customers whose orders changed.
create table touched_customer (
  tenant_id bigint not null,
  customer_id bigint not null,
  mark xid8 not null default pg_current_xact_id(),
  primary key (tenant_id, customer_id)
);

call own_by_tenant('touched_customer');
grant select, insert, delete, update (mark) on touched_customer to punchcard_app;

-- Completed orders by the day of their placement, in the merchant's time zone, and by branch.
create table order_day (
  tenant_id bigint not null,
  day integer not null,
  -- The merchant's id of the branch; empty: the order names none.
  branch text not null,
  -- All branches of the day beyond the first 1,000.
  is_rest boolean not null,
  orders integer not null,
  -- Without what was returned.
  sales numeric(24, 4) not null,
  earned_orders integer not null,
  -- The first completed orders of their customers.
  first_orders integer not null,
  -- Of customers who were enrolled when the order was completed, as the order itself says.
  member_orders integer not null,
  member_sales numeric(24, 4) not null,
  member_first_orders integer not null,
  primary key (tenant_id, day, branch, is_rest)
);

call own_by_tenant('order_day');
grant select, insert, delete on order_day to punchcard_app;

-- The first completed order of each customer, by its placement.
create table customer_first (
  tenant_id bigint not null,
  customer_id bigint not null,
  order_id bigint not null,
  day integer not null,
  -- Like 202610.
  month integer not null,
  primary key (tenant_id, customer_id)
);

call own_by_tenant('customer_first');
grant select, insert, delete, update (order_id, day, month) on customer_first to punchcard_app;

-- Completed orders of a customer that were not returned in full, by month.
create table customer_month (
  tenant_id bigint not null,
  customer_id bigint not null,
  month integer not null,
  orders integer not null,
  sales numeric(24, 4) not null,
  primary key (tenant_id, customer_id, month)
);

call own_by_tenant('customer_month');
grant select, insert, delete, update (orders, sales) on customer_month to punchcard_app;

-- The same of all customers who first bought in one month.
create table cohort_sum (
  tenant_id bigint not null,
  first_month integer not null,
  month integer not null,
  customers bigint not null,
  sales numeric(24, 4) not null,
  primary key (tenant_id, first_month, month)
);

call own_by_tenant('cohort_sum');
grant select, insert, delete, update (customers, sales) on cohort_sum to punchcard_app;

-- Customers who were counted once each, in some days that end with one; counted after that day.
create table period_figure (
  tenant_id bigint not null,
  day integer not null,
  -- 7, 30, 90, 365: active customers of so many days. 1365: members with two orders or more in 365 days
  kind smallint not null,
  value bigint not null,
  -- What it is a part of: members with one order or more. 0: it is none.
  base bigint not null,
  counted_at timestamptz not null,
  primary key (tenant_id, day, kind)
);

call own_by_tenant('period_figure');
grant select, insert, delete on period_figure to punchcard_app;
