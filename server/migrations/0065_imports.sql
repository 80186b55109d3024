-- A file that a merchant moves in with: how it is to be read, what the dry run found, and what was done. It holds no
-- person: samples and refused lines are sealed files.
create sequence import_id;
grant usage on sequence import_id to punchcard_app;

create table import (
  tenant_id bigint not null,
  id bigint not null default nextval('import_id'),
  kind text not null check (kind in ('customers', 'openingBalances', 'orders', 'coupons', 'couponCodes')),
  -- 0 draft, 1 checked, 2 waitingForApproval, 3 applied, 4 appliedWithErrors, 5 undone
  state smallint not null check (state between 0 and 5),
  -- Grows with each change that people make.
  revision integer not null check (revision > 0),
  -- The upload. It is a row of `file` as long as it is kept, which ends before the import does.
  file_id bigint not null,
  file_name text not null check (length(file_name) <= 250),
  file_bytes bigint not null check (file_bytes >= 0),
  preset text check (length(preset) <= 60),
  -- How it is read, and which column is what; null: as it was detected and guessed.
  format jsonb,
  mapping jsonb,
  options jsonb not null,
  -- What people answered to the questions, by the question's id.
  answers jsonb not null,
  -- Of the last dry run: what it found, and of what exactly.
  plan_hash bytea check (length(plan_hash) = 32),
  checked_at timestamptz,
  findings jsonb,
  sample_file_id bigint,
  refused_file_id bigint,
  check_job_id bigint,
  -- What was applied, with its counts and sums.
  apply_job_id bigint,
  applied jsonb,
  applied_at timestamptz,
  error_file_id bigint,
  -- What was undone.
  undo_job_id bigint,
  undone jsonb,
  undone_at timestamptz,
  created_by text not null check (length(created_by) <= 100),
  created_label text not null check (length(created_label) <= 250),
  created_at timestamptz not null,
  primary key (tenant_id, id),
  check ((plan_hash is null) = (checked_at is null) and (plan_hash is null) = (findings is null))
);

call own_by_tenant('import');
-- Which file it is and of what kind never changes.
grant select, insert, delete,
  update (state, revision, preset, format, mapping, options, answers, plan_hash, checked_at, findings, sample_file_id,
    refused_file_id, check_job_id, apply_job_id, applied, applied_at, error_file_id, undo_job_id, undone, undone_at)
  on import to punchcard_app;

-- Which column is what, kept under a name for the next file of the same form.
create table import_mapping (
  tenant_id bigint not null,
  name text not null check (length(name) between 1 and 100),
  kind text not null check (kind in ('customers', 'openingBalances', 'orders', 'coupons', 'couponCodes')),
  mapping jsonb not null,
  saved_at timestamptz not null,
  primary key (tenant_id, name)
);

call own_by_tenant('import_mapping');
grant select, insert, delete, update (kind, mapping, saved_at) on import_mapping to punchcard_app;
