CREATE FUNCTION public.count_directory_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  update directory_generation set generation = generation + 1;
  return null;
end
$$;

CREATE FUNCTION public.count_new_customers() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  if current_setting('app.moving', true) = 'on' then
    return null;
  end if;
  insert into customer_count as counted (tenant_id, tier_id, slot, customers)
  select tenant_id, 0, pg_backend_pid() % 32, count(*) from made group by tenant_id order by tenant_id
  on conflict (tenant_id, tier_id, slot) do update set customers = counted.customers + excluded.customers;
  return null;
end
$$;

CREATE FUNCTION public.count_tier_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  if current_setting('app.moving', true) = 'on' then
    return null;
  end if;
  insert into tier_version (tenant_id, version)
  values (coalesce(new.tenant_id, old.tenant_id), nextval('tier_version_number'))
  on conflict (tenant_id) do update set version = excluded.version;
  return null;
end
$$;

CREATE FUNCTION public.count_tier_of_customer() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  if current_setting('app.moving', true) = 'on' then
    return null;
  end if;
  insert into customer_count as counted (tenant_id, tier_id, slot, customers)
  select new.tenant_id, tier_id, pg_backend_pid() % 32, change
  from (values (old.tier_id, -1), (new.tier_id, 1)) as moved (tier_id, change)
  where tier_id is not null
  order by tier_id
  on conflict (tenant_id, tier_id, slot) do update set customers = counted.customers + excluded.customers;
  return null;
end
$$;

CREATE FUNCTION public.create_event_partition(from_at timestamp with time zone, to_at timestamp with time zone) RETURNS text
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    SET lock_timeout TO '20ms'
    AS $$
declare
  name text := format('point_event_%s', to_char(from_at at time zone 'UTC', 'YYYYMMDDHH24'));
begin
  if not from_at < to_at then
    raise exception 'a partition from % to % would hold nothing', from_at, to_at using errcode = '22023';
  end if;
  -- Made apart and then attached: that waits for nobody who writes events.
  execute format('create table public.%I (like public.point_event including all excluding identity)', name);
  execute format('alter table public.%I add primary key (tenant_id, transaction, id)', name);
  call public.own_by_tenant(format('public.%I', name)::regclass);
  execute format('alter table public.%I add check (written_at >= %L and written_at < %L)', name, from_at, to_at);
  execute format(
    'alter table public.point_event attach partition public.%I for values from (%L) to (%L)', name, from_at, to_at
  );
  insert into public.event_partition (name, from_at, to_at) values (name, from_at, to_at);
  return name;
end
$$;

CREATE FUNCTION public.delete_closes_of_sandbox(sandbox bigint) RETURNS integer
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
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

CREATE FUNCTION public.delete_rows_of_tenant(table_name text, leaving bigint, at_most integer) RETURNS integer
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $_$
declare
  whole regclass := to_regclass('public.' || quote_ident(table_name));
  part regclass;
  deleted integer;
  total integer := 0;
begin
  -- Row-level security says the same, but not where the owner is a superuser.
  if not coalesce(leaving = any (nullif(current_setting('app.tenants', true), '')::bigint[]), false) then
    raise exception 'the transaction is not bound to tenant %', leaving using errcode = '22023';
  end if;
  if not exists (select from public.tenant_home as home where home.tenant_id = leaving and home.state = 'leaving')
    and not exists (select from public.tenant as known where known.id = leaving and known.state = 'deleting') then
    raise exception 'tenant % is not being deleted', leaving using errcode = '22023';
  end if;
  if table_name = 'tenant_home' or not exists (
    select from pg_attribute where attrelid = whole and attname = 'tenant_id' and not attisdropped
  ) then
    raise exception '% has no rows of a tenant that can be deleted', table_name using errcode = '22023';
  end if;
  -- What is counted goes with its counts.
  perform set_config('app.moving', 'on', true);
  -- Rows of a partitioned table are known by their place in a partition.
  for part in
    select inhrelid::regclass from pg_inherits where inhparent = whole
    union all
    select whole where not exists (select from pg_inherits where inhparent = whole)
  loop
    execute format(
      'delete from %1$s where tenant_id = $1 and ctid = any (array(select ctid from %1$s where tenant_id = $1 limit $2))',
      part
    ) using leaving, at_most - total;
    get diagnostics deleted = row_count;
    total := total + deleted;
    exit when total >= at_most;
  end loop;
  return total;
end
$_$;

CREATE FUNCTION public.drop_event_partition(partition_name text, at timestamp with time zone, tenants bigint[]) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    SET lock_timeout TO '20ms'
    AS $_$
declare
  begins_at timestamptz;
begin
  select known.to_at into begins_at from public.event_partition as known
  where known.name = partition_name and known.to_at < at and known.dropped_at is null
    and known.name ~ '^point_event_[0-9]+$'
  for update;
  if not found then
    raise exception '% is no partition of the log that has ended', partition_name using errcode = '22023';
  end if;
  perform set_config('app.tenants', tenants::text, true);
  execute format(
    'insert into public.event_log (tenant_id, begins_at)
    select listed.id, $2 from unnest($1) as listed (id)
    where exists (select from public.%I as event where event.tenant_id = listed.id)
    on conflict (tenant_id) do update set begins_at = greatest(event_log.begins_at, excluded.begins_at)',
    partition_name
  ) using tenants, begins_at;
  update public.event_partition as known set dropped_at = at where known.name = partition_name;
  execute format('alter table public.point_event detach partition public.%I', partition_name);
  execute format('drop table public.%I', partition_name);
end
$_$;

CREATE FUNCTION public.forget_tenant(leaving bigint) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
begin
  delete from public.tenant as known where known.id = leaving and known.state = 'deleting';
  if not found then
    raise exception 'tenant % is not being deleted', leaving using errcode = '22023';
  end if;
  update public.directory_generation set generation = generation + 1;
end
$$;

CREATE FUNCTION public.log_position(epoch smallint, transaction xid8) RETURNS xid8
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN ((((((epoch - 1))::bigint << 48) | ((transaction)::text)::bigint))::text)::xid8;

CREATE FUNCTION public.note_time_zone() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
declare
  bound text := current_setting('app.tenants', true);
  begins timestamptz := new.created_at;
begin
  if tg_op = 'UPDATE' then
    begins := now() + new.clock_ahead_ms * interval '1 millisecond';
  end if;
  -- The directory's own transactions are bound to no tenant.
  perform set_config('app.tenants', format('{%s}', new.id), true);
  delete from tenant_zone where tenant_id = new.id and since >= begins;
  insert into tenant_zone (tenant_id, since, time_zone) values (new.id, begins, new.time_zone);
  perform set_config('app.tenants', coalesce(bound, ''), true);
  return null;
end
$$;

CREATE PROCEDURE public.own_by_tenant(IN table_name regclass)
    LANGUAGE plpgsql
    AS $$
