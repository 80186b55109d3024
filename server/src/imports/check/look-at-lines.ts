/** What a page of lines would become. */
import type { Tx } from '../../platform/postgres/database.ts'
import type { Tenant } from '../../tenancy/tenant.ts'
import type { AccountContext } from '../account-context.ts'
import type { AccountLine } from '../account-line.ts'
import { bringsSomething, foreseeAccounts } from '../foresee.ts'
import type { ImportCounts } from '../import.ts'
import type { ImportedRecord } from '../import-reader.ts'
import type { LineRefusal } from '../line.ts'
import { readAccount } from '../read-account.ts'
import { isFirstOf, type OpenCheck } from './open-checks.ts'
import { isRepeated, outcomeOf } from './outcome.ts'
import { type Totals, TotalsOfPage } from './totals.ts'

/** What a page of this process has looked at before, in another process or before a page was undone. */
export function pass(open: OpenCheck, passed: ImportedRecord, context: AccountContext): void {
  open.findings.add(passed)
  if (!('values' in passed.read) || isRepeated(passed.read)) return
  const line = readAccount(passed.read, context)
  if ('lots' in line) isFirstOf(open, line)
}

export interface RefusedLine {
  readonly record: ImportedRecord
  readonly refusal: LineRefusal
}

export interface LookedLines {
  readonly refused: readonly RefusedLine[]
  readonly repeated: number
  readonly done: readonly {
    readonly line: AccountLine
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
    readonly context: AccountContext
    readonly records: readonly ImportedRecord[]
  },
): Promise<LookedLines> {
  const refused: RefusedLine[] = []
  const asked: { record: ImportedRecord; line: AccountLine; isFirst: boolean }[] = []
  let repeated = 0
  for (const record of records) {
    open.findings.add(record)
    const { read } = record
    if ('values' in read && isRepeated(read)) {
      repeated += 1
      continue
    }
    const line = 'values' in read ? readAccount(read, context) : read
    if ('lots' in line) asked.push({ record, line, isFirst: isFirstOf(open, line) })
    else refused.push({ record, refusal: line })
  }
  const lines = asked.map(({ line }) => line)
  const foreseen = await foreseeAccounts(tx, lines, { tenant, options: context.options, now: context.now })
  const done = asked.flatMap(({ record, line, isFirst }, index) => {
    const found = foreseen[index]
    if (!found) return []
    if ('kind' in found) {
      refused.push({ record, refusal: found })
      return []
    }
    const isNew = found.outcome === 'created' || found.outcome === 'unclaimed'
    const later = bringsSomething(line, null) ? 'update' : 'unchanged'
    const outcome = isNew && !isFirst ? later : outcomeOf(found.outcome)
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
  { refused, repeated, done }: LookedLines,
  place: { readonly zone: string; readonly now: number },
): Totals {
  const page = new TotalsOfPage(before, place)
  for (const { refusal } of refused) page.refuse(refusal.reason)
  for (let index = 0; index < repeated; index += 1) page.count('duplicateInFile')
  for (const { line, outcome, isProfileChanged } of done) {
    page.count(outcome)
    if (isProfileChanged) page.changeProfile()
    if (!WITHOUT_EFFECT.includes(outcome)) page.add(line)
  }
  return page.totals
}
