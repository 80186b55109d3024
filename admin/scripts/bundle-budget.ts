/**
 * Holds the sizes of the panel that was built, gzipped as a browser fetches them: what the sign-in needs, what Home
 * needs, what each further page adds, the styles, and the charts. Prints them, and fails where one is above its bound.
 */
import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build } from 'vite'

const KB = 1_000
const BOUNDS = {
  signIn: 180 * KB,
  home: 270 * KB,
  page: 50 * KB,
  report: 40 * KB,
  // Of more than forty pages, in one file that is asked for behind Home.
  texts: 32 * KB,
  css: 30 * KB,
  charts: 12 * KB,
}
const DIST = new URL('../../server/panel/', import.meta.url)

interface Chunk {
  readonly file: string
  readonly name?: string
  readonly src?: string
  readonly isEntry?: boolean
  readonly imports?: readonly string[]
  readonly css?: readonly string[]
}

const manifest = JSON.parse(readFileSync(new URL('.vite/manifest.json', DIST), 'utf8')) as Record<
  string,
  Chunk
>

/** A chunk with everything that it can't begin without. */
function closureOf(...names: readonly string[]): Set<string> {
  const found = new Set<string>()
  const add = (name: string): void => {
    if (found.has(name)) return
    found.add(name)
    for (const imported of manifest[name]?.imports ?? []) add(imported)
  }
  for (const name of names) add(name)
  return found
}

function sizeOf(files: Iterable<string>): number {
  let size = 0
  for (const file of new Set(files)) size += gzipSync(readFileSync(new URL(file, DIST)), { level: 9 }).length
  return size
}

const scriptsOf = (names: Iterable<string>): string[] => [...names].map((name) => manifest[name]?.file ?? '')

/** By its source, or by the name of a group of vite.config.ts. */
function chunk(ending: string): string {
  const found = Object.keys(manifest).find((name) => name.endsWith(ending) || manifest[name]?.name === ending)
  if (!found) throw new Error(`there is no chunk ${ending}: run \`npm run build\` first`)
  return found
}

/** Bundled by themselves, without what the panel has anyway: pages share them, so no chunk is theirs alone. */
async function sizeOfCharts(): Promise<number> {
  const folder = fileURLToPath(new URL('../src/components/chart/', import.meta.url))
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      lib: { entry: ['Columns', 'Bars', 'HeatGrid'].map((name) => `${folder}${name}.tsx`), formats: ['es'] },
      rolldownOptions: {
        external: (id, importer) =>
          importer !== undefined && !resolve(dirname(importer), id).startsWith(folder),
      },
    },
  })
  const bundles = Array.isArray(built) ? built : [built]
  const parts = bundles.flatMap((one) => ('output' in one ? one.output : []))
  const texts = parts.map((part) => ('code' in part ? part.code : part.source))
  return texts.reduce((sum, text) => sum + gzipSync(text, { level: 9 }).length, 0)
}

const start = [chunk('index.html'), chunk('locales/pt-BR/outside.ts')]
// The frame has Home in it.
const frame = [chunk('locales/pt-BR/inside.ts'), chunk('frame')]
const home = closureOf(...start, ...frame)
const lines: [string, number, number][] = [
  ['sign-in', sizeOf(scriptsOf(closureOf(...start, chunk('sign-in/SignInPage.tsx')))), BOUNDS.signIn],
  // Its charts are asked for at once, though they are a file of their own.
  ['home', sizeOf(scriptsOf(closureOf(...start, ...frame, chunk('figures')))), BOUNDS.home],
]
const cssOf = (names: Iterable<string>): number =>
  sizeOf([...names].flatMap((name) => manifest[name]?.css ?? []))
let css = cssOf(home)
for (const name of Object.keys(manifest)) {
  if (!/pages\/.*Page\.tsx$/.test(name) || /\/(sign-in|kit|home)\//.test(name)) continue
  const added = [...closureOf(name)].filter((one) => !home.has(one))
  const bound = /\/reports\//.test(name) ? BOUNDS.report : BOUNDS.page
  lines.push([name.replace(/^.*pages\//, ''), sizeOf(scriptsOf(added)), bound])
  css = Math.max(css, cssOf(closureOf(...start, ...frame, name)))
}
lines.push([
  'texts of all pages but home',
  sizeOf(scriptsOf([chunk('locales/pt-BR/beyond-home.ts')])),
  BOUNDS.texts,
])
lines.push(['the most styles of a page', css, BOUNDS.css])
lines.push(['charts, with their styles', await sizeOfCharts(), BOUNDS.charts])
for (const [name, size, bound] of lines) {
  const isOver = size > bound
  process.stdout.write(
    `${isOver ? 'OVER ' : '     '}${name.padEnd(40)} ${(size / KB).toFixed(1)} of ${bound / KB} KB\n`,
  )
  if (isOver) process.exitCode = 1
}
