import { readFile } from 'node:fs/promises'
import { isDeepStrictEqual } from 'node:util'
import type { Program } from '../earning/program.ts'
import type { ProgramContent } from '../earning/program-json.ts'
import { readProgram } from '../earning/program-schema.ts'
import { findCurrentProgram, publishProgram } from '../earning/store.ts'
import { systemClock } from '../platform/system-clock.ts'
import type { Cells } from '../tenancy/cells.ts'
import { TenancyError, tenantOf } from '../tenancy/manage.ts'
import { tenantClock } from '../tenancy/tenant.ts'
import { unreadable } from './import-coupons.ts'

/** Publishes the program in a file as the next version, unless it is the one that a merchant has already. */
export async function publishProgramFile(
  cells: Cells,
  tenantId: number,
  file: string,
): Promise<{ readonly version: number; readonly isNew: boolean }> {
  const tenant = await tenantOf(cells.directory, tenantId)
  const { json, program } = await readProgramFile(file)
  return cells.of(tenant).transaction([tenantId], async (tx) => {
    const now = tenantClock(systemClock)(tenant)
    const current = await findCurrentProgram(tx, tenantId, now)
    if (isSame(current, program)) return { version: current.version, isNew: false }
    return { version: await publishProgram(tx, tenantId, json, now), isNew: true }
  })
}

/** Of a merchant that has published nothing, also an empty program is new. */
function isSame(current: Program, next: Program): boolean {
  return current.version > 0 && isDeepStrictEqual(contentOf(current), contentOf(next))
}

function contentOf({ cashback, rules }: Program) {
  return { cashback, rules }
}

async function readProgramFile(file: string): Promise<{ json: ProgramContent; program: Program }> {
  const json = parse(file, await readFile(file, 'utf8').catch(unreadable(file)))
  const read = readProgram(json)
  if ('problems' in read) {
    const lines = read.problems.map(({ pointer, message }) => `${pointer || '/'}: ${message.en}`)
    throw new TenancyError(`The program in «${file}» is not right:\n${lines.join('\n')}`)
  }
  return { json: read.content, program: read.program }
}

function parse(file: string, text: string): object {
  try {
    const json: unknown = JSON.parse(text)
    if (typeof json === 'object' && json !== null && !('version' in json)) return json
  } catch {}
  throw new TenancyError(`«${file}» must hold a program as JSON: an object with «cashback» and «rules».`)
}
