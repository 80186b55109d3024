-- Returns of a part of an order. What was sent as the total of an order stays; what was given back is beside it.
-- The checks are validated in the next file, without a lock.
alter table customer_order
  add column returned numeric(18,4) not null default 0,
  add constraint customer_order_returned_check check (returned >= 0 and returned <= total) not valid;

-- What has gone back to its lots because a part of its order was returned. What goes back with the whole is the
-- redemption's return_record_id, as before.
alter table redemption
  add column returned_points numeric(18,4) not null default 0,
  add column returned_cashback numeric(18,4) not null default 0,
  add constraint redemption_returned_check check (
    returned_points >= 0 and returned_points <= points and returned_cashback >= 0 and returned_cashback <= cashback
  ) not valid;

-- One row for each return, by the merchant's key: what was asked for, so that the same request is known again, and what
-- was done, so that it is answered as the first time.
create table order_return (
  tenant_id bigint not null,
  customer_id bigint not null,
  order_id bigint not null,
  cancel_key text not null check (length(cancel_key) <= 250),
  value numeric(18,4) not null check (value > 0),
  -- Pairs of product and value, as they were sent.
  products json,
  should_refund_redeem boolean,
  -- Of what was taken back; the later one where points that still waited were taken by a record of their own.
  record_id bigint,
  taken_points numeric(18,4) not null check (taken_points >= 0),
  taken_cashback numeric(18,4) not null check (taken_cashback >= 0),
  written_off_points numeric(18,4) not null check (written_off_points >= 0),
  written_off_cashback numeric(18,4) not null check (written_off_cashback >= 0),
  -- What went back of redemptions: key, record, points and cashback of each.
  refunds json,
  -- Of the order, after it.
  remaining numeric(18,4) not null check (remaining >= 0),
  state smallint not null check (state between 0 and 4),
  returned_at timestamptz not null,
  primary key (tenant_id, customer_id, order_id, cancel_key)
);
call own_by_tenant('order_return');
grant select, insert on order_return to punchcard_app;
