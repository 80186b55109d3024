/**
 * `npm run release:elements`: publishes the version of package.json. Its files are written to released/<version>/,
 * where they never change, and every server that is built from then on serves them. `--released FOLDER` names another
 * place, `--as VERSION` another version.
 */
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { RELEASES, release } from './released.ts'
import { VERSION } from './root.ts'

const { values } = parseArgs({
  options: {
    released: { type: 'string', default: RELEASES },
    as: { type: 'string', default: VERSION },
  },
})
const { version, files } = await release(resolve(values.released), values.as)
process.stdout.write(`Released ${version}:\n`)
for (const { path, integrity, gzip } of files)
  process.stdout.write(`  ${path} ${gzip} bytes gzip, ${integrity}\n`)
