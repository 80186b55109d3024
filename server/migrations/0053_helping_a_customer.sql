-- Adjustments by a merchant's people have their keys for good, and in a namespace of their own: whatever ChangeKey the
-- merchant's backend sends, it never meets one of them. The primary key follows in the next two files.
alter table balance_change
  add column is_adjustment boolean not null default false,
  -- Of the request: the same key with another one is a mistake of the sender.
  add column request_hash bytea,
  add constraint balance_change_request_hash_check
    check (length(request_hash) = 32 and is_adjustment = (request_hash is not null)) not valid;

-- What needs a second person. It is done, with what there is then, in the transaction of the decision. Who has asked
-- can't decide, whichever way it is tried.
create table approval (
  tenant_id bigint not null,
  id bigint not null,
  customer_id bigint not null,
  kind text not null check (kind in ('adjustment')),
  -- The idempotency key of the request, with its actor.
  request_key text not null check (length(request_key) <= 250),
  request_hash bytea not null check (length(request_hash) = 32),
  -- What is to be done, without the note.
  request jsonb not null,
  -- In a person's words; it may name the customer, so erasing one empties it.
  note text check (length(note) <= 4000),
  exceeds text not null check (exceeds in ('change', 'customer', 'day')),
  requested_by text not null check (length(requested_by) <= 100),
  requested_label text not null check (length(requested_label) <= 250),
  requested_at timestamptz not null,
  expires_at timestamptz not null,
  is_approved boolean,
  decided_by text check (length(decided_by) <= 100),
  decided_label text check (length(decided_label) <= 250),
  decided_at timestamptz,
  decision_note text check (length(decision_note) <= 4000),
  record_id bigint,
  primary key (tenant_id, id),
  constraint approval_decided_by_another_check check (decided_by <> requested_by),
  constraint approval_decided_whole_check check (
    (is_approved is null) = (decided_by is null) and (is_approved is null) = (decided_at is null)
      and (record_id is null or is_approved)
  )
);

create unique index approval_by_request on approval (tenant_id, request_key);
create index approval_of_customer on approval (tenant_id, customer_id, id);
create index approval_waiting on approval (tenant_id, id) where is_approved is null;
call own_by_tenant('approval');
-- What was asked for, and by whom, never changes.
grant select, insert,
  update (note, is_approved, decided_by, decided_label, decided_at, decision_note, record_id)
  on approval to punchcard_app;

-- How much each of a merchant's people has adjusted without a second person, as a running sum: what was done within
-- 24 hours is the difference of two rows. Two who count at the same moment want the same number, and one of them
-- reads again.
create table adjustment_sum (
  tenant_id bigint not null,
  actor text not null check (length(actor) <= 100),
  number bigint not null,
  at timestamptz not null,
  points numeric(18,4) not null check (points >= 0),
  total numeric(18,4) not null,
  primary key (tenant_id, actor, number)
);

create index adjustment_sum_by_time on adjustment_sum (tenant_id, actor, at, number);
call own_by_tenant('adjustment_sum');
grant select, insert, delete on adjustment_sum to punchcard_app;

-- What people noted when they did something for a customer: not in the audit, which nobody can change, for erasing a
-- customer deletes it.
create table customer_note (
  tenant_id bigint not null,
  customer_id bigint not null,
  id bigint not null,
  at timestamptz not null,
  target_kind text not null check (length(target_kind) <= 100),
  target_id bigint not null,
  note text not null check (length(note) <= 4000),
  made_by text not null check (length(made_by) <= 100),
  made_label text not null check (length(made_label) <= 250),
  primary key (tenant_id, customer_id, id)
);

call own_by_tenant('customer_note');
grant select, insert on customer_note to punchcard_app;
