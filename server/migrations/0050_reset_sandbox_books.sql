-- The clock of a sandbox goes ahead and back, so months may be closed that have not come yet. Those of a sandbox can be
-- deleted, all together; of a merchant, by nobody. A cell without the directory can't tell the two apart, and refuses.
create function delete_closes_of_sandbox(sandbox bigint) returns integer
language plpgsql
security definer
set search_path = pg_catalog, public, pg_temp
as $$
declare
  deleted integer;
begin
  -- Row-level security says the same, but not where the owner is a superuser.
  if not coalesce(sandbox = any (nullif(current_setting('app.tenants', true), '')::bigint[]), false) then
    raise exception 'the transaction is not bound to tenant %', sandbox using errcode = '22023';
  end if;
  if not exists (select from public.tenant as known where known.id = sandbox and known.is_sandbox) then
    raise exception 'tenant % is no sandbox of this database', sandbox using errcode = '22023';
  end if;
  delete from public.month_close where tenant_id = sandbox;
  get diagnostics deleted = row_count;
  return deleted;
end
$$;

revoke execute on function delete_closes_of_sandbox from public;
grant execute on function delete_closes_of_sandbox to punchcard_app;
