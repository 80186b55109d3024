import { readFile, rename, writeFile } from 'node:fs/promises'
import { createInterface } from 'node:readline/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { AdminClient } from '../management/client.ts'
import { RefusedError } from '../management/refused-error.ts'
import { countOf, type ProgramFile } from '../program-file/file.ts'
import { type Change, isChange } from '../program-file/plan.ts'
import { applyProgramFile, getProgramFile, getProgramPlan, planProgramFile } from '../program-file/schema.ts'
import type { JsonObject } from '../program-file/shape.ts'
import {
  ProgramTextError,
  readProgramText,
  updateProgramText,
  withRuleIds,
  writeProgramText,
} from '../program-file/yaml.ts'
import { unreadable } from './import-coupons.ts'
import { say } from './output.ts'
import { type Plan, planWithWarnings } from './program-plan-text.ts'

/** No program is so long, and the server takes no more. */
const FILE_MAX_BYTES = 1_000_000

/** A plan that was saved: what it was made from, and what it would do. */
interface SavedPlan {
  readonly punchcardPlan: 1
  readonly tenant: number
  readonly basis: string
  readonly prune: boolean
  readonly file: ProgramFile
  readonly changes: readonly Change[]
  readonly carried: Plan['carried']
  readonly warnings: Plan['warnings']
  /** It is a part of what was reviewed: without it, what was meant for December would count at once. */
  readonly effectiveAt: string | null
}

/** Writes what a merchant has into a file; of one that is there, only what differs. Returns whether it was changed. */
export async function exportInto(client: AdminClient, path: string): Promise<boolean> {
  const { file } = await client.call(getProgramFile)
  const current = file as unknown as JsonObject
  const old = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    return unreadable(path)(error)
  })
  const text = path.endsWith('.json')
    ? `${JSON.stringify(file, null, 2)}\n`
    : old === null || old.trim() === ''
      ? writeProgramText(current)
      : await updated(client, path, old, current)
  if (text === old) return false
  await replaceFile(path, text)
  return true
}

/** As a new file would have it, for another installation: a shop has its address and is on in one of them. */
export async function programTextOfTenant(client: AdminClient): Promise<string> {
  const { file } = await client.call(getProgramFile)
  const { slug: _slug, isOn: _isOn, ...storefront } = file.storefront ?? {}
  return writeProgramText({ ...file, storefront } as unknown as JsonObject)
}

/** Replaces the storefront by that of such a text, of a merchant that has none. Returns whether anything changed. */
export async function applyStorefrontOf(client: AdminClient, path: string): Promise<boolean> {
  const { storefront } = await readProgramFile(path)
  if (!storefront) return false
  const { slug: _slug, ...shown } = storefront
  const file: ProgramFile = { punchcard: 1, storefront: { ...shown, isOn: false } }
  const options = { prune: false, effectiveAt: null }
  const plan = await planFile(client, file, options)
  if (!hasChanges(plan)) return false
  await apply(client, { ...plan, file, prune: false, note: null, carry: false })
  return true
}

/** All of it or nothing: a full disk must not take the old one. */
async function replaceFile(path: string, text: string): Promise<void> {
  await writeFile(`${path}.new`, text)
  await rename(`${path}.new`, path)
}

/**
 * Writes an id into the file for every rule that has none. It is done before the rules are sent: applied again, also
 * after a crash, they are the same rules and not new ones.
 */
export async function writeRuleIds(client: AdminClient, path: string): Promise<void> {
  const text = await readText(path)
  const { file } = await client.call(getProgramFile)
  const taken = (file.program?.rules ?? []).map(({ id }) => Number(id))
  const numbered = parsing(path, () => withRuleIds(text, taken))
  if (numbered !== text) await replaceFile(path, numbered)
}

async function updated(client: AdminClient, path: string, old: string, current: JsonObject): Promise<string> {
  const { changes } = await planFile(client, await readProgramFile(path), { prune: false, effectiveAt: null })
  return updateProgramText(old, current, changes)
}

export async function readProgramFile(path: string): Promise<ProgramFile> {
  const text = await readText(path)
  return parsing(path, () => readProgramText(text) as ProgramFile)
}

async function readText(path: string): Promise<string> {
  const text = await readFile(path, 'utf8').catch(unreadable(path))
  if (text.length > FILE_MAX_BYTES) throw new RefusedError(`${path} is longer than ${FILE_MAX_BYTES} bytes.`)
  return text
}

function parsing<Result>(path: string, work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    throw error instanceof ProgramTextError ? new RefusedError(`${path}: ${error.message}`) : error
  }
}

/** A large file is planned by a job of the server, which is followed; the plan is the same. */
export async function planFile(
  client: AdminClient,
  file: ProgramFile,
  options: { readonly prune: boolean; readonly effectiveAt: string | null },
): Promise<Plan> {
  const planned = await client.call(planProgramFile, { file, ...options })
  const plan = 'job' in planned ? await planOfJob(client, planned.job.id, countOf(file)) : planned
  return { ...plan, effectiveAt: options.effectiveAt }
}

const ASK_EVERY_MS = 300

async function planOfJob(client: AdminClient, id: number, items: number) {
  let told = ''
  for (;;) {
    const { job, plan } = await client.call(getProgramPlan, undefined, { params: { id } })
    if (job.state !== told) say(`Job ${id} plans ${items} rules, tiers, rewards and quizzes: ${job.state}.`)
    told = job.state
    if (plan) return plan
    if (job.state === 'failed') throw new RefusedError(job.problem?.message ?? 'The job failed.')
    if (job.state === 'cancelled') throw new RefusedError('The job was cancelled.')
    await sleep(ASK_EVERY_MS)
  }
}

export async function savePlan(path: string, plan: Omit<SavedPlan, 'punchcardPlan'>): Promise<void> {
  const saved: SavedPlan = { punchcardPlan: 1, ...plan }
  await writeFile(path, `${JSON.stringify(saved, null, 2)}\n`)
}

export async function readPlan(path: string): Promise<SavedPlan> {
  const text = await readFile(path, 'utf8').catch(unreadable(path))
  try {
    const plan = JSON.parse(text) as Partial<SavedPlan>
    if (plan.punchcardPlan === 1 && plan.file && plan.basis)
      return { carried: [], warnings: [], effectiveAt: null, ...plan } as SavedPlan
  } catch {}
  throw new RefusedError(`${path} is no plan: \`punchcard program diff --out\` makes one.`)
}

export interface ApplyInput extends Plan {
  readonly file: ProgramFile
  readonly prune: boolean
  readonly note: string | null
  readonly carry: boolean
}

/** What was planned is done only if nothing has changed since. */
export function apply(client: AdminClient, { file, prune, basis, note, effectiveAt, carry }: ApplyInput) {
  return client.call(applyProgramFile, { file, prune, basis, note, effectiveAt, carry })
}

export function hasChanges({ changes }: Plan): boolean {
  return changes.some(isChange)
}

/** Shows the plan and asks; only “yes” is yes. */
export async function isConfirmed(plan: Plan): Promise<boolean> {
  process.stderr.write(`${planWithWarnings(plan)}\n\n`)
  if (!process.stdin.isTTY) {
    throw new RefusedError(
      'This terminal can’t ask for confirmation: add --yes to apply it without being asked.',
    )
  }
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  const answer = await terminal.question('Apply it? Only “yes” is taken for yes: ')
  terminal.close()
  return answer.trim().toLowerCase() === 'yes'
}
