/**
 * One customer among very many is found by what support is told: an address, a document, the end of a phone number, a
 * name. `SEARCH_CUSTOMERS=1000000 npm test -- heavy/search` fills as many, and another merchant's tenth of them. It prints
 * how long a search takes over HTTP beside the bare SQL of the same look-up, and beside that of the other merchant, all
 * in turn. It takes two minutes, and with ten million a quarter of an hour.
 */
import { Agent, type OutgoingHttpHeaders, request } from 'node:http'
import { text } from 'node:stream/consumers'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { readSearch } from '../../src/accounts/rules/search.ts'
import { findByTerms } from '../../src/accounts/store/find.ts'
import { run, type Tx } from '../../src/platform/postgres/database.ts'
import { sql } from '../../src/platform/postgres/sql.ts'
import { clientOf } from '../support/client-of.ts'
import { urlOfLogin } from '../support/logins.ts'
import { usePeople } from '../support/people.ts'
import { useTestApi } from '../support/test-api.ts'

vi.setConfig({ testTimeout: 600_000, hookTimeout: 3_600_000 })

const CUSTOMERS = Number(process.env.SEARCH_CUSTOMERS ?? 5_000)
const IS_MEASURED = process.env.SEARCH_CUSTOMERS !== undefined
const REPETITIONS = 500
/** Until the code of a server that has just started is compiled: by then a request takes half of its first time. */
const WARM_UP = 1_000
/** Of the median over HTTP, to that of the SQL alone. */
const RATIO_MAX = 5
/** Of the median among all, to that among a tenth of them. */
const GROWTH_MAX = 1.3
const FIRST = ['Ana', 'Bruno', 'Carla', 'Davi', 'Elisa', 'Fábio', 'Gabriela', 'Heitor', 'Iara', 'João']
const LAST = ['Almeida', 'Barros', 'Cunha', 'Dias', 'Esteves', 'Ferreira', 'Gomes', 'Lima', 'Moraes', 'Silva']

const test = useTestApi()
const used = usePeople(() => test.api)
let tenantId: number
let client: pg.Client
let searchIn: (tenantId: number, wanted: string) => Promise<{ id: number }[]>
let smaller: number

const search = (wanted: string) => searchIn(tenantId, wanted)

beforeAll(async () => {
  ;({ tenantId } = test.api.key)
  client = new pg.Client({ connectionString: test.api.databaseUrl, options: '-c statement_timeout=0' })
  await client.connect()
  await fill(tenantId, CUSTOMERS)
  ;({ tenantId: smaller } = await test.api.openShop())
  await fill(smaller, CUSTOMERS / 10)
  await client.query('vacuum analyze customer, customer_term')
  const { browser, id } = await used.people.member(tenantId)
  await used.people.join(smaller, id, 'owner')
  const url = await used.people.api.server.listen({ port: 0, host: '127.0.0.1' })
  const headers = { cookie: browser.cookie ?? '', 'sec-fetch-site': 'same-origin' }
  searchIn = async (tenant, wanted) => {
    const asked = `customers?search=${encodeURIComponent(wanted)}`
    const { status, body } = await get(`${url}/v1/admin/tenants/${tenant}/${asked}`, headers)
    expect(status).toBe(200)
    return (JSON.parse(body) as { items: { id: number }[] }).items
  }
})

afterAll(() => client.end())

const agent = new Agent({ keepAlive: true })

/** With Node's own client: half a millisecond of every `fetch` is that of who asks. */
function get(url: string, headers: OutgoingHttpHeaders): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    request(url, { agent, headers }, (response) => {
      text(response).then((body) => resolve({ status: response.statusCode ?? 0, body }), reject)
    })
      .on('error', reject)
      .end()
  })
}

/** As the server writes customers and their terms, but all at once. */
async function fill(tenant: number, count: number): Promise<void> {
  await client.query('set session_replication_role = replica')
  await client.query(`select set_config('app.tenants', $1, false)`, [`{${tenant}}`])
  await client.query(
    `insert into customer (tenant_id, id, original_id, public_id, name, email, phone, document, is_enrolled, created_at)
     select $1, n, 'c-' || n, gen_random_uuid(),
       ($2::text[])[1 + n % 10] || ' ' || ($3::text[])[1 + n / 10 % 10] || ' x' || lpad(n::text, 8, '0'),
       'c' || n || '@example.com', '+55 11 ' || lpad((n * 7919)::text, 11, '9'), lpad((n * 104729)::text, 14, '0'), true, now()
     from generate_series(1, ${count}::bigint) as n`,
    [tenant, FIRST, LAST],
  )
  await client.query(
    `insert into customer_term (tenant_id, term, customer_id)
     select $1, term collate "C", id from customer cross join lateral unnest(array[
       'o:' || original_id, 'e:' || email, 'd:' || document, 'q:' || right(phone, 8),
       'n:' || translate(lower(split_part(name, ' ', 1)), 'áã', 'aa'), 'n:' || lower(split_part(name, ' ', 2)),
       'n:' || split_part(name, ' ', 3)
     ]) as term
     where tenant_id = $1 order by term collate "C"`,
    [tenant],
  )
}

