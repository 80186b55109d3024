import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { EdgeError } from '../contract/edge-error.ts'
import type { ElementFiles } from '../storefront/admin-api/schema.ts'
import { type BuiltFile, FOR_GOOD, readBuiltFiles, sendBuiltFile } from './built-files.ts'

const BUILT = fileURLToPath(new URL('../../shop/', import.meta.url))

/** Of what keeps its address when its content changes. */
const FOR_MINUTES = 'public, max-age=300, stale-while-revalidate=86400'

interface ShopFile {
  readonly name: string
  readonly path: string
  readonly integrity: string
  readonly bytes: number
}

/** `versions.json`, as `storefront/scripts/build.ts` writes it: the present version first. */
interface Versions {
  readonly versions: readonly {
    readonly version: string
    readonly files: readonly ShopFile[]
  }[]
}

const NAMES = ['hosted.js', 'punchcard.js', 'punchcard-small.js', 'reserve.css', 'versions.json']

/** The folder of the elements for shops; null: they were not built. */
export function builtShopFiles(): string | null {
  return existsSync(join(BUILT, 'versions.json')) ? BUILT : null
}

/**
 * What pages of shops load: each file under a name with its hash, which a page pins, and the present version of each
 * under a name that stays.
 */
export async function serveShopFiles(server: FastifyInstance, folder: string): Promise<void> {
  const files = await readBuiltFiles(folder)
  const list = await readFile(join(folder, 'versions.json'), 'utf8')
  const [present, ...released] = (JSON.parse(list) as Versions).versions
  const hidden = { schema: { hide: true } }
  const fileAt = (path: string): BuiltFile => {
    const file = files.get(path.replace('/shop/', ''))
    if (!file) throw new Error(`versions.json names ${path}, which is not in ${folder}`)
    return file
  }

  server.get('/shop/assets/*', hidden, (request, reply) => {
    const path = `assets/${(request.params as { '*': string })['*']}`
    const file = files.get(path)
    if (!file) throw new EdgeError(404, `There is no file /shop/${path.slice(0, 200)}.`)
    return sendBuiltFile(request, toAnyPage(reply, FOR_GOOD), file)
  })
  for (const { name, path } of present?.files ?? []) {
    const file = fileAt(path)
    const etag = etagOf(file.bytes)
    server.get(`/shop/${name}`, hidden, (request, reply) => {
      toAnyPage(reply, FOR_MINUTES).header('etag', etag)
      return isKnown(request.headers['if-none-match'], etag)
        ? reply.code(304).header('vary', 'accept-encoding').send()
        : sendBuiltFile(request, reply, file)
    })
  }
  // Pages pin these with their hash: without one of them a shop would go without its elements.
  for (const { path } of released.flatMap((version) => version.files)) fileAt(path)
  const listed: BuiltFile = { type: 'application/json', bytes: Buffer.from(list), encoded: new Map() }
  server.get('/shop/versions.json', hidden, (request, reply) =>
    sendBuiltFile(request, toAnyPage(reply, FOR_MINUTES), listed),
  )
}

/** What pages of shops are told to load; null: the elements were not built. */
export async function presentShopFiles(folder: string | null): Promise<ElementFiles | null> {
  if (folder === null) return null
  const list = JSON.parse(await readFile(join(folder, 'versions.json'), 'utf8')) as Versions
  const [present] = list.versions
  if (!present) return null
  const files = present.files.map(({ name, path, integrity, bytes }) => ({ name, path, integrity, bytes }))
  return { version: present.version, files }
}

/** Where they were not built, an address of one of them says so. */
export function tellShopFilesAreMissing(server: FastifyInstance): void {
  // By their names too: one part of an address is otherwise the name of a shop.
  for (const path of ['*', ...NAMES]) {
    server.get(`/shop/${path}`, { schema: { hide: true } }, () => {
      throw new EdgeError(404, SHOP_FILES_ARE_MISSING)
    })
  }
}

const SHOP_FILES_ARE_MISSING =
  'The elements for shops were not built on this server: run `npm ci` and `npm run build` in its folder, and start it again.'

/** Pages of every shop load them, as modules and with the hash of their content: both need CORS. */
function toAnyPage(reply: FastifyReply, cacheControl: string): FastifyReply {
  return reply
    .header('cache-control', cacheControl)
    .header('access-control-allow-origin', '*')
    .header('cross-origin-resource-policy', 'cross-origin')
}

/** Weak: the same content may be sent in several encodings. */
function etagOf(bytes: Buffer): string {
  return `W/"${createHash('sha256').update(bytes).digest('base64url').slice(0, 27)}"`
}

function isKnown(header: string | undefined, etag: string): boolean {
  return (header ?? '').split(',').some((one) => one.trim() === etag)
}
