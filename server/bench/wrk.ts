import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { type LoadResult, mergeLoads } from './load.ts'
import type { OrderLoad } from './load-process.ts'
import { orderBody } from './order-body.ts'

const run = promisify(execFile)

export async function hasWrk(): Promise<boolean> {
  // It prints its usage and ends with 1; missing, it can't be started at all.
  return run('wrk', ['--version']).then(
    () => true,
    (error: { code?: unknown }) => error.code !== 'ENOENT',
  )
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
      load.ports.map(async (port, index) => {
        const { stderr } = await run('wrk', [
          ...['-t', '1', '-c', String(Math.ceil(load.connections / load.ports.length))],
          ...['-d', `${Math.ceil(load.seconds)}s`, '--timeout', '10s'],
          ...['-s', fileURLToPath(new URL('orders.lua', import.meta.url)), `http://127.0.0.1:${port}/`, '--'],
          ...[headers, String(load.customersPerTenant), `${load.run}-${index}`, load.isHot ? '1' : '0'],
          ...[String(load.refusedPerMille), template],
        ])
        const figures = JSON.parse(stderr) as Omit<LoadResult, 'perSecond'> & { microseconds: number }
        return { ...figures, perSecond: (figures.requests * 1e6) / figures.microseconds }
      }),
    )
    return mergeLoads(results)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
