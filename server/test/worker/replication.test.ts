import { randomBytes } from 'node:crypto'
import { expect, it, onTestFinished } from 'vitest'
import { createMetrics, measureReplication } from '../../src/platform/metrics.ts'
import { withClient } from '../../src/platform/postgres/client.ts'
import { openProbe } from '../../src/platform/postgres/probe.ts'
import { readReplication } from '../../src/platform/postgres/replication.ts'
import { urlOfLogin } from '../support/logins.ts'
import { SERVER_URL } from '../support/server-url.ts'
import { cloneDatabase } from '../support/test-database.ts'

it('shows how much of its log a database keeps for a slot, to a login without rights, while there is one', async () => {
  const { url, drop } = await cloneDatabase()
  onTestFinished(drop)
  const slot = `punchcard_${randomBytes(5).toString('hex')}`
  const admin = (text: string) =>
    withClient({ connectionString: SERVER_URL }, (client) => client.query(text, [slot]))
  const probe = openProbe(urlOfLogin(url, 'worker'), 'punchcard work')
  onTestFinished(() => probe.close())
  const metrics = createMetrics()
  measureReplication(metrics, async () => [['main', await readReplication(probe)]])
  const line = new RegExp(`^punchcard_replication_slot_bytes{cell="main",slot="${slot}"} \\d+$`, 'm')
  await admin('select pg_create_physical_replication_slot($1, true)')
  try {
    const shown = await metrics.registry.metrics()
    expect(shown).toMatch(line)
    expect(shown).toContain(`punchcard_replication_slot_active{cell="main",slot="${slot}"} 0`)
    // Where no standby is connected, the count says so: a standby that vanishes is noticed by it.
    expect(shown).toMatch(/^punchcard_replication_standbys{cell="main"} \d+$/m)
  } finally {
    await admin('select pg_drop_replication_slot($1)')
  }
  expect(await metrics.registry.metrics()).not.toMatch(line)
})
