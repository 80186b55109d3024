import { once } from 'node:events'
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { hasDatabase } from '../../src/platform/postgres/databases.ts'
import { SERVER_URL } from '../support/server-url.ts'
import { basic } from '../support/test-api.ts'
import { freePort, punchcard, startPunchcard } from './punchcard-process.ts'

interface Ready {
  readonly url: string
  readonly panel: string
  readonly email: string
  readonly password: string
  readonly token: string
  readonly key: string
  readonly tenant: number
  readonly databaseUrl: string
}

async function send<Answer>({ url, token, key }: Ready, path: string, body?: object): Promise<Answer> {
  const response = await fetch(`${url}${path}`, {
    headers: { authorization: basic(token, key), 'content-type': 'application/json' },
    ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
  })
  return (await response.json()) as Answer
}

describe('punchcard dev --fresh --json', () => {
  it('prints one line when it is ready, answers, and leaves nothing behind', {
    timeout: 180_000,
  }, async () => {
    await using dev = await startPunchcard(
      ['dev', '--fresh', '--json', '--port', '0'],
      { DATABASE_URL: SERVER_URL },
      ({ output }) => output().endsWith('\n'),
    )
    const ready = JSON.parse(dev.output()) as Ready
    expect(Object.keys(ready)).toEqual([
      'url',
      'panel',
      'token',
      'key',
      'tenant',
      'email',
      'password',
      'databaseUrl',
    ])
    const { panel, email, password } = ready
    expect([panel, email]).toEqual([`${ready.url}/panel`, 'owner@cafe-aurora.example'])
    const signedIn = await fetch(`${ready.url}/v1/admin/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
      body: JSON.stringify({ email, password }),
    })
    expect([signedIn.status, await signedIn.json()]).toEqual([200, { state: 'signedIn', methods: [] }])
    const list = await send(ready, '/v1/pvt/RewardConfigurations?IsActive=true')
    expect(list).toMatchObject({ TotalItemCount: 5, HasError: false })

    const { Result: order } = await send<{ Result: { Customer: object } }>(ready, '/v1/pvt/POS/orders', {
      OriginalId: 'o-1',
      OrderPlacementDate: '2026-01-15T12:00:00Z',
      OrderCompletedDate: new Date().toISOString(),
      IsCompleted: true,
      OrderTotal: 120,
      Customer: { OriginalId: 'ana' },
    })
    expect(order.Customer).toMatchObject({ PointsBalance: 120, Cashback: 6, TierName: 'Bronze' })
    const { Result: mug } = await send<{ Result: object }>(ready, '/v1/pvt/RewardConfigurations/5')
    expect(mug).toMatchObject({
      Title: 'Mug',
      PreGeneratedCouponLists: [{ CouponCount: 20, UsedCoupons: 0 }],
    })
    // A customer with a history, whose balance is what the history has left.
    const { Result: customer } = await send<{ Result: object }>(ready, '/v1/pvt/Customer/demo-001')
    expect(customer).toMatchObject({ OriginalId: 'demo-001', IsEnrolled: true })
    const { stdout } = await punchcard(['verify', '--json'], { DATABASE_URL: ready.databaseUrl })
    expect(JSON.parse(stdout)).toMatchObject({ accounts: 201, differences: 0 })

    const database = new URL(ready.databaseUrl).pathname.slice(1)
    expect(await hasDatabase(SERVER_URL, database)).toBe(true)
    expect(await dev.stop()).toBe(0)
    expect(await hasDatabase(SERVER_URL, database)).toBe(false)
    expect(dev.output().split('\n')).toHaveLength(2)
  })

  it('can be stopped while it makes the history of the demo merchant', async () => {
    await using dev = await startPunchcard(
      ['dev', '--fresh', '--json', '--port', '0'],
      { DATABASE_URL: SERVER_URL },
      ({ log }) => log().includes('Making the demo merchant'),
    )
    expect(await dev.stop()).toBe(0)
    expect(dev.output()).toBe('')
    expect(dev.log()).not.toMatch(/error/i)
  })
})

async function emptyFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'punchcard-dev-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

const isReady = ({ output }: { output(): string }): boolean => output().endsWith('\n')

describe('the folder of punchcard dev', { timeout: 180_000 }, () => {
  it('lends its key to commands on its own databases, and to no others', async () => {
    const cwd = await emptyFolder()
    await using dev = await startPunchcard(
      ['dev', '--fresh', '--json', '--port', '0'],
      { DATABASE_URL: SERVER_URL },
      isReady,
      { cwd },
    )
    const { tenant, databaseUrl } = JSON.parse(dev.output()) as Ready
    const add = ['webhook', 'add', '--tenant', String(tenant), '--topics', 'Point_Add']
    const own = await punchcard(
      [...add, '--url', 'http://127.0.0.1:9999', '--json'],
      { DATABASE_URL: databaseUrl },
      { cwd },
    )
    expect(own).toMatchObject({ exitCode: 0 })

    // The same database by another name is somebody else's for all that we know.
    const production = databaseUrl.replace('127.0.0.1', 'localhost')
    const foreign = await punchcard(
      [...add, '--url', 'https://shop.example'],
      { DATABASE_URL: production },
      { cwd },
    )
    expect(foreign).toMatchObject({
      exitCode: 2,
      stderr: expect.stringMatching(/^PUNCHCARD_SECRETS_KEY is not set/),
    })
  })

  it('leads other commands to the run that goes on, also to a fresh one, with links to its port', async () => {
    const cwd = await emptyFolder()
    const port = await freePort()
    await using dev = await startPunchcard(
      ['dev', '--fresh', '--port', String(port)],
      { DATABASE_URL: SERVER_URL },
      ({ output }) => output().includes('Ctrl-C stops it.'),
      { cwd },
    )
    expect(dev.output()).toContain(`Panel       http://127.0.0.1:${port}/panel`)
    const [, tenant = ''] = /\(tenant (\d+)\)/.exec(dev.output()) ?? []
    const invite = [
      'person',
      'invite',
      '--tenant',
      tenant,
      '--email',
      'bia@aurora.example',
      '--role',
      'viewer',
    ]
    const invited = await punchcard([...invite, '--json'], {}, { cwd })
    expect([invited.exitCode, invited.stderr]).toEqual([0, ''])
    const { link } = JSON.parse(invited.stdout) as { link: string }
    expect(link).toContain(`http://127.0.0.1:${port}/panel/join/`)
    const token = link.split('/').at(-1)
    const found = await fetch(`http://127.0.0.1:${port}/v1/admin/invitations/${token}`)
    expect(await found.json()).toMatchObject({ email: 'bia@aurora.example', role: 'viewer' })

    // To other commands DATABASE_URL is the database itself, and not the server on which `dev` makes one.
    expect(await punchcard(invite, { DATABASE_URL: SERVER_URL }, { cwd })).toMatchObject({
      exitCode: 2,
      stderr: expect.stringMatching(
        /uses the database punchcard_dev_\w+: leave DATABASE_URL out to use it too\.\n$/,
      ),
    })

    const reset = ['person', 'reset', '--email', 'owner@cafe-aurora.example']
    expect((await punchcard(reset, {}, { cwd })).stdout).toContain(`http://127.0.0.1:${port}/panel/reset/`)
  })

  it('asks which one is meant where only several fresh ones run', async () => {
    const cwd = await emptyFolder()
    const start = () =>
      startPunchcard(
        ['dev', '--fresh', '--json', '--port', '0'],
        { DATABASE_URL: SERVER_URL },
        ({ log }) => log().includes('Making the demo merchant'),
        { cwd },
      )
    await using _first = await start()
    await using _second = await start()
    expect(await punchcard(['person', 'list'], {}, { cwd })).toMatchObject({
      exitCode: 2,
      stdout: '',
      stderr: expect.stringMatching(
        /^2 runs of `punchcard dev --fresh` go on in this folder: set DATABASE_URL/,
      ),
    })
  })

  it('is cleaned up by the next run after a kill', async () => {
    const cwd = await emptyFolder()
    const environment = { DATABASE_URL: SERVER_URL }
    const killed = await startPunchcard(
      ['dev', '--fresh', '--json', '--port', '0'],
      environment,
      ({ log }) => log().includes('Making the demo merchant'),
      { cwd },
    )
    const [run] = await readdir(join(cwd, '.punchcard/runs'))
    killed.process.kill('SIGKILL')
    await once(killed.process, 'exit')
    expect(await readdir(join(cwd, '.punchcard/runs'))).toEqual([run])

    await using next = await startPunchcard(
      ['dev', '--fresh', '--json', '--port', '0'],
      environment,
      ({ log }) => log().includes('Making the demo merchant'),
      { cwd },
    )
    const name = /Removing the database (\w+) of a run that was killed/.exec(next.log())?.[1] ?? ''
    expect(name).toMatch(/^punchcard_dev_/)
    expect(await hasDatabase(SERVER_URL, name)).toBe(false)
    expect(await readdir(join(cwd, '.punchcard/runs'))).toEqual([`${next.process.pid}.json`])
    expect(await next.stop()).toBe(0)
    expect(await readdir(join(cwd, '.punchcard/runs'))).toEqual([])
  })
  it('has one run at a time, but for fresh ones', async () => {
    const cwd = await emptyFolder()
    // PostgreSQL does not run as root, and has to get in.
    await chmod(cwd, 0o755)
    await using dev = await startPunchcard(['dev', '--json', '--port', '0'], {}, isReady, { cwd })
    const second = await punchcard(['dev', '--json', '--port', '0'], {}, { cwd })
    expect(second).toEqual({
      exitCode: 2,
      stdout: '',
      stderr: `punchcard dev is running in this folder already, as process ${dev.process.pid}: stop it first, or add --fresh for a second one with its own database.\n`,
    })
    expect(await dev.stop()).toBe(0)
  })
})
