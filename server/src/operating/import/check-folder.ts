import { createHash } from 'node:crypto'
import { open, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { TenancyError } from '../../tenancy/manage/tenants.ts'
import { sha256OfFile } from '../export/folder.ts'
import { MANIFEST, type Manifest } from '../export/manifest.ts'
import { readManifest } from './check-manifest.ts'
import { lookAtPart } from './part-lines.ts'

const MANIFEST_BYTES_MAX = 8 * 1_048_576

export interface CheckedFolder {
  readonly folder: string
  readonly manifest: Manifest
  readonly sha256: string
}

/** Its manifest, as far as that alone can tell. */
export async function openFolder(folder: string): Promise<CheckedFolder> {
  const octets = await readBounded(join(folder, MANIFEST)).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR' && error.code !== 'EISDIR') throw error
    throw new TenancyError(`“${folder}” holds no complete export: ${MANIFEST} is missing.`)
  })
  return {
    folder,
    manifest: readManifest(octets.toString('utf8')),
    sha256: createHash('sha256').update(octets).digest('hex'),
  }
}

async function readBounded(path: string): Promise<Buffer> {
  const file = await open(path)
  try {
    const found = await file.stat()
    if (!found.isFile() || found.size > MANIFEST_BYTES_MAX)
      throw new TenancyError(`${MANIFEST} is too long to be that of an export.`)
    return await file.readFile()
  } finally {
    await file.close()
  }
}

/** Every file, before any row is believed: it is there, has the octets that were exported, and so many lines. */
export async function checkFiles(
  { folder, manifest }: CheckedFolder,
  onProgress: (file: string) => void,
): Promise<void> {
  for (const { name, sha256, bytes } of manifest.others) {
    onProgress(name)
    if (!(await isFileOf(join(folder, name), bytes))) throw changed(name, await isThere(join(folder, name)))
    const found = await sha256OfFile(join(folder, name)).catch(() => null)
    if (found !== sha256) throw changed(name, found !== null)
  }
  for (const { files } of manifest.tables) {
    for (const { name, sha256, rows, bytes } of files) {
      onProgress(name)
      if (!(await isThere(join(folder, name)))) throw changed(name, false)
      const found = await lookAtPart(folder, name, rows).catch((error: NodeJS.ErrnoException) => {
        if (error instanceof TenancyError || !error.code?.startsWith('Z_')) throw error
        throw changed(name, true)
      })
      if (found.lines !== rows && (found.sha256 === sha256 || found.lines > rows)) {
        throw new TenancyError(
          `${name} does not have the ${rows} rows that the manifest says. Nothing was imported.`,
        )
      }
      if (found.sha256 !== sha256 || found.bytes !== bytes) throw changed(name, true)
    }
  }
}

/** No device and no pipe, which would be read without end. */
function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isFile(),
    () => false,
  )
}

async function isFileOf(path: string, bytes: number): Promise<boolean> {
  return (await isThere(path)) && (await stat(path)).size === bytes
}

function changed(name: string, isThere: boolean): TenancyError {
  const what = isThere ? 'is not what was exported' : 'is missing'
  return new TenancyError(`${name} ${what}. Nothing was imported.`)
}
