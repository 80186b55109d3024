/** The lines that a job of an import refuses, as the file in which they are corrected and sent again. */
import { LOCALES } from '../contract/locale.ts'
import type { PageBudget } from '../jobs/define.ts'
import { appendToResult, type ResultFile } from '../jobs/result-files.ts'
import { sealerOf } from '../jobs/sealer-of.ts'
import type { Tx } from '../platform/postgres/database.ts'
import { ErrorFile, type RefusedRecord } from './check/error-file.ts'
import type { OpenCheck } from './check/open-checks.ts'
import type { ImportedRecord } from './import-reader.ts'
import type { LineRefusal } from './line.ts'
import { refusedLineText } from './line-texts.ts'

export const REFUSED_FILE = 'refused-lines.csv'

export interface RefusedLine {
  readonly record: ImportedRecord
  readonly refusal: LineRefusal
}

/** Lines of a page, as they are added to a file. */
export interface PageLines {
  readonly octets: Buffer
  readonly lines: number
}

/** The refused lines of a page; the first of all come with the names of the columns. */
export function refusedLines(
  open: Pick<OpenCheck, 'reader' | 'plan'>,
  refused: readonly RefusedLine[],
  of: { readonly importId: number; readonly locale: string; readonly isFirst: boolean },
): PageLines {
  if (refused.length === 0) return { octets: Buffer.alloc(0), lines: 0 }
  const file = new ErrorFile(
    open.plan.format,
    open.plan.look.columns.map(({ name }) => name),
  )
  const lines = file.lines(refused.flatMap((one) => recordsOf(open, one, of)))
  const count = refused.reduce((sum, { record }) => sum + 1 + (record.record.others?.length ?? 0), 0)
  return { octets: of.isFirst ? Buffer.concat([file.head(), lines]) : lines, lines: count }
}

/** With all lines of what is refused: corrected, they are sent again together. */
function recordsOf(
  { reader }: Pick<OpenCheck, 'reader'>,
  { record: { record }, refusal }: RefusedLine,
  { importId, locale: wanted }: { readonly importId: number; readonly locale: string },
): RefusedRecord[] {
  const column = reader.values.columns.find(({ member }) => member === refusal.member)
  const locale = LOCALES.find((one) => one === wanted) ?? 'en'
  const message = refusedLineText(refusal, locale)
  return [record, ...(record.others ?? [])].map((one) => ({
    ...{ record: one, first: record, reference: `${importId}:${one.line}` },
    ...{ column: column?.column ?? '', code: refusal.reason, message },
  }))
}

/** A file that a job of an import writes. */
export function resultFile({ tenant, job }: PageBudget, name: string): ResultFile {
  const of = { tenantId: tenant.id, jobId: job.id, byActor: job.byActor }
  return { ...of, name, purpose: 'import', holdsPersons: true }
}

/** In the transaction that saves the checkpoint, which knows of so many parts before. */
export async function appendPage(
  tx: Tx,
  budget: PageBudget,
  name: string,
  added: PageLines & { readonly parts: number },
): Promise<void> {
  const { quotas, bytesOfCell, now } = budget.files
  await appendToResult(tx, { sealer: sealerOf(tx), quotas }, resultFile(budget, name), {
    ...added,
    ...{ bytesOfCell, now },
  })
}
