-- Published versions of a merchant's program. They never change, so a record explains itself with its version.
create table program_version (
  tenant_id bigint not null,
  version integer not null check (version > 0),
  program jsonb not null,
  published_at timestamptz not null default now(),
  -- A version may take effect later than it is published. Null: with its publication, whatever the clock of a sandbox
  -- says later.
  effective_at timestamptz,
  -- {kind, id, label}
  published_by jsonb,
  note text check (length(note) <= 1000),
  -- panel, token, cli or job.
  source text check (length(source) <= 20),
  -- It was scheduled and never took effect. The only column that ever changes.
  cancelled_at timestamptz,
  -- Of the program and its date, for `punchcard verify`: all points earned under a version are computed again with it.
  digest bytea check (length(digest) = 32),
  primary key (tenant_id, version),
  check (cancelled_at is null or effective_at is not null)
);

call own_by_tenant('program_version');
grant select, insert on program_version to punchcard_app;
grant update (cancelled_at) on program_version to punchcard_app;

-- What a merchant prepares, and the revision of its program. Every change to the program locks this row and counts the
-- revision up: a draft saved or discarded, a version published or cancelled.
create table program_draft (
  tenant_id bigint primary key,
  revision integer not null check (revision > 0),
  -- null: there is no draft. A program with mistakes is kept too.
  program jsonb,
  based_on integer not null default 0,
  note text check (length(note) <= 1000),
  -- {kind, id, label}
  changed_by jsonb not null,
  changed_at timestamptz not null
);

call own_by_tenant('program_draft');
grant select, insert, update on program_draft to punchcard_app;
