-- What a merchant configures is known in files by its key, which is the same for good, and changes by versions: who
-- changes it names the version that was read. Nothing is deleted: what is archived is out of sight and out of use.

-- A key out of a title: small letters without accents, digits and single hyphens.
create function pg_temp.slug(title text, fallback text) returns text
language sql
as $$
  select coalesce(nullif(trim('-' from left(trim('-' from regexp_replace(
    translate(lower(title), 'áàâãäåéèêëíìîïóòôõöúùûüçñ', 'aaaaaaeeeeiiiiooooouuuucn'),
    '[^a-z0-9]+', '-', 'g')), 40)), ''), fallback)
$$;

alter table reward_configuration
  add column key text check (key ~ '^[a-z0-9][a-z0-9-]{0,62}$'),
  add column version integer not null default 1,
  add column archived_at timestamptz;

alter table quiz
  add column key text check (key ~ '^[a-z0-9][a-z0-9-]{0,62}$'),
  add column version integer not null default 1,
  add column archived_at timestamptz;

-- created_at is null for lists of before: when they were made was not kept.
alter table pre_generated_coupon_list
  add column key text check (key ~ '^[a-z0-9][a-z0-9-]{0,62}$'),
  add column version integer not null default 1,
  add column archived_at timestamptz,
  add column warn_below integer check (warn_below > 0),
  add column created_at timestamptz;
alter table pre_generated_coupon_list alter column created_at set default now();

-- `identifier` is what the private API shows, and may be missing or shared; the key is neither.
alter table tier
  add column key text check (key ~ '^[a-z0-9][a-z0-9-]{0,62}$'),
  add column archived_at timestamptz;

-- Of those with the same title all but the first get their number too, behind two hyphens, which no title makes.
update reward_configuration as reward
set key = case when named.rank = 1 then named.slug else named.slug || '--' || named.id end
from (
  select tenant_id, id, slug, row_number() over (partition by tenant_id, slug order by id) as rank
  from (select tenant_id, id, pg_temp.slug(title, 'reward') as slug from reward_configuration) as slugs
) as named
where reward.tenant_id = named.tenant_id and reward.id = named.id;

update quiz
set key = case when named.rank = 1 then named.slug else named.slug || '--' || named.id end
from (
  select tenant_id, id, slug, row_number() over (partition by tenant_id, slug order by id) as rank
  from (select tenant_id, id, pg_temp.slug(name, 'quiz') as slug from quiz) as slugs
) as named
where quiz.tenant_id = named.tenant_id and quiz.id = named.id;

update pre_generated_coupon_list as list
set key = case when named.rank = 1 then named.slug else named.slug || '--' || named.id end
from (
  select tenant_id, id, slug, row_number() over (partition by tenant_id, slug order by id) as rank
  from (select tenant_id, id, pg_temp.slug(name, 'list') as slug from pre_generated_coupon_list) as slugs
) as named
where list.tenant_id = named.tenant_id and list.id = named.id;

-- That a tier has a key changes nothing for its customers: nobody has to be looked at again.
alter table tier disable trigger tier_changed;
update tier
set key = case when named.rank = 1 then named.slug else named.slug || '--' || named.id end
from (
  select tenant_id, id, slug, row_number() over (partition by tenant_id, slug order by id) as rank
  from (
    select tenant_id, id, pg_temp.slug(coalesce(nullif(trim(identifier), ''), name), 'tier') as slug from tier
  ) as slugs
) as named
where tier.tenant_id = named.tenant_id and tier.id = named.id;
alter table tier enable trigger tier_changed;

alter table reward_configuration alter column key set not null;
alter table quiz alter column key set not null;
alter table pre_generated_coupon_list alter column key set not null;
alter table tier alter column key set not null;

create unique index reward_configuration_key on reward_configuration (tenant_id, key);
create unique index quiz_key on quiz (tenant_id, key);
create unique index pre_generated_coupon_list_key on pre_generated_coupon_list (tenant_id, key);
create unique index tier_key on tier (tenant_id, key);

drop function pg_temp.slug(text, text);
