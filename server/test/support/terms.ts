/** What the writer of accounts would have kept for customers whom a test has made by hand, with nothing but an id. */
export const TERMS_OF_IDS = `insert into customer_term (tenant_id, term, customer_id)
  select tenant_id, 'o:' || lower(original_id), id from customer where tenant_id = $1
  on conflict do nothing`
