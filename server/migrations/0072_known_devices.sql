-- Browsers in which a person has signed in. Wrong passwords that strangers send from elsewhere don't count for them, so
-- guessing shuts nobody out of a browser that they have used before. It is of the installation, as `person` is.
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
