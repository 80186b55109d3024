import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { type Command, Option } from 'commander'
import { cellUrls } from '../app/cells.ts'
import type { NamedEvent } from '../events/event.ts'
import { TOPICS } from '../events/event.ts'
import { type Instant, instantToText } from '../platform/clock.ts'
import { counted } from '../platform/counted.ts'
import { systemClock } from '../platform/system-clock.ts'
import { visible } from '../platform/terminal.ts'
import { parseInstant } from '../platform/zone.ts'
import { listTenants } from '../tenancy/store/tenants.ts'
import type { Tenant } from '../tenancy/tenant.ts'
import { WebhookError } from '../webhooks/endpoint.ts'
import type { EndpointId, Replay } from '../webhooks/manage.ts'
import { eventNamed } from './event-names.ts'
import { EXIT } from './exit-codes.ts'
import { jsonOption, wholeNumber } from './options.ts'
import { print } from './output.ts'
import { withCells } from './setup.ts'
import { withWebhooks } from './webhook-context.ts'
import type { ListOptions } from './webhook-list.ts'

interface TenantOptions {
  readonly tenant: number
  readonly json: boolean
}

interface EndpointOptions extends TenantOptions {
  readonly endpoint: number
}

/** In the order in which the help lists them. */
export function addWebhookCommands(program: Command): void {
  const webhook = program.command('webhook').description('where merchants get their events')
  addRealign(webhook)
  addAdd(webhook)
  addList(webhook)
  addPauseAndResume(webhook)
  addRotate(webhook)
  addRemove(webhook)
  addTest(webhook)
  addReplay(webhook)
}

function onEndpoint(webhook: Command, name: string, description: string): Command {
  return webhook
    .command(name)
    .description(description)
    .requiredOption('--tenant <number>', 'whose endpoint', wholeNumber)
    .requiredOption('--endpoint <number>', 'its number', wholeNumber)
    .addOption(jsonOption())
}

function addRealign(webhook: Command): void {
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
}

interface AddOptions extends TenantOptions {
  readonly url: string
  readonly topics: string
  readonly description: string
  readonly headersFile?: string
}

