/** Files that this process is in the middle of reading. What is held of one is found again by reading it again. */
import { contactsOf } from '../../accounts/rules/terms.ts'
import type { SentCustomer } from '../../customers/sent-customer.ts'
import { monotonicClock } from '../../platform/system-clock.ts'
import { HashedSet, hashOf } from '../hashed-set.ts'
import type { Import } from '../import.ts'
import { ImportReader } from '../import-reader.ts'
import type { FileKind } from '../kinds/kind.ts'
import { kindOf } from '../kinds/kinds.ts'
import { planReading, type ReadingPlan } from '../plan-reading.ts'
import type { Octets, Position } from '../reading/format.ts'
import { expectedRecords } from '../reading/look.ts'
import { FileFindings } from './file-findings.ts'
import { LargeBalances } from './large-balances.ts'

/** Hashes of lines, of all files together. One of ten million lines has some 130 MB. */
const BYTES_MAX = 400_000_000
/** A file that was not read for so long gives way to another one. */
const IDLE_MS = 60_000

export interface OpenCheck {
  readonly kind: FileKind
  readonly plan: ReadingPlan
  readonly reader: ImportReader
  readonly findings: FileFindings
  /** The customers whom lines before have named. */
  readonly named: HashedSet
  readonly large: LargeBalances
}

interface Held extends OpenCheck {
  usedAt: number
}

export class OpenChecks {
  readonly #open = new Map<string, Held>()

  /** Null: there is no room, until other files are read. */
  async take(
    octets: Octets,
    {
      place,
      imported,
      zone,
      from,
    }: {
      readonly place: string
      readonly imported: Import
      readonly zone: string
      readonly from: Position
    },
  ): Promise<OpenCheck | null> {
    const known = this.#open.get(place)
    // Ahead of its checkpoint: a page was undone after it was read.
    if (known && known.reader.position.line <= from.line) {
      known.usedAt = monotonicClock()
      return known
    }
    this.close(place)
    if (!this.#makeRoom()) return null
    const plan = await planReading(octets, imported)
    const reader = new ImportReader({ ...plan, kind: imported.kind, zone })
    const kind = kindOf(imported.kind)
    const findings = new FileFindings(reader.values, kind, { seed: imported.id, zone })
    const opened = {
      ...{ kind, plan },
      reader,
      findings,
      large: new LargeBalances(),
      named: new HashedSet(5, expectedRecords(octets.size, plan.look)),
      usedAt: monotonicClock(),
    }
    this.#open.set(place, opened)
    return opened
  }

  close(place: string): void {
    this.#open.get(place)?.reader.close()
    this.#open.delete(place)
  }

  #makeRoom(): boolean {
    const idleSince = monotonicClock() - IDLE_MS
    for (const [place, { usedAt }] of this.#open) {
      if (this.#bytes() <= BYTES_MAX) break
      if (usedAt < idleSince) this.close(place)
    }
    return this.#bytes() <= BYTES_MAX
  }

  #bytes(): number {
    return [...this.#open.values()].reduce((sum, { reader, named }) => sum + reader.bytes + named.bytes, 0)
  }
}

/** True the first time that lines of the file name the customer in this way. */
export function isFirstOf({ named }: OpenCheck, sent: SentCustomer): boolean {
  return named.add(hashOf(nameOf(sent)))
}

/** What lines of a file call a customer. */
export function nameOf(sent: SentCustomer): string {
  const { document, email } = contactsOf(sent)
  const contact = sent.isNamedByContact ? (document ?? email) : null
  return contact ?? `i:${sent.originalId}`
}
