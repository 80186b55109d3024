-- When each card first took effect, by the id of its rule; null: the program never had one. A version has what the one
-- before it had, also of cards that it lacks, so that a card which is removed and comes back goes on as it was. Orders
-- that were placed before give no stamps.
alter table program_version add column card_starts json;
