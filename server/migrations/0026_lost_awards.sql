-- punchcard: no transaction
-- Few awards are lost. Without it, every giving of a reward reads the awards of all merchants.
create index concurrently if not exists award_lost on award (tenant_id, customer_id) where lost is not null;
