-- The pictures of a merchant's brand, as they were sent. The one that is shown is named in storefront.content; the one
-- before it stays for pages that a cache still has.
create table storefront_logo (
  tenant_id bigint not null,
  -- Of its octets, as in its address.
  hash text not null check (hash ~ '^[A-Za-z0-9_-]{22}$'),
  type text not null check (type in ('image/png', 'image/jpeg', 'image/webp')),
  width integer not null check (width between 32 and 1024),
  height integer not null check (height between 32 and 1024),
  octets bytea not null check (length(octets) <= 262144),
  saved_at timestamptz not null,
  primary key (tenant_id, hash)
);

call own_by_tenant('storefront_logo');
grant select, insert, update (saved_at), delete on storefront_logo to punchcard_app;
