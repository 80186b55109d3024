import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The folder of this workspace. */
export const ROOT = join(import.meta.dirname, '..')

export const { version: VERSION } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  version: string
}
