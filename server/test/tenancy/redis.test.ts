import { type AddressInfo, createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { startServe } from '../cli/punchcard-process.ts'
import { startGateway } from '../support/gateway.ts'
import { useTestApi } from '../support/test-api.ts'

const test = useTestApi()
const LIMIT = 20

describe('a Redis that hangs', () => {
  it('costs a few requests a moment, and none after that; each process limits by itself until it goes on', async () => {
    const gateway = await startGateway({ hostname: '127.0.0.1', port: 6379 })
    await using server = await startServe({
      DATABASE_URL: test.api.databaseUrl,
      REDIS_URL: `redis://127.0.0.1:${gateway.port}`,
      PUNCHCARD_RATE_LIMIT_PER_SECOND: String(LIMIT),
    })
    const { authorization } = await test.api.openShop()
    const send = async (): Promise<number> => {
      const url = `${server.url}/v1/pvt/RewardConfigurations/none`
      return (await fetch(url, { headers: { authorization } })).status
    }
    const isLimited = async (): Promise<boolean> =>
      (await Promise.all(Array.from({ length: LIMIT * 3 }, send))).includes(429)
    // A process that has just started may be too slow at first, and then takes Redis for hung.
    await expect.poll(isLimited, { timeout: 20_000, interval: 1_100 }).toBe(true)
    await sleep(1_100)
    gateway.goSilent()
    expect(await send()).toBe(200)
    const times: number[] = []
    for (let count = 0; count < 40; count += 1) {
      const startedAt = performance.now()
      expect(await send()).toBe(200)
      times.push(performance.now() - startedAt)
      await sleep(50)
    }
    // A probe is on its way now and then, but nobody waits for it.
    expect(times.filter((ms) => ms >= 195).length).toBeLessThanOrEqual(2)
    // Meanwhile the process counts for itself: what is too much for it alone is still refused.
    await sleep(1_100)
    expect(await isLimited()).toBe(true)
    await sleep(1_100)
    gateway.goOn()
    await expect.poll(isLimited, { timeout: 20_000, interval: 1_100 }).toBe(true)
  })
})

describe('a Redis that refuses the log-in', () => {
  it('is named in the log, and its password is not', async () => {
    const refusing = createServer((socket) => {
      socket.on('error', () => {})
      socket.on('data', (bytes: Buffer) => {
        const commands = bytes.toString().match(/^\*/gm)?.length ?? 1
        socket.write('-WRONGPASS invalid username-password pair or user is disabled.\r\n'.repeat(commands))
      })
    })
    await new Promise<void>((resolve) => refusing.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void refusing.close())
    const { port } = refusing.address() as AddressInfo
    await using server = await startServe({
      DATABASE_URL: test.api.databaseUrl,
      REDIS_URL: `redis://:hunter2-hunter2@127.0.0.1:${port}`,
    })
    await expect.poll(() => server.log(), { timeout: 10_000 }).toContain('WRONGPASS')
    expect((await fetch(`${server.url}/livez`)).status).toBe(200)
    expect(server.log()).not.toContain('hunter2')
  })
})
