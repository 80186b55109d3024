import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { type Command, Option } from 'commander'
import { cellUrls } from '../app/cells.ts'
import type { Config } from '../app/config.ts'
import { VERSION } from '../app/version.ts'
import type { EventName } from '../events/event.ts'
import { TOPICS } from '../events/event.ts'
import { type Instant, instantToText } from '../platform/clock.ts'
import { counted } from '../platform/counted.ts'
import { createSealer } from '../platform/sealing.ts'
import { systemClock } from '../platform/system-clock.ts'
import { visible } from '../platform/terminal.ts'
import { parseInstant } from '../platform/zone.ts'
import type { Cells } from '../tenancy/cells.ts'
import { tenantOf } from '../tenancy/manage.ts'
import { listTenants } from '../tenancy/store/tenants.ts'
import type { Tenant } from '../tenancy/tenant.ts'
import { type Endpoint, WebhookError } from '../webhooks/endpoint.ts'
import type { EndpointId, Replay, WebhookTools } from '../webhooks/manage.ts'
import type { EndpointBacklog } from '../webhooks/store/attempts.ts'
import { print, withCells } from './command-tools.ts'
import { eventNamed, withName } from './event-names.ts'
import { EXIT } from './exit-codes.ts'
import { jsonOption, wholeNumber } from './options.ts'
import { table } from './table.ts'

type Commands = typeof import('../webhooks/manage.ts')

interface TenantOptions {
  readonly tenant: number
  readonly json: boolean
}

interface EndpointOptions extends TenantOptions {
  readonly endpoint: number
}

