-- A line of graphile-worker's that has no turn is deleted now and then. A turn that was being queued meanwhile found the
-- line there, and stood in a line that was gone: no worker ever took it, and its merchant's jobs never ran again. So
-- whoever queues a turn holds this lock until it has, and nothing is deleted before.
create or replace function queue_turn(tenant bigint, at timestamptz) returns void
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  place text := 'tenant-' || tenant;
begin
  perform pg_advisory_xact_lock_shared(hashtext('lines of turns'), 0);
  perform from graphile_worker._private_jobs
    where key = place and is_available and run_at <= at
    for update;
  if found then
    return;
  end if;
  perform graphile_worker.add_job(
    'turn', json_build_object('tenant', tenant), queue_name => place, run_at => at, job_key => place);
end
$$;
