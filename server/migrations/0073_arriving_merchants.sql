-- Whole imports of merchants: `punchcard tenant import` (docs/reference/tenant-export.md).

-- arriving: its rows are being imported. Until all are there, neither API nor worker knows the merchant.
alter table tenant drop constraint tenant_state_check;
alter table tenant add constraint tenant_state_check
  check (state in ('active', 'arriving', 'suspended', 'closed', 'deleting'));

-- How far the import into a merchant is, in its cell: saved with each page of rows, so a run that was cut off goes on
-- behind the last one. `rows` are those of `table_name` that are in; the tables before it are complete. `sums` and
-- `highest` are what the rows of the table amount to so far, and the highest number of each sequence in all tables.
create table tenant_import (
  tenant_id bigint primary key,
  manifest_sha256 bytea not null check (length(manifest_sha256) = 32),
  table_name text not null check (length(table_name) <= 63),
  rows bigint not null check (rows >= 0),
  sums jsonb not null,
  highest jsonb not null,
  begun_at timestamptz not null,
  finished_at timestamptz
);
call own_by_tenant('tenant_import');
grant select, insert, update on tenant_import to punchcard_app;

-- Brings a sequence beyond the numbers that came with a merchant, on behalf of those who may not set it. It only goes up.
-- Changing the sequence keeps others from taking a number between the look and the jump; their open transactions are
-- waited for, but not for long. Above 2^50 no number of an honest installation is, and the rest of the way to 2^53,
-- up to which JavaScript is exact, stays free for the others in this database.
create function raise_sequence(sequence_name text, above bigint) returns void
language plpgsql
security definer
set search_path = pg_catalog, public, pg_temp
set lock_timeout = '200ms'
as $$
declare
  sequence regclass := to_regclass('public.' || quote_ident(sequence_name));
  last bigint;
begin
  if sequence is null or not exists (select from pg_class where oid = sequence and relkind = 'S') then
    raise exception '% is no sequence', sequence_name using errcode = '22023';
  end if;
  if above is null or above > 1125899906842624 then
    raise exception '% is too high for %', above, sequence_name using errcode = '22023';
  end if;
  execute format('select last_value from %s', sequence) into last;
  if last > above then
    return;
  end if;
  execute format('alter sequence %s no cycle', sequence);
  execute format('select last_value from %s', sequence) into last;
  if last <= above then
    perform setval(sequence, above);
  end if;
end
$$;

revoke execute on function raise_sequence from public;
grant execute on function raise_sequence to punchcard_app;
