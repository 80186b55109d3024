import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { type LoadResult, mergeLoads, refuseFailures } from './load.ts'
import type { OrderLoad } from './loads.ts'
import { orderBody } from './order-body.ts'

const run = promisify(execFile)

export async function hasWrk(): Promise<boolean> {
  // It prints its usage and ends with 1; missing, it can't be started at all.
  return run('wrk', ['--version']).then(
    () => true,
    (error: { code?: unknown }) => error.code !== 'ENOENT',
  )
}

export interface WrkOptions {
  /** In this folder. Its `done` prints what it has measured, as JSON. */
  readonly script: string
  readonly port: number
  readonly connections: number
  readonly seconds: number
  /** The first argument: distinguishes the ids of one run from those of another. */
  readonly run: string
  readonly arguments: readonly string[]
}

export async function wrk(options: WrkOptions): Promise<LoadResult> {
  const file = fileURLToPath(new URL(options.script, import.meta.url))
  const url = `http://127.0.0.1:${options.port}/`
  // It knows whole seconds only.
  const length = `${Math.ceil(options.seconds)}s`
  const { stderr } = await run('wrk', [
    ...['-t', '1', '-c', String(options.connections), '-d', length, '--timeout', '10s'],
    ...['-s', file, url, '--', options.run, ...options.arguments],
  ])
  const { microseconds, failures, firstFailure, ...figures } = JSON.parse(stderr) as Omit<
    LoadResult,
    'perSecond'
  > & { microseconds: number; failures: number; firstFailure: string }
  // A server that has just been started, on a machine that is busy with other things, may need longer for its first.
  if (figures.requests === 0 && failures === 0 && options.seconds < 20)
    return wrk({ ...options, run: `${options.run}x`, seconds: options.seconds * 4 })
  refuseFailures(figures.requests, { count: failures, first: firstFailure })
  return { ...figures, perSecond: (figures.requests * 1e6) / microseconds }
}

/** The same orders as `runLoad` sends, from wrk: one for each port. */
export async function runWrk(load: OrderLoad): Promise<LoadResult> {
  const folder = await mkdtemp(join(tmpdir(), 'punchcard-wrk-'))
  try {
    const headers = join(folder, 'headers')
    const template = join(folder, 'order.json')
    await writeFile(headers, load.authorizations.join('\n'))
    await writeFile(
      template,
      orderBody('@ORDER@', '@CUSTOMER@', 0).replace('"OrderTotal":0.00', '"OrderTotal":@TOTAL@'),
    )
    const results = await Promise.all(
      load.ports.map((port, index) =>
        wrk({
          script: 'orders.lua',
          port,
          connections: Math.ceil(load.connections / load.ports.length),
          seconds: load.seconds,
          run: `${load.run}-${index}`,
          arguments: [
            ...[headers, String(load.customersPerTenant), load.isHot ? '1' : '0'],
            ...[String(load.refusedPerMille), template],
          ],
        }),
      ),
    )
    return mergeLoads(results)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
