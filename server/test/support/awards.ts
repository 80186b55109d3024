import type { Shop } from './shop.ts'

type Query = (text: string, values: readonly unknown[]) => Promise<Record<string, unknown>[]>

const STATES = ['due', 'given', 'held', 'undone', 'dropped']
const SOURCES = ['card', 'tier', 'birthday', 'signup']

/** The awards of a customer, oldest first: `tier 3: given, inactive` is one whose coupon can't be used any more. */
export async function giftsOf(query: Query, shop: Shop, customer = 'ana'): Promise<string[]> {
  const rows = await query(
    `select award.source, award.reference, award.state, coupon.is_used, coupon.inactivated_at is not null as is_inactive
     from award join customer on customer.tenant_id = $1 and customer.id = award.customer_id
     left join coupon on coupon.tenant_id = $1 and coupon.code_key = award.coupon_key
     where award.tenant_id = $1 and customer.original_id = $2 order by award.id`,
    [shop.tenantId, customer],
  )
  return rows.map(({ source, reference, state, is_used, is_inactive }) => {
    const coupon = is_used ? ', used' : is_inactive ? ', inactive' : ''
    return `${SOURCES[Number(source)]} ${reference}: ${STATES[Number(state)]}${coupon}`
  })
}

/** The code of the newest coupon that can be used. */
export async function usableCode(query: Query, shop: Shop): Promise<string> {
  const [row] = await query(
    `select code from coupon where tenant_id = $1 and not is_used and inactivated_at is null order by id desc limit 1`,
    [shop.tenantId],
  )
  return String(row?.code)
}
