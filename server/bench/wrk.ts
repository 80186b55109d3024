import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { type LoadResult, mergeLoads } from './load.ts'
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
  readonly arguments: readonly string[]
}

export async function wrk(options: WrkOptions): Promise<LoadResult> {
  const { stderr } = await run('wrk', [
    ...[
      '-t',
      '1',
      '-c',
      String(options.connections),
      '-d',
      `${Math.ceil(options.seconds)}s`,
      '--timeout',
      '10s',
    ],
    ...[
      '-s',
      fileURLToPath(new URL(options.script, import.meta.url)),
      `http://127.0.0.1:${options.port}/`,
      '--',
    ],
    ...options.arguments,
  ])
  const figures = JSON.parse(stderr) as Omit<LoadResult, 'perSecond'> & { microseconds: number }
  return { ...figures, perSecond: (figures.requests * 1e6) / figures.microseconds }
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
          arguments: [
            ...[headers, String(load.customersPerTenant), `${load.run}-${index}`, load.isHot ? '1' : '0'],
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
