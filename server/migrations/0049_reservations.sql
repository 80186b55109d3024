-- A redemption at checkout has a deadline: until then the basket is bought, or its points go back. The checkout is the
-- shop's own id of the basket. `expires_at` is cleared when an order confirms it, and stays when it is released, for an
-- order that was placed in time and comes late. The checks are validated and the indexes made in the next file.
alter table redemption
  add column checkout_id text,
  add column expires_at timestamptz,
  -- 1 its deadline, 2 the shop, 3 a basket that no longer carries it, 4 another reservation, 5 a cancellation.
  add column released_by smallint,
  -- Its records beside `record_id` and `return_record_id`: those of before a late order let it stand again.
  add column other_records jsonb,
  add constraint redemption_checkout_id_check check (length(checkout_id) <= 200) not valid,
  add constraint redemption_expires_at_check check (expires_at is null or checkout_id is not null) not valid,
  add constraint redemption_released_by_check
    check (released_by is null or (released_by between 1 and 5 and returned_at is not null)) not valid;
