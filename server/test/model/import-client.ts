/** What a client moves in with, and takes back: lines of imports for its own customers. */
import { toNumber, type Units } from './arithmetic.ts'
import { daysAfter } from './calendar.ts'
import type { Desk, ModelCommand, OwnCustomer, Scene } from './command.ts'
import { anyName } from './customer-client.ts'
import { type Essence, essenceOfAnswer, essenceOfModelUpsert, publicIdIn } from './essence.ts'
import { bringBalance, claim, undoBalance } from './imports.ts'
import type { ImportMade, SentBalance } from './shop.ts'

let imports = 0

function nextImport(): number {
  imports += 1
  return imports
}

/** New, or a line that came before: in another file, by the name that it has there. */
export function importAny(scene: Scene, now: number): ModelCommand {
  const { random, customer } = scene
  const before = ownOf(scene)
  const known = before.length > 0 && random.chance(30) ? random.one(before) : null
  const sent = known?.sent ?? anyBalance(scene, { who: anyName(scene), email: null }, now)
  return bring(scene, customer, sent, now)
}

function bring(
  scene: Scene,
  { shop: merchant, id }: OwnCustomer,
  sent: SentBalance,
  now: number,
): ModelCommand {
  const { random, shop } = scene
  const importId = nextImport()
  const outcome = bringBalance(shop, id, { importId, sent }, now)
  const webhooks = random.one(['silent', 'send'] as const)
  return {
    ...{ shop: merchant, customer: id, action: 'import', method: 'POST', path: '/v1/admin/…/imports' },
    body: { ...sent, points: toNumber(sent.points), pending: sent.pending && toNumber(sent.pending.points) },
    ask: async (desk) => ({ outcome: await desk.importBalance(importId, sent, webhooks) }),
    expected: { outcome },
    traits: [`imported: ${outcome}`],
  }
}

/** Whatever became of it since, and of its customer. */
export function undoAnyImport(scene: Scene, now: number): ModelCommand {
  const { random, shop, customer } = scene
  const own = ownOf(scene)
  if (own.length === 0) return importAny(scene, now)
  const made = random.one(own)
  const { taken, stays } = undoBalance(shop, made, now)
  const isPart = taken.points > 0n && stays.points > 0n
  return {
    ...{ shop: customer.shop, customer: customer.id, action: 'undo import' },
    ...{ method: 'POST', path: '/v1/admin/…/undo', body: { importId: made.importId } },
    ask: (desk) => desk.undoImport(made.importId),
    expected: { taken: toNumber(taken.points), stays: toNumber(stays.points) },
    traits: [isPart ? 'import undone in part' : taken.points > 0n ? 'import undone' : 'nothing to undo'],
  }
}

/** Those of this customer: nobody else's commands are about it. */
function ownOf({ shop, customer }: Scene): ImportMade[] {
  const known = shop.customers.get(customer.id)
  const { records = [] } = known?.account ?? {}
  return [...shop.imported.values()].filter(({ lots }) => records.some(({ lot }) => lot === lots[0]))
}

/** Somebody who is known by an e-mail alone, until the shop names them by an id of its own. */
export function importAndClaim(scene: Scene, now: number): ModelCommand {
  const { random, shop } = scene
  const own = scene.secondOf(scene.customer)
  const email = `${scene.newKey()}@moved.example`
  const sent = anyBalance(scene, { who: null, email }, now)
  const more = random.chance(40) ? anyBalance(scene, { who: null, email }, now) : null
  const [first, second] = [nextImport(), nextImport()]
  const outcomes = [bringBalance(shop, own.id, { importId: first, sent }, now)]
  if (more) outcomes.push(bringBalance(shop, own.id, { importId: second, sent: more }, now))
  const customer = shop.customers.get(own.id)
  if (!customer) throw new Error('who was imported is there')
  claim(customer, own.id)
  const written = random.chance(30) ? email.toUpperCase() : email
  customer.email = written
  // To be claimed is no change of what was sent.
  const upserted =
    written === email
      ? ({ customer, operation: 'Unchanged', code: '05' } as const)
      : ({ customer, operation: 'Updated', code: '07' } as const)
  const expected = { outcomes, ...essenceOfModelUpsert(shop, upserted) }
  return {
    ...{ shop: own.shop, customer: own.id, action: 'import and claim' },
    ...{ method: 'POST', path: '/v1/pvt/Customer/upsert', body: { OriginalId: own.id, Email: written } },
    async ask(desk: Desk): Promise<Essence> {
      const brought = [await desk.importBalance(first, sent, 'silent')]
      if (more) brought.push(await desk.importBalance(second, more, 'silent'))
      const answer = await desk.send('/v1/pvt/Customer/upsert', { OriginalId: own.id, Email: written })
      customer.publicId = publicIdIn(answer)?.publicId ?? null
      return { outcomes: brought, ...essenceOfAnswer(answer) }
    },
    expected,
    traits: ['claimed'],
  }
}

function anyBalance(
  { random, shop }: Scene,
  who: Pick<SentBalance, 'who' | 'email'>,
  now: number,
): SentBalance {
  const today = shop.dayOf(now)
  const anyPoints = (): Units => BigInt(random.between(1, 30_000)) * (random.chance(30) ? 33n : 100n)
  const pending = random.chance(25)
    ? { points: anyPoints(), from: daysAfter(today, random.between(1, 20)) }
    : null
  const lastDay = random.chance(30) ? null : daysAfter(today, random.between(pending ? 25 : 0, 60))
  return { ...who, points: anyPoints(), pending, lastDay }
}
