import { setTimeout as sleep } from 'node:timers/promises'
import type { Permission } from '../src/contract/permission.ts'
import { makeAdminToken, startOfAdminToken } from '../src/people/admin-token.ts'
import { hashOf } from '../src/people/secrets.ts'
import { insertToken } from '../src/people/store/tokens.ts'
import type { Database } from '../src/platform/postgres/database.ts'
import { systemClock } from '../src/platform/system-clock.ts'
import { quantile } from './figures.ts'

const MAY: readonly Permission[] = [
  'reports.overview',
  'reports.read',
  'customers.read',
  'program.read',
  'rewards.read',
  'tiers.read',
  'jobs.use',
]

/** What somebody looks at in the morning. */
const PATHS = [
  '/overview',
  '/needs',
  '/reports/points',
  '/reports/liability',
  '/customers',
  '/orders',
  '/reports/points/records?show=issued&by=type&id=0',
  '/rewards',
  '/tiers',
  '/jobs',
]

/** The `Authorization` header of a token of a merchant that may read what the panel shows. */
export async function createReader(database: Database, tenantId: number): Promise<string> {
  const secret = makeAdminToken(tenantId, 'live')
  await database.transaction([tenantId], (tx) =>
    insertToken(
      tx,
      tenantId,
      {
        ...{ tokenHash: hashOf(secret), start: startOfAdminToken(secret), label: 'bench', personId: null },
        ...{
          permissions: MAY,
          createdBy: 'bench',
          createdById: null,
          expiresAt: null,
          hasSecondFactor: false,
        },
      },
      systemClock(),
    ),
  )
  return `Bearer ${secret}`
}

export interface PanelUse {
  readonly requests: number
  readonly medianMs: number
  readonly p99Ms: number
}

interface Asked {
  readonly port: number
  readonly tenantId: number
  readonly authorization: string
  readonly perSecond: number
  readonly seconds: number
}

/** So many requests a second, whether or not the ones before are answered. One that fails ends the benchmark. */
export async function usePanel({
  port,
  tenantId,
  authorization,
  perSecond,
  seconds,
}: Asked): Promise<PanelUse> {
  const startedAt = performance.now()
  const times: number[] = []
  const ask = async (path: string): Promise<void> => {
    const sentAt = performance.now()
    const answer = await fetch(`http://127.0.0.1:${port}/v1/admin/tenants/${tenantId}${path}`, {
      headers: { authorization },
    })
    const text = await answer.text()
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${text}`)
    times.push(performance.now() - sentAt)
  }
  const asked: Promise<void>[] = []
  const count = Math.max(1, Math.round(perSecond * seconds))
  for (let n = 0; n < count; n += 1) {
    await sleep(Math.max(0, startedAt + (n * 1_000) / perSecond - performance.now()))
    asked.push(ask(PATHS[n % PATHS.length] ?? '/needs'))
  }
  await Promise.all(asked)
  return { requests: times.length, medianMs: quantile(times, 0.5), p99Ms: quantile(times, 0.99) }
}
