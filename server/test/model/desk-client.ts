/** What the merchant's people change by hand, alone or with somebody else's approval. */
import type { Answer } from '../support/admin.ts'
import { toNumber, type Units } from './arithmetic.ts'
import { DAY_MS } from './calendar.ts'
import type { Desk, ModelCommand, Scene } from './command.ts'
import type { Essence } from './essence.ts'
import { TYPE } from './ledger.ts'
import { sendNewOrder } from './order-client.ts'
import { ADJUST_ABOVE, type Shop } from './shop.ts'
import { promote } from './tiers.ts'

interface Adjustment {
  readonly customer: string
  /** Below zero where they are taken. */
  readonly points: Units
  readonly validityDays: number | null
}

/** Above the limit somebody else has to agree, and may not. */
export function adjustAny(scene: Scene, now: number): ModelCommand {
  const { random, shop, customer } = scene
  const known = shop.customers.get(customer.id)
  if (!known) return sendNewOrder(scene, now)
  const points = BigInt(random.between(1, random.chance(70) ? 2_000 : 9_000)) * 100n
  const isTaken = random.chance(45)
  const sent: Adjustment = {
    customer: customer.id,
    points: isTaken ? -points : points,
    validityDays: isTaken || random.chance(50) ? null : random.between(1, 40),
  }
  // To split it does not help: all of a customer's of 24 hours count together.
  const ofLastDay = known.adjusted.filter(({ at }) => at > now - DAY_MS)
  const needsTwo = ofLastDay.reduce((sum, { size }) => sum + size, points) > ADJUST_ABOVE
  const isRejected = needsTwo && random.chance(25)
  const how = needsTwo ? (isRejected ? 'rejected' : 'approved') : 'at once'
  const name = shop.nameOf(customer.id)
  known.account.settle(now)
  // What can't be done is refused before anybody is asked.
  const canBeDone = !isTaken || known.account.balance.points >= points
  const outcome = isRejected ? (canBeDone ? {} : null) : adjust(shop, sent, now)
  if (outcome && !needsTwo) known.adjusted.push({ at: now, size: points })
  const expected = { how, ...(outcome ?? { isRefused: true }) }
  return {
    shop: customer.shop,
    customer: customer.id,
    action: `adjust ${how}`,
    method: 'POST',
    path: '/v1/admin/…/adjustments',
    body: { points: toNumber(sent.points) },
    ask: (desk) => askFor(desk, name, sent, how, scene.newKey()),
    expected,
    traits: [`adjusted ${how}`],
  }
}

/** The balance after it; null: there is too little. */
function adjust(shop: Shop, { customer: id, points, validityDays }: Adjustment, now: number): Essence | null {
  const customer = shop.customers.get(id)
  if (!customer) return null
  const { account } = customer
  account.settle(now)
  if (points < 0n) {
    if (!account.spend('points', -points, TYPE.manual, now)) return null
  } else shop.grant(customer, TYPE.manual, points, validityDays, now)
  promote(shop, customer, now)
  return { points: toNumber(account.balance.points) }
}

const DAVI = { as: 'Davi', actor: 'person:8' } as const

async function askFor(
  { manager, numberOf }: Desk,
  name: string,
  { points, validityDays }: Adjustment,
  how: string,
  key: string,
): Promise<Essence> {
  const number = await numberOf(name)
  const body = {
    points: String(toNumber(points)),
    reason: 'goodwill',
    note: 'By hand',
    ...(validityDays !== null && { validityDays }),
  }
  const path = `/customers/${number}/adjustments`
  const answer = await manager.send<Asked>('POST', path, body, { key })
  if (how === 'at once') return { how, ...outcomeOf(answer) }
  if (answer.status !== 202) return { how, ...outcomeOf(answer) }
  const { id } = answer.body.approval
  const verb = how === 'rejected' ? 'reject' : 'approve'
  // Nobody decides about what they have asked for themselves.
  const own = await manager.send('POST', `/approvals/${id}/${verb}`, {})
  if (own.status < 400) return { how, isDecidedByOneself: true }
  const decided = await manager.send('POST', `/approvals/${id}/${verb}`, {}, DAVI)
  if (decided.status >= 400) return { how, isRefused: true }
  if (verb === 'reject') return { how }
  const { body: customer } = await manager.get<Shown>(`/customers/${number}`)
  return { how, points: Number(customer.balance.points) }
}

interface Asked {
  readonly approval: { readonly id: number }
  readonly balance: { readonly points: string }
}

interface Shown {
  readonly balance: { readonly points: string }
}

function outcomeOf({ status, body }: Answer<Asked>): Essence {
  return status < 300 ? { points: Number(body.balance.points) } : { isRefused: true }
}
