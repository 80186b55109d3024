/** Holds the sizes of what was built, as `gzip -9` makes them. Prints them, and fails where one is above its bound. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { bundle } from './bundle.ts'
import { BOUNDS } from './bundles.ts'

const ROOT = join(import.meta.dirname, '..')
interface Versions {
  readonly versions: readonly {
    readonly files: readonly { readonly name: string; readonly gzip: number }[]
  }[]
}
const { versions } = JSON.parse(readFileSync(join(ROOT, '../server/shop/versions.json'), 'utf8')) as Versions

const sizes = new Map((versions[0]?.files ?? []).map(({ name, gzip }) => [name, gzip]))
// What a shop bundles that imports this one element.
sizes.set('balance alone', gzipSync(await bundle(join(ROOT, 'src/elements/balance.ts')), { level: 9 }).length)

for (const [name, bound] of Object.entries(BOUNDS)) {
  const size = sizes.get(name)
  if (size === undefined) throw new Error(`there is no ${name}: run \`npm run build\` first`)
  const isOver = size > bound
  process.stdout.write(`${isOver ? 'OVER ' : '     '}${name.padEnd(40)} ${size} of ${bound} bytes\n`)
  if (isOver) process.exitCode = 1
}
