-- Up to where the log was counted when a month was closed. It is not in what the hash is of: after a restore the same
-- ledger has other positions, and closing the month again gives the same hash.
alter table month_close add column position text;
