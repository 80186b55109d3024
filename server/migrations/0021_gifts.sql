-- Rewards that rules give by themselves: as the prize of a card, for a tier, a birthday or for joining.
-- An award of a reward is due first. The coupon is made after it, in a transaction of its own, because the codes and
-- limits of rewards are shared by all customers, and no sale may wait for them.
alter table award
  add column reward_id bigint,
  add column due_at timestamptz, -- when its reward is to be given; null: it has none
  add column held_because smallint check (held_because between 0 and 4), -- why it could not be given yet
  add column given_at timestamptz,
  add column redemption_key text check (length(redemption_key) <= 250),
  add column coupon_key text check (length(coupon_key) <= 250);

-- Known to be true of all that is there, so that no row is read; the next migration looks.
alter table award drop constraint award_source_check, drop constraint award_state_check;
alter table award
  -- 0 card, 1 tier, 2 birthday, 3 signup
  add constraint award_source_check check (source between 0 and 3) not valid,
  -- 0 due, 1 given, 2 held, 3 undone, 4 dropped
  add constraint award_state_check check (state between 0 and 4) not valid;

drop index award_standing;
create unique index award_standing on award (tenant_id, customer_id, source, rule_id, reference) where state in (0, 1, 2);
create unique index award_by_number on award (tenant_id, id);
-- Few wait at any time. By reward, because that is what they wait for.
create index award_waiting on award (tenant_id, reward_id, id) where state in (0, 2);

-- When the next reward of a customer is to be given; null: none is due. And whether the customer was ever given
-- something for reaching a tier, so that only then is it looked for when an order is taken back; null: never. Without a
-- value they take no room in a row.
alter table customer add column awards_due_at timestamptz, add column has_tier_prizes boolean;
