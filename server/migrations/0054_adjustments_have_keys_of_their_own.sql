-- punchcard: no transaction

alter table balance_change validate constraint balance_change_request_hash_check;
create unique index concurrently if not exists balance_change_by_key on balance_change (tenant_id, is_adjustment, change_key);
