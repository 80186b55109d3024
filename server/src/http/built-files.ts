import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'

const TYPES: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
}
const ENCODINGS = [
  { name: 'br', ending: '.br' },
  { name: 'gzip', ending: '.gz' },
] as const

/** Of a file with a hash in its name, which never changes. */
export const FOR_GOOD = 'public, max-age=31536000, immutable'

export interface BuiltFile {
  readonly type: string
  readonly bytes: Buffer
  /** As it is sent to who understands it. */
  readonly encoded: ReadonlyMap<string, Buffer>
}

/**
 * What was built for browsers, by its path below a folder. It is some hundred kilobytes and is held in memory: nothing
 * that a sender writes in a path ever reaches the disk.
 */
export async function readBuiltFiles(folder: string): Promise<ReadonlyMap<string, BuiltFile>> {
  const names = (await readdir(folder, { recursive: true })).map((name) => name.replaceAll('\\', '/'))
  const files = new Map<string, BuiltFile>()
  for (const name of names) {
    const type = TYPES[name.split('.').at(-1) ?? '']
    if (type === undefined) continue
    const encoded = new Map<string, Buffer>()
    for (const { name: encoding, ending } of ENCODINGS) {
      if (names.includes(name + ending)) encoded.set(encoding, await readFile(join(folder, name + ending)))
    }
    files.set(name, { type, bytes: await readFile(join(folder, name)), encoded })
  }
  return files
}

/** As the browser understands it best. The caller says how long it may be kept, and by whose pages. */
export function sendBuiltFile(request: FastifyRequest, reply: FastifyReply, file: BuiltFile): FastifyReply {
  const accepted = String(request.headers['accept-encoding'] ?? '')
  const encoding = ENCODINGS.find(
    ({ name }) =>
      file.encoded.has(name) && new RegExp(`\\b${name}\\b(?!\\s*;\\s*q=0(\\.0*)?\\b)`).test(accepted),
  )
  void reply.type(file.type).header('vary', 'accept-encoding')
  if (encoding) void reply.header('content-encoding', encoding.name)
  return reply.send((encoding && file.encoded.get(encoding.name)) ?? file.bytes)
}