export function addWebhookCommands(program: Command): void {
  const webhook = program.command('webhook').description('where merchants get their events')

  function of(tenantId: number, work: (context: Context) => Promise<void>): Promise<void> {
    return withCells(async (cells, config) => work(await openContext(cells, config, tenantId)))
  }

  function onEndpoint(name: string, description: string): Command {
    return webhook
      .command(name)
      .description(description)
      .requiredOption('--tenant <number>', 'whose endpoint', wholeNumber)
      .requiredOption('--endpoint <number>', 'its number', wholeNumber)
      .addOption(jsonOption())
  }

  webhook
    .command('realign')
    .description('after a restore on another server: what happens from now on lies behind all that is there')
    .addOption(jsonOption())
    .action(({ json }: { json: boolean }) =>
      withCells(async (cells, config) => {
        const { realignWebhooks } = await import('../webhooks/store/realign.ts')
        const tenantIds = (await cells.directory.read([], listTenants)).map(({ id }) => id)
        let [events, endpoints] = [0, 0]
        for (const url of cellUrls(config).values()) {
          const realigned = await realignWebhooks(url, tenantIds)
          events += realigned.events
          endpoints += realigned.endpoints
        }
        const text = `A new epoch for ${counted(endpoints, 'endpoint')}; ${counted(events, 'event')} had to be moved to it.`
        print(json, { endpoints, events }, text)
      }),
    )

  webhook
    .command('add')
    .description('add an endpoint; its secret is shown only now')
    .requiredOption('--tenant <number>', 'whose events', wholeNumber)
    .requiredOption('--url <address>', 'where to send them')
    .option('--topics <list>', `which: ${TOPICS.join(',')}`, '')
    .option('--description <text>', 'what it is for', '')
    .option(
      '--headers-file <path>',
      'headers of your own, one a line as in «X-Shop: 7»; - for standard input',
    )
    .addOption(jsonOption())
    .action((options: AddOptions) =>
      of(options.tenant, async ({ tools, commands }) => {
        const { url, description, headersFile, tenant, json } = options
        const headers = headersFile === undefined ? {} : readHeaders(await readGiven(headersFile))
        const topics = options.topics.split(',').flatMap((topic) => topic.trim() || [])
        const { id, secret } = await commands.addEndpoint(tools, tenant, {
          url,
          topics,
          description,
          headers,
        })
        const shown = `Endpoint ${id}\nSecret: ${secret}\nKeep the secret: it is not shown again.`
        print(json, { id, secret }, shown)
      }),
    )

  webhook
    .command('list')
    .description('the endpoints of a merchant; of one of them, what became of its events')
    .requiredOption('--tenant <number>', 'whose endpoints', wholeNumber)
    .option('--endpoint <number>', 'its number', wholeNumber)
    .option('--attempts', 'the newest attempts that were kept')
    .option('--parked', 'the events that were given up')
    .addOption(jsonOption())
    .action((options: ListOptions) =>
      of(options.tenant, async (context) => {
        const { object, lines } = await list(context, options)
        print(options.json, object, lines.join('\n') || 'None.')
      }),
    )

  onEndpoint('pause', 'send nothing until it is resumed; what happens meanwhile is kept').action(
    (options: EndpointOptions) =>
      of(options.tenant, async ({ tools, commands }) => {
        await commands.pauseEndpoint(tools, idOf(options))
        print(options.json, { paused: options.endpoint }, `Endpoint ${options.endpoint} is paused.`)
      }),
  )

  onEndpoint('resume', 'go on where it was paused or disabled').action((options: EndpointOptions) =>
    of(options.tenant, async ({ tools, commands }) => {
      await commands.resumeEndpoint(tools, idOf(options))
      print(options.json, { resumed: options.endpoint }, `Endpoint ${options.endpoint} is active.`)
    }),
  )

  onEndpoint('rotate', 'make a new secret; for a while both sign')
    .option('--overlap-hours <number>', 'how long the old one signs too; 24 unless told', wholeNumber, 24)
    .action((options: EndpointOptions & { overlapHours: number }) =>
      of(options.tenant, async ({ tools, commands }) => {
        const rotated = await commands.rotateSecret(tools, idOf(options), options.overlapHours)
        const previousUntil = instantToText(rotated.previousUntil)
        const text = `Secret: ${rotated.secret}\nKeep the secret: it is not shown again. The old one signs too until ${previousUntil}.`
        print(options.json, { id: options.endpoint, secret: rotated.secret, previousUntil }, text)
      }),
    )

  onEndpoint('remove', 'forget an endpoint and all that waits for it').action((options: EndpointOptions) =>
    of(options.tenant, async ({ tools, commands }) => {
      await commands.removeEndpoint(tools, idOf(options))
      print(options.json, { removed: options.endpoint }, `Endpoint ${options.endpoint} was removed.`)
    }),
  )

  onEndpoint('test', 'send a made-up event at once; exit 1 if it is not received').action(
    (options: EndpointOptions) =>
      of(options.tenant, async ({ tools, commands }) => {
        const { outcome, durationMs, text: answer } = await commands.testEndpoint(tools, idOf(options))
        const isReceived = outcome.kind === 'received'
        const result = `${isReceived ? 'Received' : 'Not received'}: ${outcome.status ?? 'no answer'} after ${durationMs} ms. ${visible(answer)}`
        print(options.json, { isReceived, status: outcome.status, durationMs, answer }, result)
        if (!isReceived) process.exitCode = EXIT.no
      }),
  )

  onEndpoint('replay', 'send events again: one, those of a time, or all that failed since')
    .addOption(
      new Option('--event <id>', 'its webhook-id')
        .argParser(eventNamed)
        .conflicts(['from', 'to', 'failedSince']),
    )
    .addOption(new Option('--from <moment>', 'from this moment on').conflicts('failedSince'))
    .addOption(new Option('--to <moment>', 'up to this moment; now unless told').conflicts('failedSince'))
    .option('--failed-since <moment>', 'all that was given up since, and all that waits for its next attempt')
    .action((options: EndpointOptions & ReplayOptions) =>
      of(options.tenant, async ({ tools, commands, tenant }) => {
        const replayed = await commands.replay(tools, idOf(options), whatToReplay(options, tenant))
        const more = replayed.isAll ? '' : ' There may be more: when these are sent, go on with a later time.'
        print(
          options.json,
          replayed,
          `${counted(replayed.events, 'event is', 'events are')} sent again.${more}`,
        )
      }),
    )
}

interface Context {
  readonly tools: WebhookTools
  readonly commands: Commands
  readonly tenant: Tenant
}

async function openContext(cells: Cells, config: Config, tenantId: number): Promise<Context> {
  const tenant = await tenantOf(cells.directory, tenantId)
  const secretsKeys = requireSecretsKeys(config)
  // Loaded when needed: a small command would be done by then.
  const commands = await import('../webhooks/manage.ts')
  const tools = {
    database: cells.of(tenant),
    sealer: createSealer(secretsKeys),
    reach: { isPrivateAllowed: config.isPrivateWebhookAllowed },
    clock: systemClock,
    userAgent: `Punchcard/${VERSION}`,
  }
  return { tools, commands, tenant }
}

export function requireSecretsKeys({ secretsKeys }: Config): readonly Buffer[] {
  if (secretsKeys !== null) return secretsKeys
  throw new WebhookError(
    'PUNCHCARD_SECRETS_KEY is not set: secrets of webhooks are stored encrypted. Make a key with `openssl rand -base64 32` and set it for every `punchcard` command and process.',
  )
}

interface AddOptions extends TenantOptions {
  readonly url: string
  readonly topics: string
  readonly description: string
  readonly headersFile?: string
}

interface ListOptions extends TenantOptions {
  readonly endpoint?: number
  readonly attempts?: boolean
  readonly parked?: boolean
}

interface ReplayOptions {
  readonly event?: EventName
  readonly from?: string
  readonly to?: string
  readonly failedSince?: string
}

