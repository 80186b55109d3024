-- Which tenants live in this cell. The directory says where to look for a tenant; this row says, beside its data,
-- whether that data is here and may be written. So a cell can refuse a tenant that has left it, without asking the
-- directory, and a move between cells has one place on each side to begin and to end.
create table tenant_home (
  tenant_id bigint primary key,
  state text not null check (state in ('arriving', 'active', 'leaving', 'gone')),
  -- Which home of the tenant this is, counted from its first. Positions in the event log begin with it: 16 bits above
  -- the 48 of a transaction, so smallint.
  epoch smallint not null check (epoch > 0)
);

call own_by_tenant('tenant_home');
grant select, insert, update on tenant_home to punchcard_app;

-- A new tenant has its number before it has its row: first the home in the cell, then the entry in the directory.
grant usage on sequence tenant_id_seq to punchcard_app;

-- `punchcard migrate` names those who live here: in a cell other than «main» no table says that.
insert into tenant_home (tenant_id, state, epoch)
select unnest(nullif(current_setting('app.tenants', true), '')::bigint[]), 'active', 1;
