-- punchcard: no transaction
create index concurrently if not exists customer_unclaimed on customer (tenant_id, id) where is_unclaimed;
create index concurrently if not exists pre_generated_coupon_of_import
on pre_generated_coupon (tenant_id, import_id, is_assigned, id) where import_id is not null;
alter table customer validate constraint customer_orders_before_check;
alter table tier_move validate constraint tier_move_reason_check;
