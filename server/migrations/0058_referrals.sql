-- Who was referred by whom, one row per friend: the first code that a friend brings counts. It is written by commands of
-- two accounts, the friend's and that of the customer who referred them; loading it locks it.
create table referral (
  tenant_id bigint not null,
  -- The friend.
  customer_id bigint not null,
  referrer_id bigint not null,
  -- 0 registered, 1 earned, 2 granted, 3 held, 4 refused, 5 undone, 6 expired
  state smallint not null check (state between 0 and 6),
  -- Why it did not count; `referrals/referral.ts` names them.
  reason smallint,
  registered_at timestamptz not null,
  -- Until when the friend's first order counts.
  ends_at timestamptz not null,
  -- By which it was registered, and from the order on by which it counts.
  program_version integer not null,
  -- The friend's first order.
  order_id bigint,
  friend_record_id bigint,
  referrer_record_id bigint,
  -- Until then both wait, and an order that is returned takes them back.
  waits_until timestamptz,
  changed_at timestamptz not null,
  -- False: something is still to be done on the account of the customer who referred.
  is_settled boolean not null default true,
  decided_by text check (length(decided_by) <= 200),
  note text check (length(note) <= 1000),
  primary key (tenant_id, customer_id)
);

create index referral_by_referrer on referral (tenant_id, referrer_id, customer_id);
create index referral_to_settle on referral (tenant_id, customer_id) where not is_settled;
create index referral_to_decide on referral (tenant_id, changed_at) where state = 3;
create index referral_to_expire on referral (tenant_id, ends_at) where state = 0;
create index referral_newest on referral (tenant_id, registered_at, customer_id);

call own_by_tenant('referral');
grant select, insert, update on referral to punchcard_app;

-- By which friends name who referred them. Not a column of the customer, which every order writes.
create table referral_code (
  tenant_id bigint not null,
  code text not null check (code ~ '^[2-9A-HJ-NP-Z]{8}$'),
  customer_id bigint not null,
  primary key (tenant_id, code),
  unique (tenant_id, customer_id)
);

call own_by_tenant('referral_code');
grant select, insert, delete on referral_code to punchcard_app;

-- 4: the reward of a friend who was referred. Known to be true of all that is there, so that no row is read; the next
-- migration looks.
alter table award drop constraint award_source_check;
alter table award add constraint award_source_check check (source between 0 and 4) not valid;
