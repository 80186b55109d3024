-- punchcard: no transaction

-- The change of cashback behind a record, when somebody asks why a customer has these points. Its key is the
-- merchant's, so without this every change of the merchant would be read. Only a cashback change writes it.
create index concurrently if not exists cashback_change_of_customer on cashback_change (tenant_id, customer_id, record_id);
