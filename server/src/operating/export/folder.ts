import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { TenancyError } from '../../tenancy/manage/tenants.ts'
import { MANIFEST, type Manifest } from './manifest.ts'
import { PRIVATE_FILE, type WrittenFile } from './part-file.ts'

/** There while an export is being written, and after one that was cut off. */
const UNFINISHED = 'unfinished'

/** Makes the folder, or empties it where an export was cut off. One that holds anything else is left alone. */
export async function prepareFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const names = await readdir(folder)
  if (names.includes(MANIFEST))
    throw new TenancyError(`“${folder}” holds an export already: name another folder.`)
  if (names.length > 0 && !names.includes(UNFINISHED)) {
    throw new TenancyError(`“${folder}” is not empty: name a new folder.`)
  }
  // The mark goes last: a run that is cut off here can be repeated too.
  for (const name of names) if (name !== UNFINISHED) await rm(join(folder, name))
  await writeDurably(join(folder, UNFINISHED), '')
}

export async function writeOther(
  folder: string,
  name: string,
  content: string | Buffer,
): Promise<WrittenFile> {
  await writeDurably(join(folder, name), content)
  return { name, bytes: Buffer.byteLength(content), sha256: sha256Of(content) }
}

/** The manifest comes last and at once: a folder that has one is complete. Returns its hash. */
export async function finishFolder(folder: string, manifest: Manifest): Promise<string> {
  const text = `${JSON.stringify(manifest, null, 2)}\n`
  await writeDurably(join(folder, `${MANIFEST}.new`), text)
  await rename(join(folder, `${MANIFEST}.new`), join(folder, MANIFEST))
  await rm(join(folder, UNFINISHED))
  return sha256Of(text)
}

async function writeDurably(path: string, content: string | Buffer): Promise<void> {
  const file = await open(path, 'w', PRIVATE_FILE)
  try {
    await file.writeFile(content)
    await file.sync()
  } finally {
    await file.close()
  }
}

function sha256Of(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex')
}

/** The hash of the manifest of a folder whose files are all as it says. */
export async function checkFolder(folder: string): Promise<string> {
  const text = await readFile(join(folder, MANIFEST), 'utf8').catch(() => null)
  if (text === null) throw new TenancyError(`“${folder}” holds no complete export: ${MANIFEST} is missing.`)
  const { tables, others } = JSON.parse(text) as Manifest
  for (const { name, sha256 } of [...tables.flatMap(({ files }) => files), ...others]) {
    const found = await sha256OfFile(join(folder, name)).catch(() => null)
    if (found !== sha256) {
      const what = found === null ? 'is missing' : 'is not what was exported'
      throw new TenancyError(`“${folder}” is no complete export: ${name} ${what}.`)
    }
  }
  return sha256Of(text)
}

export async function sha256OfFile(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer)
  return hash.digest('hex')
}
