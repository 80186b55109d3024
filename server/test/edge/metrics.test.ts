import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { describe, expect, it } from 'vitest'
import { freePort, startPunchcard, startServe } from '../cli/punchcard-process.ts'
import { useTestApi } from '../support/test-api.ts'

const test = useTestApi()
const hasPromtool = spawnSync('promtool', ['--version']).status === 0
if (!hasPromtool)
  process.stdout.write('skipped, because promtool is not installed: what it says of our metrics\n')

/** What promtool complains of; nothing when all is well. */
async function complaints(text: string): Promise<string> {
  const child = spawn('promtool', ['check', 'metrics'], { stdio: ['pipe', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (bytes: Buffer) => {
      output += bytes.toString()
    })
  }
  child.stdin.end(text)
  await once(child, 'close')
  return output
}

async function read(url: string | null): Promise<string> {
  return (await fetch(url ?? '')).text()
}

describe('the metrics', () => {
  it('of serve and work have what an operator looks for, and promtool finds nothing to complain about', async () => {
    await using server = await startServe({
      DATABASE_URL: test.api.databaseUrl,
      PUNCHCARD_METRICS_PORT: String(await freePort()),
    })
    const { authorization } = test.api.key
    const headers = { authorization, 'content-type': 'application/json' }
    await fetch(`${server.url}/v1/pvt/RewardConfigurations`, { headers })
    const body = JSON.stringify({ OriginalId: 'o', OrderTotal: 'x' })
    await fetch(`${server.url}/v1/pvt/POS/orders`, { method: 'POST', headers, body })
    await fetch(`${server.url}/v1/pvt/Customer/nobody/cashback`, { method: 'POST', headers, body: '{}' })
    const served = await read(server.metricsUrl)
    for (const name of [
      'punchcard_build_info{version="',
      'punchcard_refusals_total{operation="',
      'punchcard_pool_wait_seconds_count{cell="main"}',
      'punchcard_pool_wait_seconds_count{cell="directory"}',
      'punchcard_admin_queue_waiting{weight="heavy"}',
      'punchcard_batch_wait_seconds_count{batcher="reward-lists"}',
      'punchcard_batch_size_count{batcher="reward-lists"}',
      'punchcard_database_connections{cell="directory",state="waiting"}',
    ]) {
      expect(served).toContain(name)
    }
    const port = await freePort()
    await using worker = await startPunchcard(
      ['work'],
      { DATABASE_URL: test.api.databaseUrl, PUNCHCARD_WORKER_METRICS_PORT: String(port) },
      ({ log }) => log().includes('"msg":"ready"'),
    )
    const worked = await read(`http://127.0.0.1:${port}/metrics`)
    expect(worked).toContain('punchcard_build_info{version="')
    if (hasPromtool) {
      expect(await complaints(served)).toBe('')
      expect(await complaints(worked)).toBe('')
    }
    await worker.stop()
  })
})
