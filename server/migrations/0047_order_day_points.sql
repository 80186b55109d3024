-- Reports of branches: what the orders of a day have earned, less what was taken back of it, and the name of the branch as
-- the last of them says it. null: the day was counted before; the worker counts it again.
alter table order_day add column points numeric(24, 4), add column branch_name text;
