-- A punch card is an account in stamps: one row per customer and card rule, with what is alive of it. Of a card that
-- counts money, a stamp is an amount of it.
create table stamp_card (
  tenant_id bigint not null,
  customer_id bigint not null,
  rule_id int not null,
  -- What fills the card, and what that is worth: fixed when the card is begun, by the version that counted then.
  size numeric(18,4) not null check (size > 0),
  prize json not null,
  begun_version int not null,
  balance numeric(18,4) not null, -- below zero: owed
  -- Lots [record, order, original, left, end] and debts [record, left].
  state json not null,
  completed int not null default 0 check (completed >= 0), -- prizes that stand
  due_at timestamptz, -- when its next stamps end
  primary key (tenant_id, customer_id, rule_id)
) with (fillfactor = 70);

-- Cards with stamps that are to end: the daily run ends them, and the next command or read that comes before it.
create index stamp_card_due on stamp_card (tenant_id, due_at) where due_at is not null;

-- Every change of a card. Later only origins are added, where stamps pay what an older record owed, and a corrected day
-- of placement moves the day and the end of stamps of which nothing was used.
create table stamp_record (
  tenant_id bigint not null,
  customer_id bigint not null,
  id bigint not null,
  rule_id int not null,
  -- 0 order, 1 order changed, 2 order cancelled, 3 by hand, 4 by hand undone, 5 full, 6 full undone, 7 ended, 8 erased,
  -- 9 joined: it has no stamps of its own, and holds what its origins had left
  type smallint not null check (type between 0 and 9),
  stamps numeric(18,4) not null,
  recorded_at timestamptz not null,
  day date not null, -- of the merchant's calendar: that of the order's placement, or of the record
  order_id bigint,
  key text check (length(key) <= 250),
  expires_at timestamptz,
  debt numeric(18,4), -- what of it was left owing
  written_off numeric(18,4), -- what should have been taken and was let go
  origins json, -- which records it used, and how much of each
  explanation json,
  primary key (tenant_id, customer_id, id)
);

create index stamp_record_of_order on stamp_record (tenant_id, order_id) where order_id is not null;
create unique index stamp_record_by_key on stamp_record (tenant_id, customer_id, rule_id, key) where type = 3;

-- What a rule gave a customer beside points for orders and actions: here the prizes of full cards.
create table award (
  tenant_id bigint not null,
  customer_id bigint not null,
  id bigint not null,
  source smallint not null check (source = 0), -- 0 card
  rule_id int not null,
  reference text not null check (length(reference) <= 50), -- of a card: the record that filled it
  program_version int not null,
  record_id bigint, -- its points
  state smallint not null check (state in (1, 3)), -- 1 given, 3 undone
  made_at timestamptz not null,
  ended_at timestamptz,
  primary key (tenant_id, customer_id, id)
);

create unique index award_standing on award (tenant_id, customer_id, source, rule_id, reference) where state = 1;

call own_by_tenant('stamp_card');
call own_by_tenant('stamp_record');
call own_by_tenant('award');
grant select, insert, update on stamp_card, stamp_record, award to punchcard_app;
-- Two cards of customers who are merged become one.
grant delete on stamp_card to punchcard_app;

-- 13: the prize of a card. Known to be true of all that is there, so that no row is read; the next migration looks.
alter table point_record drop constraint point_record_type_check;
alter table point_record add constraint point_record_type_check check (type between 0 and 13) not valid;
