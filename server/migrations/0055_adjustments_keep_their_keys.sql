-- The index is there, so this takes no time.
alter table balance_change
  drop constraint balance_change_pkey,
  add constraint balance_change_pkey primary key using index balance_change_by_key;
