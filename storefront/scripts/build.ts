/**
 * Builds what the server serves below `/shop/`: the scripts and the reserve stylesheet, each one file with a hash in its
 * name, compressed, those of every released version, and `versions.json`, which lists them. `--out FOLDER` names another
 * place than server/shop, `--released FOLDER` another one than released/.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { RESERVE, SCRIPTS } from './bundles.ts'
import { type Built, type BuiltFile, buildFile, describe } from './files.ts'
import { bytesOf, RELEASES, type Release, readReleases } from './released.ts'
import { ROOT, VERSION } from './root.ts'

const { values } = parseArgs({
  options: {
    out: { type: 'string', default: join(ROOT, '../server/shop') },
    released: { type: 'string', default: RELEASES },
  },
})
const out = resolve(values.out)
const released = resolve(values.released)

interface Version extends Release {
  /** It stays, on every server: a page can pin it. */
  readonly isReleased: boolean
}

function write({ path }: BuiltFile, bytes: Buffer): void {
  const file = join(out, 'assets', basename(path))
  writeFileSync(file, bytes)
  writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }))
  writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }))
}

/** What the sources make now. Where it differs from what was released under its version, it is what comes next. */
function present(built: readonly Built[], releases: readonly Release[]): Version {
  const files = built.map((one) => describe(one, VERSION))
  const published = releases.find(({ version }) => version === VERSION)
  const paths = new Set(files.map(({ path }) => path))
  if (!published) return { version: VERSION, files, isReleased: false }
  if (published.files.every(({ path }) => paths.has(path)))
    return { version: VERSION, files, isReleased: true }
  const version = `${VERSION}-next`
  return { version, files: built.map((one) => describe(one, version)), isReleased: false }
}

// Before anything is written: what was published must be what is there.
const releases = readReleases(released)
const built: Built[] = []
for (const name of [...SCRIPTS.map((script) => `${script}.js`), `${RESERVE}.css`])
  built.push(await buildFile(name))
rmSync(out, { recursive: true, force: true })
mkdirSync(join(out, 'assets'), { recursive: true })
const now = present(built, releases)
now.files.forEach((file, index) => {
  write(file, (built[index] as Built).bytes)
})
const older = releases.filter(({ version }) => version !== now.version)
for (const one of older) for (const file of one.files) write(file, bytesOf(released, one, file))
const versions: Version[] = [now, ...older.map((one) => ({ ...one, isReleased: true }))]
writeFileSync(join(out, 'versions.json'), `${JSON.stringify({ versions }, null, 2)}\n`)
