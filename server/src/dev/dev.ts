import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { openConfiguredCells } from '../app/cells.ts'
import { type Config, readConfig } from '../app/config.ts'
import { migrateCells } from '../app/migrate-cells.ts'
import type { Environment } from '../app/settings.ts'
import { localeOfHeader } from '../contract/locale.ts'
import { STEPS } from '../demo/history.ts'
import { ensureDemoMerchant } from '../demo/merchant.ts'
import { serve } from '../http/serve.ts'
import { ensureOwner } from '../people/manage.ts'
import { PasswordHasher } from '../people/password-hash.ts'
import { makePassword } from '../people/secrets.ts'
import { isPortFree, startLocalPostgres } from '../platform/local-postgres/server.ts'
import { createLogger, type Logger } from '../platform/log.ts'
import { NotReadyError } from '../platform/not-ready.ts'
import { createDatabase, dropDatabase, hasDatabase, urlOfDatabase } from '../platform/postgres/databases.ts'
import { progressBar } from '../platform/progress.ts'
import { stopOnSignal } from '../platform/signals.ts'
import { systemClock } from '../platform/system-clock.ts'
import type { Cells } from '../tenancy/cells.ts'
import { isSecretOf } from '../tenancy/credentials.ts'
import { KEY_SCOPES } from '../tenancy/key-scope.ts'
import { createKey } from '../tenancy/manage/tenants.ts'
import { findLiveKeyHash } from '../tenancy/store/tenants.ts'
import { work } from '../worker/work.ts'
import { buildPanel, buildShopFiles } from './browser-files.ts'
import {
  databaseFolder,
  ensureSecretsKey,
  type Leftovers,
  readCredentials,
  readRuns,
  removeRun,
  writeCredentials,
  writeRun,
} from './folder.ts'

export interface DevOptions {
  readonly port: number
  readonly fresh: boolean
  readonly json: boolean
}

interface DevDatabase {
  readonly url: string
  readonly description: string
  readonly leftovers: Leftovers | null
}

/** Enough time to stop the PostgreSQL that it started. */
const STOP_SECONDS = 60

/** Everything in one process, for trying Punchcard out: database, API, worker and a demo merchant. */
export async function dev(options: DevOptions, environment: Environment): Promise<void> {
  const log = createLogger({ level: environment.PUNCHCARD_LOG_LEVEL ?? 'warn', destination: process.stderr })
  const opened = new AsyncDisposableStack()
  let isStopping = false
  // From the first moment: what was started until the signal is stopped, in the reverse order.
  stopOnSignal(
    log,
    () => {
      isStopping = true
      return opened.disposeAsync()
    },
    STOP_SECONDS,
  )
  try {
    await start(options, environment, log, opened)
  } catch (error) {
    // The start failed because it was told to stop; the signal handler ends the process.
    if (isStopping) return
    await opened.disposeAsync()
    throw error
  }
}

async function start(
  options: DevOptions,
  environment: Environment,
  log: Logger,
  opened: AsyncDisposableStack,
): Promise<void> {
  const say = (text: string): void => void process.stderr.write(`${text}\n`)
  // The quick checks first, before the wait for a database.
  if (environment.DATABASE_URL !== undefined) readConfig(environment)
  await refuseTakenPort(options.port)
  await tidyUp(options, say)
  const database = await openDatabase(options, environment, say, opened)
  // So that other commands recognise its database, and the next run can clean up after a kill.
  const run = { pid: process.pid, databaseUrl: database.url, leftovers: database.leftovers }
  await writeRun({ ...run, url: null })
  opened.defer(() => removeRun(process.pid))
  const config: Config = {
    ...readConfig({
      // Webhooks can be tried out with a receiver on this machine.
      PUNCHCARD_WEBHOOK_ALLOW_PRIVATE: '1',
      PUNCHCARD_SECRETS_KEY: environment.PUNCHCARD_SECRETS_KEY ?? (await ensureSecretsKey()),
      ...environment,
      DATABASE_URL: database.url,
    }),
    port: options.port,
    metricsPort: null,
    workerMetricsPort: null,
    verifyHour: null,
    drainSeconds: 0,
  }
  for (const reason of config.unknownVariables) say(reason)
  await migrateCells(config, log, { onApply: (name) => say(`Applying ${name}`) })

  const cells = openConfiguredCells(config, log, 'punchcard dev')
  let closing: Promise<void> | null = null
  const closeCells = (): Promise<void> => {
    closing ??= cells.close()
    return closing
  }
  opened.defer(closeCells)
  const tenant = await makeMerchant(cells, log, say)
  const { token, key } = await demoKey(cells, tenant, options.fresh ? null : database.url)
  const owner = await demoOwner(cells, tenant)
  await closeCells()

  if (config.isPanelServed) await buildPanel(say)
  await buildShopFiles(say)
  const server = await serve(config, log, { referenceLogin: { token, key } })
  opened.defer(() => server.stop())
  const worker = await work(config, log)
  opened.defer(() => worker.stop())
  // From now on links that other commands print lead here.
  await writeRun({ ...run, url: server.url })

  const ready = { url: server.url, panel: `${server.url}/panel`, token, key, tenant, ...owner }
  if (options.json) {
    process.stdout.write(`${JSON.stringify({ ...ready, databaseUrl: database.url })}\n`)
  } else {
    process.stdout.write(readyText({ ...ready, database: database.description }))
  }
}

/** Another process may still take the port before `serve` does; then `serve` reports it. */
async function refuseTakenPort(port: number): Promise<void> {
  if (!(await isPortFree(port)))
    throw new NotReadyError(`Port ${port} is taken: choose another one with --port.`)
}

