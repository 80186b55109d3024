create table tier (
  tenant_id bigint not null,
  id bigint generated always as identity,
  name text not null,
  color text,
  icon_url text,
  is_active boolean not null default true,
  is_base boolean not null default false,
  position integer not null,
  -- What the private API shows. It may be missing or shared; the key is neither.
  identifier text,
  caption text,
  key text not null check (key ~ '^[a-z0-9][a-z0-9-]{0,62}$'),
  archived_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, position)
);

create unique index tier_base on tier (tenant_id) where is_base;
create unique index tier_key on tier (tenant_id, key);

call own_by_tenant('tier');
grant select, insert, update, delete on tier to punchcard_app;

-- The tiers for which a reward is reserved; without a row it is for everyone.
create table reward_configuration_tier (
  tenant_id bigint not null,
  reward_configuration_id bigint not null,
  tier_id bigint not null,
  primary key (tenant_id, reward_configuration_id, tier_id),
  foreign key (tenant_id, reward_configuration_id) references reward_configuration (tenant_id, id) on delete cascade,
  foreign key (tenant_id, tier_id) references tier (tenant_id, id) on delete cascade
);

call own_by_tenant('reward_configuration_tier');
grant select, insert, delete on reward_configuration_tier to punchcard_app;

-- What a customer must reach for a tier: all of its goals. measure: 0 spend, 1 orders, 2 points earned.
create table tier_goal (
  tenant_id bigint not null,
  id bigint generated always as identity,
  tier_id bigint not null,
  position integer not null,
  name text not null,
  measure smallint not null check (measure between 0 and 2),
  value numeric(18, 4) not null check (value > 0),
  months integer not null default 12 check (months between 1 and 120),
  primary key (tenant_id, id),
  unique (tenant_id, tier_id, position),
  foreign key (tenant_id, tier_id) references tier (tenant_id, id) on delete cascade
);

call own_by_tenant('tier_goal');
grant select, insert, update, delete on tier_goal to punchcard_app;

-- type: 0 a reward, 1 a multiplier of what orders earn, 2 a text.
create table tier_benefit (
  tenant_id bigint not null,
  id bigint generated always as identity,
  tier_id bigint not null,
  position integer not null,
  description text not null,
  type smallint not null check (type between 0 and 2),
  reward_configuration_id bigint,
  multiplier numeric(18, 4) check (multiplier > 1),
  primary key (tenant_id, id),
  unique (tenant_id, tier_id, position),
  foreign key (tenant_id, tier_id) references tier (tenant_id, id) on delete cascade,
  foreign key (tenant_id, reward_configuration_id) references reward_configuration (tenant_id, id) on delete cascade,
  check ((type = 0) = (reward_configuration_id is not null)),
  check ((type = 1) = (multiplier is not null))
);

create index tier_benefit_of_reward on tier_benefit (tenant_id, reward_configuration_id)
where reward_configuration_id is not null;

call own_by_tenant('tier_benefit');
grant select, insert, update, delete on tier_benefit to punchcard_app;

-- Names the present state of a tenant's tiers: a process that has read them under a version need not read them again.
-- From a sequence, so that a version that was rolled back never comes to mean something else.
create table tier_version (
  tenant_id bigint primary key,
  version bigint not null
);

call own_by_tenant('tier_version');
grant select, insert, update on tier_version to punchcard_app;
create sequence tier_version_number;
grant usage on sequence tier_version_number to punchcard_app;

create function count_tier_change() returns trigger
language plpgsql
as $$
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

create trigger tier_changed after insert or update or delete on tier
for each row execute function count_tier_change();
create trigger tier_goal_changed after insert or update or delete on tier_goal
for each row execute function count_tier_change();
create trigger tier_benefit_changed after insert or update or delete on tier_benefit
for each row execute function count_tier_change();

-- Every change of a customer's tier, as it showed: with the base tier where it was that, null where it was none. A tier
-- may be lost with the order that reached it, and a merge keeps the higher of two tiers.
create table tier_move (
  tenant_id bigint not null,
  customer_id bigint not null,
  id bigint not null,
  moved_at timestamptz not null,
  from_tier_id bigint,
  to_tier_id bigint,
  reason text not null
    check (reason in ('goals reached', 'goals missed', 'tier removed', 'order taken back', 'customers merged')),
  -- The goals that decided, and what the customer had of each.
  explanation json not null,
  primary key (tenant_id, customer_id, id)
);

call own_by_tenant('tier_move');
grant select, insert on tier_move to punchcard_app;

