/** `punchcard serve --processes 2` when processes are killed, replaced and stopped, under load. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { RunningServer } from '../cli/punchcard-process.ts'
import { SteadyClient } from '../edge/steady-client.ts'
import { clientOf } from '../support/client-of.ts'
import { verifyMerchant } from '../support/ledger.ts'
import { urlOfLogin } from '../support/logins.ts'
import { openShop, SIMPLE_PROGRAM } from '../support/open-shop.ts'
import { orderToSend } from '../support/order-to-send.ts'
import { useTestApi } from '../support/test-api.ts'
import { emptyDatabase } from '../support/test-database.ts'
import { childrenOf, isAlive, metricByProcess, sendAlone, startSeveral } from './started.ts'

const test = useTestApi()
/** Each start of a process takes seconds on a busy machine, and replacing two of them takes four. */
const PATIENCE = { timeout: 90_000, interval: 100 }
vi.setConfig({ testTimeout: 240_000 })

async function readyCount(server: RunningServer): Promise<number> {
  const ready = await metricByProcess(server, 'punchcard_ready', '')
  return [...ready.values()].filter((value) => value === 1).length
}

describe('a process that is killed', () => {
  it('loses no order that was acknowledged, and another one takes its place', async () => {
    const database = test.api.cells.of({ cell: 'main' })
    const { authorization, tenantId } = await openShop(database, { program: SIMPLE_PROGRAM })
    await using server = await startSeveral({ DATABASE_URL: test.api.databaseUrl })
    const acknowledged = new Set<string>()
    let isOver = false
    let broken = 0
    /** Sends each order until it is answered, as shops do. */
    const sender = async (number: number): Promise<void> => {
      for (let count = 0; !isOver; ) {
        const id = `o-${number}-${count}`
        const order = orderToSend(id, `c-${number % 4}`, 10)
        try {
          const url = `${server.url}/v1/pvt/POS/orders`
          const { status, body } = await sendAlone(url, { method: 'POST', authorization, body: order })
          expect([200, 503]).toContain(status)
          if (status !== 200) continue
          expect(JSON.parse(body)).toMatchObject({ HasError: false })
          acknowledged.add(id)
          count += 1
        } catch (error) {
          if (!('code' in (error as object))) throw error
          broken += 1
          await sleep(20)
        }
      }
    }
    const sending = Promise.all(Array.from({ length: 12 }, (_, number) => sender(number)))
    const more = async (): Promise<void> => {
      const wanted = acknowledged.size + 50
      await expect.poll(() => acknowledged.size, PATIENCE).toBeGreaterThan(wanted)
    }
    const kills = 3
    for (let kill = 0; kill < kills; kill += 1) {
      await more()
      const before = childrenOf(server)
      const victim = before[kill % 2] ?? 0
      process.kill(victim, 'SIGKILL')
      // The other one serves on meanwhile.
      await more()
      await expect.poll(() => readyCount(server), PATIENCE).toBe(2)
      const after = childrenOf(server)
      expect(after).toHaveLength(2)
      expect(after).not.toContain(victim)
    }
    isOver = true
    await sending
    const ended = server
      .log()
      .split('\n')
      .filter((line) => line.includes('a process ended by itself'))
    expect(ended.map((line) => JSON.parse(line))).toEqual(
      Array.from({ length: kills }, () => expect.objectContaining({ level: 'error', signal: 'SIGKILL' })),
    )
    const reader = clientOf(test.api.databaseUrl)
    await reader.connect()
    onTestFinished(() => reader.end())
    const { rows } = await reader.query<{ id: string }>(
      'select original_id as id from customer_order where tenant_id = $1',
      [tenantId],
    )
    const stored = rows.map(({ id }) => id)
    expect(new Set(stored).size).toBe(stored.length)
    expect([...acknowledged].filter((id) => !stored.includes(id))).toEqual([])
    expect((await verifyMerchant(database, tenantId)).differences).toEqual([])
    process.stdout.write(`${acknowledged.size} orders, ${kills} kills, ${broken} connections broken\n`)
  })

  it('ends with the process that started it', async () => {
    const server = await startSeveral({ DATABASE_URL: test.api.databaseUrl })
    const children = childrenOf(server)
    server.process.kill('SIGKILL')
    await expect.poll(() => children.filter(isAlive), PATIENCE).toEqual([])
    await expect(fetch(`${server.url}/livez`)).rejects.toThrow()
  })
})

