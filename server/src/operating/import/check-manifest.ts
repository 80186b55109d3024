/** What a manifest must say before anything of its folder is believed. */
import { LOCALES } from '../../contract/locale.ts'
import { TenancyError } from '../../tenancy/manage/tenants.ts'
import { isTimeZone } from '../../tenancy/tenant.ts'
import { EXPORTED_TABLES, SUMMED } from '../export/exported-tables.ts'
import { FORMAT, LOGO_FILE, type Manifest, nameOfPart, PROGRAM_FILE } from '../export/manifest.ts'
import { wrongSettings } from './check-settings.ts'

type Json = Readonly<Record<string, unknown>>

const SHA256 = /^[0-9a-f]{64}$/
const AMOUNT = /^-?\d{1,30}(\.\d{1,4})?$/
const ZONES_MAX = 1_000

/** The manifest of this text, or a sentence about the first thing that is wrong with it. */
export function readManifest(text: string): Manifest {
  const parsed = parse(text)
  const wrong =
    wrongFormat(parsed) ?? wrongTenant(parsed.tenant) ?? wrongTables(parsed) ?? wrongOthers(parsed.others)
  if (wrong !== null) throw new TenancyError(wrong)
  return parsed as unknown as Manifest
}

function parse(text: string): Json {
  try {
    const parsed: unknown = JSON.parse(text)
    if (isObject(parsed)) return parsed
  } catch {
    // Told below.
  }
  throw new TenancyError('The manifest is no JSON object.')
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0
}

function wrongFormat({
  format,
  formatVersion,
  migration,
  begun,
  eventsWrittenMeanwhile,
}: Json): string | null {
  if (format !== FORMAT.name) return 'The manifest is none of an export by `punchcard tenant export`.'
  if (formatVersion !== FORMAT.version) {
    return `The folder has version ${String(formatVersion)} of the format, and this Punchcard reads version ${FORMAT.version}: export it again with this version of Punchcard.`
  }
  if (typeof migration !== 'string') return 'The manifest does not say of which migration its tables are.'
  if (typeof begun !== 'string' || Number.isNaN(Date.parse(begun)))
    return 'The manifest does not say when it was made.'
  return eventsWrittenMeanwhile === 0 ? null : 'The rows of the folder are not all of one moment.'
}

function wrongTenant(tenant: unknown): string | null {
  if (!isObject(tenant)) return 'The manifest does not say which merchant it is of.'
  const { id, currency, timeZone, locale, isSandbox, settings, settingsVersion, clockAheadMs, timeZones } =
    tenant
  const isRight =
    isCount(id) &&
    typeof currency === 'string' &&
    /^[A-Z]{3}$/.test(currency) &&
    (LOCALES as readonly unknown[]).includes(locale) &&
    typeof isSandbox === 'boolean' &&
    isCount(settingsVersion) &&
    settingsVersion >= 1 &&
    settingsVersion < 2 ** 31 - 1 &&
    isCount(clockAheadMs)
  if (!isRight) return 'The manifest does not describe its merchant as an export does.'
  if (typeof timeZone !== 'string' || !isTimeZone(timeZone))
    return `There is no time zone “${String(timeZone)}”.`
  return wrongZones(timeZones, timeZone) ?? wrongSettings(settings)
}

function wrongZones(zones: unknown, current: string): string | null {
  if (!Array.isArray(zones) || zones.length === 0 || zones.length > ZONES_MAX) {
    return 'The manifest does not say which time zones its merchant has had.'
  }
  let before = ''
  for (const zone of zones) {
    const { since, timeZone } = isObject(zone) ? zone : {}
    const isNext = typeof since === 'string' && /^\d{4}-[\d-]+T[\d:.]+Z$/.test(since) && since > before
    if (!isNext || typeof timeZone !== 'string' || timeZone.length > 64 || !isTimeZone(timeZone)) {
      return 'The time zones of the manifest are not in order.'
    }
    before = since
  }
  return (zones.at(-1) as Json).timeZone === current
    ? null
    : 'The time zones of the manifest end with another one.'
}

/** All tables that there are, each once, with files of their own names. */
function wrongTables({ tables }: Json): string | null {
  if (!Array.isArray(tables)) return 'The manifest names no tables.'
  for (const [index, { name, kind }] of EXPORTED_TABLES.entries()) {
    const table: unknown = tables[index]
    if (!isObject(table) || table.name !== name || table.kind !== kind) {
      return `The manifest does not have the table ${name} where it belongs: it is of another version of Punchcard.`
    }
    const wrong = wrongTable(name, table)
    if (wrong !== null) return wrong
  }
  const [more] = tables.slice(EXPORTED_TABLES.length)
  return more === undefined ? null : `The manifest has a table that is not imported: ${nameIn(more)}.`
}

function nameIn(table: unknown): string {
  return JSON.stringify(isObject(table) ? table.name : table).slice(0, 80)
}

function wrongTable(
  name: (typeof EXPORTED_TABLES)[number]['name'],
  { rows, sums, files }: Json,
): string | null {
  if (!isCount(rows) || !Array.isArray(files)) return `The manifest does not count the rows of ${name}.`
  const summed = SUMMED[name] ?? []
  for (const column of summed) {
    const sum = isObject(sums) ? sums[column] : undefined
    if (typeof sum !== 'string' || !AMOUNT.test(sum)) return `The manifest has no sum of ${name}.${column}.`
  }
  let counted = 0
  for (const [index, file] of files.entries()) {
    const wanted = nameOfPart(name, index + 1)
    if (!isObject(file) || file.name !== wanted)
      return `The manifest does not have ${wanted} where it belongs.`
    if (!isFile(file) || !isCount(file.rows))
      return `The manifest does not describe ${wanted} as an export does.`
    counted += file.rows
  }
  return counted === rows ? null : `The rows of the files of ${name} are not as many as the manifest says.`
}

function isFile({ bytes, sha256 }: Json): boolean {
  return isCount(bytes) && typeof sha256 === 'string' && SHA256.test(sha256)
}

function wrongOthers(others: unknown): string | null {
  const names = Array.isArray(others)
    ? others.map((other) => (isObject(other) && isFile(other) ? other.name : null))
    : []
  const [program, logo = LOGO_FILE, ...more] = names
  return program === PROGRAM_FILE && logo === LOGO_FILE && more.length === 0
    ? null
    : `Beside the tables, an export has ${PROGRAM_FILE}, ${LOGO_FILE} and nothing else.`
}
