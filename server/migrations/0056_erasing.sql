-- When a person was erased: the account stays, with its records and sums, and nothing in it tells whose it was.
alter table customer add column erased_at timestamptz;

-- By which it is known that a person was erased: what they were found by (id, e-mail, document), hashed with a key of the
-- merchant's own that is never replaced. Who has the one and not the other can't tell who they were. A person who comes
-- back is not rewarded for signing up or for a first purchase once more.
create table erasure_key (
  tenant_id bigint primary key,
  key bytea not null check (length(key) = 32)
);

call own_by_tenant('erasure_key');
grant select, insert on erasure_key to punchcard_app;

create table erased_person (
  tenant_id bigint not null,
  hmac bytea not null check (length(hmac) = 32),
  primary key (tenant_id, hmac)
);

call own_by_tenant('erased_person');
grant select, insert on erased_person to punchcard_app;

-- What erasing empties or deletes, and nothing else ever changes.
grant update (note, reason) on balance_change to punchcard_app;
grant update (grant_key) on action_grant to punchcard_app;
grant update (answer) on webhook_attempt to punchcard_app;
grant delete on customer_note to punchcard_app;
