-- The key by which erased persons are recognised was kept beside its hashes: who had a backup could try every document
-- number. It is sealed with PUNCHCARD_SECRETS_KEY now, by the first process that starts with one; a server without that
-- key keeps it as it was.
alter table erasure_key add column sealed_key bytea;
alter table erasure_key alter column key drop not null;
alter table erasure_key add constraint erasure_key_once check (num_nonnulls(key, sealed_key) = 1) not valid;
alter table erasure_key validate constraint erasure_key_once;
grant update (key, sealed_key) on erasure_key to punchcard_app;
