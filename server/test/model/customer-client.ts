/** What a client sends of its customers by themselves. */
import type { ModelCommand, Scene } from './command.ts'
import { createCustomer, type SentCustomer, updateCustomer, upsertCustomer } from './customers.ts'
import { essenceOfModelCustomer, essenceOfModelUpsert, expectedOf } from './essence.ts'

export function createAnyCustomer(scene: Scene, now: number): ModelCommand {
  const { random, shop, customer } = scene
  const used = scene.customers.flatMap(({ id }) => shop.customers.get(id)?.email ?? [])
  // Somebody who is known comes once more, by another id.
  if (used.length > 0 && random.chance(30)) {
    const id = `${scene.newKey()}-double`
    return create(scene, id, id, { email: random.one(used).toLowerCase() }, now)
  }
  const known = shop.customers.get(customer.id)
  // As it is stored, as after a time-out; or anything.
  const again = known && { name: known.name, email: known.email, isEnrolled: known.isEnrolled }
  const sent = (random.chance(50) && again) || anySentCustomer(scene)
  return create(scene, customer.id, anyName(scene), sent, now)
}

function create(scene: Scene, id: string, name: string, sent: SentCustomer, now: number): ModelCommand {
  const { shop } = scene
  const outcome = createCustomer(shop, id, sent, now)
  return {
    ...ofCustomer(scene, 'create customer'),
    method: 'POST',
    path: '/v1/pvt/Customer',
    body: { OriginalId: name, ...toCustomerBody(sent) },
    expected: expectedOf(outcome, (done) => essenceOfModelCustomer(shop, done)),
  }
}

export function updateAnyCustomer(scene: Scene, now: number): ModelCommand {
  const { random, shop, customer } = scene
  const name = anyName(scene)
  const newId = random.chance(50) ? anyNewId(scene) : undefined
  const sent = anySentCustomer(scene)
  // The id by which it is named says nothing new, also where it is a former one.
  const outcome = updateCustomer(shop, customer.id, newId === name ? undefined : newId, sent, now)
  return {
    ...ofCustomer(scene, 'update customer'),
    method: 'PUT',
    path: `/v1/pvt/Customer/${name}`,
    body: { OriginalId: newId, ...toCustomerBody(sent) },
    expected: expectedOf(outcome, (done) => essenceOfModelCustomer(shop, done)),
    traits: 'done' in outcome && newId !== undefined && newId !== name ? ['another id'] : [],
  }
}

export function upsertAnyCustomer(scene: Scene, now: number): ModelCommand {
  const { shop, customer } = scene
  const sent = anySentCustomer(scene)
  const upserted = upsertCustomer(shop, customer.id, sent, now)
  return {
    ...ofCustomer(scene, 'upsert customer'),
    method: 'POST',
    path: '/v1/pvt/Customer/upsert',
    body: { OriginalId: anyName(scene), ...toCustomerBody(sent) },
    expected: essenceOfModelUpsert(shop, upserted),
    traits: [`upsert ${upserted.code}`],
  }
}

function ofCustomer({ customer }: Scene, action: string) {
  return { shop: customer.shop, customer: customer.id, action }
}

/** The id that the customer has, or one that it had. */
export function anyName({ random, shop, customer }: Scene): string {
  const known = shop.customers.get(customer.id)
  return known ? random.one([known.originalId, ...known.names]) : customer.id
}

/** A new one, one that it had, or one that another customer has or had. */
function anyNewId(scene: Scene): string {
  const { random, shop, customer, customers } = scene
  const kind = random.weighted({ new: 45, own: 20, taken: 35 })
  if (kind === 'new') return `${scene.newKey()}-renamed`
  if (kind === 'own') return anyName(scene)
  const others = customers.flatMap(({ id }) =>
    id === customer.id ? [] : [...(shop.customers.get(id)?.names ?? [])],
  )
  return others.length > 0 ? random.one(others) : anyName(scene)
}

export function anySentCustomer({ random, name }: Scene): SentCustomer {
  const email = `${name}-${random.between(0, 2)}@example.com`
  return {
    ...(random.chance(60) ? { name: random.one(['Ana', 'Bia Souza', 'José']) } : {}),
    ...(random.chance(50) ? { email: random.chance(30) ? email.toUpperCase() : email } : {}),
    ...(random.chance(15) ? { isEnrolled: random.chance(70) } : {}),
    ...(random.chance(10) ? { name: null } : {}),
  }
}

export function toCustomerBody({ name, email, isEnrolled }: SentCustomer): object {
  return { Name: name, Email: email, IsEnrolled: isEnrolled }
}
