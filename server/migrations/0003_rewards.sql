create table tier (
  tenant_id bigint not null,
  id bigint generated always as identity,
  name text not null,
  color text,
  icon_url text,
  is_active boolean not null default true,
  is_base boolean not null default false,
  position integer not null,
  identifier text,
  caption text,
  primary key (tenant_id, id),
  unique (tenant_id, position)
);

create unique index tier_base on tier (tenant_id) where is_base;

call own_by_tenant('tier');
grant select, insert, update, delete on tier to punchcard_app;

create table email_configuration (
  tenant_id bigint not null,
  id bigint generated always as identity,
  subject text not null,
  email_body text not null,
  pre_header text,
  title text,
  description text,
  is_active boolean not null default true,
  type integer not null default 0,
  sub_type integer,
  email_group integer not null default 0,
  objective_linked_type integer,
  variables jsonb not null default '[]' check (jsonb_typeof(variables) = 'array'),
  is_logo_hidden boolean not null default false,
  is_background_color_changed boolean not null default false,
  background_color text,
  recommends_products boolean not null default false,
  primary key (tenant_id, id)
);

call own_by_tenant('email_configuration');
grant select, insert, update, delete on email_configuration to punchcard_app;

-- reward_type: 0 percent, 1 fixed value, 2 free shipping, 3 cashback, 4 custom, 5 product.
-- reward_channel: 0 all, 1 online, 2 point of sale.
-- product_collection_selection: 0 all products, 1 only the collections, 2 all but them.
create table reward_configuration (
  tenant_id bigint not null,
  id bigint generated always as identity,
  reward_type integer not null check (reward_type between 0 and 5),
  reward_channel integer not null default 0 check (reward_channel between 0 and 2),
  is_active boolean not null default true,
  points numeric(18, 4) not null default 0 check (points >= 0),
  value numeric(18, 4) not null default 0 check (value >= 0),

  pre_title text,
  title text not null,
  description text,
  long_description text,
  custom_title text,
  usage_instructions text,
  uses_custom_instruction boolean not null default false,
  custom_icon_url text,
  is_widget_icon_active boolean not null default false,
  widget_icon text,
  is_landing_page_icon_active boolean not null default false,
  landing_page_icon text,

  valid_from timestamptz,
  valid_until timestamptz,
  customer_usage_limit integer check (customer_usage_limit > 0),
  global_usage_limit integer check (global_usage_limit > 0),

  notifies_team boolean not null default false,
  team_emails text[] not null default '{}',
  notifies_customer boolean not null default false,
  customer_email_configuration_id bigint,

  code_prefix text,
  coupon_valid_days integer check (coupon_valid_days > 0),
  is_cumulative boolean not null default false,
  minimum_purchase numeric(18, 4) check (minimum_purchase >= 0),
  generates_coupon_by_hand boolean not null default false,
  expires_coupons_missing_in_platform boolean not null default false,

  cashback_maximum numeric(18, 4) check (cashback_maximum > 0),
  cashback_purchase_percent numeric(18, 4) check (cashback_purchase_percent between 0 and 100),
  is_cashback_informative_only boolean not null default false,
  cashback_informative_text text,
  cashback_rules text,

  allows_product_collection boolean not null default false,
  product_collection_selection integer not null default 0 check (product_collection_selection between 0 and 2),
  product_collections text[] not null default '{}',

  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, customer_email_configuration_id) references email_configuration (tenant_id, id),
  check (valid_until > valid_from),
  check (reward_type <> 0 or value <= 100)
);

call own_by_tenant('reward_configuration');
grant select, insert, update, delete on reward_configuration to punchcard_app;

-- The tiers a reward is kept for; without a row it is for everyone.
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

create table pre_generated_coupon_list (
  tenant_id bigint not null,
  id bigint generated always as identity,
  name text not null,
  reward_configuration_id bigint,
  is_internal boolean not null default false,
  coupon_type integer not null check (coupon_type between 0 and 4),
  coupon_value numeric(18, 4) not null default 0,
  -- Kept with the list, so that reading it never counts a million codes.
  coupon_count integer not null default 0 check (coupon_count >= 0),
  used_count integer not null default 0 check (used_count between 0 and coupon_count),
  primary key (tenant_id, id),
  foreign key (tenant_id, reward_configuration_id) references reward_configuration (tenant_id, id)
);

create index pre_generated_coupon_list_of_reward
on pre_generated_coupon_list (tenant_id, reward_configuration_id);

call own_by_tenant('pre_generated_coupon_list');
grant select, insert, update, delete on pre_generated_coupon_list to punchcard_app;

create table pre_generated_coupon (
  tenant_id bigint not null,
  id bigint generated always as identity,
  list_id bigint not null,
  original_id text,
  code text not null,
  created_at timestamptz not null default now(),
  valid_from timestamptz,
  valid_until timestamptz,
  is_assigned boolean not null default false,
  primary key (tenant_id, id),
  foreign key (tenant_id, list_id) references pre_generated_coupon_list (tenant_id, id) on delete cascade
);

-- Codes are compared ignoring case everywhere, so they are unique ignoring case.
create unique index pre_generated_coupon_code on pre_generated_coupon (tenant_id, upper(code));
create index pre_generated_coupon_free on pre_generated_coupon (tenant_id, list_id, id) where not is_assigned;

call own_by_tenant('pre_generated_coupon');
grant select, insert, update, delete on pre_generated_coupon to punchcard_app;
