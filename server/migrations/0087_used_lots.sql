-- Lots that an undone import had brought and of which something was used: what stays, and with whom. Written by the
-- transaction that undid the line, because the line itself is free to come again then.
create table import_used (
  tenant_id bigint not null,
  customer_id bigint not null,
  record_id bigint not null,
  import_id bigint not null,
  line bigint not null check (line > 0),
  points numeric(18, 4) not null,
  cashback numeric(18, 4) not null,
  used_points numeric(18, 4) not null,
  used_cashback numeric(18, 4) not null,
  primary key (tenant_id, customer_id, record_id)
);

create index import_used_of_import on import_used (tenant_id, import_id, customer_id desc, record_id desc);

call own_by_tenant('import_used');
grant select, insert, update, delete on import_used to punchcard_app;
