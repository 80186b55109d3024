-- Adjustments above a limit, and where the merchant wants it erasing and merging, need a second person. The change is
-- made in the transaction of the decision, with the balances of that moment. The person who asked can't decide.
create table approval (
  tenant_id bigint not null,
  id bigint not null,
  customer_id bigint not null,
  kind text not null check (kind in ('adjustment', 'erasure', 'merge')),
  -- The idempotency key of the request, with its actor.
  request_key text not null check (length(request_key) <= 250),
  request_hash bytea not null check (length(request_hash) = 32),
  -- What is to be done, without the note.
  request jsonb not null,
  -- In a person's words. It may name the customer, so erasing one empties it.
  note text check (length(note) <= 4000),
  -- The limit that an adjustment exceeds.
  exceeds text check (exceeds in ('change', 'customer', 'day')),
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
  -- Since when the person who asked has had their role; null: the command line let them in.
  requester_since timestamptz,
  primary key (tenant_id, id),
  constraint approval_decided_by_another_check check (decided_by <> requested_by),
  constraint approval_decided_whole_check check (
    (is_approved is null) = (decided_by is null) and (is_approved is null) = (decided_at is null)
      and (record_id is null or is_approved)
  ),
  constraint approval_exceeds_whole_check check ((kind = 'adjustment') = (exceeds is not null))
);

create unique index approval_by_request on approval (tenant_id, request_key);
create index approval_of_customer on approval (tenant_id, customer_id, id);
create index approval_waiting on approval (tenant_id, id) where is_approved is null;
call own_by_tenant('approval');
-- What was asked for, and by whom, never changes.
grant select, insert,
  update (note, is_approved, decided_by, decided_label, decided_at, decision_note, record_id)
  on approval to punchcard_app;
grant update (customer_id) on approval to punchcard_app;

-- How much each of a merchant's people has adjusted without approval, as a running sum: what was adjusted within
-- 24 hours is the difference of two rows. Two requests that count at the same moment want the same number, and one of
-- them reads again.
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

-- What people noted when they did something for a customer. It is not in the audit, whose entries can't be changed,
-- because erasing a customer deletes it.
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
grant select, insert, delete on customer_note to punchcard_app;
grant update (customer_id) on customer_note to punchcard_app;

-- The key of the hashes in `erased_person`. It is the merchant's own and never replaced. Sealed with
-- PUNCHCARD_SECRETS_KEY, because a backup has it beside the hashes: with both, every document number could be tried. A
-- server without PUNCHCARD_SECRETS_KEY keeps it open, and the first process that starts with one seals it.
create table erasure_key (
  tenant_id bigint primary key,
  key bytea check (length(key) = 32),
  sealed_key bytea,
  constraint erasure_key_once check (num_nonnulls(key, sealed_key) = 1)
);

call own_by_tenant('erasure_key');
grant select, insert on erasure_key to punchcard_app;
grant update (key, sealed_key) on erasure_key to punchcard_app;

-- Hashes of the ids, email addresses and documents of erased persons. A person who comes back gets no second reward for
-- signing up or for a first purchase.
create table erased_person (
  tenant_id bigint not null,
  hmac bytea not null check (length(hmac) = 32),
  primary key (tenant_id, hmac)
);

call own_by_tenant('erased_person');
grant select, insert on erased_person to punchcard_app;
