import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { bundle, minifiedCss } from './bundle.ts'
import { ROOT } from './root.ts'

/** One file, as `versions.json` tells it to shops. */
export interface BuiltFile {
  readonly name: string
  readonly path: string
  readonly integrity: string
  readonly bytes: number
  readonly gzip: number
}

export interface Built {
  readonly name: string
  readonly bytes: Buffer
}

const SERVED_AT = '/shop/assets/'

export async function buildFile(name: string): Promise<Built> {
  const text = name.endsWith('.css')
    ? await minifiedCss(`${ROOT}/src/${name}`)
    : await bundle(`${ROOT}/src/${name.replace(/js$/, 'ts')}`)
  return { name, bytes: Buffer.from(text) }
}

export function describe({ name, bytes }: Built, version: string): BuiltFile {
  const [stem, ending] = name.split('.')
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 12)
  return {
    name,
    path: `${SERVED_AT}${stem}-${version}-${hash}.${ending}`,
    integrity: integrityOf(bytes),
    bytes: bytes.length,
    gzip: gzipSync(bytes, { level: 9 }).length,
  }
}

export const integrityOf = (bytes: Buffer): string =>
  `sha384-${createHash('sha384').update(bytes).digest('base64')}`
