-- What a merchant configures has a key, which never changes and names it in files, and a version: a change names the
-- version that was read. Nothing is deleted: what is archived is out of sight and out of use.

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
  key text not null check (key ~ '^[a-z0-9][a-z0-9-]{0,62}$'),
  version integer not null default 1,
  archived_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, customer_email_configuration_id) references email_configuration (tenant_id, id),
  check (valid_until > valid_from),
  check (reward_type <> 0 or value <= 100)
);

create unique index reward_configuration_key on reward_configuration (tenant_id, key);

call own_by_tenant('reward_configuration');
grant select, insert, update, delete on reward_configuration to punchcard_app;

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
  -- Where the search for free codes begins. Codes before it have been assigned, or were added late and are found when
  -- nothing is left behind it. Without it each search would pass all codes that are no longer free.
  last_assigned_id bigint not null default 0,
  key text not null check (key ~ '^[a-z0-9][a-z0-9-]{0,62}$'),
  version integer not null default 1,
  archived_at timestamptz,
  warn_below integer check (warn_below > 0),
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, reward_configuration_id) references reward_configuration (tenant_id, id)
);

create index pre_generated_coupon_list_of_reward
on pre_generated_coupon_list (tenant_id, reward_configuration_id);
create unique index pre_generated_coupon_list_key on pre_generated_coupon_list (tenant_id, key);

call own_by_tenant('pre_generated_coupon_list');
grant select, insert, update, delete on pre_generated_coupon_list to punchcard_app;

-- Codes that are uploaded are live at once. Each upload is a row, and its codes name it, so that it can be undone while
-- none of them has been given out. A large file comes in several requests with the same key.
create table coupon_upload (
  tenant_id bigint not null,
  id bigint generated always as identity,
  list_id bigint not null,
  key text not null check (length(key) between 1 and 64),
  file text check (length(file) <= 250),
  code_count integer not null default 0 check (code_count >= 0),
  removed_count integer not null default 0 check (removed_count between 0 and code_count),
  created_at timestamptz not null default now(),
  undone_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, list_id) references pre_generated_coupon_list (tenant_id, id) on delete cascade
);

create unique index coupon_upload_key on coupon_upload (tenant_id, list_id, key);
create index coupon_upload_of_list on coupon_upload (tenant_id, list_id, id);
call own_by_tenant('coupon_upload');
grant select, insert on coupon_upload to punchcard_app;
grant update (code_count, removed_count, undone_at) on coupon_upload to punchcard_app;

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
  -- Codes are compared ignoring case, as Unicode defines it and whatever the collation of the database is: the server
  -- computes the key.
  code_key text not null,
  -- Null: the code came with the command line.
  upload_id bigint,
  primary key (tenant_id, id),
  foreign key (tenant_id, list_id) references pre_generated_coupon_list (tenant_id, id) on delete cascade
);

create unique index pre_generated_coupon_code on pre_generated_coupon (tenant_id, code_key);

-- The codes of a list that may be given out: first those that have expired, behind which a search begins, then those
-- that end soonest, and last those without an end. In the order of ids, a search would pass every code that expired
-- unused: 0.2 s for 300,000 of them, at each redemption.
--
-- Not coalesce, which PostgreSQL does not take for leakproof: under row-level security it would read all the same.
create index pre_generated_coupon_usable
on pre_generated_coupon (
  tenant_id, list_id, (case when valid_until is null then 'infinity'::timestamptz else valid_until end), id
)
where not is_assigned;

-- The codes of a list are shown page by page, whether they were given out or not.
create index pre_generated_coupon_of_list on pre_generated_coupon (tenant_id, list_id, id);
create index pre_generated_coupon_of_upload on pre_generated_coupon (tenant_id, upload_id, is_assigned, id)
where upload_id is not null;

call own_by_tenant('pre_generated_coupon');
grant select, insert, update, delete on pre_generated_coupon to punchcard_app;

-- The tables below are written by every redemption, together with the account, and have no foreign keys for the reason
-- that 0006_accounts gives.

-- How often a reward was redeemed and not refunded. Apart from the configuration, which is wide, and locked after the
-- accounts wherever a limit or a list of codes depends on it.
create table reward_usage (
  tenant_id bigint not null,
  reward_configuration_id bigint not null,
  redeemed_count integer not null default 0 check (redeemed_count >= 0),
  primary key (tenant_id, reward_configuration_id)
) with (fillfactor = 50);

call own_by_tenant('reward_usage');
grant select, insert, update on reward_usage to punchcard_app;

