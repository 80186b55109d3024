/**
 * Holds the arrows between the rooms of src/ (its folders), and within them between their parts:
 *
 *   cli → dev → demo → http, worker → management, program-file → app → domains
 *     → accounts, earning, events, jobs, people, tenancy → contract → platform
 *
 * Prints each broken arrow and fails where there is one. What is a law of the layout stands here, and every rule has
 * a test that breaks it.
 */
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { findBrokenClientArrows } from './client-arrows.ts'
import { findCycles } from './cycles.ts'
import { type Imports, importsOf, readsOf, type Sources } from './imports.ts'
import { findBrokenPanelArrows } from './panel-arrows.ts'
import { findBrokenStorefrontArrows } from './storefront-arrows.ts'
import { TABLE_ROOMS } from './table-rooms.ts'
import { READS_UPWARDS, type TableUse, tableUsesOf, WRITES_OF_OTHERS } from './table-uses.ts'

/** Every other room is a domain. */
const LEVELS: Readonly<Record<string, number>> = {
  cli: 9,
  dev: 8,
  demo: 7,
  http: 6,
  worker: 6,
  management: 5,
  'program-file': 5,
  app: 4,
  accounts: 2,
  earning: 2,
  events: 2,
  jobs: 2,
  people: 2,
  tenancy: 2,
  contract: 1,
  platform: 0,
}
const DOMAIN_LEVEL = 3

const API_PARTS = ['private-api', 'admin-api', 'public-api'] as const
/** They put the parts of an API together, or speak to it as a merchant would. */
const KNOW: Readonly<Record<(typeof API_PARTS)[number], readonly string[]>> = {
  'private-api': ['http', 'demo'],
  'admin-api': ['http', 'management', 'program-file'],
  'public-api': ['http'],
}
/** The management API explains failed calls of the private API, with the texts of its errors. */
const EXPLAINS_THE_PRIVATE_API = 'management/failed-requests/'
/** A domain's export masks persons as the management API does: there is one way to mask. */
const MASKING = 'contract/admin-api/masking.ts'

/** Parts of a room that compute, and neither ask nor tell: a decision is given the clock, chance and settings. */
const PURE_PARTS = ['rules', 'texts']
const PURE_ROOMS = ['contract', 'earning']
/** Parts that speak to the database. */
const STORE_PARTS = ['store', 'collections', 'verify', 'customer-data', 'customer-data-kit']
/** Also of a room that is pure otherwise: what a merchant configures is kept somewhere. */
const IMPURE_PARTS = [...STORE_PARTS, 'manage']
/** Handlers speak to the database; what an API is described with is the contract's, and pure. */
const HANDLER_PARTS: readonly string[] = API_PARTS
/** They compute, without input or output. */
const PURE_PACKAGES = ['ajv', 'typebox']

const SQL_FILES = ['platform/postgres/sql.ts', 'platform/postgres/columns.ts']
const SQL_PACKAGES = ['pg']
/** Beside the stores: the queue and the load are facts of the database itself, no tenant's rows. */
const ROOMS_WITH_SQL = ['platform', 'worker']

interface Arrow {
  readonly file: string
  readonly target: string
  readonly isType: boolean
}

type Rule = (arrow: Arrow) => string | null

/** Why a file may not import another one, or a package; null: it may. */
const RULES: readonly Rule[] = [
  ({ target }) => (target.startsWith('../') ? 'src/ stands on its own' : null),
  pointsUp,
  meetsOtherApi,
  entersApi,
  ({ file, target }) => {
    const isOfOtherRoom =
      partOf(target) === 'store' && isDomain(roomOf(target)) && roomOf(file) !== roomOf(target)
    return isOfOtherRoom && isDomain(roomOf(file)) ? `the queries of ${roomOf(target)} are its own` : null
  },
]

const PACKAGE_RULES: readonly Rule[] = [
  ({ file, target }) =>
    target === 'commander' && roomOf(file) !== 'cli' ? 'only cli knows flags and terminals' : null,
]

export function findBrokenArrows(sources: Sources): string[] {
  const files = sourceFiles(sources)
  const imports: Imports = new Map(files.map((file) => [file, importsOf(file, sources.get(file) ?? '')]))
  return [
    ...brokenRules(imports),
    ...brokenSql(imports),
    ...brokenTableUses(sources, files),
    ...roomCycles(imports, tableReads(sources, files)),
    ...brokenPurity(files, imports, sources),
  ]
}

function sourceFiles(sources: Sources): string[] {
  return [...sources.keys()].filter((file) => !file.endsWith('.test.ts')).sort()
}

function brokenRules(imports: Imports): string[] {
  return arrowsOf(imports).flatMap(({ isFile, ...arrow }) =>
    (isFile ? RULES : PACKAGE_RULES).flatMap((rule) => {
      const why = rule(arrow)
      return why === null ? [] : [`${arrow.file} imports ${arrow.target}: ${why}`]
    }),
  )
}

