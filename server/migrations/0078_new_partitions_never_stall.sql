-- Attaching a partition needs an exclusive lock on the one for what fits nowhere else. While a dump holds that, whatever
-- reads the log would wait behind, such as webhooks: so it is waited for as briefly as the lock of a drop.
alter function create_event_partition (timestamptz, timestamptz) set lock_timeout = '20ms';
