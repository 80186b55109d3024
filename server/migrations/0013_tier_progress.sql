-- What goals count, kept by day of the merchant's calendar instead of being summed from all orders and records each
-- time: a customer with 100,000 orders has a few hundred rows in any window. Only for tenants that use tiers. What an
-- order earned lies on the day of its completion, for as long as it is complete; what an action or a gift earned, on
-- the day it was recorded. A customer with any row has all of them; one without has not been counted yet, and is
-- counted from orders and records by the first command that asks. Numeric beyond (18, 4): it holds sums of many orders.
create table tier_progress (
  tenant_id bigint not null,
  customer_id bigint not null,
  day date not null,
  spend numeric(24, 4) not null,
  orders integer not null,
  points numeric(24, 4) not null,
  primary key (tenant_id, customer_id, day)
) with (fillfactor = 90);

call own_by_tenant('tier_progress');
grant select, insert, update, delete on tier_progress to punchcard_app;

-- The look at every customer of a tenant after its tiers have changed: for which version of them, and how far it has
-- come (null: it has been at everybody). The first one counts everybody, because processes of a version that does not
-- know this table may still write orders; so does one after a change of the time zone. Progress of a tenant without a
-- row here is not kept yet, but counted from orders and records whenever it is asked for.
create table tier_look (
  tenant_id bigint primary key,
  version bigint not null,
  time_zone text not null,
  counts_again boolean not null,
  after_id bigint
);

call own_by_tenant('tier_look');
grant select, insert, update on tier_look to punchcard_app;

-- A tier may now fall with the order that raised it. Not valid: what is there already follows the narrower rule.
alter table tier_move drop constraint tier_move_reason_check;
alter table tier_move add constraint tier_move_reason_check
check (reason in ('goals reached', 'goals missed', 'tier removed', 'order taken back')) not valid;
