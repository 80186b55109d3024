import { type LocalizedText, localized } from '../../contract/locale.ts'
import { invalid, isProblem, type Problem } from '../../contract/problem.ts'
import type { AdminApi, Call } from '../../people/admin-api/api.ts'
import { decimalFromText } from '../../platform/decimal.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { parseInstant } from '../../platform/zone.ts'
import type { Tenant } from '../../tenancy/tenant.ts'
import { type ProgramState, programOf, programState } from '../manage/program-state.ts'
import type { OrderFacts } from '../order-facts.ts'
import { previewOrder } from '../preview.ts'
import type { Program } from '../program.ts'
import { readProgram } from '../program-schema.ts'
import { findVersion } from '../store.ts'
import { presentPreview } from './present.ts'
import type { Buyer, ProgramContextReader } from './program-context.ts'
import { previewProgram } from './schema.ts'

type PreviewCall = Call<typeof previewProgram>

const wrongAt = (pointer: string, message: LocalizedText): Problem => invalid([{ pointer, message }])

const NO_VERSION = localized(
  'There is no such version.',
  'Não existe esta versão.',
  'No existe esta versión.',
)
const ONE_ORDER = localized(
  'Give either an order or the id of one.',
  'Informe um pedido ou o id de um.',
  'Indique un pedido o el id de uno.',
)
const NO_ORDER = localized('There is no such order.', 'Não existe este pedido.', 'No existe este pedido.')
const NO_CUSTOMER = localized(
  'There is no such customer.',
  'Não existe este cliente.',
  'No existe este cliente.',
)
const NO_TIER = localized('There is no such tier.', 'Não existe este nível.', 'No existe este nivel.')

export function previewRoute(api: AdminApi, reader: ProgramContextReader): void {
  api.read(previewProgram, 'cell', async (tx, call) => {
    const { tenant, now, locale } = call
    const state = await programState(tx, tenant.id, now)
    const program = await programMeant(tx, state, call)
    if (isProblem(program)) return program
    const facts = await factsMeant(tx, call, reader)
    if (isProblem(facts)) return facts
    const tiers = await reader.tiersOf(tx, tenant)
    const context = {
      locale,
      currency: tenant.currency,
      timeZone: tenant.timeZone,
      nameOf: (kind: string, id: string) =>
        kind === 'tier' ? tiers.find((tier) => tier.id === id)?.name : undefined,
    }
    // A basket may be of a day to come. An order that was sent with one counts from when it came.
    const earnedAt = call.body.order ? facts.placedAt : Math.min(facts.placedAt, now)
    const { customerId } = call.body
    const usedOf =
      customerId === undefined ? undefined : await reader.usedBy(tx, tenant, customerId, facts.placedAt)
    const preview = (one: Program) => presentPreview(previewOrder(one, facts, earnedAt, context, usedOf))
    const order = { facts, customerId: customerId ?? null, now: Math.max(earnedAt, now), usedOf }
    const cards = await reader.stampsBy(tx, tenant, program, order, locale)
    return { answer: { ...preview(program), cards, current: preview(programOf(state.current)) } }
  })
}

/** The draft, a version or a program that was sent; without a draft, what is current. */
async function programMeant(
  tx: Tx,
  { draft, current }: ProgramState,
  { tenant, body: { of } }: PreviewCall,
): Promise<Program | Problem> {
  if (typeof of === 'number') {
    const version = await findVersion(tx, tenant.id, of)
    return version ? programOf(version) : wrongAt('/of', NO_VERSION)
  }
  if (of === 'draft' && draft.program === null) return programOf(current)
  const read = readProgram(of === 'draft' ? draft.program : of)
  if ('program' in read) return read.program
  return invalid(read.problems.map((problem) => ({ ...problem, pointer: `/of${problem.pointer}` })))
}

async function factsMeant(
  tx: Tx,
  call: PreviewCall,
  reader: ProgramContextReader,
): Promise<OrderFacts | Problem> {
  const { tenant, body } = call
  const buyer = await buyerMeant(tx, call, reader)
  if (isProblem(buyer)) return buyer
  if ((body.order === undefined) === (body.orderId === undefined)) return wrongAt('/order', ONE_ORDER)
  if (body.orderId !== undefined) {
    const facts = await reader.orderOf(tx, tenant, body.orderId)
    return facts ? { ...facts, ...buyer } : wrongAt('/orderId', NO_ORDER)
  }
  return { ...(await factsOfBasket(tx, call, reader)), ...buyer }
}

async function factsOfBasket(
  tx: Tx,
  { tenant, body, now }: PreviewCall,
  reader: ProgramContextReader,
): Promise<OrderFacts> {
  const { total = '0', products = [], paymentMethodId, branchId, placedAt, shippingValue } = body.order ?? {}
  const places = await reader.placesOf(
    tx,
    tenant.id,
    products.flatMap(({ id }) => id ?? []),
  )
  const above = await reader.categoriesAbove(
    tx,
    tenant.id,
    products.flatMap(({ categoryId }) => categoryId ?? []),
  )
  return {
    total: decimalFromText(total),
    placedAt: placedAt === undefined ? now : (parseInstant(placedAt, tenant.timeZone) ?? now),
    products: products.map(({ id = '', price, brandId, categoryId, isMarked, quantity = 1 }) => ({
      originalId: id,
      price: typeof price === 'string' ? decimalFromText(price) : null,
      brandId: brandId ?? places.get(id)?.brandId ?? null,
      categoryIds: categoryId
        ? [...(above.get(categoryId) ?? [categoryId])]
        : (places.get(id)?.categoryIds ?? []),
      ...(isMarked && { isMarked }),
      ...(quantity > 1 && { quantity }),
    })),
    ...(typeof shippingValue === 'string' && { shipping: decimalFromText(shippingValue) }),
    paymentMethodId: paymentMethodId ?? null,
    branchId: branchId ?? null,
    tierId: null,
    isFirstPurchase: false,
    number: null,
    timeZone: tenant.timeZone,
  }
}

/** Who buys, as far as the request says it: what it leaves out is not in the answer. */
async function buyerMeant(
  tx: Tx,
  { tenant, body }: PreviewCall,
  reader: ProgramContextReader,
): Promise<Partial<Buyer> | Problem> {
  const { customerId, tierId, isFirstPurchase } = body
  const customer =
    customerId === undefined
      ? await strangerTo(tx, tenant, body, reader)
      : await reader.buyerOf(tx, tenant, customerId)
  if (customer === null) return wrongAt('/customerId', NO_CUSTOMER)
  const first =
    isFirstPurchase === undefined ? {} : { isFirstPurchase, ...(isFirstPurchase && { number: 1 }) }
  if (tierId === undefined) return { ...customer, ...first }
  if (tierId === null) return { ...customer, ...first, tierId: null, tierMultiplier: null }
  const tier = (await reader.tiersOf(tx, tenant)).find(({ id }) => id === String(tierId))
  if (!tier) return wrongAt('/tierId', NO_TIER)
  return { ...customer, ...first, tierId: tier.id, tierMultiplier: tier.multiplier }
}

/** An order that there is knows its own. */
async function strangerTo(
  tx: Tx,
  tenant: Tenant,
  { orderId }: PreviewCall['body'],
  reader: ProgramContextReader,
): Promise<Partial<Buyer>> {
  return orderId === undefined ? reader.newcomerOf(tx, tenant) : {}
}
