import type { Locale } from '../../contract/locale.ts'
import type { TenantSettings } from '../../tenancy/tenant.ts'
import type { ExportedTable } from './exported-tables.ts'
import type { WrittenFile } from './part-file.ts'

/** Grows when a reader of an older one could not read the folder. */
export const FORMAT = { name: 'punchcard-tenant', version: 2 } as const
export const MANIFEST = 'manifest.json'

export interface TableInManifest {
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
    /** Counts their changes; 1: they are as at the beginning. */
    readonly settingsVersion: number
    /** How far the clock of a sandbox was moved. */
    readonly clockAheadMs: number
    /** Those that it has had, oldest first, each until the next one. */
    readonly timeZones: readonly { readonly since: string; readonly timeZone: string }[]
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

/** How many rows a file has at most, so that none is too large to handle. */
export const ROWS_PER_PART = 500_000

export function nameOfPart(table: string, number: number): string {
  return `${table}-${number}.ndjson.gz`
}

/** The merchant's configuration in the form that people edit. */
export const PROGRAM_FILE = 'program.yaml'
/** The picture that the storefront shows, where there is one. */
export const LOGO_FILE = 'storefront-logo'