describe('on SIGHUP', () => {
  it('all processes are replaced, one after the other, and no request fails', async () => {
    await using server = await startSeveral({
      DATABASE_URL: test.api.databaseUrl,
      PUNCHCARD_DRAIN_SECONDS: '3',
    })
    const before = childrenOf(server)
    const client = new SteadyClient(server.url, test.api.key.authorization)
    await expect.poll(() => client.isAnswered(), PATIENCE).toBe(true)
    const sending = client.sendUntilStopped()
    const unready: number[] = []
    let most = 0
    const looking = setInterval(() => {
      most = Math.max(most, childrenOf(server).length)
      void fetch(`${server.url}/readyz`).then(({ status }) => {
        if (status !== 200) unready.push(status)
      })
    }, 100)
    await sleep(500)
    process.kill(server.process.pid ?? 0, 'SIGHUP')
    await expect.poll(() => server.log(), PATIENCE).toContain('all processes were replaced')
    await sleep(500)
    clearInterval(looking)
    client.stop()
    await sending
    const after = childrenOf(server)
    process.stdout.write(`replaced under load: ${client.failures.length} of ${client.sent} requests failed\n`)
    expect(client.failures).toEqual([])
    expect(unready).toEqual([])
    expect(most).toBe(3)
    expect(after).toHaveLength(2)
    expect(after.filter((pid) => before.includes(pid))).toEqual([])
    expect(await readyCount(server)).toBe(2)
  })

  it('they stay where a new one does not start, and the log says so', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'punchcard-processes-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    const file = join(folder, 'database-url')
    await writeFile(file, urlOfLogin(test.api.databaseUrl, 'api'))
    await using server = await startSeveral({ DATABASE_URL_FILE: file })
    const before = childrenOf(server)
    // What was to be the new address is another database, which was never migrated.
    await writeFile(file, urlOfLogin(await emptyDatabase(), 'api'))
    process.kill(server.process.pid ?? 0, 'SIGHUP')
    await expect.poll(() => server.log(), PATIENCE).toContain('a new process did not get ready')
    expect(server.log()).toContain('run `punchcard migrate` first')
    expect(server.log()).not.toContain('ended by itself')
    expect(childrenOf(server).sort()).toEqual(before.sort())
    const { authorization } = test.api.key
    expect((await sendAlone(`${server.url}/v1/pvt/RewardConfigurations`, { authorization })).status).toBe(200)
    await writeFile(file, urlOfLogin(test.api.databaseUrl, 'api'))
    process.kill(server.process.pid ?? 0, 'SIGHUP')
    await expect.poll(() => server.log(), PATIENCE).toContain('all processes were replaced')
    expect(childrenOf(server).filter((pid) => before.includes(pid))).toEqual([])
  })
})

describe('told to stop', () => {
  it('all finish what is under way, say that they are not ready, and the command exits 0', async () => {
    await using server = await startSeveral({
      DATABASE_URL: test.api.databaseUrl,
      PUNCHCARD_DRAIN_SECONDS: '2',
    })
    const children = childrenOf(server)
    const { authorization, tenantId } = test.api.key
    const operator = clientOf(test.api.databaseUrl)
    await operator.connect()
    onTestFinished(() => operator.end())
    // Writers of these products wait until we let go.
    await operator.query('begin')
    const ids = Array.from({ length: 8 }, (_, index) => `slow-${index}`)
    await operator.query(
      `insert into product (tenant_id, original_id, title, is_active)
        select $1, id, 'T', true from unnest($2::text[]) as id`,
      [tenantId, ids],
    )
    const slow = ids.map((id) =>
      sendAlone(`${server.url}/v1/pvt/Product/${id}`, {
        method: 'PUT',
        authorization,
        body: { OriginalId: id, Title: 'Finished' },
      }),
    )
    await expect
      .poll(
        async () => (await metricByProcess(server, 'punchcard_http_requests_in_progress', '')).values(),
        PATIENCE,
      )
      .toSatisfy(
        (values: Iterable<number>) => [...values].reduce((total, one) => total + one, 0) >= ids.length,
      )
    server.process.kill('SIGTERM')
    for (let looks = 0; looks < 8; looks += 1) {
      await expect
        .poll(async () => (await sendAlone(`${server.url}/readyz`, { authorization })).status, {
          interval: 10,
        })
        .toBe(503)
    }
    await sleep(2_200)
    await expect(fetch(`${server.url}/livez`)).rejects.toThrow()
    await operator.query('commit')
    const answers = await Promise.all(slow)
    expect(answers.map(({ status }) => status)).toEqual(ids.map(() => 200))
    expect(await server.stop()).toBe(0)
    expect(children.filter(isAlive)).toEqual([])
  })

  it('a second signal ends all of them at once', async () => {
    await using server = await startSeveral({
      DATABASE_URL: test.api.databaseUrl,
      PUNCHCARD_DRAIN_SECONDS: '30',
      PUNCHCARD_STOP_SECONDS: '60',
    })
    const children = childrenOf(server)
    server.process.kill('SIGTERM')
    await expect.poll(() => server.log(), PATIENCE).toContain('"msg":"stopping"')
    const startedAt = performance.now()
    server.process.kill('SIGTERM')
    expect(await server.stop()).toBe(1)
    expect(performance.now() - startedAt).toBeLessThan(10_000)
    await expect.poll(() => children.filter(isAlive), PATIENCE).toEqual([])
  })

  it('is the same where a terminal or systemd tells each process', async () => {
    await using server = await startSeveral({ DATABASE_URL: test.api.databaseUrl })
    for (const pid of childrenOf(server)) process.kill(pid, 'SIGTERM')
    expect(await server.stop()).toBe(0)
  })

  it('one that hangs is ended at the deadline', async () => {
    await using server = await startSeveral({
      DATABASE_URL: test.api.databaseUrl,
      PUNCHCARD_STOP_SECONDS: '2',
    })
    const children = childrenOf(server)
    process.kill(children[0] ?? 0, 'SIGSTOP')
    expect(await server.stop()).toBe(1)
    await expect.poll(() => children.filter(isAlive), PATIENCE).toEqual([])
  })
})
