-- Erasing a person needs a scope of its own. No key that is there has it, not even one with all scopes: until now every
-- key that could write could erase, and people who may not erase anybody could create such a key. Null meant everything
-- that there was, which is written down here, so that it never comes to mean more.
alter table api_key drop constraint api_key_scopes_check;
alter table api_key add constraint api_key_scopes_check
  check (scopes <@ array['read', 'write', 'points', 'erase'] and cardinality(scopes) > 0);
update api_key set scopes = array['read', 'write', 'points'] where scopes is null;
