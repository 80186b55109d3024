-- Customers who were imported by a contact alone and whom the shop has named by an id since. The row is the proof for the
-- merchant, and what taking it back needs: profile is who the customer was known to be before, and null when it can't be
-- taken back any more. A pair that was taken back is not claimed again. matched_by: 1 the document,
-- 2 the e-mail. orders_before: how many orders the customer had by then.
create table customer_claim (
  tenant_id bigint not null,
  customer_id bigint not null,
  claimed_id text not null check (length(claimed_id) <= 250),
  former_id text not null check (length(former_id) <= 250),
  matched_by smallint not null check (matched_by between 1 and 2),
  claimed_at timestamptz not null,
  orders_before integer not null check (orders_before >= 0),
  profile json,
  revoked_at timestamptz,
  revoked_by text check (length(revoked_by) <= 250),
  primary key (tenant_id, customer_id, claimed_id)
);

create index customer_claim_newest on customer_claim (tenant_id, claimed_at desc, customer_id desc);

call own_by_tenant('customer_claim');
grant select, insert, update, delete on customer_claim to punchcard_app;
