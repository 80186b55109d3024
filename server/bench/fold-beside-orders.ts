/** Figures beside orders: the rate of the fold alone and that of orders alone, in turn, and how late figures are beside a load. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../src/platform/postgres/database.ts'
import { systemClock } from '../src/platform/system-clock.ts'
import type { BenchDatabase } from './database.ts'
import { median, round } from './figures.ts'
import { countAllFigures, foldBacklog } from './fold.ts'
import { createReader } from './panel.ts'
import { runOrderLoad, startPunchcard } from './processes.ts'
import { startWorker } from './worker.ts'

const CONNECTIONS = 64
/** So much of what the machine can do. */
const SHARE = 3
const SAMPLE_EVERY_MS = 250
/** Merchants that are asked how late their figures are. */
const SAMPLED = 10
const FIRST_COUNT_MS = 60_000

interface Plan {
  readonly rounds: number
  readonly seconds: number
  readonly customersPerTenant: number
  readonly say: (text: string) => void
}

export interface FoldBesideOrders {
  readonly rounds: readonly { readonly orders: number; readonly fold: number; readonly ratio: number }[]
  readonly ratio: number
  readonly ordersPerSecond: number
  readonly lagSeconds: { readonly median: number; readonly most: number; readonly samples: number }
}

export async function foldBesideOrders(
  database: Database,
  { url, authorizations, server }: BenchDatabase,
  { rounds, seconds, customersPerTenant, say }: Plan,
): Promise<FoldBesideOrders> {
  const api = await startPunchcard(url)
  const tenants = authorizations.map((_, index) => index + 1)
  const orders = (run: string, perSecond?: number) =>
    runOrderLoad({
      ...{ ports: [api.port], connections: CONNECTIONS, seconds, authorizations, customersPerTenant },
      ...{ isHot: false, refusedPerMille: 0, run, ...(perSecond === undefined ? {} : { perSecond }) },
    })
  try {
    // Other parts of a benchmark send orders to these merchants, too.
    await orders('figures-warm')
    await countAllFigures(database, tenants)
    const measured = []
    for (let number = 0; number < rounds; number += 1) {
      const { perSecond } = await orders(`figures-alone-${number}`)
      const fold = await foldBacklog(database, tenants, server.pid)
      measured.push({ orders: round(perSecond, 0), fold: fold.perSecond, ratio: fold.perSecond / perSecond })
      say(`  ${JSON.stringify({ ...measured.at(-1), folded: fold.events })}`)
    }
    const share = median(measured.map((one) => one.orders)) / SHARE
    const worker = await startWorker(url, say)
    try {
      const asked = await Promise.all(
        tenants.slice(0, SAMPLED).map(async (tenantId) => ({
          url: `http://127.0.0.1:${api.port}/v1/admin/tenants/${tenantId}/figures`,
          authorization: await createReader(database, tenantId),
        })),
      )
      await untilCounted(asked)
      let isOver = false
      const sampling = sample(asked, () => isOver)
      const { perSecond } = await orders('figures-beside', share)
      isOver = true
      const lags = await sampling
      return {
        rounds: measured,
        ratio: median(measured.map(({ ratio }) => ratio)),
        ordersPerSecond: round(perSecond, 0),
        lagSeconds: {
          median: round(median(lags), 2),
          most: round(Math.max(...lags), 2),
          samples: lags.length,
        },
      }
    } finally {
      await worker.stop()
    }
  } finally {
    await api.stop()
  }
}

/** `T/figures` of a merchant. */
interface Asked {
  readonly url: string
  readonly authorization: string
}

async function untilCounted(asked: readonly Asked[]): Promise<void> {
  const endsAt = performance.now() + FIRST_COUNT_MS
  for (const one of asked) {
    while ((await lagOf(one)) > 1) {
      if (performance.now() > endsAt) throw new Error('figures are behind before anything is sold')
      await sleep(SAMPLE_EVERY_MS)
    }
  }
}

/** In seconds, of one merchant after another. */
async function sample(asked: readonly Asked[], isOver: () => boolean): Promise<number[]> {
  const lags: number[] = []
  while (!isOver()) {
    const one = asked[lags.length % asked.length]
    if (one) lags.push(await lagOf(one))
    await sleep(SAMPLE_EVERY_MS)
  }
  return lags
}

/** From the moment as of which the figures are, which the server tells, until its answer has come. */
async function lagOf({ url, authorization }: Asked): Promise<number> {
  const answer = await fetch(url, { headers: { authorization } })
  if (answer.status !== 200) throw new Error(`${url}: ${answer.status} ${await answer.text()}`)
  const { asOf } = (await answer.json()) as { readonly asOf: string | null }
  return asOf === null ? Number.POSITIVE_INFINITY : (systemClock() - Date.parse(asOf)) / 1_000
}
