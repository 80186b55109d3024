-- How many customers are in each cohort: a row of month 0. An order of which nothing is left is in no month, and its
-- customer stays in the cohort.
insert into cohort_sum (tenant_id, first_month, month, customers, sales)
select tenant_id, month, 0, count(*), 0 from customer_first group by tenant_id, month
on conflict (tenant_id, first_month, month) do nothing;

-- A worker of the version before may have gone on meanwhile: all customers are counted again.
update order_figures set counted_to = 0 where is_complete;
