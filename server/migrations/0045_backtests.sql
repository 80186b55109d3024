-- A program tried out on past orders: what was asked for, and what it comes to. It lives as long as its job.
create table backtest (
  tenant_id bigint not null,
  job_id bigint not null,
  -- The program that is tried out, as it was when that was asked for.
  program jsonb not null,
  result jsonb,
  primary key (tenant_id, job_id),
  foreign key (tenant_id, job_id) references job (tenant_id, id) on delete cascade
);

call own_by_tenant('backtest');
grant select, insert, update (result) on backtest to punchcard_app;

-- What a running backtest knows of each customer. It is deleted when the backtest has its result.
create table backtest_customer (
  tenant_id bigint not null,
  job_id bigint not null,
  customer_id bigint not null,
  live numeric(24, 4) not null,
  candidate numeric(24, 4) not null,
  orders integer not null,
  first_tier_id bigint,
  -- What was taken of limits, and by how much points that count for tiers differ, day by day.
  state json,
  primary key (tenant_id, job_id, customer_id)
) with (fillfactor = 70);

call own_by_tenant('backtest_customer');
grant select, insert, delete, update (live, candidate, orders, state) on backtest_customer to punchcard_app;

-- What the nightly check found last: whether the orders of a day earned what their program gives.
create table backtest_check (
  tenant_id bigint not null,
  day date not null,
  checked_at timestamptz not null,
  orders integer not null,
  differences integer not null,
  incomparable integer not null,
  primary key (tenant_id)
);

call own_by_tenant('backtest_check');
grant select, insert, update (day, checked_at, orders, differences, incomparable) on backtest_check to punchcard_app;
