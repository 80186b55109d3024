-- Who let a person in or gave them their role; null: the command line, or before this was kept. Somebody whom a member
-- let in is no second person on the first day: an owner could invite a second account of their own and approve with it.
alter table membership add column granted_by_id bigint;
alter table invitation add column invited_by_id bigint;
-- Since when who asks has had their role; null: they were let in by the command line, or before this was kept.
alter table approval add column requester_since timestamptz;

-- The person who made a service token: what the token adjusts counts for their limits. Null: before this was kept.
alter table admin_token add column created_by_id bigint;