/** Removes what killed runs have left, and refuses to start a second one on the same database. */
async function tidyUp({ fresh }: DevOptions, say: (text: string) => void): Promise<void> {
  const { alive, killed } = await readRuns()
  for (const { pid, leftovers } of killed) {
    if (leftovers) {
      say(`Removing the database ${leftovers.database} of a run that was killed`)
      await removeLeftovers(leftovers).catch((error: Error) =>
        say(`It could not be removed: ${error.message}`),
      )
    }
    await removeRun(pid)
  }
  const other = alive.find(({ leftovers }) => leftovers === null)
  if (other && !fresh) {
    throw new NotReadyError(
      `punchcard dev is running in this folder already, as process ${other.pid}: stop it first, or add --fresh for a second one with its own database.`,
    )
  }
}

async function removeLeftovers({ serverUrl, database, folders }: Leftovers): Promise<void> {
  if (serverUrl !== null) await dropDatabase(serverUrl, database)
  await removeFolders(folders)
}

async function makeMerchant(cells: Cells, log: Logger, say: (text: string) => void): Promise<number> {
  const bar = progressBar(process.stderr, STEPS, (done) => `${Math.round((100 * done) / STEPS)}%`)
  const onStep = (step: number): void => {
    if (step === 0) say('Making the demo merchant “Café Aurora” with a year of history')
    else bar.advance(1)
  }
  const tenant = await ensureDemoMerchant(cells, { now: systemClock(), log, onStep })
  bar.clear()
  return tenant
}

async function openDatabase(
  options: DevOptions,
  environment: Environment,
  say: (text: string) => void,
  opened: AsyncDisposableStack,
): Promise<DevDatabase> {
  const suffix = options.fresh ? `_${randomBytes(6).toString('hex')}` : ''
  const own = environment.DATABASE_URL === undefined ? await startServer(suffix, say, opened) : null
  const serverUrl = own?.url ?? environment.DATABASE_URL ?? ''
  const name = `punchcard_dev${suffix}`
  if (!(await hasDatabase(serverUrl, name))) await createDatabase(serverUrl, name)
  if (options.fresh) opened.defer(() => dropDatabase(serverUrl, name))
  return {
    url: urlOfDatabase(serverUrl, name),
    description: `${name} at ${new URL(serverUrl).host}`,
    leftovers: options.fresh
      ? { serverUrl: own ? null : serverUrl, database: name, folders: own?.folders ?? [] }
      : null,
  }
}

async function startServer(
  suffix: string,
  say: (text: string) => void,
  opened: AsyncDisposableStack,
): Promise<{ url: string; folders: string[] }> {
  const dataFolder = databaseFolder() + suffix
  const server = await startLocalPostgres({ dataFolder, onProgress: say })
  const folders = [dataFolder, server.dataFolder]
  // The folder of a fresh database is not used again after its run.
  if (suffix !== '') opened.defer(() => removeFolders(folders))
  opened.defer(() => server.stop())
  return { url: server.url, folders }
}

async function removeFolders(folders: readonly string[]): Promise<void> {
  await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })))
}

/** The key of the last run if it is still good, because a key is shown only once; else a new one. */
async function demoKey(
  cells: Cells,
  tenant: number,
  keepFor: string | null,
): Promise<{ token: string; key: string }> {
  const kept = keepFor === null ? null : await readCredentials()
  if (kept && kept.tenant === tenant) {
    const hash = await cells.directory.read([tenant], (tx) => findLiveKeyHash(tx, tenant, kept.token))
    if (hash && isSecretOf(kept.key, hash)) {
      if (keepFor !== null) await writeCredentials({ ...kept, databaseUrl: keepFor })
      return kept
    }
  }
  const { token, secret } = await createKey(cells.directory, tenant, 'punchcard dev', KEY_SCOPES)
  if (keepFor !== null) await writeCredentials({ databaseUrl: keepFor, tenant, token, key: secret })
  return { token, key: secret }
}

const OWNER = {
  email: 'owner@cafe-aurora.example',
  name: 'Aurora',
  // The shop is in Brazil; the panel speaks the language of the machine that it is tried on.
  locale: localeOfHeader(new Intl.DateTimeFormat().resolvedOptions().locale),
}

/** A person who can sign in to the panel; with a new password at each start, for it is shown only now. */
async function demoOwner(cells: Cells, tenant: number): Promise<{ email: string; password: string }> {
  const password = makePassword()
  const passwordHash = await new PasswordHasher().hash(password, 0)
  await cells.directory.transaction([tenant], (tx) =>
    ensureOwner(tx, tenant, { ...OWNER, passwordHash }, systemClock()),
  )
  return { email: OWNER.email, password }
}

function readyText(ready: {
  url: string
  panel: string
  email: string
  password: string
  token: string
  key: string
  tenant: number
  database: string
}): string {
  return `
Punchcard is ready, with the demo merchant “Café Aurora” (tenant ${ready.tenant}).

  Panel       ${ready.panel}
  E-mail      ${ready.email}
  Password    ${ready.password}

  API         ${ready.url}/v1/pvt/
  Reference   ${ready.url}/docs
  Database    ${ready.database}
  API token   ${ready.token}
  API key     ${ready.key}

Try it:

  curl -u ${ready.token}:${ready.key} '${ready.url}/v1/pvt/RewardConfigurations?IsActive=true'

Other commands find it in this folder where DATABASE_URL is not set, such as \`punchcard person list\`.
Ctrl-C stops it.
`
}
