-- punchcard: no transaction
-- Days that were counted without points, to be counted again: none, but for the time after the column was added.
create index concurrently if not exists order_day_without_points on order_day (tenant_id, day) where points is null;
