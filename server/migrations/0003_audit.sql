-- Who changed what. Entries are added and read, and never changed or removed: no role has a grant for that. This table
-- is in each cell, for what lives there; `directory_audit_entry` is beside the directory, for keys, people and
-- settings. actor_kind: 0 person, 1 token, 2 operator, 3 command line, 4 system. via: 0 panel, 1 token, 2 command line,
-- 3 job.
create table audit_entry (
  tenant_id bigint not null,
  id bigint generated always as identity,
  at timestamptz not null,
  actor_kind smallint not null check (actor_kind between 0 and 4),
  actor_id bigint,
  actor_label text not null check (length(actor_label) <= 250),
  action text not null check (length(action) <= 100),
  target_kind text not null check (length(target_kind) <= 100),
  target_id text not null check (length(target_id) <= 250),
  target_label text not null check (length(target_label) <= 250),
  before jsonb,
  after jsonb,
  note text check (length(note) <= 1000),
  request_id text check (length(request_id) <= 100),
  address inet,
  via smallint not null check (via between 0 and 3),
  primary key (tenant_id, id)
);

create index audit_entry_by_time on audit_entry (tenant_id, at, id);
create index audit_entry_of_target on audit_entry (tenant_id, target_kind, target_id, id);
call own_by_tenant('audit_entry');
grant select, insert on audit_entry to punchcard_app;

create table directory_audit_entry (like audit_entry including all);
call own_by_tenant('directory_audit_entry');
grant select, insert on directory_audit_entry to punchcard_app;

-- What people did to their own accounts, and operators to the installation: it belongs to no merchant.
create table platform_audit (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  actor_kind smallint not null check (actor_kind between 0 and 4),
  actor_id bigint,
  actor_label text not null check (length(actor_label) <= 250),
  action text not null check (length(action) <= 100),
  target_kind text not null check (length(target_kind) <= 100),
  target_id text not null check (length(target_id) <= 250),
  target_label text not null check (length(target_label) <= 250),
  before jsonb,
  after jsonb,
  note text check (length(note) <= 1000),
  request_id text check (length(request_id) <= 100),
  address inet,
  via smallint not null check (via between 0 and 3)
);

create index platform_audit_of_target on platform_audit (target_kind, target_id, id);
grant select, insert on platform_audit to punchcard_app;

-- The answer to a write, kept for a day for clients that retry. A row is written in the transaction of its write: both
-- exist or neither does. status is null where the answer shows a secret, which is shown once.
create table idempotency_key (
  tenant_id bigint not null,
  actor text not null check (length(actor) <= 100),
  key text not null check (length(key) between 1 and 100),
  request_hash bytea not null check (length(request_hash) = 32),
  status smallint,
  version integer,
  answer jsonb,
  at timestamptz not null,
  primary key (tenant_id, actor, key)
);

create index idempotency_key_by_time on idempotency_key (tenant_id, at);
call own_by_tenant('idempotency_key');
grant select, insert, update, delete on idempotency_key to punchcard_app;
