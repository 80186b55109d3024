/** Lines that people look at before they apply: as they were understood, and what becomes of the balance. */
import { type Amount, add, NOTHING } from '../../accounts/account.ts'
import { shortText } from '../../platform/decimal.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { Tenant } from '../../tenancy/tenant.ts'
import type { LineOutcome } from '../import.ts'
import type { ImportedRecord } from '../import-reader.ts'
import type { FileKind, FileLine, Foreseen, LineContext } from '../kinds/kind.ts'
import type { LineRefusal } from '../line.ts'
import { broughtBy } from '../rules/too-much.ts'
import { shownValues } from './file-findings.ts'
import { nameOf } from './open-checks.ts'
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
  const balances = new RunningBalances()
  return records.flatMap(({ record, read: values }, index) => {
    const line = read[index]
    const found = line && 'line' in line ? byLine.get(line) : line
    if (!line || !found) return []
    const shown = 'values' in values ? shownValues(values.values) : {}
    if ('kind' in found) return [refusedSample(record.line, found, shown)]
    return 'line' in line ? [sampleOf(line, found, { kind, shown, balances })] : []
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

interface Sampling {
  readonly kind: FileKind
  readonly shown: LineSample['values']
  readonly balances: RunningBalances
}

function sampleOf(line: FileLine, found: Foreseen, { kind, shown: values, balances }: Sampling): LineSample {
  const sent = kind.customerOf(line)
  const customer = found.customerId === null ? sent && nameOf(sent) : `number ${found.customerId}`
  const isLater = found.customer === null && balances.has(customer)
  const outcome = isLater ? kind.outcomeOfLater(line) : outcomeOf(found.outcome)
  const isErased = outcome === 'erasedPerson'
  const before = isErased ? null : balances.of(customer, found.balance)
  const brought = EFFECTIVE.includes(outcome) ? broughtBy(kind.added(line)) : NOTHING
  const after = add(before ?? NOTHING, brought)
  balances.keep(customer, after)
  return {
    ...{ line: line.line, outcome, refusal: null, values: isErased ? {} : values },
    customer: isErased ? null : (found.customer?.originalId ?? null),
    before: before && shown(before),
    after: isErased ? null : shown(after),
  }
}

const EFFECTIVE: readonly LineOutcome[] = ['create', 'update', 'unclaimed']

/**
 * What customers have after the lines before, with what is pending: it is theirs, though it can't be used yet. The samples
 * have the first lines of each customer whom they have.
 */
class RunningBalances {
  readonly #after = new Map<string, Amount>()

  has(customer: string | null): boolean {
    return customer !== null && this.#after.has(customer)
  }

  /** `stored`: before the file. */
  of(customer: string | null, stored: Amount | null): Amount | null {
    return (customer === null ? undefined : this.#after.get(customer)) ?? stored
  }

  keep(customer: string | null, after: Amount): void {
    if (customer !== null) this.#after.set(customer, after)
  }
}

function shown({ points, cashback }: Amount): SampleBalance {
  return { points: shortText(points), cashback: shortText(cashback) }
}
