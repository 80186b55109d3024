import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { RELEASED } from './bundles.ts'
import { type Built, type BuiltFile, buildFile, describe, integrityOf } from './files.ts'
import { ROOT } from './root.ts'

/** What was published of one version: `release.json` in its folder, beside the files that it names. */
export interface Release {
  readonly version: string
  readonly files: readonly BuiltFile[]
}

/** Where the releases are, one folder each. */
export const RELEASES = join(ROOT, 'released')
const LIST = 'release.json'
/** What a page does with the version: see `test/journeys.ts`. */
const JOURNEYS = 'journeys.ts'

/** Newest first. A file that is not, to the byte, what was published is an error. */
export function readReleases(folder: string): readonly Release[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => readRelease(join(folder, name)))
    .toSorted((a, b) => b.version.localeCompare(a.version, 'en', { numeric: true }))
}

export const bytesOf = (folder: string, { version }: Release, { path }: BuiltFile): Buffer =>
  readFileSync(join(folder, version, basename(path)))

function readRelease(folder: string): Release {
  const release = JSON.parse(readFileSync(join(folder, LIST), 'utf8')) as Release
  const expected = [LIST, JOURNEYS, ...release.files.map(({ path }) => basename(path))].toSorted()
  const found = readdirSync(folder).toSorted()
  if (release.version !== basename(folder) || found.join() !== expected.join())
    throw new Error(`${folder} has ${found}, and was published as ${release.version} with ${expected}`)
  for (const file of release.files) {
    const bytes = readFileSync(join(folder, basename(file.path)))
    const isSame =
      file.integrity === integrityOf(bytes) &&
      file.path === describe({ ...file, bytes }, release.version).path
    if (!isSame)
      throw new Error(`${folder}/${basename(file.path)} is not what was published: it never changes`)
  }
  return release
}

/** Publishes what the sources make now. */
export async function release(folder: string, version: string): Promise<Release> {
  const target = join(folder, version)
  if (existsSync(target)) throw new Error(`${version} was released already: a release never changes`)
  const built: Built[] = []
  for (const name of RELEASED) built.push(await buildFile(name))
  const made: Release = { version, files: built.map((one) => describe(one, version)) }
  // Half of a release is none.
  const partial = join(folder, `.${version}`)
  rmSync(partial, { recursive: true, force: true })
  mkdirSync(partial, { recursive: true })
  built.forEach(({ bytes }, index) => {
    writeFileSync(join(partial, basename(made.files[index]?.path ?? '')), bytes)
  })
  writeFileSync(join(partial, JOURNEYS), readFileSync(join(ROOT, 'test', JOURNEYS)))
  writeFileSync(join(partial, LIST), `${JSON.stringify(made, null, 2)}\n`)
  renameSync(partial, target)
  return made
}
