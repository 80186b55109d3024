-- A large program file that a job plans: the file, and what it would change. It lives as long as its job.
create table program_plan (
  tenant_id bigint not null,
  job_id bigint not null,
  file jsonb not null,
  -- Of the file and how it is to be applied: asked for again while its job is open, it is the same plan.
  hash bytea not null check (length(hash) = 32),
  result jsonb,
  primary key (tenant_id, job_id),
  foreign key (tenant_id, job_id) references job (tenant_id, id) on delete cascade
);

call own_by_tenant('program_plan');
grant select, insert, update (result) on program_plan to punchcard_app;
