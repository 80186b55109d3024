-- A shop asks “why was order 77 refused?”, or names the id of a request. A row is many requests that were alike within a
-- minute, so it keeps the ids of the first hundred.
alter table failed_request
  add column order_ids text[] not null default '{}',
  add column request_ids text[] not null default '{}';
alter table failed_request
  add constraint failed_request_ids check (cardinality(order_ids) <= 100 and cardinality(request_ids) <= 100) not valid;
alter table failed_request validate constraint failed_request_ids;
