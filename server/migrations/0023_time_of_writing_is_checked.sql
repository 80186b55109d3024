-- punchcard: no transaction
alter table point_event validate constraint point_event_before;
