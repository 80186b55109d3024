import { useClients } from '../../../sdk/test/support/use-client.ts'
import { type ProgramToPublish, program, type Shop } from '../../../server/test/support/shop.ts'
import { openStorefront } from '../../../server/test/support/storefront.ts'
import type { TestApi } from '../../../server/test/support/test-api.ts'

/** How long points of orders are valid: soon enough to be told that they expire. */
const VALIDITY_DAYS = 20
const USUAL_PROGRAM: ProgramToPublish = program({ validityDays: VALIDITY_DAYS })
const CONTENT = {
  programName: 'Aurora Club',
  links: {
    page: 'https://cafeaurora.example/club',
    signIn: 'https://cafeaurora.example/login',
    privacy: null,
  },
}

/** What a merchant has before anyone asks for it, and since when. */
export interface Furnishing {
  readonly program?: ProgramToPublish
  readonly furnish?: (api: TestApi, shop: Shop) => Promise<void>
  readonly since?: number
}

/** A merchant at a real server, and customers who have exactly so many points. */
export function useLoyalty() {
  const clients = useClients()
  let shop: Shop
  let slug = ''
  let count = 0
  /** By the name that a test gives them: each test has customers of its own. */
  const idOf = new Map<string, string>()
  const balances = new Map<string, number>()

  const punchcard = () => clients.clientOf(shop)

  return {
    idOf,
    punchcard,
    get url() {
      return clients.url
    },
    get key() {
      return shop.key
    },
    get slug() {
      return slug
    },
    get api() {
      return clients.api
    },
    get shop() {
      return shop
    },
    /** Of pages of one origin. */
    async open(
      origin: string,
      { program: published = USUAL_PROGRAM, furnish, since }: Furnishing = {},
    ): Promise<void> {
      clients.api.now = since ?? Date.now()
      shop = await clients.open(published)
      await furnish?.(clients.api, shop)
      clients.api.now = Date.now()
      const storefront = await openStorefront(clients.api, shop, { origins: [origin], content: CONTENT })
      slug = storefront.slug
    },
    reset(): void {
      clients.api.now = Date.now()
      idOf.clear()
      balances.clear()
    },
    /** From now on the customer has so many points; `expiring` of the first ones soon, the others never. */
    async has(name: string, points: number, expiring = 0): Promise<void> {
      count += 1
      const id = idOf.get(name) ?? `${name}-${count}`
      const before = balances.get(name)
      if (before === undefined) {
        await punchcard().customers.upsert({ OriginalId: id, Name: name })
        if (expiring > 0) {
          const now = new Date(clients.api.now)
          await punchcard().orders.place({
            OriginalId: `order-${count}`,
            OrderTotal: expiring,
            IsCompleted: true,
            OrderPlacementDate: now,
            OrderCompletedDate: now,
            Customer: { OriginalId: id },
          })
        }
      }
      const change = points - (before ?? expiring)
      if (change !== 0) {
        await punchcard().customers.changePoints(id, {
          Points: change,
          OperationType: change > 0 ? 0 : 1,
          Reason: 'test',
          ChangeKey: `has-${count}`,
        })
      }
      idOf.set(name, id)
      balances.set(name, points)
    },
    /** A customer whose order came back after its points were spent. */
    async owes(name: string, points: number): Promise<void> {
      await this.has(name, points, points)
      const order = `order-${count}`
      await this.has(name, 0)
      await punchcard().orders.cancel(order, { OrderCancelledDate: new Date(clients.api.now) })
    },
    /** To which terms they have agreed. */
    consentsOf(name: string) {
      return clients.reader.query<{ version: number; withdrawn_at: Date | null }>(
        `select version, withdrawn_at from consent
        join customer on customer.tenant_id = consent.tenant_id and customer.id = customer_id
        where consent.tenant_id = $1 and original_id = $2 order by at`,
        [shop.tenantId, idOf.get(name) ?? name],
      )
    },
    async tokenOf(name: string): Promise<string> {
      const minted = await punchcard().storefront.token({ CustomerId: idOf.get(name) ?? name })
      return minted.Token
    },
  }
}