begin
  execute format('alter table %s enable row level security', table_name);
  execute format('alter table %s force row level security', table_name);
  execute format('drop policy if exists tenant on %s', table_name);
  execute format(
    'create policy tenant on %s using (tenant_id in (select unnest(nullif(current_setting(''app.tenants'', true), '''')::bigint[])))',
    table_name
  );
end
$$;

CREATE FUNCTION public.queue_job(task text, payload json, job_key text) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
begin
  perform graphile_worker.add_job(task, payload, job_key => queue_job.job_key);
end
$$;

CREATE FUNCTION public.queue_turn(tenant bigint, at timestamp with time zone) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
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

CREATE FUNCTION public.raise_sequence(sequence_name text, above bigint) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    SET lock_timeout TO '200ms'
    AS $$
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

CREATE SEQUENCE public.account_id
    START WITH 1
    INCREMENT BY 1000
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

CREATE TABLE public.accounting_estimate (
    tenant_id bigint NOT NULL,
    since integer NOT NULL,
    breakage numeric(5,4) NOT NULL,
    point_worth numeric(18,4),
    CONSTRAINT accounting_estimate_breakage_check CHECK (((breakage >= (0)::numeric) AND (breakage <= 0.95))),
    CONSTRAINT accounting_estimate_point_worth_check CHECK ((point_worth > (0)::numeric))
);

ALTER TABLE ONLY public.accounting_estimate FORCE ROW LEVEL SECURITY;

CREATE TABLE public.accounting_settings (
    tenant_id bigint NOT NULL,
    is_on boolean NOT NULL,
    starts_in integer,
    close_day smallint,
    accounts jsonb NOT NULL,
    version integer NOT NULL,
    CONSTRAINT accounting_settings_check CHECK (((starts_in IS NOT NULL) OR (NOT is_on))),
    CONSTRAINT accounting_settings_close_day_check CHECK (((close_day >= 1) AND (close_day <= 15)))
);

ALTER TABLE ONLY public.accounting_settings FORCE ROW LEVEL SECURITY;

CREATE TABLE public.action_grant (
    tenant_id bigint NOT NULL,
    customer_id bigint NOT NULL,
    action text NOT NULL,
    grant_key text NOT NULL,
    record_id bigint,
    granted_at timestamp with time zone NOT NULL,
    CONSTRAINT action_grant_action_check CHECK ((length(action) <= 250)),
    CONSTRAINT action_grant_grant_key_check CHECK ((length(grant_key) <= 250))
);

ALTER TABLE ONLY public.action_grant FORCE ROW LEVEL SECURITY;

CREATE TABLE public.adjustment_sum (
    tenant_id bigint NOT NULL,
    actor text NOT NULL,
    number bigint NOT NULL,
    at timestamp with time zone NOT NULL,
    points numeric(18,4) NOT NULL,
    total numeric(18,4) NOT NULL,
    CONSTRAINT adjustment_sum_actor_check CHECK ((length(actor) <= 100)),
    CONSTRAINT adjustment_sum_points_check CHECK ((points >= (0)::numeric))
);

ALTER TABLE ONLY public.adjustment_sum FORCE ROW LEVEL SECURITY;

CREATE TABLE public.admin_token (
    tenant_id bigint NOT NULL,
    id bigint NOT NULL,
    token_hash bytea NOT NULL,
    start text NOT NULL,
    label text NOT NULL,
    person_id bigint,
    permissions text[] NOT NULL,
    created_by text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone,
    revoked_at timestamp with time zone,
    last_used_at timestamp with time zone,
    has_second_factor boolean DEFAULT false NOT NULL,
    created_by_id bigint,
    CONSTRAINT admin_token_created_by_check CHECK ((length(created_by) <= 250)),
    CONSTRAINT admin_token_label_check CHECK ((length(label) <= 100)),
    CONSTRAINT admin_token_start_check CHECK ((length(start) <= 60)),
    CONSTRAINT admin_token_token_hash_check CHECK ((length(token_hash) = 32))
);

ALTER TABLE ONLY public.admin_token FORCE ROW LEVEL SECURITY;

ALTER TABLE public.admin_token ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.admin_token_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.api_key (
    tenant_id bigint NOT NULL,
    id bigint NOT NULL,
    token text NOT NULL,
    secret_hash bytea NOT NULL,
    label text DEFAULT ''::text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    revoked_at timestamp with time zone,
    expires_at timestamp with time zone,
    created_by text,
    scopes text[] NOT NULL,
    CONSTRAINT api_key_created_by_check CHECK ((length(created_by) <= 250)),
    CONSTRAINT api_key_label_check CHECK ((length(label) <= 250)),
    CONSTRAINT api_key_scopes_check CHECK (((scopes <@ ARRAY['read'::text, 'write'::text, 'points'::text, 'erase'::text]) AND (cardinality(scopes) > 0))),
    CONSTRAINT api_key_secret_hash_check CHECK ((length(secret_hash) = 32))
);

ALTER TABLE ONLY public.api_key FORCE ROW LEVEL SECURITY;

ALTER TABLE public.api_key ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.api_key_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.approval (
    tenant_id bigint NOT NULL,
    id bigint NOT NULL,
    customer_id bigint,
    kind text NOT NULL,
    request_key text NOT NULL,
    request_hash bytea NOT NULL,
    request jsonb NOT NULL,
    note text,
    exceeds text,
    requested_by text NOT NULL,
    requested_label text NOT NULL,
    requested_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    is_approved boolean,
    decided_by text,
    decided_label text,
    decided_at timestamp with time zone,
    decision_note text,
    record_id bigint,
    requester_since timestamp with time zone,
    CONSTRAINT approval_customer_whole_check CHECK (((customer_id IS NULL) = (kind = ANY (ARRAY['import'::text, 'undo'::text])))),
    CONSTRAINT approval_decided_by_another_check CHECK ((decided_by <> requested_by)),
    CONSTRAINT approval_decided_by_check CHECK ((length(decided_by) <= 100)),
    CONSTRAINT approval_decided_label_check CHECK ((length(decided_label) <= 250)),
    CONSTRAINT approval_decided_whole_check CHECK ((((is_approved IS NULL) = (decided_by IS NULL)) AND ((is_approved IS NULL) = (decided_at IS NULL)) AND ((record_id IS NULL) OR is_approved))),
    CONSTRAINT approval_decision_note_check CHECK ((length(decision_note) <= 4000)),
    CONSTRAINT approval_exceeds_check CHECK ((exceeds = ANY (ARRAY['change'::text, 'customer'::text, 'day'::text]))),
    CONSTRAINT approval_exceeds_whole_check CHECK (((kind = 'adjustment'::text) = (exceeds IS NOT NULL))),
    CONSTRAINT approval_kind_check CHECK ((kind = ANY (ARRAY['adjustment'::text, 'erasure'::text, 'merge'::text, 'import'::text, 'undo'::text]))),
    CONSTRAINT approval_note_check CHECK ((length(note) <= 4000)),
    CONSTRAINT approval_request_hash_check CHECK ((length(request_hash) = 32)),
    CONSTRAINT approval_request_key_check CHECK ((length(request_key) <= 250)),
    CONSTRAINT approval_requested_by_check CHECK ((length(requested_by) <= 100)),
    CONSTRAINT approval_requested_label_check CHECK ((length(requested_label) <= 250))
);

ALTER TABLE ONLY public.approval FORCE ROW LEVEL SECURITY;

CREATE TABLE public.audit_entry (
    tenant_id bigint NOT NULL,
    id bigint NOT NULL,
    at timestamp with time zone NOT NULL,
    actor_kind smallint NOT NULL,
    actor_id bigint,
    actor_label text NOT NULL,
    action text NOT NULL,
    target_kind text NOT NULL,
    target_id text NOT NULL,
    target_label text NOT NULL,
    before jsonb,
    after jsonb,
    note text,
    request_id text,
    address inet,
    via smallint NOT NULL,
    CONSTRAINT audit_entry_action_check CHECK ((length(action) <= 100)),
    CONSTRAINT audit_entry_actor_kind_check CHECK (((actor_kind >= 0) AND (actor_kind <= 4))),
    CONSTRAINT audit_entry_actor_label_check CHECK ((length(actor_label) <= 250)),
    CONSTRAINT audit_entry_note_check CHECK ((length(note) <= 1000)),
    CONSTRAINT audit_entry_request_id_check CHECK ((length(request_id) <= 100)),
    CONSTRAINT audit_entry_target_id_check CHECK ((length(target_id) <= 250)),
    CONSTRAINT audit_entry_target_kind_check CHECK ((length(target_kind) <= 100)),
    CONSTRAINT audit_entry_target_label_check CHECK ((length(target_label) <= 250)),
    CONSTRAINT audit_entry_via_check CHECK (((via >= 0) AND (via <= 3)))
);

ALTER TABLE ONLY public.audit_entry FORCE ROW LEVEL SECURITY;

ALTER TABLE public.audit_entry ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.audit_entry_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.award (
    tenant_id bigint NOT NULL,
    customer_id bigint NOT NULL,
    id bigint NOT NULL,
    source smallint NOT NULL,
    rule_id integer NOT NULL,
    reference text NOT NULL,
    program_version integer NOT NULL,
    record_id bigint,
    state smallint NOT NULL,
    made_at timestamp with time zone NOT NULL,
    ended_at timestamp with time zone,
    reward_id bigint,
    due_at timestamp with time zone,
    held_because smallint,
    given_at timestamp with time zone,
    redemption_key text,
    coupon_key text,
    lost numeric(18,4),
    CONSTRAINT award_coupon_key_check CHECK ((length(coupon_key) <= 250)),
    CONSTRAINT award_held_because_check CHECK (((held_because >= 0) AND (held_because <= 4))),
    CONSTRAINT award_lost_check CHECK ((lost >= (0)::numeric)),
    CONSTRAINT award_redemption_key_check CHECK ((length(redemption_key) <= 250)),
    CONSTRAINT award_reference_check CHECK ((length(reference) <= 50)),
    CONSTRAINT award_source_check CHECK (((source >= 0) AND (source <= 4))),
    CONSTRAINT award_state_check CHECK (((state >= 0) AND (state <= 4)))
);

ALTER TABLE ONLY public.award FORCE ROW LEVEL SECURITY;

CREATE TABLE public.backtest (
    tenant_id bigint NOT NULL,
    job_id bigint NOT NULL,
    program jsonb NOT NULL,
    result jsonb
);

ALTER TABLE ONLY public.backtest FORCE ROW LEVEL SECURITY;

CREATE TABLE public.backtest_check (
    tenant_id bigint NOT NULL,
    day date NOT NULL,
    checked_at timestamp with time zone NOT NULL,
    orders integer NOT NULL,
    differences integer NOT NULL,
    incomparable integer NOT NULL
);

ALTER TABLE ONLY public.backtest_check FORCE ROW LEVEL SECURITY;

CREATE TABLE public.backtest_customer (
    tenant_id bigint NOT NULL,
    job_id bigint NOT NULL,
    customer_id bigint NOT NULL,
    live numeric(24,4) NOT NULL,
    candidate numeric(24,4) NOT NULL,
    orders integer NOT NULL,
    first_tier_id bigint,
    state json
)
WITH (fillfactor='70');

ALTER TABLE ONLY public.backtest_customer FORCE ROW LEVEL SECURITY;

CREATE TABLE public.balance_change (
    tenant_id bigint NOT NULL,
    change_key text NOT NULL,
    customer_id bigint NOT NULL,
    record_id bigint NOT NULL,
    reason text NOT NULL,
    unit text DEFAULT 'cashback'::text NOT NULL,
    note text,
    made_by text,
    approved_by text,
    order_id bigint,
    is_adjustment boolean DEFAULT false NOT NULL,
    request_hash bytea,
    CONSTRAINT balance_change_approved_by_check CHECK (((length(approved_by) <= 100) AND (approved_by <> made_by))),
    CONSTRAINT balance_change_change_key_check CHECK ((length(change_key) <= 250)),
    CONSTRAINT balance_change_made_by_check CHECK ((length(made_by) <= 100)),
    CONSTRAINT balance_change_note_check CHECK ((length(note) <= 4000)),
    CONSTRAINT balance_change_request_hash_check CHECK (((length(request_hash) = 32) AND (is_adjustment = (request_hash IS NOT NULL)))),
    CONSTRAINT balance_change_unit_check CHECK ((unit = ANY (ARRAY['points'::text, 'cashback'::text])))
);

ALTER TABLE ONLY public.balance_change FORCE ROW LEVEL SECURITY;

CREATE TABLE public.brand (
    tenant_id bigint NOT NULL,
    original_id text NOT NULL,
    name text,
    CONSTRAINT brand_original_id_check CHECK ((length(original_id) <= 250))
);

ALTER TABLE ONLY public.brand FORCE ROW LEVEL SECURITY;

CREATE TABLE public.category (
    tenant_id bigint NOT NULL,
    original_id text NOT NULL,
    name text,
    description text,
    parent_original_id text,
    CONSTRAINT category_check CHECK ((parent_original_id <> original_id)),
    CONSTRAINT category_original_id_check CHECK ((length(original_id) <= 250))
);

ALTER TABLE ONLY public.category FORCE ROW LEVEL SECURITY;

CREATE TABLE public.cohort_sum (
    tenant_id bigint NOT NULL,
    first_month integer NOT NULL,
    month integer NOT NULL,
    customers bigint NOT NULL,
    sales numeric(24,4) NOT NULL
);

ALTER TABLE ONLY public.cohort_sum FORCE ROW LEVEL SECURITY;

CREATE TABLE public.consent (
    tenant_id bigint NOT NULL,
    customer_id bigint NOT NULL,
    kind text NOT NULL,
    version integer NOT NULL,
    at timestamp with time zone NOT NULL,
    key_id bigint NOT NULL,
    withdrawn_at timestamp with time zone,
    CONSTRAINT consent_check CHECK (((kind = 'terms'::text) = (version > 0))),
    CONSTRAINT consent_kind_check CHECK ((kind = ANY (ARRAY['terms'::text, 'birthday'::text]))),
    CONSTRAINT consent_version_check CHECK ((version >= 0))
);

ALTER TABLE ONLY public.consent FORCE ROW LEVEL SECURITY;

CREATE TABLE public.coupon (
    tenant_id bigint NOT NULL,
    code_key text NOT NULL,
    id bigint NOT NULL,
    code text NOT NULL,
    original_id text,
    customer_id bigint NOT NULL,
    type smallint NOT NULL,
    value numeric(18,4) NOT NULL,
    created_at timestamp with time zone NOT NULL,
    valid_from timestamp with time zone,
    valid_until timestamp with time zone,
    is_used boolean NOT NULL,
    order_id bigint,
    inactivated_at timestamp with time zone,
    redemption_key text,
    list_id bigint,
    list_code_id bigint,
    used_for_order text,
    used_at timestamp with time zone,
    CONSTRAINT coupon_check CHECK ((valid_until >= valid_from)),
    CONSTRAINT coupon_check1 CHECK (((order_id IS NULL) OR is_used)),
    CONSTRAINT coupon_code_check CHECK ((length(code) <= 250)),
    CONSTRAINT coupon_type_check CHECK (((type >= 0) AND (type <= 4))),
    CONSTRAINT coupon_used_for_order_check CHECK ((length(used_for_order) <= 250)),
    CONSTRAINT coupon_value_check CHECK ((value >= (0)::numeric))
)
WITH (fillfactor='90');

ALTER TABLE ONLY public.coupon FORCE ROW LEVEL SECURITY;

CREATE TABLE public.coupon_upload (
    tenant_id bigint NOT NULL,
    id bigint NOT NULL,
    list_id bigint NOT NULL,
    key text NOT NULL,
    file text,
    code_count integer DEFAULT 0 NOT NULL,
    removed_count integer DEFAULT 0 NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    undone_at timestamp with time zone,
    CONSTRAINT coupon_upload_check CHECK (((removed_count >= 0) AND (removed_count <= code_count))),
    CONSTRAINT coupon_upload_code_count_check CHECK ((code_count >= 0)),
    CONSTRAINT coupon_upload_file_check CHECK ((length(file) <= 250)),
    CONSTRAINT coupon_upload_key_check CHECK (((length(key) >= 1) AND (length(key) <= 64)))
);

ALTER TABLE ONLY public.coupon_upload FORCE ROW LEVEL SECURITY;

ALTER TABLE public.coupon_upload ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.coupon_upload_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.customer (
    tenant_id bigint NOT NULL,
    id bigint NOT NULL,
    original_id text NOT NULL,
    public_id uuid NOT NULL,
    name text,
    email text,
    phone text,
    document text,
    birthday timestamp with time zone,
    birthday_updated_at timestamp with time zone,
    signup_at timestamp with time zone,
    is_enrolled boolean NOT NULL,
    enrolled_at timestamp with time zone,
    order_count integer DEFAULT 0 NOT NULL,
    has_purchased boolean DEFAULT false NOT NULL,
    points_balance numeric(18,4) DEFAULT 0 NOT NULL,
    cashback_balance numeric(18,4) DEFAULT 0 NOT NULL,
    event_sequence integer DEFAULT 0 NOT NULL,
    next_due_at timestamp with time zone,
    created_at timestamp with time zone NOT NULL,
    tier_id bigint,
    tier_since timestamp with time zone,
    tier_below_since timestamp with time zone,
    birthday_in_utc smallint GENERATED ALWAYS AS ((((EXTRACT(month FROM (birthday AT TIME ZONE 'UTC'::text)) * (100)::numeric) + EXTRACT(day FROM (birthday AT TIME ZONE 'UTC'::text))))::smallint) STORED,
    erased_at timestamp with time zone,
    former_id_count integer DEFAULT 0 NOT NULL,
    merged_into bigint,
    merged_at timestamp with time zone,
    merged_id text,
    merge_key text,
    merge_hash bytea,
    merge_effect jsonb,
    active_on date,
    notice_on date,
    other_sequence integer,
    awards_due_at timestamp with time zone,
    has_tier_prizes boolean,
    tier_held_until timestamp with time zone,
    orders_before integer,
    is_unclaimed boolean,
    CONSTRAINT customer_former_id_count_check CHECK ((former_id_count >= 0)),
    CONSTRAINT customer_merge_bounds_check CHECK (((length(merged_id) <= 250) AND (length(merge_key) <= 250) AND (length(merge_hash) = 32))),
    CONSTRAINT customer_merged_whole_check CHECK ((((merged_into IS NULL) = (merged_at IS NULL)) AND ((merged_into IS NULL) = (merge_key IS NULL)) AND ((merged_into IS NULL) = (merge_effect IS NULL)) AND (merged_into <> id))),
    CONSTRAINT customer_order_count_check CHECK ((order_count >= 0)),
    CONSTRAINT customer_orders_before_check CHECK ((orders_before >= 0)),
    CONSTRAINT customer_original_id_check CHECK ((length(original_id) <= 250))
)
WITH (fillfactor='80');

ALTER TABLE ONLY public.customer FORCE ROW LEVEL SECURITY;

CREATE TABLE public.customer_alias (
    tenant_id bigint NOT NULL,
    original_id text NOT NULL,
    customer_id bigint NOT NULL,
    CONSTRAINT customer_alias_original_id_check CHECK ((length(original_id) <= 250))
);

ALTER TABLE ONLY public.customer_alias FORCE ROW LEVEL SECURITY;

CREATE TABLE public.customer_claim (
    tenant_id bigint NOT NULL,
    customer_id bigint NOT NULL,
    claimed_id text NOT NULL,
    former_id text NOT NULL,
    matched_by smallint NOT NULL,
    claimed_at timestamp with time zone NOT NULL,
    orders_before integer NOT NULL,
    profile json,
    revoked_at timestamp with time zone,
    revoked_by text,
    CONSTRAINT customer_claim_claimed_id_check CHECK ((length(claimed_id) <= 250)),
    CONSTRAINT customer_claim_former_id_check CHECK ((length(former_id) <= 250)),
    CONSTRAINT customer_claim_matched_by_check CHECK (((matched_by >= 1) AND (matched_by <= 2))),
    CONSTRAINT customer_claim_orders_before_check CHECK ((orders_before >= 0)),
    CONSTRAINT customer_claim_revoked_by_check CHECK ((length(revoked_by) <= 250))
);

ALTER TABLE ONLY public.customer_claim FORCE ROW LEVEL SECURITY;

CREATE TABLE public.customer_count (
    tenant_id bigint NOT NULL,
    tier_id bigint NOT NULL,
    slot smallint NOT NULL,
    customers bigint NOT NULL
)
WITH (fillfactor='50');

ALTER TABLE ONLY public.customer_count FORCE ROW LEVEL SECURITY;

CREATE TABLE public.customer_first (
    tenant_id bigint NOT NULL,
    customer_id bigint NOT NULL,
    order_id bigint NOT NULL,
    day integer NOT NULL,
    month integer NOT NULL
);

ALTER TABLE ONLY public.customer_first FORCE ROW LEVEL SECURITY;

CREATE TABLE public.customer_month (
    tenant_id bigint NOT NULL,
    customer_id bigint NOT NULL,
    month integer NOT NULL,
    orders integer NOT NULL,
    sales numeric(24,4) NOT NULL
);

ALTER TABLE ONLY public.customer_month FORCE ROW LEVEL SECURITY;

CREATE TABLE public.customer_note (
    tenant_id bigint NOT NULL,
    customer_id bigint NOT NULL,
    id bigint NOT NULL,
    at timestamp with time zone NOT NULL,
    target_kind text NOT NULL,
    target_id bigint NOT NULL,
    note text NOT NULL,
    made_by text NOT NULL,
    made_label text NOT NULL,
    CONSTRAINT customer_note_made_by_check CHECK ((length(made_by) <= 100)),
    CONSTRAINT customer_note_made_label_check CHECK ((length(made_label) <= 250)),
    CONSTRAINT customer_note_note_check CHECK ((length(note) <= 4000)),
    CONSTRAINT customer_note_target_kind_check CHECK ((length(target_kind) <= 100))
);

ALTER TABLE ONLY public.customer_note FORCE ROW LEVEL SECURITY;

CREATE TABLE public.customer_order (
    tenant_id bigint NOT NULL,
    id bigint NOT NULL,
    original_id text NOT NULL,
    customer_id bigint NOT NULL,
    state smallint NOT NULL,
    origin smallint NOT NULL,
    total numeric(18,4) NOT NULL,
    placed_at timestamp with time zone NOT NULL,
    completed_at timestamp with time zone,
    cancelled_at timestamp with time zone,
    updated_at timestamp with time zone NOT NULL,
    program_version integer,
    earned_tier_id bigint,
    is_first_purchase boolean DEFAULT false NOT NULL,
    details json NOT NULL,
    earned_tier_multiplier numeric(18,4),
    returned numeric(18,4) DEFAULT 0 NOT NULL,
    left_out_of_tiers numeric(18,4),
    CONSTRAINT customer_order_origin_check CHECK (((origin >= 0) AND (origin <= 2))),
    CONSTRAINT customer_order_original_id_check CHECK ((length(original_id) <= 250)),
    CONSTRAINT customer_order_returned_check CHECK (((returned >= (0)::numeric) AND (returned <= total))),
    CONSTRAINT customer_order_state_check CHECK (((state >= 0) AND (state <= 4))),
    CONSTRAINT customer_order_total_check CHECK ((total >= (0)::numeric))
)
WITH (fillfactor='90');

ALTER TABLE ONLY public.customer_order FORCE ROW LEVEL SECURITY;

CREATE TABLE public.customer_term (
    tenant_id bigint NOT NULL,
    term text NOT NULL COLLATE pg_catalog."C",
    customer_id bigint NOT NULL,
    CONSTRAINT customer_term_term_check CHECK ((length(term) <= 252))
);

ALTER TABLE ONLY public.customer_term FORCE ROW LEVEL SECURITY;

CREATE TABLE public.directory_audit_entry (
    tenant_id bigint NOT NULL,
    id bigint NOT NULL,
    at timestamp with time zone NOT NULL,
    actor_kind smallint NOT NULL,
    actor_id bigint,
    actor_label text NOT NULL,
    action text NOT NULL,
    target_kind text NOT NULL,
    target_id text NOT NULL,
    target_label text NOT NULL,
    before jsonb,
    after jsonb,
    note text,
    request_id text,
    address inet,
    via smallint NOT NULL,
    CONSTRAINT audit_entry_action_check CHECK ((length(action) <= 100)),
    CONSTRAINT audit_entry_actor_kind_check CHECK (((actor_kind >= 0) AND (actor_kind <= 4))),
    CONSTRAINT audit_entry_actor_label_check CHECK ((length(actor_label) <= 250)),
    CONSTRAINT audit_entry_note_check CHECK ((length(note) <= 1000)),
    CONSTRAINT audit_entry_request_id_check CHECK ((length(request_id) <= 100)),
    CONSTRAINT audit_entry_target_id_check CHECK ((length(target_id) <= 250)),
    CONSTRAINT audit_entry_target_kind_check CHECK ((length(target_kind) <= 100)),
    CONSTRAINT audit_entry_target_label_check CHECK ((length(target_label) <= 250)),
    CONSTRAINT audit_entry_via_check CHECK (((via >= 0) AND (via <= 3)))
);

ALTER TABLE ONLY public.directory_audit_entry FORCE ROW LEVEL SECURITY;

ALTER TABLE public.directory_audit_entry ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.directory_audit_entry_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.directory_generation (
    id boolean DEFAULT true NOT NULL,
    generation bigint NOT NULL,
    CONSTRAINT directory_generation_id_check CHECK (id)
);

CREATE TABLE public.email_configuration (
    tenant_id bigint NOT NULL,
    id bigint NOT NULL,
    subject text NOT NULL,
    email_body text NOT NULL,
    pre_header text,
    title text,
    description text,
    is_active boolean DEFAULT true NOT NULL,
    type integer DEFAULT 0 NOT NULL,
    sub_type integer,
    email_group integer DEFAULT 0 NOT NULL,
    objective_linked_type integer,
    variables jsonb DEFAULT '[]'::jsonb NOT NULL,
    is_logo_hidden boolean DEFAULT false NOT NULL,
    is_background_color_changed boolean DEFAULT false NOT NULL,
    background_color text,
    recommends_products boolean DEFAULT false NOT NULL,
    CONSTRAINT email_configuration_variables_check CHECK ((jsonb_typeof(variables) = 'array'::text))
);

ALTER TABLE ONLY public.email_configuration FORCE ROW LEVEL SECURITY;

ALTER TABLE public.email_configuration ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.email_configuration_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.erased_person (
    tenant_id bigint NOT NULL,
    hmac bytea NOT NULL,
    CONSTRAINT erased_person_hmac_check CHECK ((length(hmac) = 32))
);

ALTER TABLE ONLY public.erased_person FORCE ROW LEVEL SECURITY;

CREATE TABLE public.erasure_key (
    tenant_id bigint NOT NULL,
    key bytea,
    sealed_key bytea,
    CONSTRAINT erasure_key_key_check CHECK ((length(key) = 32)),
    CONSTRAINT erasure_key_once CHECK ((num_nonnulls(key, sealed_key) = 1))
);

ALTER TABLE ONLY public.erasure_key FORCE ROW LEVEL SECURITY;

CREATE TABLE public.event_log (
    tenant_id bigint NOT NULL,
    begins_at timestamp with time zone NOT NULL
);

ALTER TABLE ONLY public.event_log FORCE ROW LEVEL SECURITY;

CREATE TABLE public.event_partition (
    name text NOT NULL,
    from_at timestamp with time zone NOT NULL,
    to_at timestamp with time zone NOT NULL,
    dropped_at timestamp with time zone,
    CONSTRAINT event_partition_check CHECK ((to_at > from_at))
);

CREATE TABLE public.failed_request (
    tenant_id bigint NOT NULL,
    id bigint NOT NULL,
    at timestamp with time zone NOT NULL,
    operation text NOT NULL,
    status smallint NOT NULL,
    code smallint,
    message text NOT NULL,
    request_id text NOT NULL,
    api_token text NOT NULL,
    count integer NOT NULL,
    order_ids text[] DEFAULT '{}'::text[] NOT NULL,
    request_ids text[] DEFAULT '{}'::text[] NOT NULL,
    CONSTRAINT failed_request_api_token_check CHECK ((length(api_token) <= 100)),
    CONSTRAINT failed_request_count_check CHECK ((count > 0)),
    CONSTRAINT failed_request_ids CHECK (((cardinality(order_ids) <= 100) AND (cardinality(request_ids) <= 100))),
    CONSTRAINT failed_request_message_check CHECK ((length(message) <= 300)),
    CONSTRAINT failed_request_operation_check CHECK ((length(operation) <= 100)),
    CONSTRAINT failed_request_request_id_check CHECK ((length(request_id) <= 100))
);

ALTER TABLE ONLY public.failed_request FORCE ROW LEVEL SECURITY;

ALTER TABLE public.failed_request ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.failed_request_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.figure_counted (
    tenant_id bigint NOT NULL,
    generation smallint NOT NULL,
    customer_id bigint NOT NULL,
    sequence integer NOT NULL
);

ALTER TABLE ONLY public.figure_counted FORCE ROW LEVEL SECURITY;

CREATE TABLE public.figure_head (
    tenant_id bigint NOT NULL,
    generation smallint NOT NULL,
    state smallint NOT NULL,
    transaction xid8 NOT NULL,
    id bigint NOT NULL,
    counted_to bigint NOT NULL,
    merged_customers bigint NOT NULL,
    folded_at timestamp with time zone NOT NULL,
    CONSTRAINT figure_head_generation_check CHECK ((generation > 0)),
    CONSTRAINT figure_head_state_check CHECK (((state >= 0) AND (state <= 2)))
);

ALTER TABLE ONLY public.figure_head FORCE ROW LEVEL SECURITY;

CREATE TABLE public.figure_sum (
    tenant_id bigint NOT NULL,
    generation smallint NOT NULL,
    series smallint NOT NULL,
    day integer NOT NULL,
    a bigint NOT NULL,
    b bigint NOT NULL,
    points numeric(24,4) NOT NULL,
    cashback numeric(24,4) NOT NULL,
    count bigint NOT NULL
)
WITH (fillfactor='70');

ALTER TABLE ONLY public.figure_sum FORCE ROW LEVEL SECURITY;

CREATE TABLE public.figure_verification (
    tenant_id bigint NOT NULL,
    verified_at timestamp with time zone NOT NULL,
    differences integer NOT NULL,
    differs_since timestamp with time zone,
    CONSTRAINT figure_verification_check CHECK (((differences = 0) = (differs_since IS NULL))),
    CONSTRAINT figure_verification_differences_check CHECK ((differences >= 0))
);

ALTER TABLE ONLY public.figure_verification FORCE ROW LEVEL SECURITY;

CREATE SEQUENCE public.file_id
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

CREATE TABLE public.file (
    tenant_id bigint NOT NULL,
    id bigint DEFAULT nextval('public.file_id'::regclass) NOT NULL,
    job_id bigint,
    name text NOT NULL,
    purpose text NOT NULL,
    bytes bigint NOT NULL,
    lines bigint,
    sha256 bytea,
    sealed_key bytea NOT NULL,
    holds_persons boolean NOT NULL,
    state smallint NOT NULL,
    by_actor text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    deleted_because text,
    CONSTRAINT file_by_actor_check CHECK ((length(by_actor) <= 100)),
    CONSTRAINT file_bytes_check CHECK ((bytes >= 0)),
    CONSTRAINT file_deleted_because_check CHECK ((length(deleted_because) <= 60)),
    CONSTRAINT file_lines_check CHECK ((lines >= 0)),
    CONSTRAINT file_name_check CHECK ((length(name) <= 250)),
    CONSTRAINT file_purpose_check CHECK ((length(purpose) <= 60)),
    CONSTRAINT file_sha256_check CHECK ((length(sha256) = 32)),
    CONSTRAINT file_state_check CHECK (((state >= 0) AND (state <= 2)))
);

ALTER TABLE ONLY public.file FORCE ROW LEVEL SECURITY;

CREATE TABLE public.file_part (
    tenant_id bigint NOT NULL,
    file_id bigint NOT NULL,
    number integer NOT NULL,
    octets bytea NOT NULL,
    sha256 bytea NOT NULL,
    CONSTRAINT file_part_number_check CHECK ((number >= 1)),
    CONSTRAINT file_part_sha256_check CHECK ((length(sha256) = 32))
);
ALTER TABLE ONLY public.file_part ALTER COLUMN octets SET STORAGE EXTERNAL;

ALTER TABLE ONLY public.file_part FORCE ROW LEVEL SECURITY;

CREATE TABLE public.idempotency_key (
    tenant_id bigint NOT NULL,
    actor text NOT NULL,
    key text NOT NULL,
    request_hash bytea NOT NULL,
    status smallint,
    version integer,
    answer jsonb,
    at timestamp with time zone NOT NULL,
    CONSTRAINT idempotency_key_actor_check CHECK ((length(actor) <= 100)),
    CONSTRAINT idempotency_key_key_check CHECK (((length(key) >= 1) AND (length(key) <= 100))),
    CONSTRAINT idempotency_key_request_hash_check CHECK ((length(request_hash) = 32))
);

ALTER TABLE ONLY public.idempotency_key FORCE ROW LEVEL SECURITY;

CREATE SEQUENCE public.import_id
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

CREATE TABLE public.import (
    tenant_id bigint NOT NULL,
    id bigint DEFAULT nextval('public.import_id'::regclass) NOT NULL,
    kind text NOT NULL,
    state smallint NOT NULL,
    revision integer NOT NULL,
    file_id bigint NOT NULL,
    file_name text NOT NULL,
    file_bytes bigint NOT NULL,
    preset text,
    format jsonb,
    mapping jsonb,
    options jsonb NOT NULL,
    answers jsonb NOT NULL,
    plan_hash bytea,
    checked_at timestamp with time zone,
    findings jsonb,
    sample_file_id bigint,
    refused_file_id bigint,
    check_job_id bigint,
    apply_job_id bigint,
    applied jsonb,
    applied_at timestamp with time zone,
    error_file_id bigint,
    undo_job_id bigint,
    undone jsonb,
    undone_at timestamp with time zone,
    created_by text NOT NULL,
    created_label text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT import_check CHECK ((((plan_hash IS NULL) = (checked_at IS NULL)) AND ((plan_hash IS NULL) = (findings IS NULL)))),
    CONSTRAINT import_created_by_check CHECK ((length(created_by) <= 100)),
    CONSTRAINT import_created_label_check CHECK ((length(created_label) <= 250)),
    CONSTRAINT import_file_bytes_check CHECK ((file_bytes >= 0)),
    CONSTRAINT import_file_name_check CHECK ((length(file_name) <= 250)),
    CONSTRAINT import_kind_check CHECK ((kind = ANY (ARRAY['customers'::text, 'openingBalances'::text, 'orders'::text, 'coupons'::text, 'couponCodes'::text]))),
    CONSTRAINT import_plan_hash_check CHECK ((length(plan_hash) = 32)),
    CONSTRAINT import_preset_check CHECK ((length(preset) <= 60)),
    CONSTRAINT import_revision_check CHECK ((revision > 0)),
    CONSTRAINT import_state_check CHECK (((state >= 0) AND (state <= 6)))
);

ALTER TABLE ONLY public.import FORCE ROW LEVEL SECURITY;

CREATE TABLE public.import_effect (
    tenant_id bigint NOT NULL,
    customer_id bigint NOT NULL,
    key bytea NOT NULL,
    import_id bigint NOT NULL,
    line bigint NOT NULL,
    kind smallint NOT NULL,
    ref bigint,
    made_at timestamp with time zone NOT NULL,
    undo json,
    CONSTRAINT import_effect_key_check CHECK ((length(key) = 16)),
    CONSTRAINT import_effect_kind_check CHECK (((kind >= 1) AND (kind <= 3))),
    CONSTRAINT import_effect_line_check CHECK ((line > 0))
);

ALTER TABLE ONLY public.import_effect FORCE ROW LEVEL SECURITY;

CREATE TABLE public.import_mapping (
    tenant_id bigint NOT NULL,
    name text NOT NULL,
    kind text NOT NULL,
    mapping jsonb NOT NULL,
    saved_at timestamp with time zone NOT NULL,
    CONSTRAINT import_mapping_kind_check CHECK ((kind = ANY (ARRAY['customers'::text, 'openingBalances'::text, 'orders'::text, 'coupons'::text, 'couponCodes'::text]))),
    CONSTRAINT import_mapping_name_check CHECK (((length(name) >= 1) AND (length(name) <= 100)))
);

ALTER TABLE ONLY public.import_mapping FORCE ROW LEVEL SECURITY;

CREATE TABLE public.import_salt (
    tenant_id bigint NOT NULL,
    salt bytea NOT NULL,
    CONSTRAINT import_salt_salt_check CHECK ((length(salt) = 32))
);

ALTER TABLE ONLY public.import_salt FORCE ROW LEVEL SECURITY;

CREATE TABLE public.import_used (
    tenant_id bigint NOT NULL,
    customer_id bigint NOT NULL,
    record_id bigint NOT NULL,
    import_id bigint NOT NULL,
    line bigint NOT NULL,
    points numeric(18,4) NOT NULL,
    cashback numeric(18,4) NOT NULL,
    used_points numeric(18,4) NOT NULL,
    used_cashback numeric(18,4) NOT NULL,
    CONSTRAINT import_used_line_check CHECK ((line > 0))
);

ALTER TABLE ONLY public.import_used FORCE ROW LEVEL SECURITY;

CREATE TABLE public.imported_progress (
    tenant_id bigint NOT NULL,
    customer_id bigint NOT NULL,
    day date NOT NULL,
    spend numeric(24,4) NOT NULL,
    orders integer NOT NULL
);

ALTER TABLE ONLY public.imported_progress FORCE ROW LEVEL SECURITY;

CREATE TABLE public.invitation (
    tenant_id bigint NOT NULL,
    id bigint NOT NULL,
    email text NOT NULL COLLATE pg_catalog."C",
    role text NOT NULL,
    token_hash bytea NOT NULL,
    invited_by text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    accepted_at timestamp with time zone,
    withdrawn_at timestamp with time zone,
    invited_by_id bigint,
    CONSTRAINT invitation_email_check CHECK (((length(email) >= 3) AND (length(email) <= 254))),
    CONSTRAINT invitation_invited_by_check CHECK ((length(invited_by) <= 250)),
    CONSTRAINT invitation_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'manager'::text, 'support'::text, 'developer'::text, 'viewer'::text]))),
    CONSTRAINT invitation_token_hash_check CHECK ((length(token_hash) = 32))
);

ALTER TABLE ONLY public.invitation FORCE ROW LEVEL SECURITY;

ALTER TABLE public.invitation ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.invitation_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE SEQUENCE public.job_id
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

CREATE TABLE public.job (
    tenant_id bigint NOT NULL,
    id bigint DEFAULT nextval('public.job_id'::regclass) NOT NULL,
    kind text NOT NULL,
    state smallint NOT NULL,
    wish smallint DEFAULT 0 NOT NULL,
    input jsonb NOT NULL,
    checkpoint jsonb,
    done bigint DEFAULT 0 NOT NULL,
    total bigint,
    result jsonb,
    problem jsonb,
    by_actor text NOT NULL,
    by_label text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    started_at timestamp with time zone,
    finished_at timestamp with time zone,
    expires_at timestamp with time zone,
    failures smallint DEFAULT 0 NOT NULL,
    turn_at timestamp with time zone NOT NULL,
    lease_number integer DEFAULT 0 NOT NULL,
    erased_at timestamp with time zone,
    CONSTRAINT job_by_actor_check CHECK ((length(by_actor) <= 100)),
    CONSTRAINT job_by_label_check CHECK ((length(by_label) <= 250)),
    CONSTRAINT job_done_check CHECK ((done >= 0)),
    CONSTRAINT job_failures_check CHECK ((failures >= 0)),
    CONSTRAINT job_kind_check CHECK (((length(kind) >= 1) AND (length(kind) <= 60))),
    CONSTRAINT job_state_check CHECK (((state >= 0) AND (state <= 5))),
    CONSTRAINT job_total_check CHECK ((total >= 0)),
    CONSTRAINT job_wish_check CHECK (((wish >= 0) AND (wish <= 2)))
);

ALTER TABLE ONLY public.job FORCE ROW LEVEL SECURITY;

CREATE TABLE public.key_use (
    tenant_id bigint NOT NULL,
    key_id bigint NOT NULL,
    hour timestamp with time zone NOT NULL
);

ALTER TABLE ONLY public.key_use FORCE ROW LEVEL SECURITY;

CREATE TABLE public.known_device (
    token_hash bytea NOT NULL,
    person_id bigint NOT NULL,
    ends_at timestamp with time zone NOT NULL,
    CONSTRAINT known_device_token_hash_check CHECK ((length(token_hash) = 32))
);

CREATE TABLE public.limit_use (
    tenant_id bigint NOT NULL,
    customer_id bigint NOT NULL,
    period text NOT NULL,
    rule_id integer NOT NULL,
    measure smallint NOT NULL,
    used numeric(18,4) NOT NULL,
    CONSTRAINT limit_use_period_check CHECK ((length(period) <= 11)),
    CONSTRAINT limit_use_used_check CHECK ((used > (0)::numeric))
);

ALTER TABLE ONLY public.limit_use FORCE ROW LEVEL SECURITY;

CREATE TABLE public.point_event (
    tenant_id bigint NOT NULL,
    transaction xid8 DEFAULT GREATEST(pg_snapshot_xmax(pg_current_snapshot()), pg_current_xact_id()) NOT NULL,
    id bigint NOT NULL,
    customer_id bigint NOT NULL,
    record_id bigint NOT NULL,
    occurred_at timestamp with time zone NOT NULL,
    written_at timestamp with time zone DEFAULT now() NOT NULL,
    sequence integer NOT NULL,
    topic smallint NOT NULL,
    points numeric(18,4) NOT NULL,
    cashback numeric(18,4) NOT NULL,
    points_balance numeric(18,4) NOT NULL,
    cashback_balance numeric(18,4) NOT NULL,
    facts json,
    cause smallint,
    is_silent boolean
)
PARTITION BY RANGE (written_at);

ALTER TABLE ONLY public.point_event FORCE ROW LEVEL SECURITY;

ALTER TABLE public.point_event ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.point_event_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.lot_move (
    tenant_id bigint NOT NULL,
    customer_id bigint NOT NULL,
    record_id bigint NOT NULL,
    id bigint DEFAULT nextval('public.point_event_id_seq'::regclass) NOT NULL,
    sequence integer,
    of_customer bigint NOT NULL,
    moved_at timestamp with time zone NOT NULL,
    from_available_at timestamp with time zone NOT NULL,
    from_expires_at timestamp with time zone
);

ALTER TABLE ONLY public.lot_move FORCE ROW LEVEL SECURITY;

CREATE TABLE public.membership (
    tenant_id bigint NOT NULL,
    person_id bigint NOT NULL,
    role text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    changed_by text NOT NULL,
    changed_at timestamp with time zone NOT NULL,
    granted_by_id bigint,
    CONSTRAINT membership_changed_by_check CHECK ((length(changed_by) <= 250)),
    CONSTRAINT membership_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'manager'::text, 'support'::text, 'developer'::text, 'viewer'::text])))
);

ALTER TABLE ONLY public.membership FORCE ROW LEVEL SECURITY;

CREATE TABLE public.migration (
    name text NOT NULL,
    checksum text NOT NULL,
    applied_at timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE public.month_close (
    tenant_id bigint NOT NULL,
    month integer NOT NULL,
    closed_at timestamp with time zone NOT NULL,
    closed_by jsonb NOT NULL,
    figures text NOT NULL,
    hash bytea NOT NULL,
    "position" text,
    CONSTRAINT month_close_hash_check CHECK ((length(hash) = 32))
);

ALTER TABLE ONLY public.month_close FORCE ROW LEVEL SECURITY;

CREATE TABLE public.morning (
    tenant_id bigint NOT NULL,
    day date NOT NULL
);

ALTER TABLE ONLY public.morning FORCE ROW LEVEL SECURITY;

CREATE TABLE public.order_day (
    tenant_id bigint NOT NULL,
    day integer NOT NULL,
    branch text NOT NULL,
    is_rest boolean NOT NULL,
    orders integer NOT NULL,
    sales numeric(24,4) NOT NULL,
    earned_orders integer NOT NULL,
    first_orders integer NOT NULL,
    member_orders integer NOT NULL,
    member_sales numeric(24,4) NOT NULL,
    member_first_orders integer NOT NULL,
    points numeric(24,4),
    branch_name text
);

ALTER TABLE ONLY public.order_day FORCE ROW LEVEL SECURITY;

CREATE TABLE public.order_day_due (
    tenant_id bigint NOT NULL,
    day integer NOT NULL,
    mark xid8 DEFAULT pg_current_xact_id() NOT NULL
);

ALTER TABLE ONLY public.order_day_due FORCE ROW LEVEL SECURITY;

CREATE TABLE public.order_elsewhere (
    tenant_id bigint NOT NULL,
    customer_id bigint NOT NULL,
    order_id bigint NOT NULL,
    points numeric(18,4) NOT NULL,
    cashback numeric(18,4) NOT NULL,
    taken_points numeric(18,4) DEFAULT 0 NOT NULL,
    taken_cashback numeric(18,4) DEFAULT 0 NOT NULL,
    CONSTRAINT order_elsewhere_check CHECK (((points >= (0)::numeric) AND (cashback >= (0)::numeric))),
    CONSTRAINT order_elsewhere_check1 CHECK ((((taken_points >= (0)::numeric) AND (taken_points <= points)) AND ((taken_cashback >= (0)::numeric) AND (taken_cashback <= cashback))))
);

ALTER TABLE ONLY public.order_elsewhere FORCE ROW LEVEL SECURITY;

CREATE TABLE public.order_figures (
    tenant_id bigint NOT NULL,
    counted_to bigint NOT NULL,
    days_marked boolean NOT NULL,
    is_complete boolean NOT NULL,
    counted_at timestamp with time zone
);

ALTER TABLE ONLY public.order_figures FORCE ROW LEVEL SECURITY;

CREATE TABLE public.order_return (
    tenant_id bigint NOT NULL,
    customer_id bigint NOT NULL,
    order_id bigint NOT NULL,
    cancel_key text NOT NULL,
    value numeric(18,4) NOT NULL,
    products json,
    should_refund_redeem boolean,
    record_id bigint,
    taken_points numeric(18,4) NOT NULL,
    taken_cashback numeric(18,4) NOT NULL,
    written_off_points numeric(18,4) NOT NULL,
    written_off_cashback numeric(18,4) NOT NULL,
    refunds json,
    remaining numeric(18,4) NOT NULL,
    state smallint NOT NULL,
    returned_at timestamp with time zone NOT NULL,
    CONSTRAINT order_return_cancel_key_check CHECK ((length(cancel_key) <= 250)),
    CONSTRAINT order_return_remaining_check CHECK ((remaining >= (0)::numeric)),
    CONSTRAINT order_return_state_check CHECK (((state >= 0) AND (state <= 4))),
    CONSTRAINT order_return_taken_cashback_check CHECK ((taken_cashback >= (0)::numeric)),
    CONSTRAINT order_return_taken_points_check CHECK ((taken_points >= (0)::numeric)),
    CONSTRAINT order_return_value_check CHECK ((value > (0)::numeric)),
    CONSTRAINT order_return_written_off_cashback_check CHECK ((written_off_cashback >= (0)::numeric)),
    CONSTRAINT order_return_written_off_points_check CHECK ((written_off_points >= (0)::numeric))
);

ALTER TABLE ONLY public.order_return FORCE ROW LEVEL SECURITY;

CREATE TABLE public.password_reset (
    token_hash bytea NOT NULL,
    person_id bigint NOT NULL,
    made_by text NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    access_hash bytea,
    CONSTRAINT password_reset_access_hash_check CHECK ((length(access_hash) = 32)),
    CONSTRAINT password_reset_made_by_check CHECK ((length(made_by) <= 250)),
    CONSTRAINT password_reset_token_hash_check CHECK ((length(token_hash) = 32))
);

CREATE TABLE public.past_quiet_entry (
    tenant_id bigint NOT NULL,
    customer_id bigint NOT NULL,
    record_id bigint NOT NULL,
    transaction xid8 NOT NULL,
    counted_at timestamp with time zone DEFAULT now() NOT NULL
);

ALTER TABLE ONLY public.past_quiet_entry FORCE ROW LEVEL SECURITY;

CREATE TABLE public.period_figure (
    tenant_id bigint NOT NULL,
    day integer NOT NULL,
    kind smallint NOT NULL,
    value bigint NOT NULL,
    base bigint NOT NULL,
    counted_at timestamp with time zone NOT NULL
);

ALTER TABLE ONLY public.period_figure FORCE ROW LEVEL SECURITY;

CREATE TABLE public.person (
    id bigint NOT NULL,
    email text NOT NULL COLLATE pg_catalog."C",
    name text NOT NULL,
    locale text NOT NULL,
    theme text DEFAULT 'system'::text NOT NULL,
    password_hash text,
    password_changed_at timestamp with time zone,
    totp_secret bytea,
    totp_pending bytea,
    totp_last_step bigint,
    recovery_hashes bytea[] DEFAULT '{}'::bytea[] NOT NULL,
    is_operator boolean DEFAULT false NOT NULL,
    tenant_ids bigint[] DEFAULT '{}'::bigint[] NOT NULL,
    failed_sign_ins integer DEFAULT 0 NOT NULL,
    failed_sign_in_at timestamp with time zone,
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT person_email_check CHECK (((length(email) >= 3) AND (length(email) <= 254))),
    CONSTRAINT person_locale_check CHECK ((locale = ANY (ARRAY['pt-BR'::text, 'en'::text, 'es'::text]))),
    CONSTRAINT person_name_check CHECK ((length(name) <= 100)),
    CONSTRAINT person_password_hash_check CHECK ((length(password_hash) <= 300)),
    CONSTRAINT person_recovery_hashes_check CHECK ((cardinality(recovery_hashes) <= 10)),
    CONSTRAINT person_theme_check CHECK ((theme = ANY (ARRAY['system'::text, 'light'::text, 'dark'::text])))
);

ALTER TABLE public.person ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.person_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.platform_audit (
    id bigint NOT NULL,
    at timestamp with time zone NOT NULL,
    actor_kind smallint NOT NULL,
    actor_id bigint,
    actor_label text NOT NULL,
    action text NOT NULL,
    target_kind text NOT NULL,
    target_id text NOT NULL,
    target_label text NOT NULL,
    before jsonb,
    after jsonb,
    note text,
    request_id text,
    address inet,
    via smallint NOT NULL,
    CONSTRAINT platform_audit_action_check CHECK ((length(action) <= 100)),
    CONSTRAINT platform_audit_actor_kind_check CHECK (((actor_kind >= 0) AND (actor_kind <= 4))),
    CONSTRAINT platform_audit_actor_label_check CHECK ((length(actor_label) <= 250)),
    CONSTRAINT platform_audit_note_check CHECK ((length(note) <= 1000)),
    CONSTRAINT platform_audit_request_id_check CHECK ((length(request_id) <= 100)),
    CONSTRAINT platform_audit_target_id_check CHECK ((length(target_id) <= 250)),
    CONSTRAINT platform_audit_target_kind_check CHECK ((length(target_kind) <= 100)),
    CONSTRAINT platform_audit_target_label_check CHECK ((length(target_label) <= 250)),
    CONSTRAINT platform_audit_via_check CHECK (((via >= 0) AND (via <= 3)))
);

ALTER TABLE public.platform_audit ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.platform_audit_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.point_event_rest (
    tenant_id bigint NOT NULL,
    transaction xid8 DEFAULT GREATEST(pg_snapshot_xmax(pg_current_snapshot()), pg_current_xact_id()) NOT NULL,
    id bigint NOT NULL,
    customer_id bigint NOT NULL,
    record_id bigint NOT NULL,
    occurred_at timestamp with time zone NOT NULL,
    written_at timestamp with time zone DEFAULT now() NOT NULL,
    sequence integer NOT NULL,
    topic smallint NOT NULL,
    points numeric(18,4) NOT NULL,
    cashback numeric(18,4) NOT NULL,
    points_balance numeric(18,4) NOT NULL,
    cashback_balance numeric(18,4) NOT NULL,
    facts json,
    cause smallint,
    is_silent boolean
);

ALTER TABLE ONLY public.point_event_rest FORCE ROW LEVEL SECURITY;

CREATE TABLE public.point_origin (
    tenant_id bigint NOT NULL,
    customer_id bigint NOT NULL,
    record_id bigint NOT NULL,
    id bigint NOT NULL,
    lot_id bigint NOT NULL,
    used_points numeric(18,4) NOT NULL,
    used_cashback numeric(18,4) NOT NULL,
    repaid_at timestamp with time zone
);

ALTER TABLE ONLY public.point_origin FORCE ROW LEVEL SECURITY;

CREATE TABLE public.point_record (
    tenant_id bigint NOT NULL,
    customer_id bigint NOT NULL,
    id bigint NOT NULL,
    type smallint NOT NULL,
    points numeric(18,4) NOT NULL,
    cashback numeric(18,4) NOT NULL,
    recorded_at timestamp with time zone NOT NULL,
    order_id bigint,
    available_at timestamp with time zone,
    expires_at timestamp with time zone,
    is_waiting boolean DEFAULT false NOT NULL,
    is_live boolean NOT NULL,
    remaining_points numeric(18,4),
    remaining_cashback numeric(18,4),
    debt_points numeric(18,4),
    debt_cashback numeric(18,4),
    explanation json,
    earned_at timestamp with time zone,
    CONSTRAINT point_record_check CHECK (((remaining_points >= (0)::numeric) AND (remaining_points <= points))),
    CONSTRAINT point_record_check1 CHECK (((remaining_cashback >= (0)::numeric) AND (remaining_cashback <= cashback))),
    CONSTRAINT point_record_check2 CHECK (((debt_points >= (0)::numeric) AND (debt_points <= (- points)))),
    CONSTRAINT point_record_check3 CHECK (((debt_cashback >= (0)::numeric) AND (debt_cashback <= (- cashback)))),
    CONSTRAINT point_record_type_check CHECK (((type >= 0) AND (type <= 13)))
)
WITH (fillfactor='90');

ALTER TABLE ONLY public.point_record FORCE ROW LEVEL SECURITY;

CREATE TABLE public.pre_generated_coupon (
    tenant_id bigint NOT NULL,
    id bigint NOT NULL,
    list_id bigint NOT NULL,
    original_id text,
    code text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    valid_from timestamp with time zone,
    valid_until timestamp with time zone,
    is_assigned boolean DEFAULT false NOT NULL,
    code_key text NOT NULL,
    upload_id bigint,
    import_id bigint
);

ALTER TABLE ONLY public.pre_generated_coupon FORCE ROW LEVEL SECURITY;

ALTER TABLE public.pre_generated_coupon ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.pre_generated_coupon_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.pre_generated_coupon_list (
    tenant_id bigint NOT NULL,
    id bigint NOT NULL,
    name text NOT NULL,
    reward_configuration_id bigint,
    is_internal boolean DEFAULT false NOT NULL,
    coupon_type integer NOT NULL,
    coupon_value numeric(18,4) DEFAULT 0 NOT NULL,
    coupon_count integer DEFAULT 0 NOT NULL,
    used_count integer DEFAULT 0 NOT NULL,
    last_assigned_id bigint DEFAULT 0 NOT NULL,
    key text NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    archived_at timestamp with time zone,
    warn_below integer,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    import_id bigint,
    CONSTRAINT pre_generated_coupon_list_check CHECK (((used_count >= 0) AND (used_count <= coupon_count))),
    CONSTRAINT pre_generated_coupon_list_coupon_count_check CHECK ((coupon_count >= 0)),
    CONSTRAINT pre_generated_coupon_list_coupon_type_check CHECK (((coupon_type >= 0) AND (coupon_type <= 4))),
    CONSTRAINT pre_generated_coupon_list_key_check CHECK ((key ~ '^[a-z0-9][a-z0-9-]{0,62}$'::text)),
    CONSTRAINT pre_generated_coupon_list_warn_below_check CHECK ((warn_below > 0))
);

ALTER TABLE ONLY public.pre_generated_coupon_list FORCE ROW LEVEL SECURITY;

ALTER TABLE public.pre_generated_coupon_list ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.pre_generated_coupon_list_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.product (
    tenant_id bigint NOT NULL,
    original_id text NOT NULL,
    title text NOT NULL,
    url text,
    image_url text,
    is_active boolean NOT NULL,
    price numeric(18,4),
    brand_original_id text,
    category_original_id text,
    CONSTRAINT product_original_id_check CHECK ((length(original_id) <= 250)),
    CONSTRAINT product_price_check CHECK ((price >= (0)::numeric))
);

ALTER TABLE ONLY public.product FORCE ROW LEVEL SECURITY;

CREATE TABLE public.program_draft (
    tenant_id bigint NOT NULL,
    revision integer NOT NULL,
    program jsonb,
    based_on integer DEFAULT 0 NOT NULL,
    note text,
    changed_by jsonb NOT NULL,
    changed_at timestamp with time zone NOT NULL,
    CONSTRAINT program_draft_note_check CHECK ((length(note) <= 1000)),
    CONSTRAINT program_draft_revision_check CHECK ((revision > 0))
);

ALTER TABLE ONLY public.program_draft FORCE ROW LEVEL SECURITY;

CREATE TABLE public.program_plan (
    tenant_id bigint NOT NULL,
    job_id bigint NOT NULL,
    file jsonb NOT NULL,
    hash bytea NOT NULL,
    result jsonb,
    CONSTRAINT program_plan_hash_check CHECK ((length(hash) = 32))
);

ALTER TABLE ONLY public.program_plan FORCE ROW LEVEL SECURITY;

CREATE TABLE public.program_version (
    tenant_id bigint NOT NULL,
    version integer NOT NULL,
    program jsonb NOT NULL,
    published_at timestamp with time zone DEFAULT now() NOT NULL,
    effective_at timestamp with time zone,
    published_by jsonb,
    note text,
    source text,
    cancelled_at timestamp with time zone,
    digest bytea,
    format smallint,
    card_starts json,
    CONSTRAINT program_version_check CHECK (((cancelled_at IS NULL) OR (effective_at IS NOT NULL))),
    CONSTRAINT program_version_digest_check CHECK ((length(digest) = 32)),
    CONSTRAINT program_version_format_check CHECK ((format > 1)),
    CONSTRAINT program_version_note_check CHECK ((length(note) <= 1000)),
    CONSTRAINT program_version_source_check CHECK ((length(source) <= 20)),
    CONSTRAINT program_version_version_check CHECK ((version > 0))
);

ALTER TABLE ONLY public.program_version FORCE ROW LEVEL SECURITY;

CREATE SEQUENCE public.quiet_entry_id
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

CREATE TABLE public.quiet_entry (
    tenant_id bigint NOT NULL,
    id bigint DEFAULT nextval('public.quiet_entry_id'::regclass) NOT NULL,
    customer_id bigint NOT NULL,
    kind smallint NOT NULL,
    record_id bigint,
    order_day integer,
    former_order_day integer,
    at timestamp with time zone NOT NULL,
    points numeric(18,4),
    cashback numeric(18,4),
    expires_at timestamp with time zone,
    former_expires_at timestamp with time zone,
    CONSTRAINT quiet_entry_check CHECK (((kind = 3) = (record_id IS NULL))),
    CONSTRAINT quiet_entry_check1 CHECK (((kind = 3) = (order_day IS NOT NULL))),
    CONSTRAINT quiet_entry_check2 CHECK (((kind = 3) = ((points IS NULL) AND (cashback IS NULL)))),
    CONSTRAINT quiet_entry_kind_check CHECK (((kind >= 0) AND (kind <= 3)))
);

ALTER TABLE ONLY public.quiet_entry FORCE ROW LEVEL SECURITY;

CREATE TABLE public.quiz (
    tenant_id bigint NOT NULL,
    id bigint NOT NULL,
    name text NOT NULL,
    points numeric(18,4) NOT NULL,
    is_active boolean DEFAULT true NOT NULL,
    starts_at timestamp with time zone,
    ends_at timestamp with time zone,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    key text NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    archived_at timestamp with time zone,
    CONSTRAINT quiz_check CHECK ((ends_at > starts_at)),
    CONSTRAINT quiz_key_check CHECK ((key ~ '^[a-z0-9][a-z0-9-]{0,62}$'::text)),
    CONSTRAINT quiz_points_check CHECK ((points >= (0)::numeric))
);

ALTER TABLE ONLY public.quiz FORCE ROW LEVEL SECURITY;

CREATE TABLE public.quiz_answer (
    tenant_id bigint NOT NULL,
    customer_id bigint NOT NULL,
    quiz_id bigint NOT NULL,
    answered_at timestamp with time zone NOT NULL,
    record_id bigint,
    answers json
);

ALTER TABLE ONLY public.quiz_answer FORCE ROW LEVEL SECURITY;

ALTER TABLE public.quiz ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.quiz_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.quiz_option (
    tenant_id bigint NOT NULL,
    id bigint NOT NULL,
    question_id bigint NOT NULL,
    "position" integer NOT NULL,
    text text NOT NULL,
    type smallint DEFAULT 0 NOT NULL
);

ALTER TABLE ONLY public.quiz_option FORCE ROW LEVEL SECURITY;

ALTER TABLE public.quiz_option ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.quiz_option_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.quiz_question (
    tenant_id bigint NOT NULL,
    id bigint NOT NULL,
    quiz_id bigint NOT NULL,
    "position" integer NOT NULL,
    question text NOT NULL,
    type smallint NOT NULL,
    options_min integer,
    options_max integer,
    CONSTRAINT quiz_question_check CHECK (((type = 1) OR ((options_min IS NULL) AND (options_max IS NULL)))),
    CONSTRAINT quiz_question_check1 CHECK ((options_max >= options_min)),
    CONSTRAINT quiz_question_options_max_check CHECK ((options_max > 0)),
    CONSTRAINT quiz_question_options_min_check CHECK ((options_min > 0)),
    CONSTRAINT quiz_question_type_check CHECK (((type >= 0) AND (type <= 2)))
);

ALTER TABLE ONLY public.quiz_question FORCE ROW LEVEL SECURITY;

ALTER TABLE public.quiz_question ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.quiz_question_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.redemption (
    tenant_id bigint NOT NULL,
    original_key text NOT NULL,
    id bigint NOT NULL,
    external_code text NOT NULL,
    reward_configuration_id bigint NOT NULL,
    customer_id bigint NOT NULL,
    record_id bigint,
    points numeric(18,4) NOT NULL,
    cashback numeric(18,4) NOT NULL,
    coupon_key text NOT NULL,
    metadata jsonb DEFAULT '[]'::jsonb NOT NULL,
    redeemed_at timestamp with time zone NOT NULL,
    returned_at timestamp with time zone,
    return_record_id bigint,
    returned_points numeric(18,4) DEFAULT 0 NOT NULL,
    returned_cashback numeric(18,4) DEFAULT 0 NOT NULL,
    checkout_id text,
    expires_at timestamp with time zone,
    released_by smallint,
    other_records jsonb,
    CONSTRAINT redemption_cashback_check CHECK ((cashback >= (0)::numeric)),
    CONSTRAINT redemption_check CHECK (((return_record_id IS NULL) OR (returned_at IS NOT NULL))),
    CONSTRAINT redemption_checkout_id_check CHECK ((length(checkout_id) <= 200)),
    CONSTRAINT redemption_expires_at_check CHECK (((expires_at IS NULL) OR (checkout_id IS NOT NULL))),
    CONSTRAINT redemption_metadata_check CHECK ((jsonb_typeof(metadata) = 'array'::text)),
    CONSTRAINT redemption_original_key_check CHECK ((length(original_key) <= 250)),
    CONSTRAINT redemption_points_check CHECK ((points >= (0)::numeric)),
    CONSTRAINT redemption_released_by_check CHECK (((released_by IS NULL) OR (((released_by >= 1) AND (released_by <= 5)) AND (returned_at IS NOT NULL)))),
    CONSTRAINT redemption_returned_check CHECK (((returned_points >= (0)::numeric) AND (returned_points <= points) AND (returned_cashback >= (0)::numeric) AND (returned_cashback <= cashback)))
)
WITH (fillfactor='90');

ALTER TABLE ONLY public.redemption FORCE ROW LEVEL SECURITY;

CREATE TABLE public.referral (
    tenant_id bigint NOT NULL,
    customer_id bigint NOT NULL,
    referrer_id bigint NOT NULL,
    state smallint NOT NULL,
    reason smallint,
    registered_at timestamp with time zone NOT NULL,
    ends_at timestamp with time zone NOT NULL,
    program_version integer NOT NULL,
    order_id bigint,
    friend_record_id bigint,
    referrer_record_id bigint,
    waits_until timestamp with time zone,
    changed_at timestamp with time zone NOT NULL,
    is_settled boolean DEFAULT true NOT NULL,
    decided_by text,
    note text,
    CONSTRAINT referral_decided_by_check CHECK ((length(decided_by) <= 200)),
    CONSTRAINT referral_note_check CHECK ((length(note) <= 1000)),
    CONSTRAINT referral_state_check CHECK (((state >= 0) AND (state <= 6)))
);

ALTER TABLE ONLY public.referral FORCE ROW LEVEL SECURITY;

CREATE TABLE public.referral_code (
    tenant_id bigint NOT NULL,
    code text NOT NULL,
    customer_id bigint NOT NULL,
    CONSTRAINT referral_code_code_check CHECK ((code ~ '^[2-9A-HJ-NP-Z]{8}$'::text))
);

ALTER TABLE ONLY public.referral_code FORCE ROW LEVEL SECURITY;

CREATE TABLE public.reward_configuration (
    tenant_id bigint NOT NULL,
    id bigint NOT NULL,
    reward_type integer NOT NULL,
    reward_channel integer DEFAULT 0 NOT NULL,
    is_active boolean DEFAULT true NOT NULL,
    points numeric(18,4) DEFAULT 0 NOT NULL,
    value numeric(18,4) DEFAULT 0 NOT NULL,
    pre_title text,
    title text NOT NULL,
    description text,
    long_description text,
    custom_title text,
    usage_instructions text,
    uses_custom_instruction boolean DEFAULT false NOT NULL,
    custom_icon_url text,
    is_widget_icon_active boolean DEFAULT false NOT NULL,
    widget_icon text,
    is_landing_page_icon_active boolean DEFAULT false NOT NULL,
    landing_page_icon text,
    valid_from timestamp with time zone,
    valid_until timestamp with time zone,
    customer_usage_limit integer,
    global_usage_limit integer,
    notifies_team boolean DEFAULT false NOT NULL,
    team_emails text[] DEFAULT '{}'::text[] NOT NULL,
    notifies_customer boolean DEFAULT false NOT NULL,
    customer_email_configuration_id bigint,
    code_prefix text,
    coupon_valid_days integer,
    is_cumulative boolean DEFAULT false NOT NULL,
    minimum_purchase numeric(18,4),
    generates_coupon_by_hand boolean DEFAULT false NOT NULL,
    expires_coupons_missing_in_platform boolean DEFAULT false NOT NULL,
    cashback_maximum numeric(18,4),
    cashback_purchase_percent numeric(18,4),
    is_cashback_informative_only boolean DEFAULT false NOT NULL,
    cashback_informative_text text,
    cashback_rules text,
    allows_product_collection boolean DEFAULT false NOT NULL,
    product_collection_selection integer DEFAULT 0 NOT NULL,
    product_collections text[] DEFAULT '{}'::text[] NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    key text NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    archived_at timestamp with time zone,
    is_prize_only boolean DEFAULT false NOT NULL,
    CONSTRAINT reward_configuration_cashback_maximum_check CHECK ((cashback_maximum > (0)::numeric)),
    CONSTRAINT reward_configuration_cashback_purchase_percent_check CHECK (((cashback_purchase_percent >= (0)::numeric) AND (cashback_purchase_percent <= (100)::numeric))),
    CONSTRAINT reward_configuration_check CHECK ((valid_until > valid_from)),
    CONSTRAINT reward_configuration_check1 CHECK (((reward_type <> 0) OR (value <= (100)::numeric))),
    CONSTRAINT reward_configuration_coupon_valid_days_check CHECK ((coupon_valid_days > 0)),
    CONSTRAINT reward_configuration_customer_usage_limit_check CHECK ((customer_usage_limit > 0)),
    CONSTRAINT reward_configuration_global_usage_limit_check CHECK ((global_usage_limit > 0)),
    CONSTRAINT reward_configuration_key_check CHECK ((key ~ '^[a-z0-9][a-z0-9-]{0,62}$'::text)),
    CONSTRAINT reward_configuration_minimum_purchase_check CHECK ((minimum_purchase >= (0)::numeric)),
    CONSTRAINT reward_configuration_points_check CHECK ((points >= (0)::numeric)),
    CONSTRAINT reward_configuration_product_collection_selection_check CHECK (((product_collection_selection >= 0) AND (product_collection_selection <= 2))),
    CONSTRAINT reward_configuration_reward_channel_check CHECK (((reward_channel >= 0) AND (reward_channel <= 2))),
    CONSTRAINT reward_configuration_reward_type_check CHECK (((reward_type >= 0) AND (reward_type <= 5))),
    CONSTRAINT reward_configuration_value_check CHECK ((value >= (0)::numeric))
);

ALTER TABLE ONLY public.reward_configuration FORCE ROW LEVEL SECURITY;

ALTER TABLE public.reward_configuration ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.reward_configuration_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.reward_configuration_tier (
    tenant_id bigint NOT NULL,
    reward_configuration_id bigint NOT NULL,
    tier_id bigint NOT NULL
);

ALTER TABLE ONLY public.reward_configuration_tier FORCE ROW LEVEL SECURITY;

CREATE TABLE public.reward_usage (
    tenant_id bigint NOT NULL,
    reward_configuration_id bigint NOT NULL,
    redeemed_count integer DEFAULT 0 NOT NULL,
    CONSTRAINT reward_usage_redeemed_count_check CHECK ((redeemed_count >= 0))
)
WITH (fillfactor='50');

ALTER TABLE ONLY public.reward_usage FORCE ROW LEVEL SECURITY;

CREATE TABLE public.session (
    token_hash bytea NOT NULL,
    id bigint NOT NULL,
    person_id bigint NOT NULL,
    is_pending boolean NOT NULL,
    factor_tries smallint DEFAULT 0 NOT NULL,
    has_second_factor boolean NOT NULL,
    trusts_device boolean NOT NULL,
    is_replaced boolean DEFAULT false NOT NULL,
    created_at timestamp with time zone NOT NULL,
    seen_at timestamp with time zone NOT NULL,
    confirmed_at timestamp with time zone,
    ends_at timestamp with time zone NOT NULL,
    address inet,
    user_agent text NOT NULL,
    failed_before integer DEFAULT 0 NOT NULL,
    failed_before_at timestamp with time zone,
    CONSTRAINT session_token_hash_check CHECK ((length(token_hash) = 32)),
    CONSTRAINT session_user_agent_check CHECK ((length(user_agent) <= 250))
);

ALTER TABLE public.session ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.session_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.settings_version (
    tenant_id bigint NOT NULL,
    version integer NOT NULL
);

ALTER TABLE ONLY public.settings_version FORCE ROW LEVEL SECURITY;

CREATE TABLE public.sign_in_limit (
    key bytea NOT NULL,
    failures integer NOT NULL,
    blocked_until timestamp with time zone,
    forget_at timestamp with time zone NOT NULL,
    CONSTRAINT sign_in_limit_key_check CHECK ((length(key) = 32))
)
WITH (fillfactor='70');

CREATE TABLE public.stamp_card (
    tenant_id bigint NOT NULL,
    customer_id bigint NOT NULL,
    rule_id integer NOT NULL,
    size numeric(18,4) NOT NULL,
    prize json NOT NULL,
    begun_version integer NOT NULL,
    balance numeric(18,4) NOT NULL,
    state json NOT NULL,
    completed integer DEFAULT 0 NOT NULL,
    due_at timestamp with time zone,
    CONSTRAINT stamp_card_completed_check CHECK ((completed >= 0)),
    CONSTRAINT stamp_card_size_check CHECK ((size > (0)::numeric))
)
WITH (fillfactor='70');

ALTER TABLE ONLY public.stamp_card FORCE ROW LEVEL SECURITY;

CREATE TABLE public.stamp_record (
    tenant_id bigint NOT NULL,
    customer_id bigint NOT NULL,
    id bigint NOT NULL,
    rule_id integer NOT NULL,
    type smallint NOT NULL,
    stamps numeric(18,4) NOT NULL,
    recorded_at timestamp with time zone NOT NULL,
    day date NOT NULL,
    order_id bigint,
    key text,
    expires_at timestamp with time zone,
    debt numeric(18,4),
    written_off numeric(18,4),
    origins json,
    explanation json,
    CONSTRAINT stamp_record_key_check CHECK ((length(key) <= 250)),
    CONSTRAINT stamp_record_type_check CHECK (((type >= 0) AND (type <= 9)))
);

ALTER TABLE ONLY public.stamp_record FORCE ROW LEVEL SECURITY;

CREATE TABLE public.storefront (
    tenant_id bigint NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    is_on boolean DEFAULT false NOT NULL,
    content jsonb DEFAULT '{}'::jsonb NOT NULL,
    origins text[] DEFAULT '{}'::text[] NOT NULL,
    CONSTRAINT storefront_content_check CHECK (((jsonb_typeof(content) = 'object'::text) AND (pg_column_size(content) <= 65536))),
    CONSTRAINT storefront_origins_check CHECK ((cardinality(origins) <= 20))
);

ALTER TABLE ONLY public.storefront FORCE ROW LEVEL SECURITY;

CREATE TABLE public.storefront_block (
    tenant_id bigint NOT NULL,
    customer_id bigint NOT NULL,
    since timestamp with time zone NOT NULL
);

ALTER TABLE ONLY public.storefront_block FORCE ROW LEVEL SECURITY;

CREATE TABLE public.storefront_key (
    tenant_id bigint NOT NULL,
    number integer NOT NULL,
    sealed_secret bytea NOT NULL,
    created_at timestamp with time zone NOT NULL,
    retired_at timestamp with time zone,
    ends_at timestamp with time zone,
    CONSTRAINT storefront_key_check CHECK (((retired_at IS NULL) = (ends_at IS NULL))),
    CONSTRAINT storefront_key_number_check CHECK ((number > 0))
);

ALTER TABLE ONLY public.storefront_key FORCE ROW LEVEL SECURITY;

CREATE TABLE public.storefront_logo (
    tenant_id bigint NOT NULL,
    hash text NOT NULL,
    type text NOT NULL,
    width integer NOT NULL,
    height integer NOT NULL,
    octets bytea NOT NULL,
    saved_at timestamp with time zone NOT NULL,
    CONSTRAINT storefront_logo_hash_check CHECK ((hash ~ '^[A-Za-z0-9_-]{22}$'::text)),
    CONSTRAINT storefront_logo_height_check CHECK (((height >= 32) AND (height <= 1024))),
    CONSTRAINT storefront_logo_octets_check CHECK ((length(octets) <= 262144)),
    CONSTRAINT storefront_logo_type_check CHECK ((type = ANY (ARRAY['image/png'::text, 'image/jpeg'::text, 'image/webp'::text]))),
    CONSTRAINT storefront_logo_width_check CHECK (((width >= 32) AND (width <= 1024)))
);

ALTER TABLE ONLY public.storefront_logo FORCE ROW LEVEL SECURITY;

CREATE TABLE public.storefront_use (
    tenant_id bigint NOT NULL,
    hour timestamp with time zone NOT NULL,
    what text NOT NULL,
    origin text DEFAULT ''::text NOT NULL,
    count bigint NOT NULL,
    CONSTRAINT storefront_use_count_check CHECK ((count > 0)),
    CONSTRAINT storefront_use_origin_check CHECK ((length(origin) <= 300)),
    CONSTRAINT storefront_use_what_check CHECK ((what = ANY (ARRAY['requests'::text, 'notModified'::text, 'mints'::text, 'visits'::text, 'refused'::text])))
);

ALTER TABLE ONLY public.storefront_use FORCE ROW LEVEL SECURITY;

CREATE TABLE public.support_access (
    tenant_id bigint NOT NULL,
    id bigint NOT NULL,
    person_id bigint NOT NULL,
    person_label text NOT NULL,
    reason text NOT NULL,
    begins_at timestamp with time zone NOT NULL,
    ends_at timestamp with time zone NOT NULL,
    ended_at timestamp with time zone,
    ended_by text,
    CONSTRAINT support_access_check CHECK (((ends_at > begins_at) AND (ends_at <= (begins_at + '72:00:00'::interval)))),
    CONSTRAINT support_access_ended_by_check CHECK ((length(ended_by) <= 250)),
    CONSTRAINT support_access_person_label_check CHECK ((length(person_label) <= 250)),
    CONSTRAINT support_access_reason_check CHECK (((length(reason) >= 1) AND (length(reason) <= 500)))
);

ALTER TABLE ONLY public.support_access FORCE ROW LEVEL SECURITY;

ALTER TABLE public.support_access ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.support_access_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.tenant (
    id bigint NOT NULL,
    name text NOT NULL,
    currency text NOT NULL,
    time_zone text NOT NULL,
    locale text NOT NULL,
    is_sandbox boolean DEFAULT false NOT NULL,
    cell text DEFAULT 'main'::text NOT NULL,
    settings jsonb DEFAULT '{}'::jsonb NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    clock_ahead_ms bigint DEFAULT 0 NOT NULL,
    state text DEFAULT 'active'::text NOT NULL,
    state_since timestamp with time zone,
    state_reason text,
    delete_after timestamp with time zone,
    exported_at timestamp with time zone,
    export_sha256 text,
    shop_slug text,
    CONSTRAINT tenant_cell_check CHECK ((cell ~ '^[a-z][a-z0-9-]{0,39}$'::text)),
    CONSTRAINT tenant_check CHECK ((is_sandbox OR (clock_ahead_ms = 0))),
    CONSTRAINT tenant_clock_ahead_ms_check CHECK ((clock_ahead_ms >= 0)),
    CONSTRAINT tenant_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
    CONSTRAINT tenant_delete_after_check CHECK (((delete_after IS NOT NULL) = (state = ANY (ARRAY['closed'::text, 'deleting'::text])))),
    CONSTRAINT tenant_export_sha256_check CHECK ((export_sha256 ~ '^[0-9a-f]{64}$'::text)),
    CONSTRAINT tenant_locale_check CHECK ((locale = ANY (ARRAY['pt-BR'::text, 'en'::text, 'es'::text]))),
    CONSTRAINT tenant_name_check CHECK (((length(name) >= 1) AND (length(name) <= 250))),
    CONSTRAINT tenant_settings_check CHECK ((jsonb_typeof(settings) = 'object'::text)),
    CONSTRAINT tenant_shop_slug_check CHECK ((shop_slug ~ '^[a-z0-9](-?[a-z0-9]){1,39}$'::text)),
    CONSTRAINT tenant_state_check CHECK ((state = ANY (ARRAY['active'::text, 'arriving'::text, 'suspended'::text, 'closed'::text, 'deleting'::text]))),
    CONSTRAINT tenant_state_reason_check CHECK ((length(state_reason) <= 500)),
    CONSTRAINT tenant_time_zone_check CHECK (((length(time_zone) >= 1) AND (length(time_zone) <= 64)))
);

CREATE TABLE public.tenant_home (
    tenant_id bigint NOT NULL,
    state text NOT NULL,
    epoch smallint NOT NULL,
    CONSTRAINT tenant_home_epoch_check CHECK ((epoch > 0)),
    CONSTRAINT tenant_home_state_check CHECK ((state = ANY (ARRAY['arriving'::text, 'active'::text, 'leaving'::text, 'gone'::text])))
);

ALTER TABLE ONLY public.tenant_home FORCE ROW LEVEL SECURITY;

ALTER TABLE public.tenant ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.tenant_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.tenant_import (
    tenant_id bigint NOT NULL,
    manifest_sha256 bytea NOT NULL,
    table_name text NOT NULL,
    rows bigint NOT NULL,
    sums jsonb NOT NULL,
    highest jsonb NOT NULL,
    begun_at timestamp with time zone NOT NULL,
    finished_at timestamp with time zone,
    CONSTRAINT tenant_import_manifest_sha256_check CHECK ((length(manifest_sha256) = 32)),
    CONSTRAINT tenant_import_rows_check CHECK ((rows >= 0)),
    CONSTRAINT tenant_import_table_name_check CHECK ((length(table_name) <= 63))
);

ALTER TABLE ONLY public.tenant_import FORCE ROW LEVEL SECURITY;

CREATE TABLE public.tenant_zone (
    tenant_id bigint NOT NULL,
    since timestamp with time zone NOT NULL,
    time_zone text NOT NULL
);

ALTER TABLE ONLY public.tenant_zone FORCE ROW LEVEL SECURITY;

CREATE TABLE public.term_filling (
    tenant_id bigint NOT NULL,
    phase smallint DEFAULT 1 NOT NULL,
    after_customer_id bigint DEFAULT 0 NOT NULL,
    after_term text DEFAULT ''::text NOT NULL COLLATE pg_catalog."C",
    CONSTRAINT term_filling_phase_check CHECK (((phase >= 1) AND (phase <= 3)))
);

ALTER TABLE ONLY public.term_filling FORCE ROW LEVEL SECURITY;

CREATE TABLE public.terms_draft (
    tenant_id bigint NOT NULL,
    revision integer NOT NULL,
    texts jsonb DEFAULT '{}'::jsonb NOT NULL,
    changed_at timestamp with time zone NOT NULL,
    changed_by jsonb NOT NULL,
    CONSTRAINT terms_draft_texts_check CHECK ((jsonb_typeof(texts) = 'object'::text))
);

ALTER TABLE ONLY public.terms_draft FORCE ROW LEVEL SECURITY;

CREATE TABLE public.terms_version (
    tenant_id bigint NOT NULL,
    version integer NOT NULL,
    language text NOT NULL,
    body text NOT NULL,
    published_at timestamp with time zone NOT NULL,
    published_by jsonb NOT NULL,
    CONSTRAINT terms_version_body_check CHECK (((octet_length(body) >= 1) AND (octet_length(body) <= 102400))),
    CONSTRAINT terms_version_language_check CHECK ((language = ANY (ARRAY['pt-BR'::text, 'en'::text, 'es'::text]))),
    CONSTRAINT terms_version_version_check CHECK ((version > 0))
);

ALTER TABLE ONLY public.terms_version FORCE ROW LEVEL SECURITY;

CREATE TABLE public.tier (
    tenant_id bigint NOT NULL,
    id bigint NOT NULL,
    name text NOT NULL,
    color text,
    icon_url text,
    is_active boolean DEFAULT true NOT NULL,
    is_base boolean DEFAULT false NOT NULL,
    "position" integer NOT NULL,
    identifier text,
    caption text,
    key text NOT NULL,
    archived_at timestamp with time zone,
    CONSTRAINT tier_key_check CHECK ((key ~ '^[a-z0-9][a-z0-9-]{0,62}$'::text))
);

ALTER TABLE ONLY public.tier FORCE ROW LEVEL SECURITY;

CREATE TABLE public.tier_benefit (
    tenant_id bigint NOT NULL,
    id bigint NOT NULL,
    tier_id bigint NOT NULL,
    "position" integer NOT NULL,
    description text NOT NULL,
    type smallint NOT NULL,
    reward_configuration_id bigint,
    multiplier numeric(18,4),
    CONSTRAINT tier_benefit_check CHECK (((type = 0) = (reward_configuration_id IS NOT NULL))),
    CONSTRAINT tier_benefit_check1 CHECK (((type = 1) = (multiplier IS NOT NULL))),
    CONSTRAINT tier_benefit_multiplier_check CHECK ((multiplier > (1)::numeric)),
    CONSTRAINT tier_benefit_type_check CHECK (((type >= 0) AND (type <= 2)))
);

ALTER TABLE ONLY public.tier_benefit FORCE ROW LEVEL SECURITY;

ALTER TABLE public.tier_benefit ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.tier_benefit_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.tier_goal (
    tenant_id bigint NOT NULL,
    id bigint NOT NULL,
    tier_id bigint NOT NULL,
    "position" integer NOT NULL,
    name text NOT NULL,
    measure smallint NOT NULL,
    value numeric(18,4) NOT NULL,
    months integer DEFAULT 12 NOT NULL,
    CONSTRAINT tier_goal_measure_check CHECK (((measure >= 0) AND (measure <= 2))),
    CONSTRAINT tier_goal_months_check CHECK (((months >= 1) AND (months <= 120))),
    CONSTRAINT tier_goal_value_check CHECK ((value > (0)::numeric))
);

ALTER TABLE ONLY public.tier_goal FORCE ROW LEVEL SECURITY;

ALTER TABLE public.tier_goal ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.tier_goal_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

ALTER TABLE public.tier ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.tier_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.tier_look (
    tenant_id bigint NOT NULL,
    version bigint NOT NULL,
    time_zone text NOT NULL,
    counts_again boolean NOT NULL,
    after_id bigint
);

ALTER TABLE ONLY public.tier_look FORCE ROW LEVEL SECURITY;

CREATE TABLE public.tier_move (
    tenant_id bigint NOT NULL,
    customer_id bigint NOT NULL,
    id bigint NOT NULL,
    moved_at timestamp with time zone NOT NULL,
    from_tier_id bigint,
    to_tier_id bigint,
    reason text NOT NULL,
    explanation json NOT NULL,
    CONSTRAINT tier_move_reason_check CHECK ((reason = ANY (ARRAY['goals reached'::text, 'goals missed'::text, 'tier removed'::text, 'order taken back'::text, 'customers merged'::text, 'imported'::text, 'import undone'::text])))
);

ALTER TABLE ONLY public.tier_move FORCE ROW LEVEL SECURITY;

CREATE TABLE public.tier_progress (
    tenant_id bigint NOT NULL,
    customer_id bigint NOT NULL,
    day date NOT NULL,
    spend numeric(24,4) NOT NULL,
    orders integer NOT NULL,
    points numeric(24,4) NOT NULL
)
WITH (fillfactor='90');

ALTER TABLE ONLY public.tier_progress FORCE ROW LEVEL SECURITY;

CREATE TABLE public.tier_sweep (
    tenant_id bigint NOT NULL,
    swept_at timestamp with time zone NOT NULL
);

ALTER TABLE ONLY public.tier_sweep FORCE ROW LEVEL SECURITY;

CREATE TABLE public.tier_version (
    tenant_id bigint NOT NULL,
    version bigint NOT NULL
);

ALTER TABLE ONLY public.tier_version FORCE ROW LEVEL SECURITY;

CREATE SEQUENCE public.tier_version_number
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

CREATE TABLE public.touched_customer (
    tenant_id bigint NOT NULL,
    customer_id bigint NOT NULL,
    mark xid8 DEFAULT pg_current_xact_id() NOT NULL
);

ALTER TABLE ONLY public.touched_customer FORCE ROW LEVEL SECURITY;

CREATE TABLE public.verification (
    tenant_id bigint NOT NULL,
    shard smallint NOT NULL,
    night date NOT NULL,
    account bigint,
    accounts bigint DEFAULT 0 NOT NULL,
    differences integer DEFAULT 0 NOT NULL,
    begun_at timestamp with time zone NOT NULL,
    finished_at timestamp with time zone,
    last_differences integer DEFAULT 0 NOT NULL,
    last_finished_at timestamp with time zone,
    CONSTRAINT verification_shard_check CHECK (((shard >= 1) AND (shard <= 7)))
);

ALTER TABLE ONLY public.verification FORCE ROW LEVEL SECURITY;

CREATE TABLE public.webhook_attempt (
    tenant_id bigint NOT NULL,
    id bigint NOT NULL,
    endpoint_id bigint NOT NULL,
    event_id bigint NOT NULL,
    attempt smallint NOT NULL,
    attempted_at timestamp with time zone NOT NULL,
    duration_ms integer NOT NULL,
    is_success boolean NOT NULL,
    status smallint,
    answer text NOT NULL,
    customer_id bigint,
    sequence integer,
    transaction xid8
);

ALTER TABLE ONLY public.webhook_attempt FORCE ROW LEVEL SECURITY;

ALTER TABLE public.webhook_attempt ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.webhook_attempt_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.webhook_cursor (
    tenant_id bigint NOT NULL,
    endpoint_id bigint NOT NULL,
    transaction xid8 NOT NULL,
    event_id bigint NOT NULL,
    worker bigint,
    leased_until timestamp with time zone,
    failing_since timestamp with time zone,
    left_out_at timestamp with time zone
)
WITH (fillfactor='50');

ALTER TABLE ONLY public.webhook_cursor FORCE ROW LEVEL SECURITY;

CREATE TABLE public.webhook_endpoint (
    tenant_id bigint NOT NULL,
    id bigint NOT NULL,
    url text NOT NULL,
    topics smallint[] NOT NULL,
    description text DEFAULT ''::text NOT NULL,
    sealed_headers bytea,
    sealed_secret bytea NOT NULL,
    sealed_previous_secret bytea,
    previous_secret_until timestamp with time zone,
    state smallint DEFAULT 0 NOT NULL,
    state_reason text,
    state_since timestamp with time zone DEFAULT now() NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT webhook_endpoint_description_check CHECK ((length(description) <= 250)),
    CONSTRAINT webhook_endpoint_state_check CHECK (((state >= 0) AND (state <= 2))),
    CONSTRAINT webhook_endpoint_state_reason_check CHECK ((length(state_reason) <= 250)),
    CONSTRAINT webhook_endpoint_topics_check CHECK (((cardinality(topics) >= 1) AND (cardinality(topics) <= 9))),
    CONSTRAINT webhook_endpoint_url_check CHECK (((length(url) >= 1) AND (length(url) <= 2048)))
);

ALTER TABLE ONLY public.webhook_endpoint FORCE ROW LEVEL SECURITY;

ALTER TABLE public.webhook_endpoint ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.webhook_endpoint_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.webhook_hour (
    tenant_id bigint NOT NULL,
    endpoint_id bigint NOT NULL,
    hour timestamp with time zone NOT NULL,
    sent integer NOT NULL,
    failed integer NOT NULL,
    buckets integer[] NOT NULL,
    CONSTRAINT webhook_hour_buckets_check CHECK ((cardinality(buckets) = 28)),
    CONSTRAINT webhook_hour_check CHECK (((failed >= 0) AND (failed <= sent))),
    CONSTRAINT webhook_hour_sent_check CHECK ((sent >= 0))
)
WITH (fillfactor='50');

ALTER TABLE ONLY public.webhook_hour FORCE ROW LEVEL SECURITY;

CREATE TABLE public.webhook_retry (
    tenant_id bigint NOT NULL,
    endpoint_id bigint NOT NULL,
    customer_id bigint NOT NULL,
    event_id bigint NOT NULL,
    transaction xid8 NOT NULL,
    attempts smallint DEFAULT 0 NOT NULL,
    next_attempt_at timestamp with time zone,
    parked_at timestamp with time zone,
    replays smallint DEFAULT 0 NOT NULL
)
WITH (fillfactor='80');

ALTER TABLE ONLY public.webhook_retry FORCE ROW LEVEL SECURITY;

ALTER TABLE ONLY public.point_event ATTACH PARTITION public.point_event_rest DEFAULT;

ALTER TABLE ONLY public.accounting_estimate
    ADD CONSTRAINT accounting_estimate_pkey PRIMARY KEY (tenant_id, since);

ALTER TABLE ONLY public.accounting_settings
    ADD CONSTRAINT accounting_settings_pkey PRIMARY KEY (tenant_id);

ALTER TABLE ONLY public.action_grant
    ADD CONSTRAINT action_grant_pkey PRIMARY KEY (tenant_id, customer_id, action, grant_key);

ALTER TABLE ONLY public.adjustment_sum
    ADD CONSTRAINT adjustment_sum_pkey PRIMARY KEY (tenant_id, actor, number);

ALTER TABLE ONLY public.admin_token
    ADD CONSTRAINT admin_token_pkey PRIMARY KEY (tenant_id, id);

ALTER TABLE ONLY public.api_key
    ADD CONSTRAINT api_key_pkey PRIMARY KEY (tenant_id, id);

ALTER TABLE ONLY public.api_key
    ADD CONSTRAINT api_key_tenant_id_token_key UNIQUE (tenant_id, token);

ALTER TABLE ONLY public.approval
    ADD CONSTRAINT approval_pkey PRIMARY KEY (tenant_id, id);

ALTER TABLE ONLY public.audit_entry
    ADD CONSTRAINT audit_entry_pkey PRIMARY KEY (tenant_id, id);

ALTER TABLE ONLY public.award
    ADD CONSTRAINT award_pkey PRIMARY KEY (tenant_id, customer_id, id);

ALTER TABLE ONLY public.backtest_check
    ADD CONSTRAINT backtest_check_pkey PRIMARY KEY (tenant_id);

ALTER TABLE ONLY public.backtest_customer
    ADD CONSTRAINT backtest_customer_pkey PRIMARY KEY (tenant_id, job_id, customer_id);

ALTER TABLE ONLY public.backtest
    ADD CONSTRAINT backtest_pkey PRIMARY KEY (tenant_id, job_id);

ALTER TABLE ONLY public.balance_change
    ADD CONSTRAINT balance_change_pkey PRIMARY KEY (tenant_id, is_adjustment, change_key);

ALTER TABLE ONLY public.brand
    ADD CONSTRAINT brand_pkey PRIMARY KEY (tenant_id, original_id);

ALTER TABLE ONLY public.category
    ADD CONSTRAINT category_pkey PRIMARY KEY (tenant_id, original_id);

ALTER TABLE ONLY public.cohort_sum
    ADD CONSTRAINT cohort_sum_pkey PRIMARY KEY (tenant_id, first_month, month);

ALTER TABLE ONLY public.consent
    ADD CONSTRAINT consent_pkey PRIMARY KEY (tenant_id, customer_id, kind, version);

ALTER TABLE ONLY public.coupon
    ADD CONSTRAINT coupon_pkey PRIMARY KEY (tenant_id, code_key);

ALTER TABLE ONLY public.coupon_upload
    ADD CONSTRAINT coupon_upload_pkey PRIMARY KEY (tenant_id, id);

ALTER TABLE ONLY public.customer_alias
    ADD CONSTRAINT customer_alias_pkey PRIMARY KEY (tenant_id, original_id);

ALTER TABLE ONLY public.customer_claim
    ADD CONSTRAINT customer_claim_pkey PRIMARY KEY (tenant_id, customer_id, claimed_id);

ALTER TABLE ONLY public.customer_count
    ADD CONSTRAINT customer_count_pkey PRIMARY KEY (tenant_id, tier_id, slot);

ALTER TABLE ONLY public.customer_first
    ADD CONSTRAINT customer_first_pkey PRIMARY KEY (tenant_id, customer_id);

ALTER TABLE ONLY public.customer_month
    ADD CONSTRAINT customer_month_pkey PRIMARY KEY (tenant_id, customer_id, month);

ALTER TABLE ONLY public.customer_note
    ADD CONSTRAINT customer_note_pkey PRIMARY KEY (tenant_id, customer_id, id);

ALTER TABLE ONLY public.customer_order
    ADD CONSTRAINT customer_order_pkey PRIMARY KEY (tenant_id, customer_id, id);

ALTER TABLE ONLY public.customer_order
    ADD CONSTRAINT customer_order_tenant_id_original_id_key UNIQUE (tenant_id, original_id);

ALTER TABLE ONLY public.customer
    ADD CONSTRAINT customer_pkey PRIMARY KEY (tenant_id, id);

ALTER TABLE ONLY public.customer
    ADD CONSTRAINT customer_tenant_id_original_id_key UNIQUE (tenant_id, original_id);

ALTER TABLE ONLY public.customer_term
    ADD CONSTRAINT customer_term_pkey PRIMARY KEY (tenant_id, term, customer_id);

ALTER TABLE ONLY public.directory_audit_entry
    ADD CONSTRAINT directory_audit_entry_pkey PRIMARY KEY (tenant_id, id);

ALTER TABLE ONLY public.directory_generation
    ADD CONSTRAINT directory_generation_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.email_configuration
    ADD CONSTRAINT email_configuration_pkey PRIMARY KEY (tenant_id, id);

ALTER TABLE ONLY public.erased_person
    ADD CONSTRAINT erased_person_pkey PRIMARY KEY (tenant_id, hmac);

ALTER TABLE ONLY public.erasure_key
    ADD CONSTRAINT erasure_key_pkey PRIMARY KEY (tenant_id);

ALTER TABLE ONLY public.event_log
    ADD CONSTRAINT event_log_pkey PRIMARY KEY (tenant_id);

ALTER TABLE ONLY public.event_partition
    ADD CONSTRAINT event_partition_pkey PRIMARY KEY (name);

ALTER TABLE ONLY public.failed_request
    ADD CONSTRAINT failed_request_pkey PRIMARY KEY (tenant_id, id);

ALTER TABLE ONLY public.figure_counted
    ADD CONSTRAINT figure_counted_pkey PRIMARY KEY (tenant_id, generation, customer_id);

ALTER TABLE ONLY public.figure_head
    ADD CONSTRAINT figure_head_pkey PRIMARY KEY (tenant_id, generation);

ALTER TABLE ONLY public.figure_sum
    ADD CONSTRAINT figure_sum_pkey PRIMARY KEY (tenant_id, generation, series, day, a, b);

ALTER TABLE ONLY public.figure_verification
    ADD CONSTRAINT figure_verification_pkey PRIMARY KEY (tenant_id);

ALTER TABLE ONLY public.file_part
    ADD CONSTRAINT file_part_pkey PRIMARY KEY (tenant_id, file_id, number);

ALTER TABLE ONLY public.file
    ADD CONSTRAINT file_pkey PRIMARY KEY (tenant_id, id);

ALTER TABLE ONLY public.idempotency_key
    ADD CONSTRAINT idempotency_key_pkey PRIMARY KEY (tenant_id, actor, key);

ALTER TABLE ONLY public.import_effect
    ADD CONSTRAINT import_effect_pkey PRIMARY KEY (tenant_id, customer_id, key);

ALTER TABLE ONLY public.import_mapping
    ADD CONSTRAINT import_mapping_pkey PRIMARY KEY (tenant_id, name);

ALTER TABLE ONLY public.import
    ADD CONSTRAINT import_pkey PRIMARY KEY (tenant_id, id);

ALTER TABLE ONLY public.import_salt
    ADD CONSTRAINT import_salt_pkey PRIMARY KEY (tenant_id);

ALTER TABLE ONLY public.import_used
    ADD CONSTRAINT import_used_pkey PRIMARY KEY (tenant_id, customer_id, record_id);

ALTER TABLE ONLY public.imported_progress
    ADD CONSTRAINT imported_progress_pkey PRIMARY KEY (tenant_id, customer_id, day);

ALTER TABLE ONLY public.invitation
    ADD CONSTRAINT invitation_pkey PRIMARY KEY (tenant_id, id);

ALTER TABLE ONLY public.job
    ADD CONSTRAINT job_pkey PRIMARY KEY (tenant_id, id);

ALTER TABLE ONLY public.key_use
    ADD CONSTRAINT key_use_pkey PRIMARY KEY (tenant_id, key_id);

ALTER TABLE ONLY public.known_device
    ADD CONSTRAINT known_device_pkey PRIMARY KEY (token_hash, person_id);

ALTER TABLE ONLY public.limit_use
    ADD CONSTRAINT limit_use_pkey PRIMARY KEY (tenant_id, customer_id, period, rule_id, measure);

ALTER TABLE ONLY public.lot_move
    ADD CONSTRAINT lot_move_pkey PRIMARY KEY (tenant_id, customer_id, record_id, id);

ALTER TABLE ONLY public.membership
    ADD CONSTRAINT membership_pkey PRIMARY KEY (tenant_id, person_id);

ALTER TABLE ONLY public.migration
    ADD CONSTRAINT migration_pkey PRIMARY KEY (name);

ALTER TABLE ONLY public.month_close
    ADD CONSTRAINT month_close_pkey PRIMARY KEY (tenant_id, month);

ALTER TABLE ONLY public.morning
    ADD CONSTRAINT morning_pkey PRIMARY KEY (tenant_id);

ALTER TABLE ONLY public.order_day_due
    ADD CONSTRAINT order_day_due_pkey PRIMARY KEY (tenant_id, day);

ALTER TABLE ONLY public.order_day
    ADD CONSTRAINT order_day_pkey PRIMARY KEY (tenant_id, day, branch, is_rest);

ALTER TABLE ONLY public.order_elsewhere
    ADD CONSTRAINT order_elsewhere_pkey PRIMARY KEY (tenant_id, customer_id, order_id);

ALTER TABLE ONLY public.order_figures
    ADD CONSTRAINT order_figures_pkey PRIMARY KEY (tenant_id);

ALTER TABLE ONLY public.order_return
    ADD CONSTRAINT order_return_pkey PRIMARY KEY (tenant_id, customer_id, order_id, cancel_key);

ALTER TABLE ONLY public.password_reset
    ADD CONSTRAINT password_reset_pkey PRIMARY KEY (token_hash);

ALTER TABLE ONLY public.past_quiet_entry
    ADD CONSTRAINT past_quiet_entry_pkey PRIMARY KEY (tenant_id, customer_id, record_id);

ALTER TABLE ONLY public.period_figure
    ADD CONSTRAINT period_figure_pkey PRIMARY KEY (tenant_id, day, kind);

ALTER TABLE ONLY public.person
    ADD CONSTRAINT person_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.platform_audit
    ADD CONSTRAINT platform_audit_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.point_event_rest
    ADD CONSTRAINT point_event_rest_pkey PRIMARY KEY (tenant_id, transaction, id);

ALTER TABLE ONLY public.point_origin
    ADD CONSTRAINT point_origin_pkey PRIMARY KEY (tenant_id, customer_id, record_id, id);

ALTER TABLE ONLY public.point_record
    ADD CONSTRAINT point_record_pkey PRIMARY KEY (tenant_id, customer_id, id);

ALTER TABLE ONLY public.pre_generated_coupon_list
    ADD CONSTRAINT pre_generated_coupon_list_pkey PRIMARY KEY (tenant_id, id);

ALTER TABLE ONLY public.pre_generated_coupon
    ADD CONSTRAINT pre_generated_coupon_pkey PRIMARY KEY (tenant_id, id);

ALTER TABLE ONLY public.product
    ADD CONSTRAINT product_pkey PRIMARY KEY (tenant_id, original_id);

ALTER TABLE ONLY public.program_draft
    ADD CONSTRAINT program_draft_pkey PRIMARY KEY (tenant_id);

ALTER TABLE ONLY public.program_plan
    ADD CONSTRAINT program_plan_pkey PRIMARY KEY (tenant_id, job_id);

ALTER TABLE ONLY public.program_version
    ADD CONSTRAINT program_version_pkey PRIMARY KEY (tenant_id, version);

ALTER TABLE ONLY public.quiet_entry
    ADD CONSTRAINT quiet_entry_pkey PRIMARY KEY (tenant_id, id);

ALTER TABLE ONLY public.quiz_answer
    ADD CONSTRAINT quiz_answer_pkey PRIMARY KEY (tenant_id, customer_id, quiz_id);

ALTER TABLE ONLY public.quiz_option
    ADD CONSTRAINT quiz_option_pkey PRIMARY KEY (tenant_id, id);

ALTER TABLE ONLY public.quiz_option
    ADD CONSTRAINT quiz_option_tenant_id_question_id_position_key UNIQUE (tenant_id, question_id, "position");

ALTER TABLE ONLY public.quiz
    ADD CONSTRAINT quiz_pkey PRIMARY KEY (tenant_id, id);

ALTER TABLE ONLY public.quiz_question
    ADD CONSTRAINT quiz_question_pkey PRIMARY KEY (tenant_id, id);

ALTER TABLE ONLY public.quiz_question
    ADD CONSTRAINT quiz_question_tenant_id_quiz_id_position_key UNIQUE (tenant_id, quiz_id, "position");

ALTER TABLE ONLY public.redemption
    ADD CONSTRAINT redemption_pkey PRIMARY KEY (tenant_id, original_key);

ALTER TABLE ONLY public.redemption
    ADD CONSTRAINT redemption_tenant_id_external_code_key UNIQUE (tenant_id, external_code);

ALTER TABLE ONLY public.referral_code
    ADD CONSTRAINT referral_code_pkey PRIMARY KEY (tenant_id, code);

ALTER TABLE ONLY public.referral_code
    ADD CONSTRAINT referral_code_tenant_id_customer_id_key UNIQUE (tenant_id, customer_id);

ALTER TABLE ONLY public.referral
    ADD CONSTRAINT referral_pkey PRIMARY KEY (tenant_id, customer_id);

ALTER TABLE ONLY public.reward_configuration
    ADD CONSTRAINT reward_configuration_pkey PRIMARY KEY (tenant_id, id);

ALTER TABLE ONLY public.reward_configuration_tier
    ADD CONSTRAINT reward_configuration_tier_pkey PRIMARY KEY (tenant_id, reward_configuration_id, tier_id);

ALTER TABLE ONLY public.reward_usage
    ADD CONSTRAINT reward_usage_pkey PRIMARY KEY (tenant_id, reward_configuration_id);

ALTER TABLE ONLY public.session
    ADD CONSTRAINT session_pkey PRIMARY KEY (token_hash);

ALTER TABLE ONLY public.settings_version
    ADD CONSTRAINT settings_version_pkey PRIMARY KEY (tenant_id);

ALTER TABLE ONLY public.sign_in_limit
    ADD CONSTRAINT sign_in_limit_pkey PRIMARY KEY (key);

ALTER TABLE ONLY public.stamp_card
    ADD CONSTRAINT stamp_card_pkey PRIMARY KEY (tenant_id, customer_id, rule_id);

ALTER TABLE ONLY public.stamp_record
    ADD CONSTRAINT stamp_record_pkey PRIMARY KEY (tenant_id, customer_id, id);

ALTER TABLE ONLY public.storefront_block
    ADD CONSTRAINT storefront_block_pkey PRIMARY KEY (tenant_id, customer_id);

ALTER TABLE ONLY public.storefront_key
    ADD CONSTRAINT storefront_key_pkey PRIMARY KEY (tenant_id, number);

ALTER TABLE ONLY public.storefront_logo
    ADD CONSTRAINT storefront_logo_pkey PRIMARY KEY (tenant_id, hash);

ALTER TABLE ONLY public.storefront
    ADD CONSTRAINT storefront_pkey PRIMARY KEY (tenant_id);

ALTER TABLE ONLY public.storefront_use
    ADD CONSTRAINT storefront_use_pkey PRIMARY KEY (tenant_id, hour, what, origin);

ALTER TABLE ONLY public.support_access
    ADD CONSTRAINT support_access_pkey PRIMARY KEY (tenant_id, id);

ALTER TABLE ONLY public.tenant_home
    ADD CONSTRAINT tenant_home_pkey PRIMARY KEY (tenant_id);

ALTER TABLE ONLY public.tenant_import
    ADD CONSTRAINT tenant_import_pkey PRIMARY KEY (tenant_id);

ALTER TABLE ONLY public.tenant
    ADD CONSTRAINT tenant_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.tenant_zone
    ADD CONSTRAINT tenant_zone_pkey PRIMARY KEY (tenant_id, since);

ALTER TABLE ONLY public.term_filling
    ADD CONSTRAINT term_filling_pkey PRIMARY KEY (tenant_id);

ALTER TABLE ONLY public.terms_draft
    ADD CONSTRAINT terms_draft_pkey PRIMARY KEY (tenant_id);

ALTER TABLE ONLY public.terms_version
    ADD CONSTRAINT terms_version_pkey PRIMARY KEY (tenant_id, version, language);

ALTER TABLE ONLY public.tier_benefit
    ADD CONSTRAINT tier_benefit_pkey PRIMARY KEY (tenant_id, id);

ALTER TABLE ONLY public.tier_benefit
    ADD CONSTRAINT tier_benefit_tenant_id_tier_id_position_key UNIQUE (tenant_id, tier_id, "position");

ALTER TABLE ONLY public.tier_goal
    ADD CONSTRAINT tier_goal_pkey PRIMARY KEY (tenant_id, id);

ALTER TABLE ONLY public.tier_goal
    ADD CONSTRAINT tier_goal_tenant_id_tier_id_position_key UNIQUE (tenant_id, tier_id, "position");

ALTER TABLE ONLY public.tier_look
    ADD CONSTRAINT tier_look_pkey PRIMARY KEY (tenant_id);

ALTER TABLE ONLY public.tier_move
    ADD CONSTRAINT tier_move_pkey PRIMARY KEY (tenant_id, customer_id, id);

ALTER TABLE ONLY public.tier
    ADD CONSTRAINT tier_pkey PRIMARY KEY (tenant_id, id);

ALTER TABLE ONLY public.tier_progress
    ADD CONSTRAINT tier_progress_pkey PRIMARY KEY (tenant_id, customer_id, day);

ALTER TABLE ONLY public.tier_sweep
    ADD CONSTRAINT tier_sweep_pkey PRIMARY KEY (tenant_id);

ALTER TABLE ONLY public.tier
    ADD CONSTRAINT tier_tenant_id_position_key UNIQUE (tenant_id, "position");

ALTER TABLE ONLY public.tier_version
    ADD CONSTRAINT tier_version_pkey PRIMARY KEY (tenant_id);

ALTER TABLE ONLY public.touched_customer
    ADD CONSTRAINT touched_customer_pkey PRIMARY KEY (tenant_id, customer_id);

ALTER TABLE ONLY public.verification
    ADD CONSTRAINT verification_pkey PRIMARY KEY (tenant_id, shard);

ALTER TABLE ONLY public.webhook_attempt
    ADD CONSTRAINT webhook_attempt_pkey PRIMARY KEY (tenant_id, id);

ALTER TABLE ONLY public.webhook_cursor
    ADD CONSTRAINT webhook_cursor_pkey PRIMARY KEY (tenant_id, endpoint_id);

ALTER TABLE ONLY public.webhook_endpoint
    ADD CONSTRAINT webhook_endpoint_pkey PRIMARY KEY (tenant_id, id);

ALTER TABLE ONLY public.webhook_hour
    ADD CONSTRAINT webhook_hour_pkey PRIMARY KEY (tenant_id, endpoint_id, hour);

ALTER TABLE ONLY public.webhook_retry
    ADD CONSTRAINT webhook_retry_pkey PRIMARY KEY (tenant_id, endpoint_id, customer_id, event_id);

CREATE INDEX adjustment_sum_by_time ON public.adjustment_sum USING btree (tenant_id, actor, at, number);

CREATE UNIQUE INDEX admin_token_by_hash ON public.admin_token USING btree (tenant_id, token_hash);

CREATE INDEX admin_token_of_person ON public.admin_token USING btree (tenant_id, person_id) WHERE (person_id IS NOT NULL);

CREATE UNIQUE INDEX approval_by_request ON public.approval USING btree (tenant_id, request_key);

CREATE INDEX approval_of_customer ON public.approval USING btree (tenant_id, customer_id, id);

CREATE INDEX approval_waiting ON public.approval USING btree (tenant_id, id) WHERE (is_approved IS NULL);

CREATE INDEX audit_entry_by_time ON public.audit_entry USING btree (tenant_id, at, id);

CREATE INDEX audit_entry_of_target ON public.audit_entry USING btree (tenant_id, target_kind, target_id, id);

CREATE UNIQUE INDEX award_by_number ON public.award USING btree (tenant_id, id);

CREATE INDEX award_lost ON public.award USING btree (tenant_id, customer_id) WHERE (lost IS NOT NULL);

CREATE UNIQUE INDEX award_standing ON public.award USING btree (tenant_id, customer_id, source, rule_id, reference) WHERE (state = ANY (ARRAY[0, 1, 2]));

CREATE INDEX award_waiting ON public.award USING btree (tenant_id, reward_id, id) WHERE (state = ANY (ARRAY[0, 2]));

CREATE INDEX balance_change_of_customer ON public.balance_change USING btree (tenant_id, customer_id, record_id);

CREATE INDEX coupon_of_customer_by_id ON public.coupon USING btree (tenant_id, customer_id, id);

CREATE UNIQUE INDEX coupon_upload_key ON public.coupon_upload USING btree (tenant_id, list_id, key);

CREATE INDEX coupon_upload_of_list ON public.coupon_upload USING btree (tenant_id, list_id, id);

CREATE INDEX customer_active_on ON public.customer USING btree (tenant_id, active_on, id) WHERE (active_on IS NOT NULL);

CREATE INDEX customer_alias_of_customer ON public.customer_alias USING btree (tenant_id, customer_id);

CREATE INDEX customer_awards_due ON public.customer USING btree (tenant_id, awards_due_at) WHERE (awards_due_at IS NOT NULL);

CREATE INDEX customer_birthday ON public.customer USING btree (tenant_id, birthday_in_utc, id) WHERE (birthday_in_utc IS NOT NULL);

CREATE INDEX customer_claim_newest ON public.customer_claim USING btree (tenant_id, claimed_at DESC, customer_id DESC);

CREATE INDEX customer_enrolled ON public.customer USING btree (tenant_id, enrolled_at, id) WHERE (enrolled_at IS NOT NULL);

CREATE INDEX customer_gone ON public.customer USING btree (tenant_id, tier_id) WHERE ((merged_into IS NOT NULL) OR (erased_at IS NOT NULL));

CREATE UNIQUE INDEX customer_merge_key ON public.customer USING btree (tenant_id, merge_key) WHERE (merge_key IS NOT NULL);

CREATE INDEX customer_merged_into ON public.customer USING btree (tenant_id, merged_into) WHERE (merged_into IS NOT NULL);

CREATE INDEX customer_order_by_time ON public.customer_order USING btree (tenant_id, placed_at, id);

CREATE INDEX customer_unclaimed ON public.customer USING btree (tenant_id, id) WHERE is_unclaimed;

CREATE INDEX customer_with_tier ON public.customer USING btree (tenant_id, id) WHERE (tier_id IS NOT NULL);

CREATE INDEX directory_audit_entry_tenant_id_at_id_idx ON public.directory_audit_entry USING btree (tenant_id, at, id);

CREATE INDEX directory_audit_entry_tenant_id_target_kind_target_id_id_idx ON public.directory_audit_entry USING btree (tenant_id, target_kind, target_id, id);

CREATE UNIQUE INDEX figure_head_current ON public.figure_head USING btree (tenant_id) WHERE (state = 2);

CREATE INDEX file_expiring ON public.file USING btree (tenant_id, expires_at) WHERE (state < 2);

CREATE INDEX file_of_job ON public.file USING btree (tenant_id, job_id, id) WHERE (job_id IS NOT NULL);

CREATE INDEX idempotency_key_by_time ON public.idempotency_key USING btree (tenant_id, at);

CREATE INDEX import_effect_of_import ON public.import_effect USING btree (tenant_id, import_id, customer_id, line);

CREATE INDEX import_used_of_import ON public.import_used USING btree (tenant_id, import_id, customer_id DESC, record_id DESC);

CREATE UNIQUE INDEX invitation_by_token ON public.invitation USING btree (tenant_id, token_hash);

CREATE UNIQUE INDEX invitation_open ON public.invitation USING btree (tenant_id, email) WHERE ((accepted_at IS NULL) AND (withdrawn_at IS NULL));

CREATE INDEX job_expiring ON public.job USING btree (tenant_id, expires_at) WHERE (expires_at IS NOT NULL);

CREATE INDEX job_waiting ON public.job USING btree (tenant_id, turn_at) WHERE (state < 2);

CREATE INDEX known_device_by_end ON public.known_device USING btree (ends_at);

CREATE INDEX known_device_of_person ON public.known_device USING btree (person_id);

CREATE INDEX order_day_without_points ON public.order_day USING btree (tenant_id, day) WHERE (points IS NULL);

CREATE INDEX password_reset_of_person ON public.password_reset USING btree (person_id);

CREATE UNIQUE INDEX person_by_email ON public.person USING btree (email);

CREATE INDEX platform_audit_of_target ON public.platform_audit USING btree (target_kind, target_id, id);

CREATE INDEX point_record_debt ON public.point_record USING btree (tenant_id, customer_id, id) WHERE (is_live AND (available_at IS NULL));

CREATE INDEX point_record_due ON public.point_record USING btree (tenant_id, (
CASE
    WHEN is_waiting THEN available_at
    ELSE expires_at
END)) WHERE (is_live AND (is_waiting OR (expires_at IS NOT NULL)));

CREATE INDEX point_record_of_order ON public.point_record USING btree (tenant_id, order_id) WHERE (order_id IS NOT NULL);

CREATE INDEX point_record_open ON public.point_record USING btree (tenant_id, customer_id, (
CASE
    WHEN (expires_at IS NULL) THEN 'infinity'::timestamp with time zone
    ELSE expires_at
END), id) WHERE (is_live AND (NOT is_waiting) AND (available_at IS NOT NULL));

CREATE INDEX point_record_waiting ON public.point_record USING btree (tenant_id, customer_id, available_at, id) WHERE (is_live AND is_waiting);

CREATE UNIQUE INDEX pre_generated_coupon_code ON public.pre_generated_coupon USING btree (tenant_id, code_key);

CREATE UNIQUE INDEX pre_generated_coupon_list_key ON public.pre_generated_coupon_list USING btree (tenant_id, key);

CREATE INDEX pre_generated_coupon_list_of_reward ON public.pre_generated_coupon_list USING btree (tenant_id, reward_configuration_id);

CREATE INDEX pre_generated_coupon_of_import ON public.pre_generated_coupon USING btree (tenant_id, import_id, is_assigned, id) WHERE (import_id IS NOT NULL);

CREATE INDEX pre_generated_coupon_of_list ON public.pre_generated_coupon USING btree (tenant_id, list_id, id);

CREATE INDEX pre_generated_coupon_of_upload ON public.pre_generated_coupon USING btree (tenant_id, upload_id, is_assigned, id) WHERE (upload_id IS NOT NULL);

CREATE INDEX pre_generated_coupon_usable ON public.pre_generated_coupon USING btree (tenant_id, list_id, (
CASE
    WHEN (valid_until IS NULL) THEN 'infinity'::timestamp with time zone
    ELSE valid_until
END), id) WHERE (NOT is_assigned);

CREATE INDEX program_version_by_moment ON public.program_version USING btree (tenant_id, effective_at, version) WHERE ((effective_at IS NOT NULL) AND (cancelled_at IS NULL));

CREATE INDEX quiz_answer_of_quiz ON public.quiz_answer USING btree (tenant_id, quiz_id, customer_id);

CREATE UNIQUE INDEX quiz_key ON public.quiz USING btree (tenant_id, key);

CREATE UNIQUE INDEX redemption_by_id ON public.redemption USING btree (tenant_id, id);

CREATE INDEX redemption_by_time ON public.redemption USING btree (tenant_id, redeemed_at, id);

CREATE INDEX redemption_due ON public.redemption USING btree (tenant_id, expires_at) WHERE ((expires_at IS NOT NULL) AND (returned_at IS NULL));

CREATE INDEX redemption_of_checkout ON public.redemption USING btree (tenant_id, customer_id, checkout_id, id) WHERE (checkout_id IS NOT NULL);

CREATE INDEX redemption_of_customer ON public.redemption USING btree (tenant_id, customer_id, reward_configuration_id);

CREATE INDEX redemption_of_customer_by_id ON public.redemption USING btree (tenant_id, customer_id, id);

CREATE UNIQUE INDEX redemption_standing ON public.redemption USING btree (tenant_id, customer_id) WHERE ((expires_at IS NOT NULL) AND (returned_at IS NULL));

CREATE INDEX referral_by_referrer ON public.referral USING btree (tenant_id, referrer_id, customer_id);

CREATE INDEX referral_newest ON public.referral USING btree (tenant_id, registered_at, customer_id);

CREATE INDEX referral_to_decide ON public.referral USING btree (tenant_id, changed_at) WHERE (state = 3);

CREATE INDEX referral_to_expire ON public.referral USING btree (tenant_id, ends_at) WHERE (state = 0);

CREATE INDEX referral_to_settle ON public.referral USING btree (tenant_id, customer_id) WHERE (NOT is_settled);

CREATE UNIQUE INDEX reward_configuration_key ON public.reward_configuration USING btree (tenant_id, key);

CREATE INDEX session_by_end ON public.session USING btree (ends_at);

CREATE INDEX session_of_person ON public.session USING btree (person_id, id);

CREATE INDEX sign_in_limit_by_end ON public.sign_in_limit USING btree (forget_at);

CREATE INDEX stamp_card_due ON public.stamp_card USING btree (tenant_id, due_at) WHERE (due_at IS NOT NULL);

CREATE UNIQUE INDEX stamp_record_by_key ON public.stamp_record USING btree (tenant_id, customer_id, rule_id, key) WHERE (type = 3);

CREATE INDEX stamp_record_of_order ON public.stamp_record USING btree (tenant_id, order_id) WHERE (order_id IS NOT NULL);

CREATE UNIQUE INDEX storefront_key_newest ON public.storefront_key USING btree (tenant_id) WHERE (retired_at IS NULL);

CREATE INDEX support_access_of_person ON public.support_access USING btree (tenant_id, person_id, ends_at);

CREATE UNIQUE INDEX tenant_by_shop_slug ON public.tenant USING btree (shop_slug);

CREATE UNIQUE INDEX tier_base ON public.tier USING btree (tenant_id) WHERE is_base;

CREATE INDEX tier_benefit_of_reward ON public.tier_benefit USING btree (tenant_id, reward_configuration_id) WHERE (reward_configuration_id IS NOT NULL);

CREATE UNIQUE INDEX tier_key ON public.tier USING btree (tenant_id, key);

CREATE INDEX tier_move_by_time ON public.tier_move USING btree (tenant_id, moved_at, id);

CREATE INDEX webhook_attempt_at ON public.webhook_attempt USING btree (tenant_id, attempted_at);

CREATE INDEX webhook_attempt_of_customer ON public.webhook_attempt USING btree (tenant_id, customer_id) WHERE (customer_id IS NOT NULL);

CREATE INDEX webhook_attempt_of_endpoint ON public.webhook_attempt USING btree (tenant_id, endpoint_id, id);

CREATE INDEX webhook_attempt_of_event ON public.webhook_attempt USING btree (tenant_id, endpoint_id, event_id, id);

CREATE INDEX webhook_retry_parked ON public.webhook_retry USING btree (tenant_id, endpoint_id, parked_at) WHERE (parked_at IS NOT NULL);

CREATE TRIGGER api_key_changed AFTER UPDATE ON public.api_key FOR EACH STATEMENT EXECUTE FUNCTION public.count_directory_change();

CREATE TRIGGER customer_tier_changed AFTER UPDATE OF tier_id ON public.customer FOR EACH ROW WHEN ((old.tier_id IS DISTINCT FROM new.tier_id)) EXECUTE FUNCTION public.count_tier_of_customer();

CREATE TRIGGER customers_made AFTER INSERT ON public.customer REFERENCING NEW TABLE AS made FOR EACH STATEMENT EXECUTE FUNCTION public.count_new_customers();

CREATE TRIGGER storefront_changed AFTER INSERT OR UPDATE ON public.storefront FOR EACH STATEMENT EXECUTE FUNCTION public.count_directory_change();

CREATE TRIGGER storefront_key_changed AFTER INSERT OR UPDATE ON public.storefront_key FOR EACH STATEMENT EXECUTE FUNCTION public.count_directory_change();

CREATE TRIGGER tenant_changed AFTER UPDATE ON public.tenant FOR EACH STATEMENT EXECUTE FUNCTION public.count_directory_change();

CREATE TRIGGER tenant_zone_changed AFTER UPDATE OF time_zone ON public.tenant FOR EACH ROW WHEN ((old.time_zone IS DISTINCT FROM new.time_zone)) EXECUTE FUNCTION public.note_time_zone();

CREATE TRIGGER tenant_zone_noted AFTER INSERT ON public.tenant FOR EACH ROW EXECUTE FUNCTION public.note_time_zone();

CREATE TRIGGER tier_benefit_changed AFTER INSERT OR DELETE OR UPDATE ON public.tier_benefit FOR EACH ROW EXECUTE FUNCTION public.count_tier_change();

CREATE TRIGGER tier_changed AFTER INSERT OR DELETE OR UPDATE ON public.tier FOR EACH ROW EXECUTE FUNCTION public.count_tier_change();

CREATE TRIGGER tier_goal_changed AFTER INSERT OR DELETE OR UPDATE ON public.tier_goal FOR EACH ROW EXECUTE FUNCTION public.count_tier_change();

ALTER TABLE ONLY public.api_key
    ADD CONSTRAINT api_key_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenant(id);

ALTER TABLE ONLY public.backtest
    ADD CONSTRAINT backtest_tenant_id_job_id_fkey FOREIGN KEY (tenant_id, job_id) REFERENCES public.job(tenant_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.coupon_upload
    ADD CONSTRAINT coupon_upload_tenant_id_list_id_fkey FOREIGN KEY (tenant_id, list_id) REFERENCES public.pre_generated_coupon_list(tenant_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.key_use
    ADD CONSTRAINT key_use_tenant_id_key_id_fkey FOREIGN KEY (tenant_id, key_id) REFERENCES public.api_key(tenant_id, id);

ALTER TABLE ONLY public.pre_generated_coupon_list
    ADD CONSTRAINT pre_generated_coupon_list_tenant_id_reward_configuration_i_fkey FOREIGN KEY (tenant_id, reward_configuration_id) REFERENCES public.reward_configuration(tenant_id, id);

ALTER TABLE ONLY public.pre_generated_coupon
    ADD CONSTRAINT pre_generated_coupon_tenant_id_list_id_fkey FOREIGN KEY (tenant_id, list_id) REFERENCES public.pre_generated_coupon_list(tenant_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.product
    ADD CONSTRAINT product_tenant_id_brand_original_id_fkey FOREIGN KEY (tenant_id, brand_original_id) REFERENCES public.brand(tenant_id, original_id);

ALTER TABLE ONLY public.product
    ADD CONSTRAINT product_tenant_id_category_original_id_fkey FOREIGN KEY (tenant_id, category_original_id) REFERENCES public.category(tenant_id, original_id);

ALTER TABLE ONLY public.program_plan
    ADD CONSTRAINT program_plan_tenant_id_job_id_fkey FOREIGN KEY (tenant_id, job_id) REFERENCES public.job(tenant_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.quiz_option
    ADD CONSTRAINT quiz_option_tenant_id_question_id_fkey FOREIGN KEY (tenant_id, question_id) REFERENCES public.quiz_question(tenant_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.quiz_question
    ADD CONSTRAINT quiz_question_tenant_id_quiz_id_fkey FOREIGN KEY (tenant_id, quiz_id) REFERENCES public.quiz(tenant_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.reward_configuration
    ADD CONSTRAINT reward_configuration_tenant_id_customer_email_configuratio_fkey FOREIGN KEY (tenant_id, customer_email_configuration_id) REFERENCES public.email_configuration(tenant_id, id);

ALTER TABLE ONLY public.reward_configuration_tier
    ADD CONSTRAINT reward_configuration_tier_tenant_id_reward_configuration_i_fkey FOREIGN KEY (tenant_id, reward_configuration_id) REFERENCES public.reward_configuration(tenant_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.reward_configuration_tier
    ADD CONSTRAINT reward_configuration_tier_tenant_id_tier_id_fkey FOREIGN KEY (tenant_id, tier_id) REFERENCES public.tier(tenant_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.tier_benefit
    ADD CONSTRAINT tier_benefit_tenant_id_reward_configuration_id_fkey FOREIGN KEY (tenant_id, reward_configuration_id) REFERENCES public.reward_configuration(tenant_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.tier_benefit
    ADD CONSTRAINT tier_benefit_tenant_id_tier_id_fkey FOREIGN KEY (tenant_id, tier_id) REFERENCES public.tier(tenant_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.tier_goal
    ADD CONSTRAINT tier_goal_tenant_id_tier_id_fkey FOREIGN KEY (tenant_id, tier_id) REFERENCES public.tier(tenant_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.webhook_attempt
    ADD CONSTRAINT webhook_attempt_tenant_id_endpoint_id_fkey FOREIGN KEY (tenant_id, endpoint_id) REFERENCES public.webhook_endpoint(tenant_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.webhook_cursor
    ADD CONSTRAINT webhook_cursor_tenant_id_endpoint_id_fkey FOREIGN KEY (tenant_id, endpoint_id) REFERENCES public.webhook_endpoint(tenant_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.webhook_hour
    ADD CONSTRAINT webhook_hour_tenant_id_endpoint_id_fkey FOREIGN KEY (tenant_id, endpoint_id) REFERENCES public.webhook_endpoint(tenant_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.webhook_retry
    ADD CONSTRAINT webhook_retry_tenant_id_endpoint_id_fkey FOREIGN KEY (tenant_id, endpoint_id) REFERENCES public.webhook_endpoint(tenant_id, id) ON DELETE CASCADE;

ALTER TABLE public.accounting_estimate ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.accounting_settings ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.action_grant ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.adjustment_sum ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.admin_token ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.api_key ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.approval ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.audit_entry ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.award ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.backtest ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.backtest_check ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.backtest_customer ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.balance_change ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.brand ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.category ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.cohort_sum ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.consent ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.coupon ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.coupon_upload ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.customer ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.customer_alias ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.customer_claim ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.customer_count ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.customer_first ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.customer_month ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.customer_note ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.customer_order ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.customer_term ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.directory_audit_entry ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.email_configuration ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.erased_person ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.erasure_key ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.event_log ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.failed_request ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.figure_counted ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.figure_head ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.figure_sum ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.figure_verification ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.file ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.file_part ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.idempotency_key ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.import ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.import_effect ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.import_mapping ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.import_salt ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.import_used ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.imported_progress ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.invitation ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.job ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.key_use ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.limit_use ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.lot_move ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.membership ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.month_close ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.morning ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.order_day ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.order_day_due ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.order_elsewhere ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.order_figures ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.order_return ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.past_quiet_entry ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.period_figure ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.point_event ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.point_event_rest ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.point_origin ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.point_record ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.pre_generated_coupon ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.pre_generated_coupon_list ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.product ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.program_draft ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.program_plan ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.program_version ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.quiet_entry ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.quiz ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.quiz_answer ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.quiz_option ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.quiz_question ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.redemption ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.referral ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.referral_code ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.reward_configuration ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.reward_configuration_tier ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.reward_usage ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.settings_version ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.stamp_card ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.stamp_record ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.storefront ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.storefront_block ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.storefront_key ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.storefront_logo ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.storefront_use ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.support_access ENABLE ROW LEVEL SECURITY;

CREATE POLICY tenant ON public.accounting_estimate USING ((tenant_id IN ( SELECT unnest((NULLIF(current_setting('app.tenants'::text, true), ''::text))::bigint[]) AS unnest)));

CREATE POLICY tenant ON public.accounting_settings USING ((tenant_id IN ( SELECT unnest((NULLIF(current_setting('app.tenants'::text, true), ''::text))::bigint[]) AS unnest)));

CREATE POLICY tenant ON public.action_grant USING ((tenant_id IN ( SELECT unnest((NULLIF(current_setting('app.tenants'::text, true), ''::text))::bigint[]) AS unnest)));

CREATE POLICY tenant ON public.adjustment_sum USING ((tenant_id IN ( SELECT unnest((NULLIF(current_setting('app.tenants'::text, true), ''::text))::bigint[]) AS unnest)));

CREATE POLICY tenant ON public.admin_token USING ((tenant_id IN ( SELECT unnest((NULLIF(current_setting('app.tenants'::text, true), ''::text))::bigint[]) AS unnest)));

CREATE POLICY tenant ON public.api_key USING ((tenant_id IN ( SELECT unnest((NULLIF(current_setting('app.tenants'::text, true), ''::text))::bigint[]) AS unnest)));

CREATE POLICY tenant ON public.approval USING ((tenant_id IN ( SELECT unnest((NULLIF(current_setting('app.tenants'::text, true), ''::text))::bigint[]) AS unnest)));

CREATE POLICY tenant ON public.audit_entry USING ((tenant_id IN ( SELECT unnest((NULLIF(current_setting('app.tenants'::text, true), ''::text))::bigint[]) AS unnest)));

CREATE POLICY tenant ON public.award USING ((tenant_id IN ( SELECT unnest((NULLIF(current_setting('app.tenants'::text, true), ''::text))::bigint[]) AS unnest)));

CREATE POLICY tenant ON public.backtest USING ((tenant_id IN ( SELECT unnest((NULLIF(current_setting('app.tenants'::text, true), ''::text))::bigint[]) AS unnest)));

CREATE POLICY tenant ON public.backtest_check USING ((tenant_id IN ( SELECT unnest((NULLIF(current_setting('app.tenants'::text, true), ''::text))::bigint[]) AS unnest)));

CREATE POLICY tenant ON public.backtest_customer USING ((tenant_id IN ( SELECT unnest((NULLIF(current_setting('app.tenants'::text, true), ''::text))::bigint[]) AS unnest)));

CREATE POLICY tenant ON public.balance_change USING ((tenant_id IN ( SELECT unnest((NULLIF(current_setting('app.tenants'::text, true), ''::text))::bigint[]) AS unnest)));

CREATE POLICY tenant ON public.brand USING ((tenant_id IN ( SELECT unnest((NULLIF(current_setting('app.tenants'::text, true), ''::text))::bigint[]) AS unnest)));

CREATE POLICY tenant ON public.category USING ((tenant_id IN ( SELECT unnest((NULLIF(current_setting('app.tenants'::text, true), ''::text))::bigint[]) AS unnest)));

CREATE POLICY tenant ON public.cohort_sum USING ((tenant_id IN ( SELECT unnest((NULLIF(current_setting('app.tenants'::text, true), ''::text))::bigint[]) AS unnest)));

CREATE POLICY tenant ON public.consent USING ((tenant_id IN ( SELECT unnest((NULLIF(current_setting('app.tenants'::text, true), ''::text))::bigint[]) AS unnest)));

CREATE POLICY tenant ON public.coupon USING ((tenant_id IN ( SELECT unnest((NULLIF(current_setting('app.tenants'::text, true), ''::text))::bigint[]) AS unnest)));

CREATE POLICY tenant ON public.coupon_upload USING ((tenant_id IN ( SELECT unnest((NULLIF(current_setting('app.tenants'::text, true), ''::text))::bigint[]) AS unnest)));

CREATE POLICY tenant ON public.customer USING ((tenant_id IN ( SELECT unnest((NULLIF(current_setting('app.tenants'::text, true), ''::text))::bigint[]) AS unnest)));

CREATE POLICY tenant ON public.customer_alias USING ((tenant_id IN ( SELECT unnest((NULLIF(current_setting('app.tenants'::text, true), ''::text))::bigint[]) AS unnest)));

CREATE POLICY tenant ON public.customer_claim USING ((tenant_id IN ( SELECT unnest((NULLIF(current_setting('app.tenants'::text, true), ''::text))::bigint[]) AS unnest)));

CREATE POLICY tenant ON public.customer_count USING ((tenant_id IN ( SELECT unnest((NULLIF(current_setting('app.tenants'::text, true), ''::text))::bigint[]) AS unnest)));

CREATE POLICY tenant ON public.customer_first USING ((tenant_id IN ( SELECT unnest((NULLIF(current_setting('app.tenants'::text, true), ''::text))::bigint[]) AS unnest)));

CREATE POLICY tenant ON public.customer_month USING ((tenant_id IN ( SELECT unnest((NULLIF(current_setting('app.tenants'::text, true), ''::text))::bigint[]) AS unnest)));

CREATE POLICY tenant ON public.customer_note USING ((tenant_id IN ( SELECT unnest((NULLIF(current_setting('app.tenants'::text, true), ''::text))::bigint[]) AS unnest)));

CREATE POLICY tenant ON public.customer_order USING ((tenant_id IN ( SELECT unnest((NULLIF(current_setting('app.tenants'::text, true), ''::text))::bigint[]) AS unnest)));

CREATE POLICY tenant ON public.customer_term USING ((tenant_id IN ( SELECT unnest((NULLIF(current_setting('app.tenants'::text, true), ''::text))::bigint[]) AS unnest)));

CREATE POLICY tenant ON public.directory_audit_entry USING ((tenant_id IN ( SELECT unnest((NULLIF(current_setting('app.tenants'::text, true), ''::text))::bigint[]) AS unnest)));

CREATE POLICY tenant ON public.email_configuration USING ((tenant_id IN ( SELECT unnest((NULLIF(current_setting('app.tenants'::text, true), ''::text))::bigint[]) AS unnest)));

CREATE POLICY tenant ON public.erased_person USING ((tenant_id IN ( SELECT unnest((NULLIF(current_setting('app.tenants'::text, true), ''::text))::bigint[]) AS unnest)));

CREATE POLICY tenant ON public.erasure_key USING ((tenant_id IN ( SELECT unnest((NULLIF(current_setting('app.tenants'::text, true), ''::text))::bigint[]) AS unnest)));

CREATE POLICY tenant ON public.event_log USING ((tenant_id IN ( SELECT unnest((NULLIF(current_setting('app.tenants'::text, true), ''::text))::bigint[]) AS unnest)));

CREATE POLICY tenant ON public.failed_request USING ((tenant_id IN ( SELECT unnest((NULLIF(current_setting('app.tenants'::text, true), ''::text))::bigint[]) AS unnest)));

CREATE POLICY tenant ON public.figure_counted USING ((tenant_id IN ( SELECT unnest((NULLIF(current_setting('app.tenants'::text, true), ''::text))::bigint[]) AS unnest)));

CREATE POLICY tenant ON public.figure_head USING ((tenant_id IN ( SELECT unnest((NULLIF(current_setting('app.tenants'::text, true), ''::text))::bigint[]) AS unnest)));

CREATE POLICY tenant ON public.figure_sum USING ((tenant_id IN ( SELECT unnest((NULLIF(current_setting('app.tenants'::text, true), ''::text))::bigint[]) AS unnest)));

CREATE POLICY tenant ON public.figure_verification USING ((tenant_id IN ( SELECT unnest((NULLIF(current_setting('app.tenants'::text, true), ''::text))::bigint[]) AS unnest)));

CREATE POLICY tenant ON public.file USING ((tenant_id IN ( SELECT unnest((NULLIF(current_setting('app.tenants'::text, true), ''::text))::bigint[]) AS unnest)));

CREATE POLICY tenant ON public.file_part USING ((tenant_id IN ( SELECT unnest((NULLIF(current_setting('app.tenants'::text, true), ''::text))::bigint[]) AS unnest)));

CREATE POLICY tenant ON public.idempotency_key USING ((tenant_id IN ( SELECT unnest((NULLIF(current_setting('app.tenants'::text, true), ''::text))::bigint[]) AS unnest)));

CREATE POLICY tenant ON public.import USING ((tenant_id IN ( SELECT unnest((NULLIF(current_setting('app.tenants'::text, true), ''::text))::bigint[]) AS unnest)));

CREATE POLICY tenant ON public.import_effect USING ((tenant_id IN ( SELECT unnest((NULLIF(current_setting('app.tenants'::text, true), ''::text))::bigint[]) AS unnest)));

CREATE POLICY tenant ON public.import_mapping USING ((tenant_id IN ( SELECT unnest((NULLIF(current_setting('app.tenants'::text, true), ''::text))::bigint[]) AS unnest)));

CREATE POLICY tenant ON public.import_salt USING ((tenant_id IN ( SELECT unnest((NULLIF(current_setting('app.tenants'::text, true), ''::text))::bigint[]) AS unnest)));

CREATE POLICY tenant ON public.import_used USING ((tenant_id IN ( SELECT unnest((NULLIF(current_setting('app.tenants'::text, true), ''::text))::bigint[]) AS unnest)));

CREATE POLICY tenant ON public.imported_progress USING ((tenant_id IN ( SELECT unnest((NULLIF(current_setting('app.tenants'::text, true), ''::text))::bigint[]) AS unnest)));

CREATE POLICY tenant ON public.invitation USING ((tenant_id IN ( SELECT unnest((NULLIF(current_setting('app.tenants'::text, true), ''::text))::bigint[]) AS unnest)));

CREATE POLICY tenant ON public.job USING ((tenant_id IN ( SELECT unnest((NULLIF(current_setting('app.tenants'::text, true), ''::text))::bigint[]) AS unnest)));

CREATE POLICY tenant ON public.key_use USING ((tenant_id IN ( SELECT unnest((NULLIF(current_setting('app.tenants'::text, true), ''::text))::bigint[]) AS unnest)));

CREATE POLICY tenant ON public.limit_use USING ((tenant_id IN ( SELECT unnest((NULLIF(current_setting('app.tenants'::text, true), ''::text))::bigint[]) AS unnest)));

CREATE POLICY tenant ON public.lot_move USING ((tenant_id IN ( SELECT unnest((NULLIF(current_setting('app.tenants'::text, true), ''::text))::bigint[]) AS unnest)));

CREATE POLICY tenant ON public.membership USING ((tenant_id IN ( SELECT unnest((NULLIF(current_setting('app.tenants'::text, true), ''::text))::bigint[]) AS unnest)));

CREATE POLICY tenant ON public.month_close USING ((tenant_id IN ( SELECT unnest((NULLIF(current_setting('app.tenants'::text, true), ''::text))::bigint[]) AS unnest)));

CREATE POLICY tenant ON public.morning USING ((tenant_id IN ( SELECT unnest((NULLIF(current_setting('app.tenants'::text, true), ''::text))::bigint[]) AS unnest)));

CREATE POLICY tenant ON public.order_day USING ((tenant_id IN ( SELECT unnest((NULLIF(current_setting('app.tenants'::text, true), ''::text))::bigint[]) AS unnest)));

CREATE POLICY tenant ON public.order_day_due USING ((tenant_id IN ( SELECT unnest((NULLIF(current_setting('app.tenants'::text, true), ''::text))::bigint[]) AS unnest)));

CREATE POLICY tenant ON public.order_elsewhere USING ((tenant_id IN ( SELECT unnest((NULLIF(current_setting('app.tenants'::text, true), ''::text))::bigint[]) AS unnest)));

CREATE POLICY tenant ON public.order_figures USING ((tenant_id IN ( SELECT unnest((NULLIF(current_setting('app.tenants'::text, true), ''::text))::bigint[]) AS unnest)));

CREATE POLICY tenant ON public.order_return USING ((tenant_id IN ( SELECT unnest((NULLIF(current_setting('app.tenants'::text, true), ''::text))::bigint[]) AS unnest)));

CREATE POLICY tenant ON public.past_quiet_entry USING ((tenant_id IN ( SELECT unnest((NULLIF(current_setting('app.tenants'::text, true), ''::text))::bigint[]) AS unnest)));

CREATE POLICY tenant ON public.period_figure USING ((tenant_id IN ( SELECT unnest((NULLIF(current_setting('app.tenants'::text, true), ''::text))::bigint[]) AS unnest)));

CREATE POLICY tenant ON public.point_event USING ((tenant_id IN ( SELECT unnest((NULLIF(current_setting('app.tenants'::text, true), ''::text))::bigint[]) AS unnest)));

CREATE POLICY tenant ON public.point_event_rest USING ((tenant_id IN ( SELECT unnest((NULLIF(current_setting('app.tenants'::text, true), ''::text))::bigint[]) AS unnest)));

CREATE POLICY tenant ON public.point_origin USING ((tenant_id IN ( SELECT unnest((NULLIF(current_setting('app.tenants'::text, true), ''::text))::bigint[]) AS unnest)));

CREATE POLICY tenant ON public.point_record USING ((tenant_id IN ( SELECT unnest((NULLIF(current_setting('app.tenants'::text, true), ''::text))::bigint[]) AS unnest)));

CREATE POLICY tenant ON public.pre_generated_coupon USING ((tenant_id IN ( SELECT unnest((NULLIF(current_setting('app.tenants'::text, true), ''::text))::bigint[]) AS unnest)));

CREATE POLICY tenant ON public.pre_generated_coupon_list USING ((tenant_id IN ( SELECT unnest((NULLIF(current_setting('app.tenants'::text, true), ''::text))::bigint[]) AS unnest)));

CREATE POLICY tenant ON public.product USING ((tenant_id IN ( SELECT unnest((NULLIF(current_setting('app.tenants'::text, true), ''::text))::bigint[]) AS unnest)));

CREATE POLICY tenant ON public.program_draft USING ((tenant_id IN ( SELECT unnest((NULLIF(current_setting('app.tenants'::text, true), ''::text))::bigint[]) AS unnest)));

CREATE POLICY tenant ON public.program_plan USING ((tenant_id IN ( SELECT unnest((NULLIF(current_setting('app.tenants'::text, true), ''::text))::bigint[]) AS unnest)));

CREATE POLICY tenant ON public.program_version USING ((tenant_id IN ( SELECT unnest((NULLIF(current_setting('app.tenants'::text, true), ''::text))::bigint[]) AS unnest)));

CREATE POLICY tenant ON public.quiet_entry USING ((tenant_id IN ( SELECT unnest((NULLIF(current_setting('app.tenants'::text, true), ''::text))::bigint[]) AS unnest)));

CREATE POLICY tenant ON public.quiz USING ((tenant_id IN ( SELECT unnest((NULLIF(current_setting('app.tenants'::text, true), ''::text))::bigint[]) AS unnest)));

CREATE POLICY tenant ON public.quiz_answer USING ((tenant_id IN ( SELECT unnest((NULLIF(current_setting('app.tenants'::text, true), ''::text))::bigint[]) AS unnest)));

CREATE POLICY tenant ON public.quiz_option USING ((tenant_id IN ( SELECT unnest((NULLIF(current_setting('app.tenants'::text, true), ''::text))::bigint[]) AS unnest)));

CREATE POLICY tenant ON public.quiz_question USING ((tenant_id IN ( SELECT unnest((NULLIF(current_setting('app.tenants'::text, true), ''::text))::bigint[]) AS unnest)));

CREATE POLICY tenant ON public.redemption USING ((tenant_id IN ( SELECT unnest((NULLIF(current_setting('app.tenants'::text, true), ''::text))::bigint[]) AS unnest)));

CREATE POLICY tenant ON public.referral USING ((tenant_id IN ( SELECT unnest((NULLIF(current_setting('app.tenants'::text, true), ''::text))::bigint[]) AS unnest)));

CREATE POLICY tenant ON public.referral_code USING ((tenant_id IN ( SELECT unnest((NULLIF(current_setting('app.tenants'::text, true), ''::text))::bigint[]) AS unnest)));

CREATE POLICY tenant ON public.reward_configuration USING ((tenant_id IN ( SELECT unnest((NULLIF(current_setting('app.tenants'::text, true), ''::text))::bigint[]) AS unnest)));

CREATE POLICY tenant ON public.reward_configuration_tier USING ((tenant_id IN ( SELECT unnest((NULLIF(current_setting('app.tenants'::text, true), ''::text))::bigint[]) AS unnest)));

CREATE POLICY tenant ON public.reward_usage USING ((tenant_id IN ( SELECT unnest((NULLIF(current_setting('app.tenants'::text, true), ''::text))::bigint[]) AS unnest)));

CREATE POLICY tenant ON public.settings_version USING ((tenant_id IN ( SELECT unnest((NULLIF(current_setting('app.tenants'::text, true), ''::text))::bigint[]) AS unnest)));

CREATE POLICY tenant ON public.stamp_card USING ((tenant_id IN ( SELECT unnest((NULLIF(current_setting('app.tenants'::text, true), ''::text))::bigint[]) AS unnest)));

CREATE POLICY tenant ON public.stamp_record USING ((tenant_id IN ( SELECT unnest((NULLIF(current_setting('app.tenants'::text, true), ''::text))::bigint[]) AS unnest)));

CREATE POLICY tenant ON public.storefront USING ((tenant_id IN ( SELECT unnest((NULLIF(current_setting('app.tenants'::text, true), ''::text))::bigint[]) AS unnest)));

CREATE POLICY tenant ON public.storefront_block USING ((tenant_id IN ( SELECT unnest((NULLIF(current_setting('app.tenants'::text, true), ''::text))::bigint[]) AS unnest)));

CREATE POLICY tenant ON public.storefront_key USING ((tenant_id IN ( SELECT unnest((NULLIF(current_setting('app.tenants'::text, true), ''::text))::bigint[]) AS unnest)));

CREATE POLICY tenant ON public.storefront_logo USING ((tenant_id IN ( SELECT unnest((NULLIF(current_setting('app.tenants'::text, true), ''::text))::bigint[]) AS unnest)));

CREATE POLICY tenant ON public.storefront_use USING ((tenant_id IN ( SELECT unnest((NULLIF(current_setting('app.tenants'::text, true), ''::text))::bigint[]) AS unnest)));

CREATE POLICY tenant ON public.support_access USING ((tenant_id IN ( SELECT unnest((NULLIF(current_setting('app.tenants'::text, true), ''::text))::bigint[]) AS unnest)));

CREATE POLICY tenant ON public.tenant_home USING ((tenant_id IN ( SELECT unnest((NULLIF(current_setting('app.tenants'::text, true), ''::text))::bigint[]) AS unnest)));

CREATE POLICY tenant ON public.tenant_import USING ((tenant_id IN ( SELECT unnest((NULLIF(current_setting('app.tenants'::text, true), ''::text))::bigint[]) AS unnest)));

CREATE POLICY tenant ON public.tenant_zone USING ((tenant_id IN ( SELECT unnest((NULLIF(current_setting('app.tenants'::text, true), ''::text))::bigint[]) AS unnest)));

CREATE POLICY tenant ON public.term_filling USING ((tenant_id IN ( SELECT unnest((NULLIF(current_setting('app.tenants'::text, true), ''::text))::bigint[]) AS unnest)));

CREATE POLICY tenant ON public.terms_draft USING ((tenant_id IN ( SELECT unnest((NULLIF(current_setting('app.tenants'::text, true), ''::text))::bigint[]) AS unnest)));

CREATE POLICY tenant ON public.terms_version USING ((tenant_id IN ( SELECT unnest((NULLIF(current_setting('app.tenants'::text, true), ''::text))::bigint[]) AS unnest)));

CREATE POLICY tenant ON public.tier USING ((tenant_id IN ( SELECT unnest((NULLIF(current_setting('app.tenants'::text, true), ''::text))::bigint[]) AS unnest)));

CREATE POLICY tenant ON public.tier_benefit USING ((tenant_id IN ( SELECT unnest((NULLIF(current_setting('app.tenants'::text, true), ''::text))::bigint[]) AS unnest)));

CREATE POLICY tenant ON public.tier_goal USING ((tenant_id IN ( SELECT unnest((NULLIF(current_setting('app.tenants'::text, true), ''::text))::bigint[]) AS unnest)));

CREATE POLICY tenant ON public.tier_look USING ((tenant_id IN ( SELECT unnest((NULLIF(current_setting('app.tenants'::text, true), ''::text))::bigint[]) AS unnest)));

CREATE POLICY tenant ON public.tier_move USING ((tenant_id IN ( SELECT unnest((NULLIF(current_setting('app.tenants'::text, true), ''::text))::bigint[]) AS unnest)));

CREATE POLICY tenant ON public.tier_progress USING ((tenant_id IN ( SELECT unnest((NULLIF(current_setting('app.tenants'::text, true), ''::text))::bigint[]) AS unnest)));

CREATE POLICY tenant ON public.tier_sweep USING ((tenant_id IN ( SELECT unnest((NULLIF(current_setting('app.tenants'::text, true), ''::text))::bigint[]) AS unnest)));

CREATE POLICY tenant ON public.tier_version USING ((tenant_id IN ( SELECT unnest((NULLIF(current_setting('app.tenants'::text, true), ''::text))::bigint[]) AS unnest)));

CREATE POLICY tenant ON public.touched_customer USING ((tenant_id IN ( SELECT unnest((NULLIF(current_setting('app.tenants'::text, true), ''::text))::bigint[]) AS unnest)));

CREATE POLICY tenant ON public.verification USING ((tenant_id IN ( SELECT unnest((NULLIF(current_setting('app.tenants'::text, true), ''::text))::bigint[]) AS unnest)));

CREATE POLICY tenant ON public.webhook_attempt USING ((tenant_id IN ( SELECT unnest((NULLIF(current_setting('app.tenants'::text, true), ''::text))::bigint[]) AS unnest)));

CREATE POLICY tenant ON public.webhook_cursor USING ((tenant_id IN ( SELECT unnest((NULLIF(current_setting('app.tenants'::text, true), ''::text))::bigint[]) AS unnest)));

CREATE POLICY tenant ON public.webhook_endpoint USING ((tenant_id IN ( SELECT unnest((NULLIF(current_setting('app.tenants'::text, true), ''::text))::bigint[]) AS unnest)));

CREATE POLICY tenant ON public.webhook_hour USING ((tenant_id IN ( SELECT unnest((NULLIF(current_setting('app.tenants'::text, true), ''::text))::bigint[]) AS unnest)));

CREATE POLICY tenant ON public.webhook_retry USING ((tenant_id IN ( SELECT unnest((NULLIF(current_setting('app.tenants'::text, true), ''::text))::bigint[]) AS unnest)));

ALTER TABLE public.tenant_home ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.tenant_import ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.tenant_zone ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.term_filling ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.terms_draft ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.terms_version ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.tier ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.tier_benefit ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.tier_goal ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.tier_look ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.tier_move ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.tier_progress ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.tier_sweep ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.tier_version ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.touched_customer ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.verification ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.webhook_attempt ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.webhook_cursor ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.webhook_endpoint ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.webhook_hour ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.webhook_retry ENABLE ROW LEVEL SECURITY;

GRANT USAGE ON SCHEMA public TO punchcard_app;

REVOKE ALL ON FUNCTION public.create_event_partition(from_at timestamp with time zone, to_at timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION public.create_event_partition(from_at timestamp with time zone, to_at timestamp with time zone) TO punchcard_app_worker;

REVOKE ALL ON FUNCTION public.delete_closes_of_sandbox(sandbox bigint) FROM PUBLIC;
GRANT ALL ON FUNCTION public.delete_closes_of_sandbox(sandbox bigint) TO punchcard_app;

REVOKE ALL ON FUNCTION public.delete_rows_of_tenant(table_name text, leaving bigint, at_most integer) FROM PUBLIC;
GRANT ALL ON FUNCTION public.delete_rows_of_tenant(table_name text, leaving bigint, at_most integer) TO punchcard_app;

REVOKE ALL ON FUNCTION public.drop_event_partition(partition_name text, at timestamp with time zone, tenants bigint[]) FROM PUBLIC;
GRANT ALL ON FUNCTION public.drop_event_partition(partition_name text, at timestamp with time zone, tenants bigint[]) TO punchcard_app_worker;

REVOKE ALL ON FUNCTION public.forget_tenant(leaving bigint) FROM PUBLIC;
GRANT ALL ON FUNCTION public.forget_tenant(leaving bigint) TO punchcard_app;

REVOKE ALL ON FUNCTION public.queue_job(task text, payload json, job_key text) FROM PUBLIC;
GRANT ALL ON FUNCTION public.queue_job(task text, payload json, job_key text) TO punchcard_app;

REVOKE ALL ON FUNCTION public.queue_turn(tenant bigint, at timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION public.queue_turn(tenant bigint, at timestamp with time zone) TO punchcard_app;

REVOKE ALL ON FUNCTION public.raise_sequence(sequence_name text, above bigint) FROM PUBLIC;
GRANT ALL ON FUNCTION public.raise_sequence(sequence_name text, above bigint) TO punchcard_app;

GRANT USAGE ON SEQUENCE public.account_id TO punchcard_app;

GRANT SELECT,INSERT,DELETE ON TABLE public.accounting_estimate TO punchcard_app;

GRANT UPDATE(breakage) ON TABLE public.accounting_estimate TO punchcard_app;

GRANT UPDATE(point_worth) ON TABLE public.accounting_estimate TO punchcard_app;

GRANT SELECT,INSERT ON TABLE public.accounting_settings TO punchcard_app;

GRANT UPDATE(is_on) ON TABLE public.accounting_settings TO punchcard_app;

GRANT UPDATE(starts_in) ON TABLE public.accounting_settings TO punchcard_app;

GRANT UPDATE(close_day) ON TABLE public.accounting_settings TO punchcard_app;

GRANT UPDATE(accounts) ON TABLE public.accounting_settings TO punchcard_app;

GRANT UPDATE(version) ON TABLE public.accounting_settings TO punchcard_app;

GRANT SELECT,INSERT,DELETE ON TABLE public.action_grant TO punchcard_app;

GRANT UPDATE(customer_id) ON TABLE public.action_grant TO punchcard_app;

GRANT UPDATE(grant_key) ON TABLE public.action_grant TO punchcard_app;

GRANT SELECT,INSERT,DELETE ON TABLE public.adjustment_sum TO punchcard_app;

GRANT SELECT,INSERT,UPDATE ON TABLE public.admin_token TO punchcard_app;

GRANT SELECT,INSERT,UPDATE ON TABLE public.api_key TO punchcard_app;

GRANT SELECT,INSERT ON TABLE public.approval TO punchcard_app;

GRANT UPDATE(customer_id) ON TABLE public.approval TO punchcard_app;

GRANT UPDATE(note) ON TABLE public.approval TO punchcard_app;

GRANT UPDATE(is_approved) ON TABLE public.approval TO punchcard_app;

GRANT UPDATE(decided_by) ON TABLE public.approval TO punchcard_app;

GRANT UPDATE(decided_label) ON TABLE public.approval TO punchcard_app;

GRANT UPDATE(decided_at) ON TABLE public.approval TO punchcard_app;

GRANT UPDATE(decision_note) ON TABLE public.approval TO punchcard_app;

GRANT UPDATE(record_id) ON TABLE public.approval TO punchcard_app;

GRANT SELECT,INSERT ON TABLE public.audit_entry TO punchcard_app;

GRANT SELECT,INSERT,UPDATE ON TABLE public.award TO punchcard_app;

GRANT SELECT,INSERT ON TABLE public.backtest TO punchcard_app;

GRANT UPDATE(result) ON TABLE public.backtest TO punchcard_app;

GRANT SELECT,INSERT ON TABLE public.backtest_check TO punchcard_app;

GRANT UPDATE(day) ON TABLE public.backtest_check TO punchcard_app;

GRANT UPDATE(checked_at) ON TABLE public.backtest_check TO punchcard_app;

GRANT UPDATE(orders) ON TABLE public.backtest_check TO punchcard_app;

GRANT UPDATE(differences) ON TABLE public.backtest_check TO punchcard_app;

GRANT UPDATE(incomparable) ON TABLE public.backtest_check TO punchcard_app;

GRANT SELECT,INSERT,DELETE ON TABLE public.backtest_customer TO punchcard_app;

GRANT UPDATE(live) ON TABLE public.backtest_customer TO punchcard_app;

GRANT UPDATE(candidate) ON TABLE public.backtest_customer TO punchcard_app;

GRANT UPDATE(orders) ON TABLE public.backtest_customer TO punchcard_app;

GRANT UPDATE(state) ON TABLE public.backtest_customer TO punchcard_app;

GRANT SELECT,INSERT ON TABLE public.balance_change TO punchcard_app;

GRANT UPDATE(customer_id) ON TABLE public.balance_change TO punchcard_app;

GRANT UPDATE(reason) ON TABLE public.balance_change TO punchcard_app;

GRANT UPDATE(note) ON TABLE public.balance_change TO punchcard_app;

GRANT SELECT,INSERT,UPDATE ON TABLE public.brand TO punchcard_app;

GRANT SELECT,INSERT,UPDATE ON TABLE public.category TO punchcard_app;

GRANT SELECT,INSERT,DELETE ON TABLE public.cohort_sum TO punchcard_app;

GRANT UPDATE(customers) ON TABLE public.cohort_sum TO punchcard_app;

GRANT UPDATE(sales) ON TABLE public.cohort_sum TO punchcard_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.consent TO punchcard_app;

GRANT SELECT,INSERT,UPDATE ON TABLE public.coupon TO punchcard_app;

GRANT SELECT,INSERT ON TABLE public.coupon_upload TO punchcard_app;

GRANT UPDATE(code_count) ON TABLE public.coupon_upload TO punchcard_app;

GRANT UPDATE(removed_count) ON TABLE public.coupon_upload TO punchcard_app;

GRANT UPDATE(undone_at) ON TABLE public.coupon_upload TO punchcard_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.customer TO punchcard_app;

GRANT SELECT,INSERT,DELETE ON TABLE public.customer_alias TO punchcard_app;

GRANT UPDATE(customer_id) ON TABLE public.customer_alias TO punchcard_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.customer_claim TO punchcard_app;

GRANT SELECT,INSERT,UPDATE ON TABLE public.customer_count TO punchcard_app;

GRANT SELECT,INSERT,DELETE ON TABLE public.customer_first TO punchcard_app;

GRANT UPDATE(order_id) ON TABLE public.customer_first TO punchcard_app;

GRANT UPDATE(day) ON TABLE public.customer_first TO punchcard_app;

GRANT UPDATE(month) ON TABLE public.customer_first TO punchcard_app;

GRANT SELECT,INSERT,DELETE ON TABLE public.customer_month TO punchcard_app;

GRANT UPDATE(orders) ON TABLE public.customer_month TO punchcard_app;

GRANT UPDATE(sales) ON TABLE public.customer_month TO punchcard_app;

GRANT SELECT,INSERT,DELETE ON TABLE public.customer_note TO punchcard_app;

GRANT UPDATE(customer_id) ON TABLE public.customer_note TO punchcard_app;

GRANT SELECT,INSERT,UPDATE ON TABLE public.customer_order TO punchcard_app;

GRANT SELECT,INSERT,DELETE ON TABLE public.customer_term TO punchcard_app;

GRANT SELECT,INSERT ON TABLE public.directory_audit_entry TO punchcard_app;

GRANT SELECT,UPDATE ON TABLE public.directory_generation TO punchcard_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.email_configuration TO punchcard_app;

GRANT SELECT,INSERT ON TABLE public.erased_person TO punchcard_app;

GRANT SELECT,INSERT ON TABLE public.erasure_key TO punchcard_app;

GRANT UPDATE(key) ON TABLE public.erasure_key TO punchcard_app;

GRANT UPDATE(sealed_key) ON TABLE public.erasure_key TO punchcard_app;

GRANT SELECT,INSERT,UPDATE ON TABLE public.event_log TO punchcard_app;

GRANT SELECT ON TABLE public.event_partition TO punchcard_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.failed_request TO punchcard_app;

GRANT SELECT,INSERT,DELETE ON TABLE public.figure_counted TO punchcard_app;

GRANT SELECT,INSERT,DELETE ON TABLE public.figure_head TO punchcard_app;

GRANT UPDATE(state) ON TABLE public.figure_head TO punchcard_app;

GRANT UPDATE(transaction) ON TABLE public.figure_head TO punchcard_app;

GRANT UPDATE(id) ON TABLE public.figure_head TO punchcard_app;

GRANT UPDATE(counted_to) ON TABLE public.figure_head TO punchcard_app;

GRANT UPDATE(folded_at) ON TABLE public.figure_head TO punchcard_app;

GRANT SELECT,INSERT,DELETE ON TABLE public.figure_sum TO punchcard_app;

GRANT UPDATE(points) ON TABLE public.figure_sum TO punchcard_app;

GRANT UPDATE(cashback) ON TABLE public.figure_sum TO punchcard_app;

GRANT UPDATE(count) ON TABLE public.figure_sum TO punchcard_app;

GRANT SELECT,INSERT,DELETE ON TABLE public.figure_verification TO punchcard_app;

GRANT UPDATE(verified_at) ON TABLE public.figure_verification TO punchcard_app;

GRANT UPDATE(differences) ON TABLE public.figure_verification TO punchcard_app;

GRANT UPDATE(differs_since) ON TABLE public.figure_verification TO punchcard_app;

GRANT USAGE ON SEQUENCE public.file_id TO punchcard_app;

GRANT SELECT,INSERT,DELETE ON TABLE public.file TO punchcard_app;

GRANT UPDATE(bytes) ON TABLE public.file TO punchcard_app;

GRANT UPDATE(lines) ON TABLE public.file TO punchcard_app;

GRANT UPDATE(sha256) ON TABLE public.file TO punchcard_app;

GRANT UPDATE(sealed_key) ON TABLE public.file TO punchcard_app;

GRANT UPDATE(state) ON TABLE public.file TO punchcard_app;

GRANT UPDATE(expires_at) ON TABLE public.file TO punchcard_app;

GRANT UPDATE(deleted_because) ON TABLE public.file TO punchcard_app;

GRANT SELECT,INSERT,DELETE ON TABLE public.file_part TO punchcard_app;

GRANT UPDATE(octets) ON TABLE public.file_part TO punchcard_app;

GRANT UPDATE(sha256) ON TABLE public.file_part TO punchcard_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.idempotency_key TO punchcard_app;

GRANT USAGE ON SEQUENCE public.import_id TO punchcard_app;

GRANT SELECT,INSERT,DELETE ON TABLE public.import TO punchcard_app;

GRANT UPDATE(state) ON TABLE public.import TO punchcard_app;

GRANT UPDATE(revision) ON TABLE public.import TO punchcard_app;

GRANT UPDATE(preset) ON TABLE public.import TO punchcard_app;

GRANT UPDATE(format) ON TABLE public.import TO punchcard_app;

GRANT UPDATE(mapping) ON TABLE public.import TO punchcard_app;

GRANT UPDATE(options) ON TABLE public.import TO punchcard_app;

GRANT UPDATE(answers) ON TABLE public.import TO punchcard_app;

GRANT UPDATE(plan_hash) ON TABLE public.import TO punchcard_app;

GRANT UPDATE(checked_at) ON TABLE public.import TO punchcard_app;

GRANT UPDATE(findings) ON TABLE public.import TO punchcard_app;

GRANT UPDATE(sample_file_id) ON TABLE public.import TO punchcard_app;

GRANT UPDATE(refused_file_id) ON TABLE public.import TO punchcard_app;

GRANT UPDATE(check_job_id) ON TABLE public.import TO punchcard_app;

GRANT UPDATE(apply_job_id) ON TABLE public.import TO punchcard_app;

GRANT UPDATE(applied) ON TABLE public.import TO punchcard_app;

GRANT UPDATE(applied_at) ON TABLE public.import TO punchcard_app;

GRANT UPDATE(error_file_id) ON TABLE public.import TO punchcard_app;

GRANT UPDATE(undo_job_id) ON TABLE public.import TO punchcard_app;

GRANT UPDATE(undone) ON TABLE public.import TO punchcard_app;

GRANT UPDATE(undone_at) ON TABLE public.import TO punchcard_app;

GRANT SELECT,INSERT,DELETE ON TABLE public.import_effect TO punchcard_app;

GRANT SELECT,INSERT,DELETE ON TABLE public.import_mapping TO punchcard_app;

GRANT UPDATE(kind) ON TABLE public.import_mapping TO punchcard_app;

GRANT UPDATE(mapping) ON TABLE public.import_mapping TO punchcard_app;

GRANT UPDATE(saved_at) ON TABLE public.import_mapping TO punchcard_app;

GRANT SELECT,INSERT ON TABLE public.import_salt TO punchcard_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.import_used TO punchcard_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.imported_progress TO punchcard_app;

GRANT SELECT,INSERT,UPDATE ON TABLE public.invitation TO punchcard_app;

GRANT USAGE ON SEQUENCE public.job_id TO punchcard_app;

GRANT SELECT,INSERT,DELETE ON TABLE public.job TO punchcard_app;

GRANT UPDATE(state) ON TABLE public.job TO punchcard_app;

GRANT UPDATE(wish) ON TABLE public.job TO punchcard_app;

GRANT UPDATE(checkpoint) ON TABLE public.job TO punchcard_app;

GRANT UPDATE(done) ON TABLE public.job TO punchcard_app;

GRANT UPDATE(total) ON TABLE public.job TO punchcard_app;

GRANT UPDATE(result) ON TABLE public.job TO punchcard_app;

GRANT UPDATE(problem) ON TABLE public.job TO punchcard_app;

GRANT UPDATE(started_at) ON TABLE public.job TO punchcard_app;

GRANT UPDATE(finished_at) ON TABLE public.job TO punchcard_app;

GRANT UPDATE(expires_at) ON TABLE public.job TO punchcard_app;

GRANT UPDATE(failures) ON TABLE public.job TO punchcard_app;

GRANT UPDATE(turn_at) ON TABLE public.job TO punchcard_app;

GRANT UPDATE(lease_number) ON TABLE public.job TO punchcard_app;

GRANT UPDATE(erased_at) ON TABLE public.job TO punchcard_app;

GRANT SELECT,INSERT,UPDATE ON TABLE public.key_use TO punchcard_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.known_device TO punchcard_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.limit_use TO punchcard_app;

GRANT SELECT,INSERT ON TABLE public.point_event TO punchcard_app;

GRANT SELECT,USAGE ON SEQUENCE public.point_event_id_seq TO punchcard_app;

GRANT SELECT,INSERT ON TABLE public.lot_move TO punchcard_app;

GRANT UPDATE(customer_id) ON TABLE public.lot_move TO punchcard_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.membership TO punchcard_app;

GRANT SELECT ON TABLE public.migration TO punchcard_app;

GRANT SELECT,INSERT ON TABLE public.month_close TO punchcard_app;

GRANT SELECT,INSERT,UPDATE ON TABLE public.morning TO punchcard_app;

GRANT SELECT,INSERT,DELETE ON TABLE public.order_day TO punchcard_app;

GRANT SELECT,INSERT,DELETE ON TABLE public.order_day_due TO punchcard_app;

GRANT UPDATE(mark) ON TABLE public.order_day_due TO punchcard_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.order_elsewhere TO punchcard_app;

GRANT SELECT,INSERT,DELETE ON TABLE public.order_figures TO punchcard_app;

GRANT UPDATE(counted_to) ON TABLE public.order_figures TO punchcard_app;

GRANT UPDATE(days_marked) ON TABLE public.order_figures TO punchcard_app;

GRANT UPDATE(is_complete) ON TABLE public.order_figures TO punchcard_app;

GRANT UPDATE(counted_at) ON TABLE public.order_figures TO punchcard_app;

GRANT SELECT,INSERT ON TABLE public.order_return TO punchcard_app;

GRANT UPDATE(customer_id) ON TABLE public.order_return TO punchcard_app;

GRANT SELECT,INSERT,DELETE ON TABLE public.password_reset TO punchcard_app;

GRANT SELECT,INSERT,DELETE ON TABLE public.past_quiet_entry TO punchcard_app;

GRANT SELECT,INSERT,DELETE ON TABLE public.period_figure TO punchcard_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.person TO punchcard_app;

GRANT SELECT,INSERT ON TABLE public.platform_audit TO punchcard_app;

GRANT SELECT,INSERT ON TABLE public.point_origin TO punchcard_app;

GRANT UPDATE(customer_id) ON TABLE public.point_origin TO punchcard_app;

GRANT SELECT,INSERT,UPDATE ON TABLE public.point_record TO punchcard_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.pre_generated_coupon TO punchcard_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.pre_generated_coupon_list TO punchcard_app;

GRANT SELECT,INSERT,UPDATE ON TABLE public.product TO punchcard_app;

GRANT SELECT,INSERT,UPDATE ON TABLE public.program_draft TO punchcard_app;

GRANT SELECT,INSERT ON TABLE public.program_plan TO punchcard_app;

GRANT UPDATE(result) ON TABLE public.program_plan TO punchcard_app;

GRANT SELECT,INSERT ON TABLE public.program_version TO punchcard_app;

GRANT UPDATE(cancelled_at) ON TABLE public.program_version TO punchcard_app;

GRANT USAGE ON SEQUENCE public.quiet_entry_id TO punchcard_app;

GRANT SELECT,INSERT,DELETE ON TABLE public.quiet_entry TO punchcard_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.quiz TO punchcard_app;

GRANT SELECT,INSERT,UPDATE ON TABLE public.quiz_answer TO punchcard_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.quiz_option TO punchcard_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.quiz_question TO punchcard_app;

GRANT SELECT,INSERT,UPDATE ON TABLE public.redemption TO punchcard_app;

GRANT SELECT,INSERT,UPDATE ON TABLE public.referral TO punchcard_app;

GRANT SELECT,INSERT,DELETE ON TABLE public.referral_code TO punchcard_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.reward_configuration TO punchcard_app;

GRANT SELECT,INSERT,DELETE ON TABLE public.reward_configuration_tier TO punchcard_app;

GRANT SELECT,INSERT,UPDATE ON TABLE public.reward_usage TO punchcard_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.session TO punchcard_app;

GRANT SELECT,INSERT,UPDATE ON TABLE public.settings_version TO punchcard_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.sign_in_limit TO punchcard_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.stamp_card TO punchcard_app;

GRANT SELECT,INSERT,UPDATE ON TABLE public.stamp_record TO punchcard_app;

GRANT SELECT,INSERT,UPDATE ON TABLE public.storefront TO punchcard_app;

GRANT SELECT,INSERT,UPDATE ON TABLE public.storefront_block TO punchcard_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.storefront_key TO punchcard_app;

GRANT SELECT,INSERT,DELETE ON TABLE public.storefront_logo TO punchcard_app;

GRANT UPDATE(saved_at) ON TABLE public.storefront_logo TO punchcard_app;

GRANT SELECT,INSERT,DELETE ON TABLE public.storefront_use TO punchcard_app;

GRANT UPDATE(count) ON TABLE public.storefront_use TO punchcard_app;

GRANT SELECT,INSERT ON TABLE public.support_access TO punchcard_app;

GRANT UPDATE(ended_at) ON TABLE public.support_access TO punchcard_app;

GRANT UPDATE(ended_by) ON TABLE public.support_access TO punchcard_app;

GRANT SELECT,INSERT,UPDATE ON TABLE public.tenant TO punchcard_app;

GRANT SELECT,INSERT,UPDATE ON TABLE public.tenant_home TO punchcard_app;

GRANT USAGE ON SEQUENCE public.tenant_id_seq TO punchcard_app;

GRANT SELECT,INSERT,UPDATE ON TABLE public.tenant_import TO punchcard_app;

GRANT SELECT,INSERT,DELETE ON TABLE public.tenant_zone TO punchcard_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.term_filling TO punchcard_app;

GRANT SELECT,INSERT,UPDATE ON TABLE public.terms_draft TO punchcard_app;

GRANT SELECT,INSERT ON TABLE public.terms_version TO punchcard_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.tier TO punchcard_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.tier_benefit TO punchcard_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.tier_goal TO punchcard_app;

GRANT SELECT,INSERT,UPDATE ON TABLE public.tier_look TO punchcard_app;

GRANT SELECT,INSERT ON TABLE public.tier_move TO punchcard_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.tier_progress TO punchcard_app;

GRANT SELECT,INSERT,UPDATE ON TABLE public.tier_sweep TO punchcard_app;

GRANT SELECT,INSERT,UPDATE ON TABLE public.tier_version TO punchcard_app;

GRANT USAGE ON SEQUENCE public.tier_version_number TO punchcard_app;

GRANT SELECT,INSERT,DELETE ON TABLE public.touched_customer TO punchcard_app;

GRANT UPDATE(mark) ON TABLE public.touched_customer TO punchcard_app;

GRANT SELECT,INSERT,UPDATE ON TABLE public.verification TO punchcard_app;

GRANT SELECT,INSERT,DELETE ON TABLE public.webhook_attempt TO punchcard_app;

GRANT UPDATE(answer) ON TABLE public.webhook_attempt TO punchcard_app;

GRANT SELECT,INSERT,UPDATE ON TABLE public.webhook_cursor TO punchcard_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.webhook_endpoint TO punchcard_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.webhook_hour TO punchcard_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.webhook_retry TO punchcard_app;
