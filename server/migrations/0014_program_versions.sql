-- What a process must know to read a version; null: 1. A process that knows less answers 503 for this merchant alone.
alter table program_version add column format smallint check (format > 1);

-- The versions that take effect at a moment of their own, which are few beside the others: those that wait are found
-- by it with every order.
create index program_version_by_moment on program_version (tenant_id, effective_at, version)
  where effective_at is not null and cancelled_at is null;
