-- When a customer was erased while the job was open, for kinds that go on and lose their files at their end.
alter table job add column erased_at timestamptz;
grant update (erased_at) on job to punchcard_app;
