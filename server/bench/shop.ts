/** The first merchant's shop, in whose pages browsers ask. */
import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { isConfigRefusal } from '../src/contract/config-refusal.ts'
import { openDatabase } from '../src/platform/postgres/database.ts'
import { createSealer } from '../src/platform/sealing.ts'
import { systemClock } from '../src/platform/system-clock.ts'
import { changeStorefront } from '../src/tenancy/manage/storefront.ts'
import type { ServerProcess } from './processes.ts'

const TENANT = 1
export const SLUG = 'bench'
export const SHOP_ORIGIN = 'https://shop.example'

/** Switches it on, and says what processes that serve it need to know. */
export async function openShop(url: string): Promise<Record<string, string>> {
  const secretsKey = randomBytes(32)
  const directory = openDatabase({
    ...{ url, sealer: createSealer([secretsKey]), connectionCount: 1, applicationName: 'punchcard bench' },
    onIdleError: () => {},
  })
  const done = await directory.transaction([TENANT], (tx) =>
    changeStorefront(tx, TENANT, { expected: null, now: systemClock() }, (before) => ({
      ...{ ...before, isOn: true, slug: SLUG, origins: [SHOP_ORIGIN] },
    })),
  )
  await directory.close()
  if (isConfigRefusal(done)) throw new Error(`the storefront can't be switched on: ${JSON.stringify(done)}`)
  return { PUNCHCARD_SECRETS_KEY: secretsKey.toString('base64'), PUNCHCARD_TRUST_PROXY: '1' }
}

export async function answerOf(port: number, path: string, init: RequestInit = {}): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, init)
  const text = await answer.text()
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${text}`)
  return text
}

/** A merchant may make 500, and what was late comes at once. */
export const MINTS_PER_SECOND = 250

export const mintBody = (customer: number): string =>
  `{"CustomerId":"c${customer}","ExpiresInSeconds":3600,"Include":["me"]}`

/** Of the customers c1, c2 … */
export async function mintTokens(
  { port }: ServerProcess,
  authorization: string,
  customers: number,
): Promise<{ readonly answer: string; readonly token: string }[]> {
  const minted: { answer: string; token: string }[] = []
  for (let n = 1; n <= customers; n += 1) {
    if (n % MINTS_PER_SECOND === 0) await sleep(1_000)
    const answer = await answerOf(port, '/v1/pvt/Token', {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: mintBody(n),
    })
    minted.push({ answer, token: (JSON.parse(answer) as { Result: { Token: string } }).Result.Token })
  }
  return minted
}
