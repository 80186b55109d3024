-- The terms of a program as they were published, one row for each language. A version never changes.
create table terms_version (
  tenant_id bigint not null,
  version integer not null check (version > 0),
  language text not null check (language in ('pt-BR', 'en', 'es')),
  -- Markdown.
  body text not null check (octet_length(body) between 1 and 102400),
  published_at timestamptz not null,
  -- {kind, id, label}
  published_by jsonb not null,
  primary key (tenant_id, version, language)
);

call own_by_tenant('terms_version');
grant select, insert on terms_version to punchcard_app;

-- What the next version is to say. Its row is locked by everyone who changes or publishes it.
create table terms_draft (
  tenant_id bigint primary key,
  revision integer not null,
  -- By language; one that is not there has no text.
  texts jsonb not null default '{}' check (jsonb_typeof(texts) = 'object'),
  changed_at timestamptz not null,
  -- {kind, id, label}
  changed_by jsonb not null
);

call own_by_tenant('terms_draft');
grant select, insert, update on terms_draft to punchcard_app;

-- What customers have agreed to, in a page of their shop.
create table consent (
  tenant_id bigint not null,
  customer_id bigint not null,
  kind text not null check (kind in ('terms', 'birthday')),
  -- Of the terms; 0: of what has no versions.
  version integer not null check (version >= 0),
  at timestamptz not null,
  -- The API key by which the shop said who they are; 0: a person of the merchant did.
  key_id bigint not null,
  -- They have opted out since.
  withdrawn_at timestamptz,
  primary key (tenant_id, customer_id, kind, version),
  check ((kind = 'terms') = (version > 0))
);

call own_by_tenant('consent');
grant select, insert, update, delete on consent to punchcard_app;
