-- What a merchant's customers meet in its shop. The name in addresses lies beside the tenant, because a visitor names a
-- shop and no tenant; it is unique in the installation.
alter table tenant add column shop_slug text
  check (shop_slug ~ '^[a-z0-9](-?[a-z0-9]){1,39}$');
create unique index tenant_by_shop_slug on tenant (shop_slug);

-- Not among the settings of the tenant: those are loaded with every API key.
create table storefront (
  tenant_id bigint primary key,
  version integer not null default 1,
  is_on boolean not null default false,
  -- What the merchant chose; what is not there is the default.
  content jsonb not null default '{}' check (jsonb_typeof(content) = 'object' and pg_column_size(content) <= 65536),
  -- Where browsers may ask from, such as https://shop.example.
  origins text[] not null default '{}' check (cardinality(origins) <= 20)
);

call own_by_tenant('storefront');
grant select, insert, update on storefront to punchcard_app;

create trigger storefront_changed after insert or update on storefront
for each statement execute function count_directory_change();

-- Tokens of customers are sealed with the newest. A key that was replaced opens tokens for an hour and links for seven
-- days.
create table storefront_key (
  tenant_id bigint not null,
  number integer not null check (number > 0),
  sealed_secret bytea not null,
  created_at timestamptz not null,
  retired_at timestamptz,
  -- From when it opens nothing any more.
  ends_at timestamptz,
  primary key (tenant_id, number),
  check ((retired_at is null) = (ends_at is null))
);

create unique index storefront_key_newest on storefront_key (tenant_id) where retired_at is null;
call own_by_tenant('storefront_key');
grant select, insert, update, delete on storefront_key to punchcard_app;

create trigger storefront_key_changed after insert or update on storefront_key
for each statement execute function count_directory_change();

-- Of this customer, no token that was made before is accepted. Not a column of the customer, so that no order reads it.
create table storefront_block (
  tenant_id bigint not null,
  customer_id bigint not null,
  since timestamptz not null,
  primary key (tenant_id, customer_id)
);

call own_by_tenant('storefront_block');
grant select, insert, update on storefront_block to punchcard_app;
