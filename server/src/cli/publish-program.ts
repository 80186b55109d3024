import { readFile } from 'node:fs/promises'
import { isNotDone, type NotDone } from '../contract/not-done.ts'
import { type Doing, isSameProgram, programState, publishContent } from '../earning/manage.ts'
import type { ProgramContent } from '../earning/program-json.ts'
import { readProgram } from '../earning/program-schema.ts'
import { programSurroundings } from '../http/program-surroundings.ts'
import { insertAudit } from '../people/store/audit.ts'
import { systemClock } from '../platform/system-clock.ts'
import type { Cells } from '../tenancy/cells.ts'
import { TenancyError, tenantOf } from '../tenancy/manage/tenants.ts'
import { tenantClock } from '../tenancy/tenant.ts'
import { COMMAND_LINE } from './actor.ts'
import { unreadable } from './import-coupons.ts'

/** Publishes the program in a file as the next version, unless it is the one that a merchant has already. */
export async function publishProgramFile(
  cells: Cells,
  tenantId: number,
  file: string,
): Promise<{ readonly version: number; readonly isNew: boolean }> {
  const tenant = await tenantOf(cells.directory, tenantId)
  const content = await readProgramFile(file)
  return cells.of(tenant).transaction([tenantId], async (tx) => {
    const now = tenantClock(systemClock)(tenant)
    const { current } = await programState(tx, tenantId, now)
    if (current && isSameProgram(current, content)) return { version: current.version, isNew: false }
    const doing: Doing = { actor: COMMAND_LINE, via: 'cli', now, expected: null }
    const tiers = await programSurroundings.tiersOf(tx, tenant)
    const publication = { effectiveAt: null, note: null }
    const done = await publishContent(tx, tenantId, { json: content, tiers }, publication, doing)
    if (isNotDone(done)) throw new TenancyError(textOf(file, done))
    const entry = { ...done.audit, action: 'program.publish', at: systemClock(), actor: COMMAND_LINE }
    await insertAudit(tx, 'cell', tenantId, [{ ...entry, requestId: null, address: null, via: 'cli' }])
    return { version: done.version.version, isNew: true }
  })
}

function textOf(file: string, notDone: NotDone): string {
  switch (notDone.why) {
    case 'invalid':
      return wrongProgram(file, notDone.problems)
    case 'conflict':
      return notDone.detail.en
    default:
      return 'The program was changed by somebody else at this moment: try again.'
  }
}

function wrongProgram(file: string, problems: Extract<NotDone, { why: 'invalid' }>['problems']): string {
  const lines = problems.map(({ pointer, message }) => `${pointer || '/'}: ${message.en}`)
  return `The program in «${file}» is not right:\n${lines.join('\n')}`
}

async function readProgramFile(file: string): Promise<ProgramContent> {
  const read = readProgram(parse(file, await readFile(file, 'utf8').catch(unreadable(file))))
  if ('problems' in read) throw new TenancyError(wrongProgram(file, read.problems))
  return read.content
}

function parse(file: string, text: string): object {
  try {
    const json: unknown = JSON.parse(text)
    if (typeof json === 'object' && json !== null && !('version' in json)) return json
  } catch {}
  throw new TenancyError(`«${file}» must hold a program as JSON: an object with «cashback» and «rules».`)
}
