-- punchcard: no transaction

-- All attempts of one event, and the last one of an event that was given up.
create index concurrently if not exists webhook_attempt_of_event on webhook_attempt (tenant_id, endpoint_id, event_id, id);
