-- A password link remembers what its person could open when it was made: the merchants, with the roles. It is refused
-- once that has changed, so a link that was kept opens nothing that came later. Null, as an older version of the server
-- writes it while this one is rolled out, matches nothing. Links that are open now end: they are made again in a moment.
alter table password_reset add column access_hash bytea check (length(access_hash) = 32);
delete from password_reset;

-- Whether its person had given a second factor when the token was made. Where a merchant requires one, a personal token
-- without it is refused, as a session is. Tokens from before count as made with one if their person has one today.
alter table admin_token add column has_second_factor boolean not null default false;
update admin_token set has_second_factor = true
from person where person.id = admin_token.person_id and person.totp_secret is not null;
