-- What of an order does not count for tiers, because its program leaves it out; null: all of it counts.
alter table customer_order add column left_out_of_tiers numeric(18,4);

-- What a customer's orders have taken of a rule's limit, or of a cap, in a day, week, month or year, or ever. By the
-- period first: an order asks for all that was taken in its own periods, whatever rule took it.
create table limit_use (
  tenant_id bigint not null,
  customer_id bigint not null,
  period text not null check (length(period) <= 11),
  rule_id int not null,
  measure smallint not null, -- 0 points, 1 times
  used numeric(18,4) not null check (used > 0),
  primary key (tenant_id, customer_id, period, rule_id, measure)
);

call own_by_tenant('limit_use');
grant select, insert, update, delete on limit_use to punchcard_app;
