-- punchcard: no transaction

alter table customer_order validate constraint customer_order_returned_check;
alter table redemption validate constraint redemption_returned_check;
