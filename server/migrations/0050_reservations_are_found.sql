-- punchcard: no transaction

alter table coupon validate constraint coupon_used_for_order_check;
alter table redemption validate constraint redemption_checkout_id_check;
alter table redemption validate constraint redemption_expires_at_check;
alter table redemption validate constraint redemption_released_by_check;

-- A customer has one reservation at a time. It is also how one is found with its customer's account.
create unique index concurrently if not exists redemption_standing on redemption (tenant_id, customer_id)
  where expires_at is not null and returned_at is null;

-- What is due, for `punchcard work`.
create index concurrently if not exists redemption_due on redemption (tenant_id, expires_at)
  where expires_at is not null and returned_at is null;

-- Reservations of one checkout, the newest last.
create index concurrently if not exists redemption_of_checkout on redemption (tenant_id, customer_id, checkout_id, id)
  where checkout_id is not null;
