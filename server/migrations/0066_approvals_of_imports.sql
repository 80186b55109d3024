-- An import, or its undoing, that is larger than the merchant wants one person to decide about. It has no customer, so
-- approvals are no longer rows of accounts. `request` has the hash of the plan: another plan needs another approval.
alter table approval alter column customer_id drop not null;
alter table approval drop constraint approval_kind_check;
alter table approval add constraint approval_kind_check
  check (kind in ('adjustment', 'erasure', 'merge', 'import', 'undo')) not valid;
alter table approval add constraint approval_customer_whole_check
  check ((customer_id is null) = (kind in ('import', 'undo'))) not valid;
