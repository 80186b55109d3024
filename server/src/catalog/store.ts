import { run, type Tx } from '../platform/postgres/database.ts'
import { sql } from '../platform/postgres/sql.ts'
import type { Product } from './product.ts'

export type SaveOutcome = 'created' | 'updated' | 'unchanged'

/**
 * Saves a product with its brand and categories in one round trip. Rows that would not change are not
 * written. Brands and categories are locked in a fixed order, so that two products that share them can't
 * wait for each other.
 */
export async function saveProduct(tx: Tx, tenantId: number, product: Product): Promise<SaveOutcome> {
  const [brands, categories, products] = await Promise.all([
    saveBrand(tx, tenantId, product),
    saveCategories(tx, tenantId, product),
    saveProductRow(tx, tenantId, product),
  ])
  if (products === 'created') return 'created'
  return products === 'updated' || brands > 0 || categories > 0 ? 'updated' : 'unchanged'
}

async function saveBrand(tx: Tx, tenantId: number, { brand }: Product): Promise<number> {
  if (!brand) return 0
  const { rows } = await run(
    tx,
    sql`
    insert into brand as stored (tenant_id, original_id, name)
    values (${tenantId}, ${brand.originalId}, ${brand.name})
    on conflict (tenant_id, original_id) do update set name = excluded.name
    where stored.name is distinct from excluded.name
    returning 1`,
  )
  return rows.length
}

async function saveCategories(tx: Tx, tenantId: number, { categories }: Product): Promise<number> {
  if (categories.length === 0) return 0
  const sorted = categories.toSorted((a, b) => (a.originalId < b.originalId ? -1 : 1))
  const { rows } = await run(
    tx,
    sql`
    insert into category as stored (tenant_id, original_id, name, description, parent_original_id)
    select ${tenantId}, sent.*
    from unnest(
      ${sorted.map(({ originalId }) => originalId)}::text[],
      ${sorted.map(({ name }) => name)}::text[],
      ${sorted.map(({ description }) => description)}::text[],
      ${sorted.map(({ parentOriginalId }) => parentOriginalId)}::text[]
    ) as sent
    on conflict (tenant_id, original_id) do update
    set name = excluded.name, description = excluded.description, parent_original_id = excluded.parent_original_id
    where (stored.name, stored.description, stored.parent_original_id)
      is distinct from (excluded.name, excluded.description, excluded.parent_original_id)
    returning 1`,
  )
  return rows.length
}

async function saveProductRow(tx: Tx, tenantId: number, product: Product): Promise<SaveOutcome> {
  const { rows } = await run(
    tx,
    sql<{ is_new: boolean }>`
    insert into product as stored (
      tenant_id, original_id, title, url, image_url, is_active, price, brand_original_id, category_original_id
    )
    values (
      ${tenantId}, ${product.originalId}, ${product.title}, ${product.url}, ${product.imageUrl},
      ${product.isActive}, ${product.price}, ${product.brand?.originalId ?? null},
      ${product.categories[0]?.originalId ?? null}
    )
    on conflict (tenant_id, original_id) do update
    set title = excluded.title, url = excluded.url, image_url = excluded.image_url,
      is_active = excluded.is_active, price = excluded.price,
      brand_original_id = excluded.brand_original_id, category_original_id = excluded.category_original_id
    where (stored.title, stored.url, stored.image_url, stored.is_active, stored.price,
        stored.brand_original_id, stored.category_original_id)
      is distinct from (excluded.title, excluded.url, excluded.image_url, excluded.is_active, excluded.price,
        excluded.brand_original_id, excluded.category_original_id)
    returning xmax = 0 as is_new`,
  )
  const [row] = rows
  if (!row) return 'unchanged'
  return row.is_new ? 'created' : 'updated'
}
