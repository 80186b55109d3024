-- Points that end when a customer has bought, earned and redeemed nothing for long: the merchant's setting `inactivity`.
-- The three are written for merchants who have the setting alone. Without a value they take no room in a row.
--
-- active_on: the last day on which something happened, on the merchant's calendar; null: none is known, or all that
-- there was has ended. notice_on: when the customer was told that the points will end; null: not since then.
-- other_sequence: the number of the last event that is of no point topic. Those have a numbering of their own, so that
-- receivers of the point topics see no gap.
alter table customer add column active_on date, add column notice_on date, add column other_sequence integer;
