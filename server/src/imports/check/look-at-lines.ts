/** What a page of lines would become. */
import { NOTHING } from '../../accounts/account.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { Tenant } from '../../tenancy/tenant.ts'
import type { ImportCounts } from '../import.ts'
import type { ImportedRecord } from '../import-reader.ts'
import type { FileKind, FileLine, Foreseen, LineContext } from '../kinds/kind.ts'
import type { LineRefusal } from '../line.ts'
import type { RefusedLine } from '../refused-lines.ts'
import { BALANCE_TOO_LARGE } from '../rules/too-much.ts'
import { isFirstOf, nameOf, type OpenCheck } from './open-checks.ts'
import { isRepeated, outcomeOf } from './outcome.ts'
import { type Totals, TotalsOfPage } from './totals.ts'

/** What a page of this process has looked at before, in another process or before a page was undone. */
export function pass(open: OpenCheck, passed: ImportedRecord, context: LineContext): void {
  const line = understood(open.kind, passed, context)
  open.findings.add(passed, customerOf(open.kind, line))
  if (typeof line === 'object' && 'line' in line) remember(open, line)
}

type Understood = FileLine | LineRefusal | 'repeated'

function understood(kind: FileKind, { read }: ImportedRecord, context: LineContext): Understood {
  if (!('values' in read)) return read
  return isRepeated(kind, read) ? 'repeated' : kind.read(read, context)
}

/** What a line calls its customer; null: it names none, or it is not clear whom. */
function customerOf(kind: FileKind, line: Understood): string | null {
  const sent = typeof line === 'object' && 'line' in line ? kind.customerOf(line) : null
  return sent && nameOf(sent)
}

/** What later lines of the same customer are compared with. True: it is the first one. */
function remember(open: OpenCheck, line: FileLine): boolean {
  const sent = open.kind.customerOf(line)
  if (sent === null) return true
  open.large.add(nameOf(sent), open.kind.added(line))
  return isFirstOf(open, sent)
}

/** Why a line can't be done that could be by itself: lines before it have brought too much. */
function whyTooMuch({ kind, large }: OpenCheck, line: FileLine, found: Foreseen): LineRefusal | null {
  const sent = kind.customerOf(line)
  if (sent === null || WITHOUT_EFFECT.includes(found.outcome)) return null
  const isTooMuch = large.isTooMuch(nameOf(sent), found.balance ?? NOTHING, kind.added(line))
  return isTooMuch ? BALANCE_TOO_LARGE : null
}

export interface LookedLines {
  readonly refused: readonly RefusedLine[]
  readonly repeated: number
  readonly done: readonly {
    readonly line: FileLine
    readonly outcome: keyof ImportCounts
    readonly isProfileChanged: boolean
  }[]
  readonly erased: readonly number[]
}

export async function lookAtLines(
  tx: Tx,
  tenant: Tenant,
  {
    open,
    context,
    records,
  }: {
    readonly open: OpenCheck
    readonly context: LineContext
    readonly records: readonly ImportedRecord[]
  },
): Promise<LookedLines> {
  const refused: RefusedLine[] = []
  const asked: { record: ImportedRecord; line: FileLine }[] = []
  const { kind } = open
  let repeated = 0
  for (const record of records) {
    const line = understood(kind, record, context)
    open.findings.add(record, customerOf(kind, line))
    if (line === 'repeated') repeated += 1
    else if ('line' in line) asked.push({ record, line })
    else refused.push({ record, refusal: line })
  }
  const lines = asked.map(({ line }) => line)
  const foreseen = await kind.foresee(tx, lines, { tenant, options: context.options, now: context.now })
  const done = asked.flatMap(({ record, line }, index) => {
    const found = foreseen[index]
    if (!found) return []
    const refusal = 'kind' in found ? found : whyTooMuch(open, line, found)
    if ('kind' in found || refusal) {
      refused.push({ record, refusal: refusal ?? BALANCE_TOO_LARGE })
      return []
    }
    const isFirst = WITHOUT_EFFECT.includes(found.outcome) || remember(open, line)
    const isNew = found.outcome === 'created' || found.outcome === 'unclaimed'
    const outcome = isNew && !isFirst ? kind.outcomeOfLater(line) : outcomeOf(found.outcome)
    // What the first line of a customer has changed, the next one finds so.
    return [{ line, outcome, isProfileChanged: found.isProfileChanged && isFirst }]
  })
  const erased = done.filter(({ outcome }) => outcome === 'erasedPerson').map(({ line }) => line.line)
  const inOrder = refused.toSorted((a, b) => a.record.record.line - b.record.record.line)
  return { refused: inOrder, repeated, done, erased }
}

const WITHOUT_EFFECT: readonly string[] = ['unchanged', 'doneBefore', 'erasedPerson']

export function totalsAfter(
  before: Totals,
  kind: Pick<FileKind, 'added'>,
  { refused, repeated, done }: LookedLines,
  place: { readonly zone: string; readonly now: number },
): Totals {
  const page = new TotalsOfPage(before, place)
  for (const { refusal } of refused) page.refuse(refusal.reason)
  for (let index = 0; index < repeated; index += 1) page.count('duplicateInFile')
  for (const { line, outcome, isProfileChanged } of done) {
    page.count(outcome)
    if (isProfileChanged) page.changeProfile()
    if (!WITHOUT_EFFECT.includes(outcome)) page.add(kind.added(line))
  }
  return page.totals
}