-- A reward that a customer has redeemed. `original_key` is the merchant's, or else the external code: a retry gets the
-- same answer and costs nothing. `record_id` is what it cost; null: nothing.
create table redemption (
  tenant_id bigint not null,
  original_key text not null check (length(original_key) <= 250),
  id bigint not null,
  external_code text not null,
  reward_configuration_id bigint not null,
  customer_id bigint not null,
  record_id bigint,
  points numeric(18, 4) not null check (points >= 0),
  cashback numeric(18, 4) not null check (cashback >= 0),
  coupon_key text not null,
  metadata jsonb not null default '[]' check (jsonb_typeof(metadata) = 'array'),
  redeemed_at timestamptz not null,
  -- Refunded as a whole.
  returned_at timestamptz,
  return_record_id bigint,
  -- What went back to its lots because a part of its order was returned.
  returned_points numeric(18, 4) not null default 0,
  returned_cashback numeric(18, 4) not null default 0,
  -- A redemption at checkout is a reservation with a deadline: until then the basket is bought, or its points go back.
  -- The checkout is the shop's own id of the basket.
  checkout_id text check (length(checkout_id) <= 200),
  -- Cleared when an order confirms the reservation. It stays when the reservation is released, for an order that was
  -- placed in time and comes late.
  expires_at timestamptz,
  -- 1 its deadline, 2 the shop, 3 a basket that no longer carries it, 4 another reservation, 5 a cancellation.
  released_by smallint,
  -- Its records beside `record_id` and `return_record_id`: those from before a late order reinstated it.
  other_records jsonb,
  primary key (tenant_id, original_key),
  unique (tenant_id, external_code),
  check (return_record_id is null or returned_at is not null),
  constraint redemption_returned_check check (
    returned_points >= 0 and returned_points <= points and returned_cashback >= 0 and returned_cashback <= cashback
  ),
  constraint redemption_expires_at_check check (expires_at is null or checkout_id is not null),
  constraint redemption_released_by_check
    check (released_by is null or (released_by between 1 and 5 and returned_at is not null))
) with (fillfactor = 90);

create index redemption_of_customer on redemption (tenant_id, customer_id, reward_configuration_id);

-- A customer's redemptions, newest first, page by page.
create index redemption_of_customer_by_id on redemption (tenant_id, customer_id, id);

-- A redemption is named by its number too, not by its key alone.
create unique index redemption_by_id on redemption (tenant_id, id);

-- A customer has one reservation at a time. It is also how one is found with its customer's account.
create unique index redemption_standing on redemption (tenant_id, customer_id)
where expires_at is not null and returned_at is null;

-- What is due, for `punchcard work`.
create index redemption_due on redemption (tenant_id, expires_at)
where expires_at is not null and returned_at is null;

-- Reservations of one checkout, the newest last.
create index redemption_of_checkout on redemption (tenant_id, customer_id, checkout_id, id)
where checkout_id is not null;

-- A merchant's people search redemptions by time.
create index redemption_by_time on redemption (tenant_id, redeemed_at, id);

call own_by_tenant('redemption');
grant select, insert, update on redemption to punchcard_app;

-- A coupon of a customer: issued by a redemption, or created by the merchant. type: 0 fixed value, 1 percent, 2 free
-- shipping, 3 discount on shipping, 4 others. Used by an order, or elsewhere before we heard of it.
create table coupon (
  tenant_id bigint not null,
  code_key text not null,
  id bigint not null,
  code text not null check (length(code) <= 250),
  original_id text,
  customer_id bigint not null,
  type smallint not null check (type between 0 and 4),
  value numeric(18, 4) not null check (value >= 0),
  created_at timestamptz not null,
  valid_from timestamptz,
  valid_until timestamptz,
  is_used boolean not null,
  order_id bigint,
  inactivated_at timestamptz,
  redemption_key text,
  -- Where it was taken from a list.
  list_id bigint,
  list_code_id bigint,
  -- A coupon may be used at a till before its order is sent: for which sale, by its id in the merchant's store, and
  -- when. An order that uses a coupon writes its own id there too.
  used_for_order text check (length(used_for_order) <= 250),
  used_at timestamptz,
  primary key (tenant_id, code_key),
  check (valid_until >= valid_from),
  check (order_id is null or is_used)
) with (fillfactor = 90);

-- A customer's coupons, newest first, page by page. Also how a tenant moves to another cell: every table of an account
-- can be read account by account. The key of a coupon is its code, so without this each page of customers would read
-- all coupons of the merchant.
create index coupon_of_customer_by_id on coupon (tenant_id, customer_id, id);

call own_by_tenant('coupon');
grant select, insert, update on coupon to punchcard_app;
