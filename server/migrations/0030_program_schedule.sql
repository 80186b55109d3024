-- A published version may take effect later than it is published. Who published it, why, and by which way is kept with
-- it; of versions from before this migration that is not known.
alter table program_version
  -- null: with its publication, whatever the clock of a sandbox says later
  add column effective_at timestamptz,
  -- {kind, id, label}
  add column published_by jsonb,
  add column note text check (length(note) <= 1000),
  add column source text check (length(source) <= 20),
  -- it was scheduled and never took effect; the only column that ever changes
  add column cancelled_at timestamptz,
  add check (cancelled_at is null or effective_at is not null);

grant update (cancelled_at) on program_version to punchcard_app;

-- What a merchant prepares, and the revision of its program: whatever is done to the program (a draft saved or thrown
-- away, a version published or cancelled) counts it on, and locks this row.
create table program_draft (
  tenant_id bigint primary key,
  revision integer not null check (revision > 0),
  -- null: nothing is being prepared. Also a program that is wrong is kept.
  program jsonb,
  based_on integer not null default 0,
  note text check (length(note) <= 1000),
  -- {kind, id, label}
  changed_by jsonb not null,
  changed_at timestamptz not null
);

call own_by_tenant('program_draft');
grant select, insert, update on program_draft to punchcard_app;
