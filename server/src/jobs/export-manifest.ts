import { createHash } from 'node:crypto'
import type { LogPosition } from '../events/event.ts'
import { type Instant, instantToText, instantToTextOrNull } from '../platform/clock.ts'
import type { ExportFilter, ExportKind } from './export.ts'
import type { Sums } from './rules/export-lines.ts'

export interface ExportedFile {
  /** null: it lies on a disk. */
  readonly id: number | null
  readonly name: string
  readonly bytes: number
  readonly lines: number
  readonly sha256: string
}

export interface ManifestFacts {
  readonly kind: ExportKind
  readonly filter: ExportFilter
  readonly isMasked: boolean
  readonly files: readonly ExportedFile[]
  readonly sums: Sums
  readonly begunAt: Instant
  readonly endedAt: Instant
  /** Whether all rows are as they were when it began, and not as they were when each was read. */
  readonly isOfOneMoment: boolean
  readonly eventsMeanwhile: number
  /** Where the log of balance changes ended when it began. */
  readonly position: LogPosition
}

/** What an export is, beside its data: docs/reference/files.md. */
export function manifestOf(facts: ManifestFacts): { readonly octets: Buffer; readonly sha256: Buffer } {
  const { kind, filter, files } = facts
  const manifest = {
    format: 'punchcard-export',
    formatVersion: 1,
    export: kind.name,
    isMasked: facts.isMasked,
    filter: {
      from: instantToTextOrNull(filter.from),
      until: instantToTextOrNull(filter.until),
      asOf: filter.asOf ?? null,
    },
    columns: kind.columns,
    files: files.map(({ name, bytes, lines, sha256 }) => ({ name, bytes, lines, sha256 })),
    sums: facts.sums,
    moment: facts.isOfOneMoment ? instantToText(facts.begunAt) : null,
    begun: instantToText(facts.begunAt),
    ended: instantToText(facts.endedAt),
    position: `${facts.position.transaction}/${facts.position.id}`,
    eventsWrittenMeanwhile: facts.eventsMeanwhile,
  }
  const octets = Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`)
  return { octets, sha256: createHash('sha256').update(octets).digest() }
}
