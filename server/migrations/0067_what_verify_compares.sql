-- How many former ids a customer has. A former id that is lost would bring a second account for the same person with
-- the next order, and nothing else remembers it.
alter table customer add column former_id_count integer not null default 0 check (former_id_count >= 0);

update customer set former_id_count = counted.ids
from (select tenant_id, customer_id, count(*) as ids from customer_alias group by tenant_id, customer_id) as counted
where customer.tenant_id = counted.tenant_id and customer.id = counted.customer_id;

-- A published version never changes, and all that was earned under it is computed again by it.
alter table program_version add column digest bytea check (length(digest) = 32);

update program_version
set digest = sha256(convert_to(program::text || ' ' || coalesce(extract(epoch from effective_at)::text, ''), 'UTF8'));

-- Since when an order notes that its date of completion was corrected, which may leave lots with other dates than its
-- own: up to which record that is not known. A tenant without a row has always noted it.
create table lot_dating (
  tenant_id bigint primary key,
  noted_after bigint not null
);

call own_by_tenant('lot_dating');
grant select on lot_dating to punchcard_app;

insert into lot_dating (tenant_id, noted_after)
select listed.id, (select last_value from account_id) + 1000
from unnest(nullif(current_setting('app.tenants', true), '')::bigint[]) as listed (id);
