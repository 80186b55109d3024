-- Accounting entries that are proposed for a merchant's books: what it has set, and the months that it has closed.

create table accounting_settings (
  tenant_id bigint not null primary key,
  is_on boolean not null,
  -- The first month with entries, like 202610.
  starts_in integer,
  -- On which day of the next month a month closes by itself; null: by hand only.
  close_day smallint check (close_day between 1 and 15),
  -- Name and code of each account, as the merchant's books have them.
  accounts jsonb not null,
  version integer not null,
  check (starts_in is not null or not is_on)
);

call own_by_tenant('accounting_settings');
grant select, insert, update (is_on, starts_in, close_day, accounts, version) on accounting_settings to punchcard_app;

-- What is expected, from a month on.
create table accounting_estimate (
  tenant_id bigint not null,
  since integer not null,
  -- The part of the points that is not expected to be redeemed.
  breakage numeric(5, 4) not null check (breakage between 0 and 0.95),
  -- What a point is worth where records say nothing.
  point_worth numeric(18, 4) check (point_worth > 0),
  primary key (tenant_id, since)
);

call own_by_tenant('accounting_estimate');
grant select, insert, delete, update (breakage, point_worth) on accounting_estimate to punchcard_app;

-- A closed month never changes, so nobody may update or delete it.
create table month_close (
  tenant_id bigint not null,
  month integer not null,
  closed_at timestamptz not null,
  closed_by jsonb not null,
  -- As text, so that its bytes stay what the hash is of.
  figures text not null,
  hash bytea not null check (length(hash) = 32),
  primary key (tenant_id, month)
);

call own_by_tenant('month_close');
grant select, insert on month_close to punchcard_app;
