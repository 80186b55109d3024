import { fork } from 'node:child_process'
import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { startServe } from '../cli/punchcard-process.ts'
import { median, timesOf } from '../edge/flood.ts'
import { fillEvents } from '../support/many-events.ts'
import { usePeople } from '../support/people.ts'
import { DEMO_PROGRAM } from '../support/shop.ts'
import { useShop } from '../support/use-shops.ts'

const test = useShop(DEMO_PROGRAM)
const used = usePeople(() => test.api)
/** `PANEL_FLOOD_SECONDS=30` on a machine with nothing else to do: then the bounds on the times hold too. */
const SECONDS = Number(process.env.PANEL_FLOOD_SECONDS ?? 3)
const IS_FULL = process.env.PANEL_FLOOD_SECONDS !== undefined
const IN_FLIGHT = IS_FULL ? 200 : 40
const PAUSE_MS = 10

it(`a panel and orders beside ${IN_FLIGHT} plans and lists of records of a viewer of another merchant (PANEL_FLOOD_SECONDS=30 for all)`, async () => {
  test.api.now = Date.now()
  const loud = await test.api.openShop()
  await fillEvents(test.api, loud.tenantId, IS_FULL ? 20_000 : 2_000)
  const { browser: viewer } = await used.people.member(loud.tenantId, 'viewer')
  const { browser: owner } = await used.people.member(test.shop.tenantId, 'owner')
  await using server = await startServe({
    DATABASE_URL: test.api.databaseUrl,
    PUNCHCARD_RATE_LIMIT_PER_SECOND: '1000000',
    PUNCHCARD_TENANT_RATE_LIMIT_PER_SECOND: '1000000',
  })
  const headersOf = ({ cookie }: { cookie: string | null }) => ({
    cookie: cookie ?? '',
    'sec-fetch-site': 'same-origin',
    'content-type': 'application/json',
  })
  const file = {
    punchcard: 1,
    rewards: Array.from({ length: 200 }, (_, index) => ({
      key: `reward-${index}`,
      type: 'fixedValue',
      title: `Reward ${index}`,
      value: '10',
      points: '200',
      coupon: { prefix: `R${index}`, validDays: 30 },
    })),
  }
  const body = JSON.stringify({ file })
  // From another address than the panel's: what one address may look up at once is bounded by itself.
  const agent = new Agent({ keepAlive: true, localAddress: '127.0.0.2' })
  let heavy = 0
  const heavyAt = (origin: string) => async (): Promise<number> => {
    heavy += 1
    const base = `${origin}/v1/admin/tenants/${loud.tenantId}`
    const headers = headersOf(viewer)
    // None of the records is of an order, so that as much of the log is read as one request may.
    const sent =
      heavy % 2 === 0
        ? request(`${base}/program-file/plan`, { method: 'POST', headers, agent }).end(body)
        : request(`${base}/reports/points/records?show=issued&by=type&id=0`, { headers, agent }).end()
    const [answer] = (await once(sent, 'response')) as [IncomingMessage]
    await once(answer.resume(), 'end')
    if (answer.statusCode !== 200) expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    return answer.statusCode ?? 0
  }
  let orders = 0
  const order = async (): Promise<void> => {
    orders += 1
    const answer = await fetch(`${server.url}/v1/pvt/POS/orders`, {
      method: 'POST',
      headers: { authorization: test.shop.key.authorization, 'content-type': 'application/json' },
      body: JSON.stringify(test.shop.completeOrder(`o${orders}`, `c${orders % 50}`, 10)),
    })
    expect([answer.status, ((await answer.json()) as { HasError: boolean }).HasError]).toEqual([200, false])
    await sleep(PAUSE_MS)
  }
  const refused: number[] = []
  const needs = async (): Promise<void> => {
    const url = `${server.url}/v1/admin/tenants/${test.shop.tenantId}/needs`
    const answer = await fetch(url, { headers: headersOf(owner) })
    await answer.arrayBuffer()
    if (answer.status !== 200) refused.push(answer.status)
    // Far below what one person may ask for in a second.
    await sleep(PAUSE_MS * 4)
  }

  /** Times of orders and of the panel while so many of a request are always under way. */
  async function beside(send: () => Promise<number>) {
    let isOver = false
    const statuses: Record<string, number> = {}
    const flood = Array.from({ length: IN_FLIGHT }, async () => {
      while (!isOver) {
        const status = await send()
        statuses[status] = (statuses[status] ?? 0) + 1
        // A client that is told to wait does, a little: else this measures how quickly requests can be refused.
        if (status !== 200) await sleep(1_000)
      }
    })
    const [orderMs, panelMs] = await Promise.all([
      timesOf(order, SECONDS * 1_000),
      timesOf(needs, SECONDS * 1_000),
    ])
    isOver = true
    await Promise.all(flood)
    return {
      order: { median: median(orderMs) - PAUSE_MS, p99: at(orderMs, 0.99) - PAUSE_MS },
      panel: { median: median(panelMs) - PAUSE_MS * 4, p95: at(panelMs, 0.95) - PAUSE_MS * 4 },
      statuses,
    }
  }
  await Promise.all([timesOf(order, 500), timesOf(needs, 500)])
  const refusing = fork(fileURLToPath(new URL('./floor-process.ts', import.meta.url)))
  const [{ port }] = (await once(refusing, 'message')) as [{ port: number }]
  const floor = await beside(heavyAt(`http://127.0.0.1:${port}`))
  refusing.kill()
  // As many requests under way that cost Punchcard nothing but the answer.
  const livez = await beside(async () => {
    const [answer] = (await once(request(`${server.url}/livez`, { agent }).end(), 'response')) as [
      IncomingMessage,
    ]
    await once(answer.resume(), 'end')
    return answer.statusCode ?? 0
  })
  const during = await beside(heavyAt(server.url))
  agent.destroy()
  const ratios = {
    panel: during.panel.p95 / floor.panel.p95,
    orders: during.order.p99 / floor.order.p99,
    needs: during.panel.median / livez.panel.median,
  }
  const inWords = ({ order: sent, panel }: typeof floor): string =>
    `panel ${panel.median.toFixed(1)} ms (p95 ${panel.p95.toFixed(1)}), orders ${sent.median.toFixed(1)} ms (p99 ${sent.p99.toFixed(1)})`
  process.stdout.write(
    `beside ${IN_FLIGHT} that are refused from memory: ${inWords(floor)}; beside ${IN_FLIGHT} of /livez (${livez.statuses[200]} in all): ${inWords(livez)}; beside as many plans and lists: ${inWords(during)}; ` +
      `${ratios.panel.toFixed(2)} and ${ratios.orders.toFixed(2)} times, the panel's median ${ratios.needs.toFixed(2)} times that beside /livez; they got ${JSON.stringify(during.statuses)}\n`,
  )
  expect(Object.keys(during.statuses).filter((status) => !['200', '429', '503'].includes(status))).toEqual([])
  expect(refused).toEqual([])
  if (!IS_FULL) return
  expect(ratios.needs).toBeLessThanOrEqual(1.5)
  expect(ratios.panel).toBeLessThan(2)
  expect(ratios.orders).toBeLessThan(1.2)
}, 300_000)

function at(sorted: readonly number[], share: number): number {
  return sorted[Math.floor(sorted.length * share)] ?? Number.NaN
}
