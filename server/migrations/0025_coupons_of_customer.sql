-- punchcard: no transaction

-- Every table of an account can be read account by account: that is how a tenant moves to another cell. A coupon's key
-- is its code, so without this each page of customers would read all coupons of the merchant.
create index concurrently if not exists coupon_of_customer on coupon (tenant_id, customer_id);
