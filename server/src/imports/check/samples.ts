/** Lines that people look at before they apply: as they were understood, and what becomes of the balance. */
import type { Amount } from '../../accounts/account.ts'
import { shortText, ZERO } from '../../platform/decimal.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { Tenant } from '../../tenancy/tenant.ts'
import type { LineOutcome } from '../import.ts'
import type { ImportedRecord } from '../import-reader.ts'
import type { AddedByLine, FileKind, FileLine, Foreseen, LineContext } from '../kinds/kind.ts'
import type { LineRefusal } from '../line.ts'
import { shownValues } from './file-findings.ts'
import { outcomeOf } from './outcome.ts'

/** One line of the file of samples. */
export interface LineSample {
  readonly line: number
  readonly outcome: LineOutcome
  /** Of a line that is refused: the reason and its facts, of which each language makes its sentence. */
  readonly refusal: Pick<LineRefusal, 'reason' | 'member' | 'facts'> | null
  /** By the names of members; none of a person who was erased. */
  readonly values: Readonly<Record<string, string>>
  /** The customer's id in the shop; null: the customer is new, or the line has none. */
  readonly customer: string | null
  readonly before: SampleBalance | null
  readonly after: SampleBalance | null
}

export interface SampleBalance {
  readonly points: string
  readonly cashback: string
}

export async function samplesOf(
  tx: Tx,
  tenant: Tenant,
  records: readonly ImportedRecord[],
  { kind, context }: { readonly kind: FileKind; readonly context: LineContext },
): Promise<readonly LineSample[]> {
  const read = records.map(({ read }) => ('values' in read ? kind.read(read, context) : read))
  const lines = read.filter((one) => 'line' in one)
  const foreseen = await kind.foresee(tx, lines, { tenant, options: context.options, now: context.now })
  const byLine = new Map(lines.map((line, index) => [line, foreseen[index]]))
  return records.flatMap(({ record, read: values }, index) => {
    const line = read[index]
    const found = line && 'line' in line ? byLine.get(line) : line
    if (!line || !found) return []
    const shown = 'values' in values ? shownValues(values.values) : {}
    if ('kind' in found) return [refusedSample(record.line, found, shown)]
    return 'line' in line ? [sampleOf(line, found, { shown, added: kind.added(line) })] : []
  })
}

function refusedSample(
  line: number,
  { reason, member, facts }: LineRefusal,
  values: LineSample['values'],
): LineSample {
  return {
    ...{ line, outcome: 'refused', refusal: { reason, member, facts }, values },
    ...{ customer: null, before: null, after: null },
  }
}

function sampleOf(
  { line }: FileLine,
  foreseen: Foreseen,
  { shown: values, added }: { readonly shown: LineSample['values']; readonly added: AddedByLine },
): LineSample {
  const outcome = outcomeOf(foreseen.outcome)
  const isErased = outcome === 'erasedPerson'
  const before = isErased ? null : (foreseen.balance ?? null)
  const hasEffect = outcome !== 'doneBefore' && outcome !== 'unchanged'
  return {
    ...{ line, outcome, refusal: null, values: isErased ? {} : values },
    customer: isErased ? null : (foreseen.customer?.originalId ?? null),
    before: before && shown(before),
    after: isErased
      ? null
      : shown(hasEffect ? plus(before, added) : (before ?? { points: ZERO, cashback: ZERO })),
  }
}

/** With what is pending: it is the customer's, though it can't be used yet. */
function plus(before: Amount | null, { lots, debt }: AddedByLine): Amount {
  const amounts = [...(before ? [before] : []), ...lots.map(({ amount }) => amount)]
  const owed = debt ?? { points: ZERO, cashback: ZERO }
  return {
    points: amounts.reduce((sum, { points }) => sum + points, -owed.points),
    cashback: amounts.reduce((sum, { cashback }) => sum + cashback, -owed.cashback),
  }
}

function shown({ points, cashback }: Amount): SampleBalance {
  return { points: shortText(points), cashback: shortText(cashback) }
}
