-- A coupon may be used at a till before its order is sent: for which sale, by its id in the merchant's store, and when.
-- An order that uses a coupon writes its own id there too. The length is checked without a lock in a later file.
alter table coupon
  add column used_for_order text,
  add column used_at timestamptz,
  add constraint coupon_used_for_order_check check (length(used_for_order) <= 250) not valid;
