-- A sandbox's clock may be ahead of the time, so that a merchant can try a year in a minute. It goes on from
-- there like any other clock.
alter table tenant
  add column clock_ahead_ms bigint not null default 0 check (clock_ahead_ms >= 0),
  add check (is_sandbox or clock_ahead_ms = 0);

-- Accounts by when something in them falls due: a lot that waited opens, a lot expires. Most expiries are at a
-- midnight of the merchant, so there are few different moments, and equal ones share their place: measured, 8
-- bytes an account. An order mostly leaves the moment as it is, and its update of the account stays in place.
create index customer_due on customer (tenant_id, next_due_at) where next_due_at is not null;

-- Month and day of a birthday in UTC, as in 1224: on the merchant's calendar it may be the day before or after,
-- so whoever looks for a day looks at its neighbours too. A column and not an expression in the index, because
-- under row-level security only what provably gives nothing away may be looked up.
alter table customer add column birthday_in_utc smallint generated always as (
  (extract(month from birthday at time zone 'UTC') * 100 + extract(day from birthday at time zone 'UTC'))::smallint
) stored;

create index customer_birthday on customer (tenant_id, birthday_in_utc, id) where birthday_in_utc is not null;

-- Customers by when they joined, for those who are to be welcomed.
create index customer_enrolled on customer (tenant_id, enrolled_at, id) where enrolled_at is not null;

-- The last day, by the merchant's calendar, whose morning has been worked through.
create table morning (
  tenant_id bigint primary key,
  day date not null
);

call own_by_tenant('morning');
grant select, insert, update on morning to punchcard_app;

-- Puts a job into the queue, in the transaction of whoever has made it necessary. The queue's own tables are not
-- for the role under which Punchcard works; `punchcard migrate` makes them, after this.
create function queue_job(task text, payload json, job_key text) returns void
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  perform graphile_worker.add_job(task, payload, job_key => queue_job.job_key);
end
$$;

revoke execute on function queue_job from public;
grant execute on function queue_job to punchcard_app;
