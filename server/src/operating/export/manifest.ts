import type { Locale } from '../../contract/locale.ts'
import type { TenantSettings } from '../../tenancy/tenant.ts'
import type { ExportedTable } from './exported-tables.ts'
import type { WrittenFile } from './part-file.ts'

/** Grows when a reader of an older one could not read the folder. */
export const FORMAT = { name: 'punchcard-tenant', version: 1 } as const
export const MANIFEST = 'manifest.json'

interface TableInManifest {
  readonly name: string
  readonly kind: ExportedTable['kind']
  readonly rows: number
  /** By column, as decimals. */
  readonly sums?: Readonly<Record<string, string>>
  readonly files: readonly (WrittenFile & { readonly rows: number })[]
}

export interface Manifest {
  readonly format: typeof FORMAT.name
  readonly formatVersion: typeof FORMAT.version
  readonly tenant: {
    readonly id: number
    readonly name: string
    readonly currency: string
    readonly timeZone: string
    readonly locale: Locale
    readonly isSandbox: boolean
    readonly settings: TenantSettings
  }
  readonly migration: string
  readonly begun: string
  readonly ended: string
  /** 0: every row is of one and the same moment, that of the snapshot. */
  readonly eventsWrittenMeanwhile: number
  readonly tables: readonly TableInManifest[]
  /** What is a merchant's and no table. */
  readonly others: readonly WrittenFile[]
  /** Tables that are not in it, and why. */
  readonly leftOut: Readonly<Record<string, string>>
}