/** What is asked for the n-th customer. */
const ASKED: [string, (n: number) => string][] = [
  ['an e-mail address', (n) => `c${n}@example.com`],
  ['a document', (n) => String(n * 104_729).padStart(14, '0')],
  [
    'the end of a phone number',
    (n) =>
      String(n * 7_919)
        .padStart(11, '9')
        .slice(-8),
  ],
  ['an id', (n) => `c-${n}`],
  ['the words of a name', (n) => `${FIRST[n % 10]} x${String(n).padStart(8, '0')}`],
]
const COMMON = 'ana silva'

/** Rows that a look has read, by the transaction's own count. */
async function readSoFar(tx: Tx): Promise<number> {
  const { rows } = await run(
    tx,
    sql<{ read: number | null }>`
    select sum(coalesce(idx_tup_fetch, 0) + seq_tup_read)::int as read from pg_stat_xact_user_tables
    where relname in ('customer', 'customer_term')`,
  )
  return rows[0]?.read ?? 0
}

describe('a customer among very many', () => {
  it.each(ASKED)('is found by %s', async (_name, asked) => {
    for (const n of [1, 17, CUSTOMERS - 3]) {
      const found = await search(asked(n))
      expect([asked(n), found[0]?.id]).toEqual([asked(n), n])
    }
  })

  it('costs few rows, also where a name is common', async () => {
    for (const [text, most] of [...ASKED.map(([, asked]) => [asked(CUSTOMERS - 5), 200]), [COMMON, 4_002]]) {
      const wanted = readSearch(String(text))
      if (!wanted) throw new Error('nothing to look for')
      const read = await test.api.cells.directory.read([tenantId], async (tx) => {
        const before = await readSoFar(tx)
        await findByTerms(tx, tenantId, wanted, { after: null, limit: 51, isWanted: null })
        return (await readSoFar(tx)) - before
      })
      expect([text, read <= Number(most), read]).toEqual([text, true, read])
    }
  })
})

const median = (times: readonly number[]): number => times.toSorted((a, b) => a - b)[times.length >> 1] ?? 0

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}

/** The look-up as one would write it by hand, on a connection of its own: the terms, then who they are. */
const BARE = `
  select customer.* from (
    select distinct found.customer_id from unnest($2::text[], $3::text[]) as wanted (low, high)
    cross join lateral (
      select customer_id from customer_term
      where tenant_id = $1 and term >= wanted.low and term < wanted.high
      order by term, customer_id limit 2000
    ) as found
  ) as found
  join customer on customer.tenant_id = $1 and customer.id = found.customer_id
  order by customer.id desc limit 51`

describe.runIf(IS_MEASURED)('over HTTP', () => {
  beforeAll(async () => {
    for (let turn = 0; turn < WARM_UP; turn += 1) {
      for (const [, asked] of ASKED) await search(asked(1 + ((turn * 7_919) % CUSTOMERS)))
    }
  })

  it.each([...ASKED, ['a common name', () => COMMON] as [string, (n: number) => string]])(
    'by %s takes at most five times the bare SQL, and hardly more than among a tenth of them',
    async (name, asked) => {
      const bare = clientOf(urlOfLogin(test.api.databaseUrl, 'api'))
      await bare.connect()
      await bare.query(`select set_config('app.tenants', $1, false)`, [`{${tenantId}}`])
      const times = { http: [] as number[], bare: [] as number[], smaller: [] as number[] }
      for (let turn = -100; turn < REPETITIONS; turn += 1) {
        const text = asked(1 + (((turn + 100) * 7_919) % CUSTOMERS))
        const beginnings = readSearch(text)?.beginnings ?? []
        const values = [tenantId, beginnings, beginnings.map((start) => `${start}\u{10FFFF}`)]
        const http = await timed(() => search(text))
        const alone = await timed(() => bare.query({ name: 'bare', text: BARE, values }))
        const amongFewer = await timed(() =>
          searchIn(smaller, asked(1 + (((turn + 100) * 7_919) % (CUSTOMERS / 10)))),
        )
        if (turn < 0) continue
        times.smaller.push(amongFewer)
        times.http.push(http)
        times.bare.push(alone)
      }
      await bare.end()
      const [http, alone, fewer] = [median(times.http), median(times.bare), median(times.smaller)]
      process.stderr.write(
        `${CUSTOMERS} customers, ${name}: HTTP ${http.toFixed(2)} ms, SQL ${alone.toFixed(2)} ms, ` +
          `${(http / alone).toFixed(1)} times; ${(http / fewer).toFixed(2)} times that among a tenth\n`,
      )
      expect([name, http / alone <= RATIO_MAX, http / fewer <= GROWTH_MAX]).toEqual([name, true, true])
    },
  )
})
