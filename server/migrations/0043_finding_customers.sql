-- By what a customer can be found, put into one form (`accounts/rules/terms.ts`): `e:` e-mail, `d:` document, `q:` the
-- end of the phone number, `o:` id in the merchant's store, `n:` each word of the name. By the order of bytes,
-- so that whatever begins with something lies together. No index by customer: the terms of a customer follow from its
-- row, and so they are found, compared and deleted by their keys.
create table customer_term (
  tenant_id bigint not null,
  term text collate "C" not null check (length(term) <= 252),
  customer_id bigint not null,
  primary key (tenant_id, term, customer_id)
);

call own_by_tenant('customer_term');
grant select, insert, delete on customer_term to punchcard_app;

-- The ids that customers have had before. Each still names its customer, and no other can take it.
create table customer_alias (
  tenant_id bigint not null,
  original_id text not null check (length(original_id) <= 250),
  customer_id bigint not null,
  primary key (tenant_id, original_id)
);

create index customer_alias_of_customer on customer_alias (tenant_id, customer_id);

call own_by_tenant('customer_alias');
grant select, insert, delete on customer_alias to punchcard_app;

-- How far the worker has come with the terms of customers that were there before terms were: 1 for the first time, and
-- until then they can't be found; 2 once more, for what processes of the version before have saved meanwhile; 3 terms
-- that belong to nobody any more. A tenant without a row has all its terms.
create table term_filling (
  tenant_id bigint primary key,
  phase smallint not null default 1 check (phase between 1 and 3),
  after_customer_id bigint not null default 0,
  after_term text collate "C" not null default ''
);

call own_by_tenant('term_filling');
grant select, insert, update, delete on term_filling to punchcard_app;

insert into term_filling (tenant_id) select tenant_id from tenant_home;
