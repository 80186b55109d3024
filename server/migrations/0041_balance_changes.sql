-- Changes of a balance by hand are one kind of thing, whoever makes them and in whichever unit: cashback or points by
-- the merchant's backend, and adjustments by its people. All have their keys in one namespace.
alter table cashback_change rename to balance_change;
alter table balance_change rename constraint cashback_change_pkey to balance_change_pkey;
alter table balance_change rename constraint cashback_change_change_key_check to balance_change_change_key_check;
alter index cashback_change_of_customer rename to balance_change_of_customer;

-- The default is what all changes were until now. The checks are validated in the next file, without a lock.
alter table balance_change
  add column unit text not null default 'cashback',
  -- In a person's words; it may name the customer, so erasing one empties it.
  add column note text,
  -- Who made it, as `person:7` or `token:3`; null: the merchant's backend, with an API key.
  add column made_by text,
  -- Who agreed to it, where it needed a second person.
  add column approved_by text,
  -- The order that it is about.
  add column order_id bigint,
  add constraint balance_change_unit_check check (unit in ('points', 'cashback')) not valid,
  add constraint balance_change_note_check check (length(note) <= 4000) not valid,
  add constraint balance_change_made_by_check check (length(made_by) <= 100) not valid,
  add constraint balance_change_approved_by_check check (length(approved_by) <= 100 and approved_by <> made_by) not valid;

-- As they were under the old name; `punchcard migrate` repairs lost rights by what is written here.
grant select, insert on balance_change to punchcard_app;

-- For processes of the version before this one, which may still be running: they read and write it by its old name.
create view cashback_change with (security_invoker = true) as
  select tenant_id, change_key, customer_id, record_id, reason from balance_change;
grant select, insert on cashback_change to punchcard_app;
