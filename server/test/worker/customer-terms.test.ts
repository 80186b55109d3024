/** Customers that were there before they could be found, as after an upgrade. */
import { describe, expect, it } from 'vitest'
import { fillTerms } from '../../src/accounts/fill-terms.ts'
import { createLogger } from '../../src/platform/log.ts'
import { MAIN_CELL } from '../../src/tenancy/cells.ts'
import { migrateQueue } from '../../src/worker/queue.ts'
import { verifyMerchant } from '../support/ledger.ts'
import { urlOfLogin } from '../support/logins.ts'
import type { Shop } from '../support/shop.ts'
import { useShops } from '../support/use-shops.ts'
import { startWorker, until } from '../support/workers.ts'

const shops = useShops()

const database = () => shops.api.cells.of({ cell: MAIN_CELL })

/** Makes customers without terms, whose index is to be filled. */
async function beforeTerms(shop: Shop, count: number): Promise<void> {
  const { reader } = shops
  await reader.query(
    `insert into customer (tenant_id, id, original_id, public_id, name, email, is_enrolled, created_at)
     select $1, n, 'C-' || n, gen_random_uuid(), 'Ana Souza ' || n, 'ana' || n || '@example.com', true, now()
     from generate_series(1, $2::int) as n`,
    [shop.tenantId, count],
  )
  await reader.query('insert into term_filling (tenant_id) values ($1)', [shop.tenantId])
}

async function countTerms(shop: Shop): Promise<number> {
  const [row] = await shops.reader.query<{ count: number }>(
    'select count(*)::int as count from customer_term where tenant_id = $1',
    [shop.tenantId],
  )
  return row?.count ?? 0
}

async function phaseOf(shop: Shop): Promise<number | null> {
  const [row] = await shops.reader.query<{ phase: number }>(
    'select phase from term_filling where tenant_id = $1',
    [shop.tenantId],
  )
  return row?.phase ?? null
}

function fill(shop: Shop, signal?: AbortSignal): Promise<void> {
  const options = { database: database(), tenantId: shop.tenantId }
  return fillTerms(signal ? { ...options, signal } : options)
}

describe('filling in', () => {
  it('gives every customer its terms, and takes away those of no customer', async () => {
    const shop = await shops.open()
    await beforeTerms(shop, 1_050)
    await shops.reader.query(
      `insert into customer_term (tenant_id, term, customer_id) values ($1, 'e:old@example.com', 7)`,
      [shop.tenantId],
    )
    await fill(shop)
    expect(await phaseOf(shop)).toBe(null)
    // Its id, its e-mail, two words and a number.
    expect(await countTerms(shop)).toBe(1_050 * 5)
    const { differences } = await verifyMerchant(database(), shop.tenantId)
    expect(differences).toEqual([])
  })

  it('goes on where it was cut off, while customers buy and change their names', async () => {
    const shop = await shops.open()
    await beforeTerms(shop, 1_000)
    let rounds = 0
    while ((await phaseOf(shop)) !== null) {
      const stopping = new AbortController()
      const filling = fill(shop, stopping.signal)
      rounds += 1
      const id = `C-${rounds * 37}`
      const buying = Promise.all([
        shop.completed(`o-${rounds}`, id, 10, { Customer: { OriginalId: id, Name: `Bia ${rounds}` } }),
        shop.completed(`n-${rounds}`, `new-${rounds}`, 10),
      ])
      stopping.abort()
      await Promise.all([filling, buying])
    }
    expect(rounds).toBeGreaterThan(5)
    expect((await verifyMerchant(database(), shop.tenantId)).differences).toEqual([])
  })

  it('is done by two at once as by one', async () => {
    const shop = await shops.open()
    await beforeTerms(shop, 500)
    const results = await Promise.allSettled([fill(shop), fill(shop)])
    expect(results.map(({ status }) => status)).toContain('fulfilled')
    await fill(shop)
    expect(await phaseOf(shop)).toBe(null)
    expect((await verifyMerchant(database(), shop.tenantId)).differences).toEqual([])
  })

  it('is done by `punchcard work`', async () => {
    const shop = await shops.open()
    await beforeTerms(shop, 300)
    // The owner of the database makes the queue, as `punchcard migrate` does.
    await migrateQueue(
      urlOfLogin(shops.api.databaseUrl, 'owner'),
      createLogger({ level: 'error', destination: process.stderr }),
    )
    const worker = await startWorker(shops.api.databaseUrl)
    try {
      await shops.reader.query(`select queue_job('customerTerms', '{}', 'customerTerms')`)
      await until(async () => (await phaseOf(shop)) === null)
      expect(worker.complaints).toEqual([])
    } finally {
      await worker.stop()
    }
    expect(await countTerms(shop)).toBe(300 * 5)
  })
})

describe('a customer', () => {
  it('has the terms of its profile after every change, and its orders cost no more', async () => {
    const shop = await shops.open()
    const terms = async () => {
      const rows = await shops.reader.query<{ term: string }>(
        'select term from customer_term where tenant_id = $1 order by term',
        [shop.tenantId],
      )
      return rows.map(({ term }) => term)
    }
    await shop.completed('o1', 'c1', 10, { Customer: { OriginalId: 'c1', Name: 'Ana', Email: 'a@x.com' } })
    expect(await terms()).toEqual(['e:a@x.com', 'n:ana', 'o:c1'])
    await shop.completed('o2', 'c1', 10, {
      Customer: { OriginalId: 'c1', Name: 'Ana Lima', Phone: '11 98765-4321' },
    })
    expect(await terms()).toEqual(['e:a@x.com', 'n:ana', 'n:lima', 'o:c1', 'q:87654321'])
    await shop.completed('o3', 'c1', 10, { Customer: { OriginalId: 'c1', Email: 'b@x.com' } })
    expect(await terms()).toEqual(['e:b@x.com', 'n:ana', 'n:lima', 'o:c1', 'q:87654321'])
  })
})
