-- The people who manage merchants, beside the directory of tenants and keys. A person belongs to the installation,
-- because one may work for several merchants. What a person may do for a merchant belongs to that merchant, in
-- `membership`.
create table person (
  id bigint generated always as identity primary key,
  -- We write it in lower case.
  email text collate "C" not null check (length(email) between 3 and 254),
  name text not null check (length(name) <= 100),
  locale text not null check (locale in ('pt-BR', 'en', 'es')),
  theme text not null default 'system' check (theme in ('system', 'light', 'dark')),
  -- With its parameters, so that they can be raised; null: the person has not set one yet.
  password_hash text check (length(password_hash) <= 300),
  password_changed_at timestamptz,
  -- Both sealed. The pending one counts once a code of it was entered.
  totp_secret bytea,
  totp_pending bytea,
  -- The newest step whose code was used: each code works once.
  totp_last_step bigint,
  recovery_hashes bytea[] not null default '{}' check (cardinality(recovery_hashes) <= 10),
  is_operator boolean not null default false,
  -- Only to know where to look. What counts is `membership`, which is read under its tenant.
  tenant_ids bigint[] not null default '{}',
  -- Since the last sign-in, at which the person is told.
  failed_sign_ins integer not null default 0,
  failed_sign_in_at timestamptz,
  created_at timestamptz not null
);

create unique index person_by_email on person (email);
-- A person can be removed; what they did stays with the merchants for whom they did it.
grant select, insert, update, delete on person to punchcard_app;

create table session (
  -- Of 256 random bits, which only the cookie holds.
  token_hash bytea primary key check (length(token_hash) = 32),
  id bigint generated always as identity,
  person_id bigint not null,
  -- The password was right, and the second factor is still missing.
  is_pending boolean not null,
  factor_tries smallint not null default 0,
  has_second_factor boolean not null,
  trusts_device boolean not null,
  -- A confirmation gave the cookie a new value; this one still works for requests under way.
  is_replaced boolean not null default false,
  created_at timestamptz not null,
  seen_at timestamptz not null,
  confirmed_at timestamptz,
  ends_at timestamptz not null,
  address inet,
  user_agent text not null check (length(user_agent) <= 250),
  failed_before integer not null default 0,
  failed_before_at timestamptz
);

create index session_of_person on session (person_id, id);
create index session_by_end on session (ends_at);
grant select, insert, update, delete on session to punchcard_app;

-- Browsers in which a person has signed in. Wrong passwords that strangers send from elsewhere don't count for them, so
-- guessing shuts no person out of a browser that they have used before.
create table known_device (
  -- Of 256 random bits, which only the cookie holds. Several people may share a browser.
  token_hash bytea not null check (length(token_hash) = 32),
  person_id bigint not null,
  ends_at timestamptz not null,
  primary key (token_hash, person_id)
);

create index known_device_of_person on known_device (person_id);
create index known_device_by_end on known_device (ends_at);
grant select, insert, update, delete on known_device to punchcard_app;

-- A link with which a person sets a new password, once.
create table password_reset (
  token_hash bytea primary key check (length(token_hash) = 32),
  person_id bigint not null,
  -- The person or command that created it, as the audit names it.
  made_by text not null check (length(made_by) <= 250),
  expires_at timestamptz not null,
  -- The merchants and roles that the person had when the link was created. The link is refused once they have changed,
  -- so a link that was kept opens nothing that came later. Null matches nothing.
  access_hash bytea check (length(access_hash) = 32)
);

create index password_reset_of_person on password_reset (person_id);
grant select, insert, delete on password_reset to punchcard_app;

-- Failed sign-ins, by account and by network. The key is a hash of either, so the addresses of strangers are not kept.
-- Accounts that don't exist are counted too, so that they can't be told from those that do.
create table sign_in_limit (
  key bytea primary key check (length(key) = 32),
  failures integer not null,
  blocked_until timestamptz,
  forget_at timestamptz not null
) with (fillfactor = 70);

create index sign_in_limit_by_end on sign_in_limit (forget_at);
grant select, insert, update, delete on sign_in_limit to punchcard_app;

create table membership (
  tenant_id bigint not null,
  person_id bigint not null,
  role text not null check (role in ('owner', 'manager', 'support', 'developer', 'viewer')),
  created_at timestamptz not null,
  version integer not null default 1,
  changed_by text not null check (length(changed_by) <= 250),
  changed_at timestamptz not null,
  -- The member who invited the person or gave them their role; null: the command line. A person whom a member let in
  -- can't approve on the first day: an owner could invite a second account of their own and approve with it.
  granted_by_id bigint,
  primary key (tenant_id, person_id)
);

call own_by_tenant('membership');
grant select, insert, update, delete on membership to punchcard_app;

create table invitation (
  tenant_id bigint not null,
  id bigint generated always as identity,
  email text collate "C" not null check (length(email) between 3 and 254),
  role text not null check (role in ('owner', 'manager', 'support', 'developer', 'viewer')),
  token_hash bytea not null check (length(token_hash) = 32),
  invited_by text not null check (length(invited_by) <= 250),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  accepted_at timestamptz,
  withdrawn_at timestamptz,
  -- Becomes `membership.granted_by_id`; null: the command line.
  invited_by_id bigint,
  primary key (tenant_id, id)
);

create unique index invitation_by_token on invitation (tenant_id, token_hash);
-- A person has one open invitation at a time.
create unique index invitation_open on invitation (tenant_id, email) where accepted_at is null and withdrawn_at is null;
call own_by_tenant('invitation');
grant select, insert, update on invitation to punchcard_app;

-- Tokens of the management API: of a person, or of the merchant itself (service tokens).
create table admin_token (
  tenant_id bigint not null,
  id bigint generated always as identity,
  token_hash bytea not null check (length(token_hash) = 32),
  -- Its first characters, by which a person recognises it.
  start text not null check (length(start) <= 60),
  label text not null check (length(label) <= 100),
  person_id bigint,
  permissions text[] not null,
  created_by text not null check (length(created_by) <= 250),
  created_at timestamptz not null,
  expires_at timestamptz,
  revoked_at timestamptz,
  -- To the hour.
  last_used_at timestamptz,
  -- Whether its person had given a second factor when the token was created. A merchant that requires one refuses
  -- personal tokens without it, as it refuses such sessions.
  has_second_factor boolean not null default false,
  -- The person who created it: what a service token adjusts counts for their limits. Null: the command line.
  created_by_id bigint,
  primary key (tenant_id, id)
);

create unique index admin_token_by_hash on admin_token (tenant_id, token_hash);
create index admin_token_of_person on admin_token (tenant_id, person_id) where person_id is not null;
call own_by_tenant('admin_token');
grant select, insert, update on admin_token to punchcard_app;

-- An operator sees nothing of a merchant by default. Access for support is for some hours, for a reason and read-only;
-- the merchant sees it and can end it.
create table support_access (
  tenant_id bigint not null,
  id bigint generated always as identity,
  person_id bigint not null,
  person_label text not null check (length(person_label) <= 250),
  reason text not null check (length(reason) between 1 and 500),
  begins_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > begins_at and ends_at <= begins_at + interval '72 hours'),
  ended_at timestamptz,
  ended_by text check (length(ended_by) <= 250),
  primary key (tenant_id, id)
);

create index support_access_of_person on support_access (tenant_id, person_id, ends_at);
call own_by_tenant('support_access');
grant select, insert on support_access to punchcard_app;
grant update (ended_at, ended_by) on support_access to punchcard_app;
