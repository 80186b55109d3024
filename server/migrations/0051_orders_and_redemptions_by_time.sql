-- punchcard: no transaction

-- A merchant's people look for orders and redemptions by when they were; a backtest reads orders in this order too.
create index concurrently if not exists customer_order_by_time on customer_order (tenant_id, placed_at, id);
create index concurrently if not exists redemption_by_time on redemption (tenant_id, redeemed_at, id);
