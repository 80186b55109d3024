/** What a kind of file is: all in which one kind differs from the others. */
import type { KeyObject } from 'node:crypto'
import type { Amount } from '../../accounts/account.ts'
import type { Customer } from '../../accounts/customer.ts'
import type { Till } from '../../accounts/till/till.ts'
import type { TenantId } from '../../contract/ids.ts'
import type { SentCustomer } from '../../customers/sent-customer.ts'
import type { Instant } from '../../platform/clock.ts'
import type { Decimal } from '../../platform/decimal.ts'
import type { Database, Tx } from '../../platform/postgres/database.ts'
import type { Tenant } from '../../tenancy/tenant.ts'
import type { Import, ImportKind, ImportOptions, LineOutcome } from '../import.ts'
import type { ImportedMoment, LineDone, LineRefusal, ReadLine } from '../line.ts'
import type { Mapping } from '../mapping.ts'
import type { Member } from '../members.ts'
import type { EffectPlace } from '../store/effects.ts'
import type { UndoPreview } from '../undo/preview.ts'
import type { UndoingImport, UndonePage, UndoPageTools } from '../undo/undo-page.ts'

/** The values of a line by their members. A member that is blank or unmapped is absent. */
export type LineValues = Readonly<Partial<Record<Member, unknown>>>

/** What the values of a line are understood by: the same for all lines of a file. */
export interface LineContext {
  readonly kind: ImportKind
  readonly timeZone: string
  readonly now: Instant
  /** When the file was true, not after now. */
  readonly asOf: Instant
  readonly options: ImportOptions
  /** Of the merchant, for `lineKey`. */
  readonly salt: KeyObject
}

/** Of which import a context is, and when. */
export interface ContextOf {
  readonly tenant: Tenant
  readonly imported: Pick<Import, 'kind' | 'options' | 'createdAt'>
  readonly now: Instant
}

/** What a line asks for. */
export interface FileLine {
  readonly line: number
  /** By which its effect is known when it comes again (`lineKey`); null: it leaves no `import_effect`. */
  readonly key: Buffer | null
}

/** What a line would become. */
export interface Foreseen extends LineDone {
  /** Before the line; null: the customer is new, or the line names none. */
  readonly customer: Customer | null
  readonly balance: Amount | null
}

export interface Foreseeing {
  readonly tenant: Tenant
  readonly options: ImportOptions
  readonly now: Instant
}

/** What a line adds to balances. */
export interface AddedByLine {
  readonly lots: readonly {
    readonly amount: Amount
    readonly availableAt: Instant
    /** null: never. */
    readonly expiresAt: Instant | null
  }[]
  readonly debt: Amount | null
  /** In points, without its sign: what `approvals.importAbove` is about. */
  readonly weight: Decimal
}

export interface ApplyTools {
  readonly tenant: Tenant
  readonly till: Pick<Till, 'run'>
  /** For short reads. */
  readonly database: Pick<Database, 'read'>
  /** For what the cell of the merchant does not know. */
  readonly directory: Database
  readonly importId: number
  readonly options: ImportOptions
}

/** A file of movements: each of its lines that adds something becomes a lot, with what is left of it. */
export interface FileLog<Values> {
  /** null: the line moves nothing. */
  movementOf(values: Values): {
    readonly customer: string
    readonly at: ImportedMoment | null
    readonly points: Decimal
  } | null
  withLeft(values: Values, points: Decimal): Values
}

/** Lines that follow each other and have the same value here are one thing, such as an order of several products. */
export interface FileGroups<Values> {
  readonly by: Member
  /** The values of all of them, or why they can't be of one thing. */
  join(lines: readonly LineValues[]): Values | LineRefusal
}

/**
 * `Values` are those of a line as they are in the file, `Line` what they ask for. Everything else about imports, such as
 * pages, checkpoints, files of refused lines and samples, knows no kind.
 */
export interface FileKind<
  Values = LineValues,
  Line extends FileLine = FileLine,
  Context extends LineContext = LineContext,
> {
  /** Of which the smallest and largest values are shown; of the weighed one also those that stand out. */
  readonly shows: {
    readonly amounts: readonly Member[]
    readonly moments: readonly Member[]
    /** null: none of them adds up. */
    readonly weighed: Member | null
  }
  /** Lines that are no mistake and bring nothing: the kind of the warning that tells how many they are; null: it counts. */
  leftOut?(values: Values): string | null
  /** Where lines that follow each other may be of one thing. */
  readonly groups?: FileGroups<Values>
  /** Where such a file may be a log. */
  readonly log?: FileLog<Values>
  /** By which a line is known wherever it is in the file; undefined: by all that it does. */
  keyOf(values: Values): string | undefined
  /** What a line does, and for whom: lines that are equal in it are told apart by their order in the file. */
  contentOf(values: Values): readonly (string | null)[]
  loadContext(tx: Tx, of: ContextOf): Promise<Context>
  /** What its values ask for, or why they can't be done. */
  read(read: ReadLine<Values>, context: Context): Line | LineRefusal
  /** null: it names none. */
  customerOf(line: Line): SentCustomer | null
  /** What lines would become, without doing it. In the order of the lines. */
  foresee(tx: Tx, lines: readonly Line[], asked: Foreseeing): Promise<readonly (Foreseen | LineRefusal)[]>
  /** Applied imports by which the same purchases count already, with these columns. */
  countsTwiceWith?(tx: Tx, tenantId: TenantId, columns: Mapping['columns']): Promise<readonly number[]>
  /** What it becomes where a line before it in the file makes its customer. */
  outcomeOfLater(line: Line): LineOutcome
  added(line: Line): AddedByLine
  /** Does a page of lines. It may be asked for the same page again, so every line has one effect. In the order of the lines. */
  apply(lines: readonly Line[], tools: ApplyTools): Promise<readonly (LineDone | LineRefusal)[]>
  /** What undoing would come to at this moment. */
  previewUndo(
    database: Pick<Database, 'read'>,
    of: { readonly tenantId: TenantId; readonly importId: number },
    now: Instant,
  ): Promise<UndoPreview>
  /** Undoes what is behind a place; null: from the beginning. */
  undoPage(undoing: UndoingImport, after: EffectPlace | null, tools: UndoPageTools): Promise<UndonePage>
}