function pointsUp({ file, target }: Arrow): string | null {
  const [from, to] = [roomOf(file), roomOf(target)]
  if (from === 'platform' && to !== 'platform') return 'platform knows no business noun'
  return levelOf(from) < levelOf(to) ? `${from} stands below ${to}` : null
}

function meetsOtherApi({ file, target }: Arrow): string | null {
  const [from, to] = [apiOf(file), apiOf(target)]
  return from && to && from !== to ? `${from} and ${to} never meet` : null
}

function entersApi({ file, target }: Arrow): string | null {
  const to = apiOf(target)
  if (!to || apiOf(file) === to || KNOW[to].includes(roomOf(file))) return null
  if (file.startsWith(EXPLAINS_THE_PRIVATE_API) && target.startsWith('contract/')) return null
  if (partOf(file) === 'export' && target === MASKING) return null
  return `only ${KNOW[to].join(', ')} and ${to} itself know ${to}`
}

/** All SQL of a room is in its store and its collections, so that it is found where one looks for it. */
function brokenSql(imports: Imports): string[] {
  return arrowsOf(imports).flatMap(({ file, target, isFile, isType }) => {
    const isSql = isFile ? SQL_FILES.includes(target) : SQL_PACKAGES.includes(target)
    if (!isSql || isType || ROOMS_WITH_SQL.includes(roomOf(file)) || STORE_PARTS.includes(partOf(file)))
      return []
    return [`${file} imports ${target}: SQL stands in store, collections, customer-data and verify`]
  })
}

/** Tables of other rooms are read from above and written by their owners alone, but for what is listed with a reason. */
function brokenTableUses(sources: Sources, files: readonly string[]): string[] {
  return usesOfOthers(sources, files).flatMap(({ file, table, owner, isWrite }) => {
    const names = `${file} names ${table} of ${owner}`
    if (isWrite && !isListed(WRITES_OF_OTHERS, file, table)) return [`${names}: only ${owner} writes it`]
    const isUp = isAbove(owner, roomOf(file)) && !isListed(READS_UPWARDS, file, table)
    return isUp ? [`${names}: ${roomOf(file)} stands below ${owner}`] : []
  })
}

/** Without those that are listed: they are known to point the other way. */
function tableReads(sources: Sources, files: readonly string[]): TableUse[] {
  return usesOfOthers(sources, files).filter(({ file, table }) => !isListed(READS_UPWARDS, file, table))
}

function usesOfOthers(sources: Sources, files: readonly string[]): TableUse[] {
  return files
    .flatMap((file) => tableUsesOf(file, sources.get(file) ?? ''))
    .filter(({ file, owner }) => owner !== roomOf(file))
}

/** What is declared about tables and no longer true: exceptions that no statement needs, rooms that are gone. */
export function findStaleDeclarations(sources: Sources): string[] {
  const uses = usesOfOthers(sources, sourceFiles(sources))
  const unused = [
    ...unusedIn(READS_UPWARDS, 'reads', uses),
    ...unusedIn(
      WRITES_OF_OTHERS,
      'writes',
      uses.filter(({ isWrite }) => isWrite),
    ),
  ]
  const rooms = new Set([...sources.keys()].map(roomOf))
  const homeless = Object.entries(TABLE_ROOMS).filter(([, room]) => !rooms.has(room))
  return [...unused, ...homeless.map(([table, room]) => `${table} is declared for ${room}: no such room`)]
}

function unusedIn(list: typeof READS_UPWARDS, verb: string, uses: readonly TableUse[]): string[] {
  return list
    .flatMap(({ files, tables }) => files.flatMap((file) => tables.map((table) => ({ file, table }))))
    .filter((listed) => !uses.some(({ file, table }) => file === listed.file && table === listed.table))
    .map(({ file, table }) => `${file} is listed because it ${verb} ${table}: it does not`)
}

function isListed(list: typeof READS_UPWARDS, file: string, table: string): boolean {
  return list.some(({ files, tables }) => files.includes(file) && tables.includes(table))
}

function isAbove(room: string, other: string): boolean {
  return levelOf(room) > levelOf(other)
}

/** Rooms that can't be understood one after the other. */
function roomCycles(imports: Imports, reads: readonly TableUse[]): string[] {
  const neighbours = new Map<string, Set<string>>()
  const add = (from: string, to: string): void => {
    neighbours.set(from, (neighbours.get(from) ?? new Set()).add(to))
  }
  for (const { file, target, isFile } of arrowsOf(imports)) {
    if (!isFile || roomOf(file) === roomOf(target) || pointsUp({ file, target, isType: false })) continue
    add(roomOf(file), roomOf(target))
  }
  // Who reads the tables of a room rests on it as who imports from it does.
  for (const { file, owner } of reads) if (!isAbove(owner, roomOf(file))) add(roomOf(file), owner)
  return findCycles(neighbours).map((cycle) => `rooms in a circle: ${cycle.join(' → ')}`)
}

