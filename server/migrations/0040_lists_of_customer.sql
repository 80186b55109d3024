-- punchcard: no transaction

-- What a customer has, newest first, page by page. The index on coupons replaces the one that had no id.
create index concurrently if not exists coupon_of_customer_by_id on coupon (tenant_id, customer_id, id);
drop index concurrently if exists coupon_of_customer;
create index concurrently if not exists redemption_of_customer_by_id on redemption (tenant_id, customer_id, id);

-- A redemption is named by its number too, not by its key alone.
create unique index concurrently if not exists redemption_by_id on redemption (tenant_id, id);