function addAdd(webhook: Command): void {
  webhook
    .command('add')
    .description('add an endpoint; its secret is shown only now')
    .requiredOption('--tenant <number>', 'whose events', wholeNumber)
    .requiredOption('--url <address>', 'where to send them')
    .option('--topics <list>', `which: ${TOPICS.join(',')}`, '')
    .option('--description <text>', 'what it is for', '')
    .option('--headers-file <path>', 'custom headers, one per line as in “X-Shop: 7”; - for standard input')
    .addOption(jsonOption())
    .action((options: AddOptions) =>
      withWebhooks(options.tenant, async ({ tools, commands }) => {
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
}

function addList(webhook: Command): void {
  webhook
    .command('list')
    .description('the endpoints of a merchant; of one of them, what became of its events')
    .requiredOption('--tenant <number>', 'whose endpoints', wholeNumber)
    .option('--endpoint <number>', 'its number', wholeNumber)
    .option('--attempts', 'the newest attempts that were kept')
    .option('--parked', 'the events that were given up')
    .addOption(jsonOption())
    .action((options: ListOptions & TenantOptions) =>
      withWebhooks(options.tenant, async ({ tools }) => {
        const { listWebhooks } = await import('./webhook-list.ts')
        const { object, lines } = await listWebhooks(tools, options)
        print(options.json, object, lines.join('\n') || 'None.')
      }),
    )
}

function addPauseAndResume(webhook: Command): void {
  onEndpoint(webhook, 'pause', 'send nothing until it is resumed; what happens meanwhile is kept').action(
    (options: EndpointOptions) =>
      withWebhooks(options.tenant, async ({ tools, commands }) => {
        await commands.pauseEndpoint(tools, idOf(options))
        print(options.json, { paused: options.endpoint }, `Endpoint ${options.endpoint} is paused.`)
      }),
  )

  onEndpoint(webhook, 'resume', 'go on where it was paused or disabled').action((options: EndpointOptions) =>
    withWebhooks(options.tenant, async ({ tools, commands }) => {
      await commands.resumeEndpoint(tools, idOf(options))
      print(options.json, { resumed: options.endpoint }, `Endpoint ${options.endpoint} is active.`)
    }),
  )
}

function addRotate(webhook: Command): void {
  onEndpoint(webhook, 'rotate', 'make a new secret; for a while both sign')
    .option('--overlap-hours <number>', 'how long the old one signs too; 24 unless told', wholeNumber, 24)
    .action((options: EndpointOptions & { overlapHours: number }) =>
      withWebhooks(options.tenant, async ({ tools, commands }) => {
        const rotated = await commands.rotateSecret(tools, idOf(options), options.overlapHours)
        const previousUntil = instantToText(rotated.previousUntil)
        const text = `Secret: ${rotated.secret}\nKeep the secret: it is not shown again. The old one signs too until ${previousUntil}.`
        print(options.json, { id: options.endpoint, secret: rotated.secret, previousUntil }, text)
      }),
    )
}

function addRemove(webhook: Command): void {
  onEndpoint(webhook, 'remove', 'forget an endpoint and all that waits for it').action(
    (options: EndpointOptions) =>
      withWebhooks(options.tenant, async ({ tools, commands }) => {
        await commands.removeEndpoint(tools, idOf(options))
        print(options.json, { removed: options.endpoint }, `Endpoint ${options.endpoint} was removed.`)
      }),
  )
}

function addTest(webhook: Command): void {
  onEndpoint(webhook, 'test', 'send a made-up event at once; exit 1 if it is not received').action(
    (options: EndpointOptions) =>
      withWebhooks(options.tenant, async ({ tools, commands }) => {
        const { outcome, durationMs, text: answer } = await commands.testEndpoint(tools, idOf(options))
        const isReceived = outcome.kind === 'received'
        const result = `${isReceived ? 'Received' : 'Not received'}: ${outcome.status ?? 'no answer'} after ${durationMs} ms. ${visible(answer)}`
        print(options.json, { isReceived, status: outcome.status, durationMs, answer }, result)
        if (!isReceived) process.exitCode = EXIT.no
      }),
  )
}

interface ReplayOptions {
  readonly event?: NamedEvent
  readonly from?: string
  readonly to?: string
  readonly failedSince?: string
}

function addReplay(webhook: Command): void {
  onEndpoint(webhook, 'replay', 'send events again: one, those of a time, or all that failed since')
    .addOption(
      new Option('--event <id>', 'its webhook-id')
        .argParser(eventNamed)
        .conflicts(['from', 'to', 'failedSince']),
    )
    .addOption(new Option('--from <moment>', 'from this moment on').conflicts('failedSince'))
    .addOption(new Option('--to <moment>', 'up to this moment; now unless told').conflicts('failedSince'))
    .option('--failed-since <moment>', 'all that was given up since, and all that waits for its next attempt')
    .action((options: EndpointOptions & ReplayOptions) =>
      withWebhooks(options.tenant, async ({ tools, commands, tenant }) => {
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

function idOf({ tenant, endpoint }: EndpointOptions): EndpointId {
  return { tenantId: tenant, id: endpoint }
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
    throw new WebhookError(`A moment must be an ISO 8601 date like 2027-01-31T00:00:00Z, but is “${text}”.`)
  }
  return at
}

/** Not as a flag: a header may hold a password, and every user of the machine sees flags in the list of processes. */
async function readGiven(path: string): Promise<string> {
  try {
    return path === '-' ? await text(process.stdin) : await readFile(path, 'utf8')
  } catch (error) {
    throw new WebhookError(`The file “${path}” cannot be read: ${(error as NodeJS.ErrnoException).code}.`)
  }
}

function readHeaders(given: string): Record<string, string> {
  const lines = given.split('\n').filter((line) => line.trim() !== '')
  return Object.fromEntries(
    lines.map((line, index) => {
      const [name, ...value] = line.split(':')
      // The line may be a secret: the message does not repeat it.
      if (!name || value.length === 0) {
        throw new WebhookError(`Line ${index + 1} of the headers must be like “X-Shop: 7”.`)
      }
      return [name.trim(), value.join(':').trim()]
    }),
  )
}
