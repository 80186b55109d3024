import type { Answer } from '../../../api/client.ts'
import type { StatusKind } from '../../../components/status/Status.tsx'
import { isMoving } from '../job.ts'

export type Import = Answer<'imports.get'>
export type ImportItem = Answer<'imports.list'>['items'][number]
export type ImportKind = Import['kind']
export type Columns = Answer<'imports.columns'>
export type Question = Columns['questions'][number]
export type Plan = NonNullable<Import['plan']>
export type Preset = Answer<'imports.presets'>['items'][number]

/** What each step is given. */
export interface StepProps {
  readonly imported: Import
  readonly etag: string | null
}

/** Kinds of files that can be read today. */
export const KINDS = [
  'customers',
  'openingBalances',
  'coupons',
  'couponCodes',
  'orders',
] as const satisfies readonly ImportKind[]

export const STEPS = ['file', 'columns', 'dryRun', 'apply'] as const
export type Step = (typeof STEPS)[number]

export const LOOKS: Readonly<Record<Import['state'], StatusKind>> = {
  draft: 'off',
  checked: 'waiting',
  waitingForApproval: 'waiting',
  applied: 'well',
  appliedWithErrors: 'bad',
  undone: 'off',
  appliedInPart: 'bad',
}

/** Applied, or about to be: it can't be changed any more. */
export function isBegun({ apply, state }: Pick<Import, 'apply' | 'state'>): boolean {
  return apply !== null || state === 'waitingForApproval'
}

export function isChecking({ check }: Pick<Import, 'check'>): boolean {
  return check !== null && (isMoving(check) || check.state === 'paused')
}

/** Which of them does something by itself. */
export function isAtWork({ check, apply, undo }: Pick<Import, 'check' | 'apply' | 'undo'>): boolean {
  return [check, apply, undo].some((job) => job !== null && isMoving(job))
}

/** Where the work on it goes on. */
export function stepOf(imported: Import): Step {
  if (isBegun(imported)) return 'apply'
  const { check, plan } = imported
  return plan || (check && check.state !== 'done') ? 'dryRun' : 'columns'
}

/** Steps that one can go to now. */
export function openSteps(imported: Import): readonly Step[] {
  if (isBegun(imported)) return imported.plan ? ['dryRun', 'apply'] : ['apply']
  if (isChecking(imported)) return ['dryRun']
  return imported.plan ? ['file', 'columns', 'dryRun'] : ['file', 'columns']
}

type Counts = Plan['counts']

/** Lines that have an effect. */
export function addedOf({ create, update, unclaimed }: Counts): number {
  return create + update + unclaimed
}

/** Files that bring coupons, codes or orders, and no points. */
export function bringsNoPoints(kind: ImportKind): boolean {
  return kind === 'coupons' || kind === 'couponCodes' || kind === 'orders'
}

const CONTACTS = ['email', 'document']
const BALANCES = ['points', 'cashback', 'pendingPoints']

/** Points without a date: when they expire is asked before the file is read. */
export function lacksExpiry({ mapping, questions }: Columns, { options }: Pick<Import, 'options'>): boolean {
  if (options.expiresWhenMissing !== null) return false
  if (questions.some(({ kind }) => kind === 'expiresWhenMissing')) return false
  const members = Object.keys(mapping?.columns ?? {})
  return members.some((member) => BALANCES.includes(member)) && !members.includes('expiresOn')
}

/** An order may also name its customer by the ID that Punchcard has given. */
export function namesCustomers({ mapping }: Pick<Columns, 'mapping'>): boolean {
  const members = Object.keys(mapping?.columns ?? {})
  const ids = members.includes('orderId') ? ['originalId', 'publicId'] : ['originalId']
  return members.some((member) => ids.includes(member) || CONTACTS.includes(member))
}

/** By an e-mail or a document alone: who it is in the shop is not known yet. */
export function namesByContact({ mapping }: Pick<Columns, 'mapping'>): boolean {
  const members = Object.keys(mapping?.columns ?? {})
  return members.some((member) => CONTACTS.includes(member)) && !members.includes('originalId')
}
