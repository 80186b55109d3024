-- What was found when a merchant's figures were compared with its ledger last.
create table figure_verification (
  tenant_id bigint primary key,
  verified_at timestamptz not null,
  differences integer not null check (differences >= 0),
  -- Since when there are any, as far as is known; null: there are none.
  differs_since timestamptz,
  check ((differences = 0) = (differs_since is null))
);

call own_by_tenant('figure_verification');
grant select, insert, delete, update (verified_at, differences, differs_since) on figure_verification to punchcard_app;
