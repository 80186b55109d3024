import type { TenantId } from '../contract/ids.ts'
import type { Instant } from '../platform/clock.ts'

/** What one line of a file is. */
export const IMPORT_KINDS = ['customers', 'openingBalances', 'coupons', 'couponCodes', 'orders'] as const
export type ImportKind = (typeof IMPORT_KINDS)[number]

/**
 * As they are stored, by their number. Checking, applying and undoing are jobs: that one runs, was paused, failed or was
 * cancelled is a state of the job, and is not repeated here.
 */
export const IMPORT_STATES = [
  'draft',
  'checked',
  'waitingForApproval',
  'applied',
  'appliedWithErrors',
  'undone',
  // Cancelled before its end: what was done by then stays, and can be undone.
  'appliedInPart',
] as const
export type ImportState = (typeof IMPORT_STATES)[number]

/** What became of a line, or would become of it. */
export const LINE_OUTCOMES = [
  'create',
  'update',
  'unchanged',
  'doneBefore',
  'duplicateInFile',
  'refused',
  'erasedPerson',
  'unclaimed',
] as const
export type LineOutcome = (typeof LINE_OUTCOMES)[number]
/** How many lines of each. */
export type ImportCounts = Readonly<Record<LineOutcome, number>>

export const NO_COUNTS: ImportCounts = {
  create: 0,
  update: 0,
  unchanged: 0,
  doneBefore: 0,
  duplicateInFile: 0,
  refused: 0,
  erasedPerson: 0,
  unclaimed: 0,
}

/** Points and cashback as decimals in texts, as JSON has them. */
export interface ImportAmounts {
  readonly points: string
  readonly cashback: string
}

/** What the lines add to balances. */
export interface ImportSums extends ImportAmounts {
  /** Without regard to the sign: what `approvals.importAbove` is compared with. */
  readonly absolutePoints: string
  /** By the month in which it expires, in the merchant's zone, like `2027-06`; null: it never does. */
  readonly byMonth: readonly (ImportAmounts & { readonly month: string | null })[]
}

export const NO_SUMS: ImportSums = { points: '0', cashback: '0', absolutePoints: '0', byMonth: [] }

/** A question that a person has to answer before the import can be applied. Texts are made of it when it is read. */
export interface ImportQuestion {
  /** Under which the answer is kept in `answers`. */
  readonly id: string
  /** Which kind of question it is, by which `texts.ts` finds its sentence. */
  readonly kind: string
  /** The column by its name in the file; null: it is about the whole file. */
  readonly column: string | null
  readonly facts: Readonly<Record<string, string>>
  /** Values as the file has them, and how each answer reads them. */
  readonly examples: readonly {
    readonly value: string
    readonly readings: Readonly<Record<string, string>>
  }[]
  readonly answers: readonly string[]
}

/** What stood out in one column, such as its largest value. */
export interface ColumnExtreme {
  readonly member: string
  readonly kind: 'largest' | 'smallest' | 'earliest' | 'latest'
  readonly value: string
  readonly line: number
}

/** Something that may be meant, and hinders nothing. Texts are made of it when it is read. */
export interface ImportWarning {
  readonly kind: string
  readonly member: string | null
  readonly facts: Readonly<Record<string, string>>
}

/** What a dry run has found. It names no person: lines are named by their numbers. */
export interface ImportFindings {
  readonly lines: number
  readonly counts: ImportCounts
  readonly sums: ImportSums
  /** What the merchant owes its customers before, in money and in points. */
  readonly owed: ImportAmounts
  /** How many lines were refused for which reason. */
  readonly reasons: Readonly<Record<string, number>>
  readonly questions: readonly ImportQuestion[]
  readonly warnings: readonly ImportWarning[]
  readonly extremes: readonly ColumnExtreme[]
  /** How many webhook events it would send with `webhooks: send`. */
  readonly events: number
  /** How many profiles of customers change, which can't be undone. */
  readonly profiles: number
}

export const NO_AMOUNTS: ImportAmounts = { points: '0', cashback: '0' }

