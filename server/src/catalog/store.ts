import type { TenantId } from '../contract/ids.ts'
import { run, type Tx } from '../platform/postgres/database.ts'
import { sql } from '../platform/postgres/sql.ts'
import { CATEGORY_DEPTH_MAX, type Product } from './product.ts'

export type SaveOutcome = 'created' | 'updated' | 'unchanged'

/**
 * Saves a product with its brand and categories in one round trip. Rows that would not change are not
 * written. Brands and categories are locked in a fixed order, so that two products that share them can't
 * wait for each other.
 */
export async function saveProduct(tx: Tx, tenantId: TenantId, product: Product): Promise<SaveOutcome> {
  const [brands, categories, products] = await Promise.all([
    saveBrand(tx, tenantId, product),
    saveCategories(tx, tenantId, product),
    saveProductRow(tx, tenantId, product),
  ])
  if (products === 'created') return 'created'
  return products === 'updated' || brands > 0 || categories > 0 ? 'updated' : 'unchanged'
}

async function saveBrand(tx: Tx, tenantId: TenantId, { brand }: Product): Promise<number> {
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

async function saveCategories(tx: Tx, tenantId: TenantId, { categories }: Product): Promise<number> {
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

async function saveProductRow(tx: Tx, tenantId: TenantId, product: Product): Promise<SaveOutcome> {
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

export type CatalogKind = 'product' | 'brand' | 'category'

/** One thing of the catalog, by its id in the merchant's store. */
export interface CatalogName {
  readonly kind: CatalogKind
  readonly id: string
  /** null: it was sent without. */
  readonly name: string | null
}

/** Those of the ids that the catalog knows, with their names. */
export async function findCatalogNames(
  tx: Tx,
  tenantId: TenantId,
  ids: Readonly<Record<CatalogKind, readonly string[]>>,
): Promise<CatalogName[]> {
  const { rows } = await run(
    tx,
    sql<CatalogName>`
    select 'product' as kind, original_id as id, title as name from product
    where tenant_id = ${tenantId} and original_id = any (${ids.product}::text[])
    union all
    select 'brand', original_id, name from brand
    where tenant_id = ${tenantId} and original_id = any (${ids.brand}::text[])
    union all
    select 'category', original_id, name from category
    where tenant_id = ${tenantId} and original_id = any (${ids.category}::text[])`,
  )
  return rows
}

/** Whether a merchant has sent any product at all. */
export async function hasCatalog(tx: Tx, tenantId: TenantId): Promise<boolean> {
  const { rows } = await run(
    tx,
    sql<{ has: boolean }>`select exists (select from product where tenant_id = ${tenantId}) as has`,
  )
  return rows[0]?.has ?? false
}

const LOOK_MAX = 20_000

/**
 * Things whose id or name has this text in it, by id; the one with just this id first. Of a catalog that is larger,
 * the names of the first 20,000 are looked at.
 */
export async function searchCatalog(
  tx: Tx,
  tenantId: TenantId,
  kind: CatalogKind,
  search: string,
  limit: number,
): Promise<CatalogName[]> {
  const { rows } = await run(
    tx,
    sql<CatalogName>`
    with looked as (
      (select 'product' as kind, original_id as id, title as name from product
      where ${kind} = 'product' and tenant_id = ${tenantId} order by original_id limit ${LOOK_MAX})
      union
      (select 'product', original_id, title from product
      where ${kind} = 'product' and tenant_id = ${tenantId} and original_id = ${search})
      union
      (select 'brand', original_id, name from brand
      where ${kind} = 'brand' and tenant_id = ${tenantId} order by original_id limit ${LOOK_MAX})
      union
      (select 'category', original_id, name from category
      where ${kind} = 'category' and tenant_id = ${tenantId} order by original_id limit ${LOOK_MAX})
    )
    select kind, id, name from looked
    where position(lower(${search}) in lower(id)) > 0 or position(lower(${search}) in lower(name)) > 0
    order by id <> ${search}, id
    limit ${limit}`,
  )
  return rows
}

export interface CatalogContents {
  /** Of the first products. */
  readonly names: readonly string[]
  /** How many there are in all. */
  readonly count: number
}

/** The products of a brand, or of a category and all those below it, among the first 20,000. */
export async function findContents(
  tx: Tx,
  tenantId: TenantId,
  { kind, id }: Pick<CatalogName, 'kind' | 'id'>,
  limit: number,
): Promise<CatalogContents> {
  const { rows } = await run(
    tx,
    sql<{ name: string; count: number }>`
    with recursive inside (original_id, depth) as (
      select original_id, 1 from category
      where ${kind} = 'category' and tenant_id = ${tenantId} and original_id = ${id}
      union all
      select category.original_id, inside.depth + 1
      from inside
      join category on category.tenant_id = ${tenantId} and category.parent_original_id = inside.original_id
      where inside.depth < ${CATEGORY_DEPTH_MAX}
    ),
    looked as (
      select original_id, title, brand_original_id, category_original_id from product
      where tenant_id = ${tenantId} order by original_id limit ${LOOK_MAX}
    )
    select coalesce(title, original_id) as name, (count(*) over ())::integer as count from looked
    where (${kind} = 'brand' and brand_original_id = ${id})
      or category_original_id in (select original_id from inside)
    order by original_id
    limit ${limit}`,
  )
  return { names: rows.map(({ name }) => name), count: rows[0]?.count ?? 0 }
}

/** Categories by their id, each with itself and all those above it. */
export async function findCategoriesAbove(
  tx: Tx,
  tenantId: TenantId,
  ids: readonly string[],
): Promise<Map<string, readonly string[]>> {
  if (ids.length === 0) return new Map()
  const { rows } = await run(
    tx,
    sql<{ id: string; category_ids: string[] }>`
    with recursive above (id, original_id, parent_original_id, depth) as (
      select original_id, original_id, parent_original_id, 1
      from category
      where tenant_id = ${tenantId} and original_id = any(${ids}::text[])
      union all
      select above.id, category.original_id, category.parent_original_id, above.depth + 1
      from above
      join category on category.tenant_id = ${tenantId} and category.original_id = above.parent_original_id
      where above.depth < ${CATEGORY_DEPTH_MAX}
    )
    select id, array_agg(original_id) as category_ids from above group by id`,
  )
  return new Map(rows.map(({ id, category_ids }) => [id, category_ids]))
}
