-- While it reads, orders go on.
alter table award validate constraint award_source_check;
