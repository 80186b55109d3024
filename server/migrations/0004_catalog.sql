create table brand (
  tenant_id bigint not null,
  original_id text not null check (length(original_id) <= 250),
  name text,
  primary key (tenant_id, original_id)
);

call own_by_tenant('brand');
grant select, insert, update on brand to punchcard_app;

create table category (
  tenant_id bigint not null,
  original_id text not null check (length(original_id) <= 250),
  name text,
  description text,
  parent_original_id text,
  primary key (tenant_id, original_id),
  check (parent_original_id <> original_id)
);

call own_by_tenant('category');
grant select, insert, update on category to punchcard_app;

create table product (
  tenant_id bigint not null,
  original_id text not null check (length(original_id) <= 250),
  title text not null,
  url text,
  image_url text,
  is_active boolean not null,
  price numeric(18, 4) check (price >= 0),
  brand_original_id text,
  category_original_id text,
  primary key (tenant_id, original_id),
  foreign key (tenant_id, brand_original_id) references brand (tenant_id, original_id),
  foreign key (tenant_id, category_original_id) references category (tenant_id, original_id)
);

call own_by_tenant('product');
grant select, insert, update on product to punchcard_app;
