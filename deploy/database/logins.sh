#!/bin/sh
# Who may log in to the database: the owner migrates, the API and the worker own nothing, the last one dumps.
# PostgreSQL's image runs this once, on an empty volume.
set -eu

password_of() { cut -d : -f 3 "/run/secrets/$1-url" | cut -d @ -f 1; }

psql --username postgres --dbname postgres --no-psqlrc --quiet --set ON_ERROR_STOP=1 <<END
create role punchcard_owner login createrole password '$(password_of owner)';
create role punchcard_backup login bypassrls password '$(password_of backup)';
grant pg_read_all_data to punchcard_backup;
create database punchcard owner punchcard_owner;
set role punchcard_owner;
create role punchcard_api login password '$(password_of api)';
create role punchcard_worker login password '$(password_of worker)';
END