function idOf({ tenant, endpoint }: EndpointOptions): EndpointId {
  return { tenantId: tenant, id: endpoint }
}

async function list(
  { tools, commands }: Context,
  { tenant: tenantId, endpoint, attempts, parked }: ListOptions,
): Promise<{ object: object; lines: string[] }> {
  if ((attempts || parked) && endpoint === undefined) {
    throw new WebhookError('Name the endpoint too: --endpoint <number>.')
  }
  const id = { tenantId, id: endpoint ?? 0 }
  if (parked) {
    const events = (await commands.parkedOf(tools, id)).map((one) => ({
      ...withName(one),
      parkedAt: instantToText(one.parkedAt),
    }))
    const rows = events.map((one) => [one.event, one.parkedAt, String(one.attempts)])
    const lines = rows.length > 0 ? [table(['Event', 'Parked', 'Attempts'], rows)] : []
    return { object: { parked: events }, lines }
  }
  if (attempts) {
    const made = (await commands.attemptsOf(tools, id)).map((one) => ({
      ...withName(one),
      at: instantToText(one.at),
    }))
    const rows = made.map((one) => [
      one.event,
      one.at,
      String(one.status ?? 'no answer'),
      `${one.durationMs} ms`,
      visible(one.answer),
    ])
    const lines = rows.length > 0 ? [table(['Event', 'At', 'Status', 'Time', 'Answer'], rows)] : []
    return { object: { attempts: made }, lines }
  }
  const all = await commands.endpointsOf(tools, tenantId)
  const backlogs = await commands.backlogsOf(tools, tenantId)
  const endpoints = all
    .filter(({ id: one }) => endpoint === undefined || one === endpoint)
    .map((one) => withTexts(one, backlogs.get(one.id)))
  const rows = endpoints.map((one) => [
    String(one.id),
    one.state,
    upTo(one.waiting, commands.BACKLOG_COUNT_MAX),
    String(one.held),
    String(one.parked),
    visible(one.url),
    one.topics.join(','),
    visible(one.stateReason ?? ''),
  ])
  const headings = ['Endpoint', 'State', 'Waiting', 'Held', 'Parked', 'Address', 'Topics', '']
  return { object: { endpoints }, lines: rows.length > 0 ? [table(headings, rows)] : [] }
}

function upTo(count: number, most: number): string {
  return count >= most ? `${most} or more` : String(count)
}

function withTexts({ tenantId: _, ...endpoint }: Endpoint, backlog: EndpointBacklog | undefined) {
  return {
    ...endpoint,
    // Active, and yet nothing has been received since the last failure.
    state: endpoint.state === 'active' && endpoint.failingSince !== null ? 'failing' : endpoint.state,
    waiting: backlog?.events ?? 0,
    held: backlog?.held ?? 0,
    parked: backlog?.parked ?? 0,
    stateSince: instantToText(endpoint.stateSince),
    previousSecretUntil: textOrNull(endpoint.previousSecretUntil),
    failingSince: textOrNull(endpoint.failingSince),
    createdAt: instantToText(endpoint.createdAt),
  }
}

function whatToReplay({ event, from, to, failedSince }: ReplayOptions, { timeZone }: Tenant): Replay {
  if (event !== undefined) return { event }
  if (failedSince !== undefined) return { failedSince: moment(failedSince, timeZone) }
  if (from === undefined) throw new WebhookError('Say what to send again: --event, --from or --failed-since.')
  return { from: moment(from, timeZone), to: to === undefined ? systemClock() : moment(to, timeZone) }
}

function moment(text: string, timeZone: string): Instant {
  const at = parseInstant(text, timeZone)
  if (at === null) {
    throw new WebhookError(`A moment must be an ISO 8601 date like 2027-01-31T00:00:00Z, but is «${text}».`)
  }
  return at
}

/** Not as a flag: a header may hold a password, and the list of processes shows flags to everybody. */
async function readGiven(path: string): Promise<string> {
  try {
    return path === '-' ? await text(process.stdin) : await readFile(path, 'utf8')
  } catch (error) {
    throw new WebhookError(`The file «${path}» cannot be read: ${(error as NodeJS.ErrnoException).code}.`)
  }
}

function readHeaders(given: string): Record<string, string> {
  const lines = given.split('\n').filter((line) => line.trim() !== '')
  return Object.fromEntries(
    lines.map((line, index) => {
      const [name, ...value] = line.split(':')
      // The line may be a secret: the message does not repeat it.
      if (!name || value.length === 0) {
        throw new WebhookError(`Line ${index + 1} of the headers must be like «X-Shop: 7».`)
      }
      return [name.trim(), value.join(':').trim()]
    }),
  )
}

function textOrNull(at: Instant | null): string | null {
  return at === null ? null : instantToText(at)
}
