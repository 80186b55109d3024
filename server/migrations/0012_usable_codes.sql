-- The codes of a list that may be given out: those that end soonest first, those without an end last, and those that
-- have expired before all of them, where a search begins behind them. By its old order (list, id) a search went past
-- every code that had expired unused: 0.2 s for 300,000 of them, at each redemption and for nothing.
--
-- Not coalesce, which PostgreSQL does not take for leakproof: under row-level security it would read all the same.
create index pre_generated_coupon_usable
on pre_generated_coupon (
  tenant_id, list_id, (case when valid_until is null then 'infinity'::timestamptz else valid_until end), id
)
where not is_assigned;

drop index pre_generated_coupon_free;
