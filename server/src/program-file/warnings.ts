import type { Locale } from '../contract/locale.ts'
import { presentWarnings } from '../earning/admin-api/present.ts'
import type { ProgramContextReader } from '../earning/admin-api/program-context.ts'
import { examine } from '../earning/admin-api/views.ts'
import type { Instant } from '../platform/clock.ts'
import type { Tx } from '../platform/postgres/database.ts'
import { warningsOfSettings } from '../tenancy/rules/settings-warnings.ts'
import { type Applied, contentOfFile } from './apply.ts'
import type { ProgramFile } from './file.ts'

/** A likely mistake in a file. */
export interface FileWarning {
  /** JSON pointer within the file. */
  readonly pointer: string
  /** null: it is about the whole program, or the settings. */
  readonly rule: { readonly id: number; readonly name: string } | null
  readonly name: string
  readonly message: string
}

interface Asked {
  readonly locale: Locale
  readonly now: Instant
  readonly reader: ProgramContextReader
}

/** What the panel would warn of, in the settings and the program of a file that was just applied. */
export async function warningsOfFile(
  tx: Tx,
  file: ProgramFile,
  { before, after }: Applied,
  { locale, now, reader }: Asked,
): Promise<FileWarning[]> {
  const { tenant } = after
  const ofSettings = file.settings ? presentWarnings(warningsOfSettings(tenant.settings), locale) : []
  const content = contentOfFile(file, after)
  // Compared with what counted before, as the panel compares a draft: what the file takes away is told too.
  const examined = content && (await examine(tx, content, before.program, { tenant, locale, now }, reader))
  const rules = file.program?.rules ?? []
  return [
    ...ofSettings.map((one) => ({ ...one, pointer: `/settings${one.pointer}`, rule: null })),
    ...(examined?.warnings ?? []).map((one) => {
      const rule = rules[Number(/^\/rules\/(\d+)/.exec(one.pointer)?.[1] ?? Number.NaN)]
      return {
        ...one,
        pointer: `/program${one.pointer}`,
        rule: rule ? { id: Number(rule.id), name: String(rule.name ?? '') } : null,
      }
    }),
  ]
}
