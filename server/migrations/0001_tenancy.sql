-- The role under which Punchcard works. It owns nothing and bypasses nothing, so row-level security holds
-- for it whoever logs in. Roles belong to the whole server: another database of ours may have made it, even
-- at this very moment.
do $$
begin
  if not exists (select from pg_roles where rolname = 'punchcard_app') then
    create role punchcard_app nologin;
  end if;
exception
  when duplicate_object or unique_violation then null;
end
$$;

do $$
begin
  if not pg_has_role(current_user, 'punchcard_app', 'member') then
    grant punchcard_app to current_user;
  end if;
end
$$;

grant usage on schema public to punchcard_app;

-- Makes a table a tenant's own: only rows of the transaction's tenants can be seen or written. The setting is
-- read through a sub-select so that a statement reads it once, not once a row.
create procedure own_by_tenant(table_name regclass)
language plpgsql
as $$
begin
  execute format('alter table %s enable row level security', table_name);
  execute format('alter table %s force row level security', table_name);
  execute format(
    'create policy tenant on %s using (tenant_id = any ((select nullif(current_setting(''app.tenants'', true), '''')::bigint[])::bigint[]))',
    table_name
  );
end
$$;

-- The directory: which tenants there are and in which cell each one lives. It belongs to the platform.
create table tenant (
  id bigint generated always as identity primary key,
  name text not null check (length(name) between 1 and 250),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  time_zone text not null check (length(time_zone) between 1 and 64),
  locale text not null check (locale in ('pt-BR', 'en', 'es')),
  is_sandbox boolean not null default false,
  cell text not null default 'main' check (cell ~ '^[a-z][a-z0-9-]{0,39}$'),
  settings jsonb not null default '{}' check (jsonb_typeof(settings) = 'object'),
  created_at timestamptz not null default now()
);

grant select, insert, update on tenant to punchcard_app;

-- Counts every change of a tenant or a key. Processes cache what they read and ask for this one row instead;
-- a table, not a sequence, because the count must change at the same commit as what it counts.
create table directory_generation (
  id boolean primary key default true check (id),
  generation bigint not null
);

insert into directory_generation (generation) values (1);
grant select, update on directory_generation to punchcard_app;

create function count_directory_change() returns trigger
language plpgsql
as $$
begin
  update directory_generation set generation = generation + 1;
  return null;
end
$$;

create trigger tenant_changed after update on tenant
for each statement execute function count_directory_change();

create table api_key (
  tenant_id bigint not null references tenant (id),
  id bigint generated always as identity,
  token text not null,
  secret_hash bytea not null check (length(secret_hash) = 32),
  label text not null default '' check (length(label) <= 250),
  created_at timestamptz not null default now(),
  revoked_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, token)
);

call own_by_tenant('api_key');
grant select, insert, update on api_key to punchcard_app;

create trigger api_key_changed after update on api_key
for each statement execute function count_directory_change();
