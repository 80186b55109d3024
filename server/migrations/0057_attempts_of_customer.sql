-- punchcard: no transaction

-- What receivers answered about a customer is emptied when the customer is erased.
create index concurrently if not exists webhook_attempt_of_customer on webhook_attempt (tenant_id, customer_id)
  where customer_id is not null;
