import { type Collection, keyText } from '../accounts/till/collection.ts'
import { run } from '../platform/postgres/database.ts'
import { sql } from '../platform/postgres/sql.ts'
import { CATEGORY_DEPTH_MAX } from './product.ts'

/** Where a product stands in the catalog: its brand, and its category with all those above it. */
export interface CatalogPlace {
  readonly brandId: string | null
  readonly categoryIds: readonly string[]
}

/** Products by their id, for the rules that ask for brand or category. */
export const catalogPlaces: Collection<string, CatalogPlace> = {
  name: 'catalog',
  async load(tx, keys) {
    const { rows } = await run(
      tx,
      sql<{
        tenant_id: number
        original_id: string
        brand_original_id: string | null
        category_ids: string[]
      }>`
      select product.tenant_id, product.original_id, product.brand_original_id, tree.category_ids
      from unnest(${keys.map(({ tenantId }) => tenantId)}::bigint[], ${keys.map(({ key }) => key)}::text[])
        as wanted (tenant_id, original_id)
      join product on product.tenant_id = wanted.tenant_id and product.original_id = wanted.original_id
      cross join lateral (
        with recursive above (original_id, parent_original_id, depth) as (
          select category.original_id, category.parent_original_id, 1
          from category
          where category.tenant_id = product.tenant_id and category.original_id = product.category_original_id
          union all
          select category.original_id, category.parent_original_id, above.depth + 1
          from above
          join category
            on category.tenant_id = product.tenant_id and category.original_id = above.parent_original_id
          where above.depth < ${CATEGORY_DEPTH_MAX}
        )
        select coalesce(array_agg(original_id), '{}') as category_ids from above
      ) as tree`,
    )
    return new Map(
      rows.map((row) => [
        keyText({ tenantId: row.tenant_id, key: row.original_id }),
        { brandId: row.brand_original_id, categoryIds: row.category_ids },
      ]),
    )
  },
}
