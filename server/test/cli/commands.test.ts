import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { readMigrations } from '../../src/platform/postgres/migrate.ts'
import { basic, useTestApi } from '../support/test-api.ts'
import { emptyDatabase } from '../support/test-database.ts'
import { type Environment, type Finished, punchcard } from './punchcard-process.ts'
import { runHere } from './run-here.ts'

const test = useTestApi()
let environment: Environment
beforeAll(() => {
  environment = { DATABASE_URL: test.api.databaseUrl }
})

async function emptyFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'punchcard-cli-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** The one object that a command printed, and nothing else anywhere. */
function objectOf<T>(finished: Finished): T {
  expect(finished).toEqual({ exitCode: 0, stdout: expect.stringMatching(/^\{.*\}\n$/), stderr: '' })
  return JSON.parse(finished.stdout) as T
}

const failed = (sentence: string): Finished => ({ exitCode: 2, stdout: '', stderr: `${sentence}\n` })

const NOT_SET =
  'DATABASE_URL is not set: write the address of the database, like postgres://user:password@host:port/name.'

describe('with --json, each command prints one object', () => {
  it('from a tenant to a key that works, and to the end of it', async () => {
    const create = ['tenant', 'create', '--name', 'Loja', '--locale', 'es', '--sandbox', '--json']
    const made = objectOf<{ tenant: number }>(await punchcard(create, environment))
    expect(made).toStrictEqual({ tenant: expect.any(Number) })
    const tenant = String(made.tenant)

    const createKey = ['key', 'create', '--tenant', tenant, '--label', 'shop', '--json']
    const { token, key, ...rest } = objectOf<{ token: string; key: string }>(
      await punchcard(createKey, environment),
    )
    expect(rest).toEqual({})
    expect([token, key]).toEqual([
      expect.stringMatching(`^pct_test_${tenant}_`),
      expect.stringMatching(/^pcs_test_/),
    ])
    const headers = { authorization: basic(token, key) }
    const answer = await test.api.send({ url: '/v1/pvt/RewardConfigurations', headers })
    expect(answer.statusCode).toBe(200)

    const json = async (...command: string[]) => objectOf(await runHere([...command, '--json'], environment))
    expect(await json('verify', '--tenant', tenant)).toMatchObject({ accounts: 0, differences: 0 })
    expect(await json('key', 'revoke', '--token', token)).toStrictEqual({ revoked: token })
    const createdAt = expect.stringMatching(/^20.*Z$/)
    expect(await json('key', 'list', '--tenant', tenant)).toStrictEqual({
      keys: [{ token, label: 'shop', createdAt, revokedAt: createdAt }],
    })
  })

  it('migrate, which names what it applied', async () => {
    const url = await emptyDatabase()
    const missing = (await readMigrations()).map(({ name }) => name)
    expect(missing.length).toBeGreaterThan(0)
    const migrate = ['migrate', '--json']
    expect(objectOf(await punchcard(migrate, { DATABASE_URL: url }))).toEqual({ applied: missing })
    expect(objectOf(await runHere(migrate, { DATABASE_URL: url }))).toEqual({ applied: [] })
  })
})

describe('without --json, commands print what a person needs', () => {
  it('to make a key, to list keys and to revoke one', async () => {
    const tenant = String((await test.api.openShop()).tenantId)
    const made = await runHere(['key', 'create', '--tenant', tenant, '--label', 'till 2'], environment)
    expect(made.stdout).toMatch(
      /^Token: pct_live_\w+\nKey: {3}pcs_live_\w+\nKeep the key: it is not shown again\.\n$/,
    )
    const token = made.stdout.slice('Token: '.length, made.stdout.indexOf('\n'))
    const revoked = await runHere(['key', 'revoke', '--token', token], environment)
    expect(revoked.stdout).toBe('The key is revoked.\n')
    const list = await runHere(['key', 'list', '--tenant', tenant], environment)
    expect(list.stdout).toMatch(
      new RegExp(`^pct_live_\\w+ {2}live {2}test\n${token} {2}revoked {2}till 2\n$`),
    )
  })
})