-- What goals count, kept by day of the merchant's calendar. Summing it from all orders and records each time would be
-- slow: a customer with 100,000 orders has a few hundred rows in any window. Only for tenants that use tiers. What an
-- order earned lies on the day of its completion, for as long as it is complete; what an action or a gift earned, on
-- the day it was recorded. A customer with any row has all of them. One without rows has not been counted yet, and is
-- counted from orders and records by the first command that asks. Numeric beyond (18, 4): it holds sums of many orders.
create table tier_progress (
  tenant_id bigint not null,
  customer_id bigint not null,
  day date not null,
  spend numeric(24, 4) not null,
  orders integer not null,
  points numeric(24, 4) not null,
  primary key (tenant_id, customer_id, day)
) with (fillfactor = 90);

call own_by_tenant('tier_progress');
grant select, insert, update, delete on tier_progress to punchcard_app;

-- The check of every customer of a tenant after its tiers have changed: for which version of them, and how far it has
-- come (null: it is finished). The first one counts all customers, and so does one after a change of the time zone.
-- Progress of a tenant without a row here is not kept yet, but counted from orders and records whenever it is needed.
create table tier_look (
  tenant_id bigint primary key,
  version bigint not null,
  time_zone text not null,
  counts_again boolean not null,
  after_id bigint
);

call own_by_tenant('tier_look');
grant select, insert, update on tier_look to punchcard_app;

-- When all customers of a tenant were last checked for losing their tier.
create table tier_sweep (
  tenant_id bigint primary key,
  swept_at timestamptz not null
);

call own_by_tenant('tier_sweep');
grant select, insert, update on tier_sweep to punchcard_app;

-- Without a date a quiz is open on that side; switched off it is closed, as if it did not exist.
create table quiz (
  tenant_id bigint not null,
  id bigint generated always as identity,
  name text not null,
  points numeric(18, 4) not null check (points >= 0),
  is_active boolean not null default true,
  starts_at timestamptz,
  ends_at timestamptz,
  created_at timestamptz not null default now(),
  key text not null check (key ~ '^[a-z0-9][a-z0-9-]{0,62}$'),
  version integer not null default 1,
  archived_at timestamptz,
  primary key (tenant_id, id),
  check (ends_at > starts_at)
);

create unique index quiz_key on quiz (tenant_id, key);

call own_by_tenant('quiz');
grant select, insert, update, delete on quiz to punchcard_app;

-- type: 0 single choice, 1 several choices, 2 open text. Several choices: at least one and at most all of the options,
-- unless the question says otherwise.
create table quiz_question (
  tenant_id bigint not null,
  id bigint generated always as identity,
  quiz_id bigint not null,
  position integer not null,
  question text not null,
  type smallint not null check (type between 0 and 2),
  options_min integer check (options_min > 0),
  options_max integer check (options_max > 0),
  primary key (tenant_id, id),
  unique (tenant_id, quiz_id, position),
  foreign key (tenant_id, quiz_id) references quiz (tenant_id, id) on delete cascade,
  check (type = 1 or (options_min is null and options_max is null)),
  check (options_max >= options_min)
);

call own_by_tenant('quiz_question');
grant select, insert, update, delete on quiz_question to punchcard_app;

create table quiz_option (
  tenant_id bigint not null,
  id bigint generated always as identity,
  question_id bigint not null,
  position integer not null,
  text text not null,
  type smallint not null default 0,
  primary key (tenant_id, id),
  unique (tenant_id, question_id, position),
  foreign key (tenant_id, question_id) references quiz_question (tenant_id, id) on delete cascade
);

call own_by_tenant('quiz_option');
grant select, insert, update, delete on quiz_option to punchcard_app;

-- One answer per customer. What was answered may name people: erasing a person empties `answers`, and that the quiz was
-- answered stays. No foreign keys: it is written with the account, and outlives its quiz.
create table quiz_answer (
  tenant_id bigint not null,
  customer_id bigint not null,
  quiz_id bigint not null,
  answered_at timestamptz not null,
  -- null: the quiz was worth no points.
  record_id bigint,
  answers json,
  primary key (tenant_id, customer_id, quiz_id)
);

-- Whether a quiz was answered at all is asked before it is changed, and its results are counted.
create index quiz_answer_of_quiz on quiz_answer (tenant_id, quiz_id, customer_id);

call own_by_tenant('quiz_answer');
grant select, insert, update on quiz_answer to punchcard_app;
