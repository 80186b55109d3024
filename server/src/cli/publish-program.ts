import { readFile } from 'node:fs/promises'
import { type ConfigRefusal, isConfigRefusal } from '../contract/config-refusal.ts'
import type { TenantId } from '../contract/ids.ts'
import { isSameContent } from '../earning/carry.ts'
import { type Doing, programState } from '../earning/manage/program-state.ts'
import { publishContent } from '../earning/manage/publish.ts'
import type { ProgramContent } from '../earning/program-json.ts'
import { readProgram } from '../earning/program-schema.ts'
import { programContextReader } from '../management/program-context.ts'
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
  tenantId: TenantId,
  file: string,
): Promise<{ readonly version: number; readonly isNew: boolean }> {
  const tenant = await tenantOf(cells.directory, tenantId)
  const content = await readProgramFile(file)
  return cells.of(tenant).transaction([tenantId], async (tx) => {
    const now = tenantClock(systemClock)(tenant)
    const { current } = await programState(tx, tenantId, now)
    if (current && isSameContent(current.program, content)) return { version: current.version, isNew: false }
    const doing: Doing = { actor: COMMAND_LINE, via: 'cli', now, expected: null }
    const readNameable = async () => ({
      tiers: await programContextReader.tiersOf(tx, tenant),
      rewards: await programContextReader.rewardsOf(tx, tenant.id),
    })
    const publication = { effectiveAt: null, note: null, carries: false }
    const done = await publishContent(tx, tenantId, { json: content, readNameable }, publication, doing)
    if (isConfigRefusal(done)) throw new TenancyError(textOf(file, done))
    const told = {
      at: systemClock(),
      actor: COMMAND_LINE,
      requestId: null,
      address: null,
      via: 'cli',
    } as const
    const entries = done.audit.map((facts) => ({ action: 'program.publish', ...facts, ...told }))
    await insertAudit(tx, 'cell', tenantId, entries)
    return { version: done.version.version, isNew: true }
  })
}

/** The sentence for everyone tells of a member that this command has not. */
const OTHERS_WAIT =
  'Other versions are scheduled, and this has to be made in them too: use `punchcard program apply --carry`.'

function textOf(file: string, refusal: ConfigRefusal): string {
  switch (refusal.why) {
    case 'invalid':
      return wrongProgram(file, refusal.problems)
    case 'conflict':
      return refusal.code === 'carryNeeded' ? OTHERS_WAIT : refusal.detail.en
    default:
      return 'Another person just changed the program: try again.'
  }
}

function wrongProgram(
  file: string,
  problems: Extract<ConfigRefusal, { why: 'invalid' }>['problems'],
): string {
  const lines = problems.map(({ pointer, message }) => `${pointer || '/'}: ${message.en}`)
  return `The program in “${file}” is not right:\n${lines.join('\n')}`
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
  throw new TenancyError(`“${file}” must hold a program as JSON: an object with “cashback” and “rules”.`)
}
