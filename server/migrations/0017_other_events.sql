-- Events that tell of no change of a balance, such as the notice before points end by inactivity. They lie in the same
-- log, so a receiver has one cursor and each customer one order of events. `sequence` is below zero for them: they are
-- numbered -1, -2, -3 … by `customer.other_sequence`, and the point topics (0 to 2) have no gap. Their record is 0, their
-- amounts are 0, and what they tell is in `facts`. Topics: 8 points expiring; 3 to 7 are kept for cards and rewards.
alter table point_event add column facts json;

-- Partitions that were made apart and then attached have the check as their own. Dropping it reads no row.
do $$
declare
  part regclass;
begin
  alter table point_event drop constraint point_event_topic_check;
  for part in select inhrelid::regclass from pg_inherits where inhparent = 'point_event'::regclass loop
    execute format('alter table %s drop constraint if exists point_event_topic_check', part);
  end loop;
end
$$;

alter table webhook_endpoint drop constraint webhook_endpoint_topics_check;
alter table webhook_endpoint add constraint webhook_endpoint_topics_check check (cardinality(topics) between 1 and 9);
