/**
 * Builds what the server serves below `/shop/`: the scripts and the reserve stylesheet, each one file with a hash in its
 * name, compressed, and `versions.json`, which lists them. `--out FOLDER` names another place than server/shop.
 */
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { bundle, minifiedCss } from './bundle.ts'
import { RESERVE, SCRIPTS } from './bundles.ts'

const ROOT = join(import.meta.dirname, '..')
const { values } = parseArgs({ options: { out: { type: 'string', default: join(ROOT, '../server/shop') } } })
const out = resolve(values.out)
const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string }

/** One file, as `versions.json` tells it to shops. */
interface BuiltFile {
  readonly name: string
  readonly path: string
  readonly integrity: string
  readonly bytes: number
  readonly gzip: number
}

function write(name: string, text: string): BuiltFile {
  const bytes = Buffer.from(text)
  const [stem, ending] = name.split('.')
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 12)
  const file = `${stem}-${version}-${hash}.${ending}`
  const zipped = gzipSync(bytes, { level: 9 })
  const brotli = brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } })
  writeFileSync(join(out, 'assets', file), bytes)
  writeFileSync(join(out, 'assets', `${file}.gz`), zipped)
  writeFileSync(join(out, 'assets', `${file}.br`), brotli)
  const integrity = `sha384-${createHash('sha384').update(bytes).digest('base64')}`
  return { name, path: `/shop/assets/${file}`, integrity, bytes: bytes.length, gzip: zipped.length }
}

rmSync(out, { recursive: true, force: true })
mkdirSync(join(out, 'assets'), { recursive: true })
const files: BuiltFile[] = []
for (const name of SCRIPTS) files.push(write(`${name}.js`, await bundle(join(ROOT, `src/${name}.ts`))))
files.push(write(`${RESERVE}.css`, await minifiedCss(join(ROOT, `src/${RESERVE}.css`))))
writeFileSync(join(out, 'versions.json'), `${JSON.stringify({ versions: [{ version, files }] }, null, 2)}\n`)
