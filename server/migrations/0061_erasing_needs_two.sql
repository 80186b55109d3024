-- Erasing a person may need a second one too. It is asked for without a limit that it exceeds.
alter table approval drop constraint approval_kind_check;
alter table approval add constraint approval_kind_check check (kind in ('adjustment', 'erasure'));
alter table approval alter column exceeds drop not null;
alter table approval add constraint approval_exceeds_whole_check check ((kind = 'adjustment') = (exceeds is not null));
