import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { expect, onTestFinished } from 'vitest'
import type { Manifest } from '../../src/operating/export/manifest.ts'
import type { Environment, Finished } from '../cli/punchcard-process.ts'
import { runHere } from '../cli/run-here.ts'

/** A place for exports, gone when the test is. */
export async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'punchcard-export-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return join(folder, 'export')
}

export function tenantCommand(environment: Environment) {
  const run = (...args: string[]): Promise<Finished> =>
    runHere(['tenant', ...args], { PUNCHCARD_SECRETS_KEY: '', ...environment })
  return {
    run,
    async done(command: string, tenantId: number, ...args: string[]): Promise<Record<string, unknown>> {
      const finished = await run(command, '--tenant', String(tenantId), ...args, '--json')
      expect([finished.exitCode, finished.stderr]).toEqual([0, ''])
      return JSON.parse(finished.stdout)
    },
    async refused(command: string, tenantId: number, ...args: string[]): Promise<string> {
      const finished = await run(command, '--tenant', String(tenantId), ...args)
      expect([finished.exitCode, finished.stdout]).toEqual([2, ''])
      return finished.stderr
    },
  }
}

export async function readManifest(folder: string): Promise<Manifest> {
  return JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')) as Manifest
}

type ExportedRow = Readonly<Record<string, unknown>>

export async function readTable(folder: string, name: string): Promise<ExportedRow[]> {
  const table = (await readManifest(folder)).tables.find((one) => one.name === name)
  if (!table) throw new Error(`${name} is not in the manifest`)
  const rows: ExportedRow[] = []
  for (const { name: file, rows: count } of table.files) {
    const lines = gunzipSync(await readFile(join(folder, file)))
      .toString()
      .trimEnd()
      .split('\n')
    expect([file, lines.length]).toEqual([file, count])
    rows.push(...lines.map((line) => JSON.parse(line) as ExportedRow))
  }
  return rows
}
