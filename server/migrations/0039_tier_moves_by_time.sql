-- punchcard: no transaction
-- Reports count who changed tier in a period. A row is written only when a tier changes.
create index concurrently if not exists tier_move_by_time on tier_move (tenant_id, moved_at, id);
