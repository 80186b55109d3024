-- A list of codes that an import has made, because its reward had none, goes with the codes when that is undone: with an
-- empty list the reward could not be redeemed any more. Null: people have made it.
alter table pre_generated_coupon_list add column import_id bigint;
