-- punchcard: no transaction
-- The codes of a list are shown page by page, whether they were given out or not.
create index concurrently if not exists pre_generated_coupon_of_list on pre_generated_coupon (tenant_id, list_id, id);
