-- A reward that customers get only from a rule, such as a full card or a birthday: it is not listed and can't be redeemed.
alter table reward_configuration add column is_prize_only boolean not null default false;
