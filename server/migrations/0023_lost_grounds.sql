-- Not null: what an award was given for was taken back, and it stays because its coupon was used. Of a card, so many of its
-- stamps were written off; 0: they are owed, or it is a tier's. If the coupon is ever free again, the award is undone.
alter table award add column lost numeric(18, 4) check (lost >= 0);
