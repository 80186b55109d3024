-- Sums from which a merchant's figures are read. The worker adds to them what the ledger's log tells, behind the till.

-- How far the sums of a merchant are. A second generation is counted beside the one that is read, and takes its place.
create table figure_head (
  tenant_id bigint not null,
  generation smallint not null check (generation > 0),
  -- 0 counting accounts, 1 catching up with the log, 2 current
  state smallint not null check (state between 0 and 2),
  -- All events of the log up to this place are in the sums.
  transaction xid8 not null,
  id bigint not null,
  -- All accounts up to this one are in the sums, as they were when they were counted.
  counted_to bigint not null,
  -- How many customers had been merged into others when it began: records that change hands are not counted twice.
  merged_customers bigint not null,
  folded_at timestamptz not null,
  primary key (tenant_id, generation)
);

create unique index figure_head_current on figure_head (tenant_id) where state = 2;
call own_by_tenant('figure_head');
grant select, insert, delete, update (state, transaction, id, counted_to, folded_at) on figure_head to punchcard_app;

create table figure_sum (
  tenant_id bigint not null,
  generation smallint not null,
  -- 1 flow, 2 rule, 3 reward, 4 stock, 5 vintage, 6 sales (`figures/rules/delta.ts`)
  series smallint not null,
  -- Days since 1970-01-01 in the merchant's time zone.
  day integer not null,
  a bigint not null,
  b bigint not null,
  points numeric(24, 4) not null,
  cashback numeric(24, 4) not null,
  count bigint not null,
  primary key (tenant_id, generation, series, day, a, b)
) with (fillfactor = 70);

call own_by_tenant('figure_sum');
grant select, insert, delete, update (points, cashback, count) on figure_sum to punchcard_app;

-- Up to which of its events an account was counted, while a generation catches up.
create table figure_counted (
  tenant_id bigint not null,
  generation smallint not null,
  customer_id bigint not null,
  sequence integer not null,
  primary key (tenant_id, generation, customer_id)
);

call own_by_tenant('figure_counted');
grant select, insert, delete on figure_counted to punchcard_app;