describe('what is wrong is said in one sentence', () => {
  it('no database', async () => {
    const cwd = await emptyFolder()
    expect(await punchcard(['key', 'list', '--tenant', '1'], {}, { cwd })).toEqual(failed(NOT_SET))
  })

  it('a choice that there is not, with where to read more and not the whole help', async () => {
    const command = ['tenant', 'create', '--name', 'X', '--locale', 'fr']
    expect(await punchcard(command, environment)).toEqual({
      exitCode: 64,
      stdout: '',
      stderr:
        "error: option '--locale <locale>' argument 'fr' is invalid. Allowed choices are pt-BR, en, es.\nAdd --help to see how it is used.\n",
    })
    expect(await punchcard(['tnant'], environment)).toMatchObject({
      exitCode: 64,
      stderr: expect.stringContaining('(Did you mean tenant?)'),
    })
    expect(await punchcard(['--version'], environment)).toMatchObject({ exitCode: 0 })
  })

  it('a database of another kind', async () => {
    for (const command of ['verify', 'dev']) {
      expect(await punchcard([command], { DATABASE_URL: 'mysql://root:secret@127.0.0.1/shop' })).toEqual(
        failed('DATABASE_URL is not an address like postgres://user:password@host:port/name.'),
      )
    }
  })

  it('a port that is taken, before anything else is done', async () => {
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    const { port } = server.address() as AddressInfo
    const command = ['dev', '--fresh', '--port', String(port)]
    expect(await punchcard(command, environment)).toEqual(
      failed(`Port ${port} is taken: choose another one with --port.`),
    )
  })

  it('every wrong variable at once', async () => {
    const wrong = {
      DATABASE_URL: '',
      PORT: 'http',
      PUNCHCARD_LOG_LEVEL: 'loud',
      PUNCHCARD_TRUST_PROXY: 'yes',
    }
    expect(await runHere(['serve'], wrong)).toEqual(
      failed(
        [
          NOT_SET,
          'PUNCHCARD_LOG_LEVEL must be one of trace, debug, info, warn, error, fatal, silent, but is “loud”.',
          'PORT must be a whole number from 0 to 65535, but is “http”.',
          'PUNCHCARD_TRUST_PROXY must be the number of proxies in front, or their addresses and networks with commas between them, like 10.0.0.7,192.168.0.0/16, but is “yes”.',
        ].join('\n'),
      ),
    )
  })

  it('a database that does not answer', async () => {
    expect(await runHere(['migrate'], { DATABASE_URL: 'postgres://postgres@127.0.0.1:1/x' })).toEqual(
      failed('connect ECONNREFUSED 127.0.0.1:1. Is PostgreSQL running? Check DATABASE_URL.'),
    )
  })

  it('a database that is not there', async () => {
    const url = new URL(test.api.databaseUrl)
    url.pathname = '/punchcard_nowhere'
    expect(await runHere(['tenant', 'create', '--name', 'X'], { DATABASE_URL: url.href })).toEqual(
      failed('database "punchcard_nowhere" does not exist. Create the database, or correct DATABASE_URL.'),
    )
  })

  it.each([
    [['tenant', 'create', '--name', 'X']],
    [['key', 'create', '--tenant', '1']],
    [['key', 'list', '--tenant', '1']],
    [['verify']],
  ])('a database that was not migrated: %j', async (command) => {
    const url = await emptyDatabase()
    expect(await runHere(command, { DATABASE_URL: url })).toEqual(
      failed('relation "tenant" does not exist. Run `punchcard migrate` first.'),
    )
  })

  it.each<[string[], string]>([
    [['key', 'create', '--tenant', '999999'], 'There is no tenant 999999.'],
    [['key', 'list', '--tenant', '999999'], 'There is no tenant 999999.'],
    [['verify', '--tenant', '999999'], 'There is no tenant 999999.'],
    [['key', 'revoke', '--token', 'pct_live_1_x'], 'There is no key with the token pct_live_1_x.'],
    [
      ['key', 'create', '--tenant', '1', '--label', 'x'.repeat(251)],
      'The label must have at most 250 characters.',
    ],
    [['tenant', 'create', '--name', ' '], 'The name must have 1 to 250 characters.'],
    [
      ['tenant', 'create', '--name', 'X', '--currency', 'reais'],
      'The currency must be three capital letters like BRL, but is “reais”.',
    ],
    [
      ['tenant', 'create', '--name', 'X', '--time-zone', 'Mars/Base'],
      'The time zone must be a name like America/Sao_Paulo, but is “Mars/Base”.',
    ],
  ])('%j', async (command, sentence) => {
    expect(await runHere([...command, '--json'], environment)).toEqual(failed(sentence))
  })
})

describe('without DATABASE_URL', () => {
  it('commands use the database of the last `punchcard dev` in this folder', async () => {
    const cwd = await emptyFolder()
    await mkdir(join(cwd, '.punchcard'))
    const { databaseUrl, key } = test.api
    const demo = { databaseUrl, tenant: 1, token: 't', key: 'k' }
    await writeFile(join(cwd, '.punchcard', 'demo.json'), JSON.stringify(demo))
    const list = ['key', 'list', '--tenant', String(key.tenantId)]
    expect(await punchcard(list, {}, { cwd })).toEqual({
      exitCode: 0,
      stdout: `${key.token}  live  test\n`,
      stderr: '',
    })
  })
})

describe('punchcard tenant list', () => {
  it('shows every merchant under headings, or as an object', async () => {
    const create = ['tenant', 'create', '--name', 'Café do Zé', '--currency', 'EUR', '--sandbox', '--json']
    const { tenant } = objectOf<{ tenant: number }>(await runHere(create, environment))
    const { tenants } = objectOf<{ tenants: { tenant: number }[] }>(
      await runHere(['tenant', 'list', '--json'], environment),
    )
    expect(tenants.find((one) => one.tenant === tenant)).toEqual({
      tenant,
      name: 'Café do Zé',
      currency: 'EUR',
      timeZone: 'America/Sao_Paulo',
      locale: 'pt-BR',
      cell: 'main',
      isSandbox: true,
      state: 'active',
      stateReason: null,
      stateSince: null,
      deleteAfter: null,
    })
    const { stdout } = await runHere(['tenant', 'list'], environment)
    expect(stdout).toMatch(/^Tenant +Name +Currency +Time zone +Locale +Cell\n/)
    expect(stdout).toMatch(/^\d+ +Café do Zé +EUR +America\/Sao_Paulo +pt-BR +main +sandbox$/m)
  })
})

describe('punchcard completion', () => {
  async function complete(...words: string[]): Promise<string[]> {
    const { stdout: script } = await runHere(['completion', 'bash'], environment)
    const asked = `COMP_WORDS=(punchcard ${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length}`
    const run = promisify(execFile)
    const { stdout } = await run('bash', ['-c', `${script}\n${asked}; _punchcard; echo "\${COMPREPLY[@]}"`])
    return stdout.trim().split(' ')
  }

  it('completes commands, their commands and their flags', async () => {
    expect(await complete('ten')).toEqual(['tenant'])
    const ofTenant = ['create', 'list', 'suspend', 'resume', 'rename', 'close', 'export', 'import', 'delete']
    expect(await complete('tenant', '')).toEqual([...ofTenant, '--help'])
    expect(await complete('webhook', 'list', '--tenant', '7', '--e')).toEqual(['--endpoint'])
  })
})
