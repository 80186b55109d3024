-- What browsers of a merchant's customers did in an hour, for its people: how much, whether pages keep what they were
-- given, and from where browsers asked in vain.
create table storefront_use (
  tenant_id bigint not null,
  hour timestamptz not null,
  what text not null check (what in ('requests', 'notModified', 'mints', 'visits', 'refused')),
  -- Of what was refused; a browser hides the reason from the shop's developers.
  origin text not null default '' check (length(origin) <= 300),
  count bigint not null check (count > 0),
  primary key (tenant_id, hour, what, origin)
);

call own_by_tenant('storefront_use');
grant select, insert, update (count), delete on storefront_use to punchcard_app;