function brokenPurity(files: readonly string[], imports: Imports, sources: Sources): string[] {
  /** Why a file that a pure one imports is not pure itself; null when it is. */
  function whyImpure(file: string, seen: readonly string[]): string | null {
    const [read] = readsOf(sources.get(file) ?? '')
    if (read !== undefined) return `reads ${read}`
    for (const one of imports.get(file) ?? []) {
      const reason = whyForbidden(one, [...seen, file])
      if (reason !== null) return one.isFile ? `imports ${one.target}, which ${reason}` : reason
    }
    return null
  }

  function whyForbidden(
    { target, isFile, isType }: { target: string; isFile: boolean; isType: boolean },
    seen: readonly string[],
  ): string | null {
    // Types are gone when the code runs: they bind rooms together, but make nothing impure.
    if (isType || seen.includes(target)) return null
    if (!isFile) return isPurePackage(target) ? null : `uses ${target}`
    return STORE_PARTS.includes(partOf(target)) ? 'asks the database' : whyImpure(target, seen)
  }

  return files.filter(isDeclaredPure).flatMap((file) => [
    ...readsOf(sources.get(file) ?? '').map((what) => `${file} reads ${what}: a pure file is given it`),
    ...(imports.get(file) ?? []).flatMap((one) => {
      const reason = whyForbidden(one, [file])
      if (reason === null) return []
      const why = one.isFile ? `that file ${reason}` : 'that package is not pure'
      return [`${file} imports ${one.target}: a pure file imports pure files only, and ${why}`]
    }),
  ])
}

function isDeclaredPure(file: string): boolean {
  if (IMPURE_PARTS.includes(partOf(file))) return false
  if (HANDLER_PARTS.includes(partOf(file)) && roomOf(file) !== 'contract') return false
  return PURE_ROOMS.includes(roomOf(file)) || PURE_PARTS.includes(partOf(file))
}

function isPurePackage(name: string): boolean {
  return PURE_PACKAGES.some((known) => name === known || name.startsWith(`${known}/`))
}

function arrowsOf(imports: Imports): (Arrow & { isFile: boolean })[] {
  return [...imports].flatMap(([file, list]) => {
    // Once each, however often it is named; as a value where it is one anywhere.
    const byTarget = Map.groupBy(list, ({ target }) => target)
    return [...byTarget].map(([target, all]) => ({
      file,
      target,
      isFile: all.some(({ isFile }) => isFile),
      isType: all.every(({ isType }) => isType),
    }))
  })
}

function levelOf(room: string): number {
  return Object.hasOwn(LEVELS, room) ? (LEVELS[room] as number) : DOMAIN_LEVEL
}

function isDomain(room: string): boolean {
  return levelOf(room) === DOMAIN_LEVEL
}

function roomOf(file: string): string {
  return file.split('/', 1)[0] ?? ''
}

/** The part of its room that a file is, or lies in: a part is a file until it must be a folder of the same name. */
function partOf(file: string): string {
  return (file.split('/')[1] ?? '').replace(/\.ts$/, '')
}

function apiOf(file: string): (typeof API_PARTS)[number] | null {
  const [room, part] = file.split('/')
  if (room === 'http') return null
  return API_PARTS.find((api) => api === part) ?? null
}

/** Paths below a folder → source texts. */
function readSources(folder: string): Sources {
  const path = fileURLToPath(new URL(folder, import.meta.url))
  return new Map(
    globSync('**/*.{ts,tsx}', { cwd: path, exclude: ['node_modules/**'] }).map((file) => [
      file.replaceAll('\\', '/'),
      readFileSync(`${path}${file}`, 'utf8'),
    ]),
  )
}

/** Files that import each other in a circle, here and in tests and benchmarks. */
export function findFileCycles(sources: Sources): string[] {
  const neighbours = new Map(
    [...sources].map(([file, source]) => [
      file,
      new Set(importsOf(file, source).flatMap(({ target, isFile }) => (isFile ? [target] : []))),
    ]),
  )
  return findCycles(neighbours).map((cycle) => `files in a circle: ${cycle.join(' → ')}`)
}

if (import.meta.main) {
  const sources = readSources('../src/')
  const panel = readSources('../../admin/src/')
  const client = readSources('../../sdk/src/')
  const storefront = readSources('../../storefront/src/')
  const broken = [
    ...findBrokenArrows(sources),
    ...findStaleDeclarations(sources),
    ...findFileCycles(readSources('../')),
    ...findBrokenPanelArrows(panel),
    ...findFileCycles(panel),
    ...findBrokenClientArrows(client),
    ...findFileCycles(client),
    ...findBrokenStorefrontArrows(storefront),
    ...findFileCycles(storefront),
  ]
  for (const line of broken) process.stderr.write(`${line}\n`)
  const count = sources.size + panel.size + client.size + storefront.size
  process.stdout.write(`${count} files, ${broken.length} broken arrows\n`)
  if (broken.length > 0) process.exitCode = 1
}
