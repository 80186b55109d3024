import { getPriority, setPriority } from 'node:os'
import { type Command, Option } from 'commander'
import { cellUrls } from '../app/cells.ts'
import { type Config, isStorefrontAlone } from '../app/config.ts'
import { migrateCells } from '../app/migrate-cells.ts'
import { withSecretFiles } from '../app/secret-files.ts'
import { VERSION } from '../app/version.ts'
import type { Logger } from '../platform/log.ts'
import { stopOnSignal } from '../platform/signals.ts'
import { EXIT } from './exit-codes.ts'
import { jsonOption, processCount, wholeNumber } from './options.ts'
import { print, say } from './output.ts'
import { setUp } from './setup.ts'

export function addProcessCommands(program: Command): void {
  program
    .command('dev')
    .description('start everything for trying it out, with a demo merchant')
    .option('--port <number>', 'port of the API', wholeNumber, 3000)
    .option('--fresh', 'use a new database and drop it at the end', false)
    .option('--json', 'print one line of JSON when ready; logs go to stderr', false)
    .action(async (options: { port: number; fresh: boolean; json: boolean }) => {
      // Loaded when needed: the server is two thirds of the time in which a small command would be done.
      const { dev } = await import('../dev/dev.ts')
      await dev(options, await withSecretFiles(process.env))
    })

  program
    .command('serve')
    .description('start the API')
    .option(
      '--processes <number>',
      'how many processes to use, on one port; else PUNCHCARD_PROCESSES',
      processCount,
    )
    .addOption(new Option('--sibling <number>').argParser(wholeNumber).hideHelp())
    .action(async (options: { processes?: number; sibling?: number }) => {
      const isSibling = options.sibling !== undefined
      const { config: read, log } = await setUp({ isQuiet: isSibling })
      const config = { ...read, processes: options.processes ?? read.processes }
      // As with workers, so that a sale is scheduled first.
      if (isStorefrontAlone(config) && getPriority() < config.storefrontNice)
        setPriority(config.storefrontNice)
      if (options.sibling !== undefined) {
        const { serveAsSibling } = await import('../http/processes/sibling.ts')
        return serveAsSibling(config, log, options.sibling)
      }
      const server =
        config.processes === 1 ? await serveAlone(config, log) : await serveBySeveral(config, log)
      stopOnSignal(log, server.stop, config.stopSeconds)
      logReady(log, server, { url: server.url, metrics: server.metricsUrl })
    })

  program
    .command('work')
    .description('do what happens by itself: points open and expire, birthdays, tiers, webhooks')
    .action(async () => {
      const { work } = await import('../worker/work.ts')
      const { config, log } = await setUp()
      // So that on a small machine a sale is scheduled first. One that was started with less keeps that.
      if (getPriority() < config.workerNice) setPriority(config.workerNice)
      const worker = await work(config, log)
      stopOnSignal(log, worker.stop, config.stopSeconds)
      logReady(log, worker, { metrics: worker.metricsUrl })
    })

  program
    .command('migrate')
    .description(
      'bring the database up to date, and give the logins of the API and the worker what they need',
    )
    .option('--api-login <name...>', 'a user of PostgreSQL that `serve` logs in as')
    .option('--worker-login <name...>', 'a user of PostgreSQL that `work` logs in as')
    .addOption(jsonOption())
    .action(async (options: { apiLogin?: string[]; workerLogin?: string[]; json: boolean }) => {
      const { migrateQueue } = await import('../worker/queue.ts')
      const { config, log } = await setUp()
      const logins = { api: options.apiLogin ?? [], worker: options.workerLogin ?? [] }
      const onApply = (name: string): unknown => options.json || say(`applying ${name}`)
      const { applied, leftToDo } = await migrateCells(config, log, { onApply, logins })
      for (const url of cellUrls(config).values()) await migrateQueue(url, log, config.appRole)
      if (leftToDo.length > 0) say(`Let a superuser run:\n${leftToDo.join(';\n')};`)
      print(options.json, { applied }, applied.length > 0 ? 'The database is up to date.' : 'Nothing to do.')
    })
}

async function serveAlone(config: Config, log: Logger) {
  const { serve } = await import('../http/serve.ts')
  return serve(config, log)
}

async function serveBySeveral(config: Config, log: Logger) {
  const { servePrimary, StartFailedError } = await import('../http/processes/primary.ts')
  try {
    return await servePrimary(config, log)
  } catch (error) {
    // The process that failed has said why.
    if (error instanceof StartFailedError) process.exit(error.exitCode ?? EXIT.fault)
    throw error
  }
}

function logReady(
  log: Logger,
  { isReady, ready }: { readonly isReady: boolean; readonly ready: Promise<void> },
  addresses: { readonly url?: string; readonly metrics: string | null },
): void {
  const fields = { version: VERSION, ...addresses }
  if (!isReady) log.warn(fields, 'started, and ready when the directory answers')
  void ready.then(() => log.info(fields, 'ready'))
}