/** What an undo has done. */
export interface ImportUndone {
  readonly lines: number
  /** What was taken off again. */
  readonly taken: ImportAmounts
  /** What was used or expired since, and stays so. */
  readonly stays: ImportAmounts
  /** What was owed and is not any more. */
  readonly forgiven: ImportAmounts
  /** What was owed and repaid by what came since: it stays repaid. */
  readonly repaid: ImportAmounts
  /** Coupons, codes and orders that stay, because they were used, given out or changed since. */
  readonly kept: number
}

/** What an apply has done. */
export interface ImportDone {
  readonly counts: ImportCounts
  readonly sums: ImportSums
}

/** Parameters of how the file is read, and which column is what, as `reading/` knows them. */
export type ImportFormat = Readonly<Record<string, unknown>>
export type ImportMapping = Readonly<Record<string, unknown>>
export type ImportAnswers = Readonly<Record<string, string>>

export interface ImportOptions {
  /** The moment of which the file tells, as an ISO instant; null: that of the upload. */
  readonly asOf: string | null
  readonly existing: 'keep' | 'fillEmpty' | 'replace'
  readonly expired: 'refuse' | 'skip'
  /** `never`, `program` or a day; null: not chosen, which is a question if a line has no expiry. */
  readonly expiresWhenMissing: string | null
  readonly negative: 'refuse' | 'debt'
  readonly webhooks: 'silent' | 'send'
  readonly earn: 'none'
  readonly countsTwice: 'accepted' | null
  /** Of codes: the reward of lines that name none, by its number, key or title; null: not chosen. */
  readonly reward: string | null
}

export const DEFAULT_OPTIONS: ImportOptions = {
  asOf: null,
  existing: 'keep',
  expired: 'refuse',
  expiresWhenMissing: null,
  negative: 'refuse',
  webhooks: 'silent',
  earn: 'none',
  countsTwice: null,
  reward: null,
}

/** A file that a merchant moves in with. */
export interface Import {
  readonly tenantId: TenantId
  readonly id: number
  readonly kind: ImportKind
  readonly state: ImportState
  /** Grows with each change that people make; a dry run is of one of them. */
  readonly revision: number
  readonly fileId: number
  readonly fileName: string
  readonly fileBytes: number
  readonly preset: string | null
  /** null: as it is detected. */
  readonly format: ImportFormat | null
  /** null: as it is guessed. */
  readonly mapping: ImportMapping | null
  readonly options: ImportOptions
  readonly answers: ImportAnswers
  /** Of the last dry run; null: there was none since the last change. */
  readonly plan: ImportPlan | null
  /** The last dry run, also one that is under way or was cancelled. */
  readonly checkJobId: number | null
  /** The last apply. An import with one can't be changed any more: its lines would be other lines. */
  readonly applyJobId: number | null
  readonly applied: ImportDone | null
  readonly appliedAt: Instant | null
  /** The refused lines of the apply, to be corrected and sent again. */
  readonly errorFileId: number | null
  readonly undoJobId: number | null
  readonly undone: ImportUndone | null
  readonly undoneAt: Instant | null
  readonly createdBy: string
  readonly createdLabel: string
  readonly createdAt: Instant
}

/** What a dry run says would be done, and of what exactly it says so. */
export interface ImportPlan {
  readonly hash: Buffer
  readonly checkedAt: Instant
  readonly findings: ImportFindings
  readonly sampleFileId: number | null
  readonly refusedFileId: number | null
}

const DAY_MS = 86_400_000
/** An older dry run says too little about today's customers. */
const PLAN_DAYS = 7
const UNDO_DAYS = 30

export function isPlanOld({ checkedAt }: ImportPlan, now: Instant): boolean {
  return now >= checkedAt + PLAN_DAYS * DAY_MS
}

/** Until when it can be undone; null: nothing was done. */
export function undoEnd({ appliedAt }: Pick<Import, 'appliedAt'>): Instant | null {
  return appliedAt === null ? null : appliedAt + UNDO_DAYS * DAY_MS
}

/** The questions that are not answered with one of the answers that there are. */
export function openQuestions({
  plan,
  answers,
}: Pick<Import, 'plan' | 'answers'>): readonly ImportQuestion[] {
  return (plan?.findings.questions ?? []).filter(({ id, answers: known }) => {
    const answer = answers[id]
    return answer === undefined || !known.includes(answer)
  })
}
