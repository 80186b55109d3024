/**
 * CHANGELOG.md at a release: `changelog.ts notes VERSION` prints what changed in a version, and `changelog.ts release`
 * makes what is “Unreleased” the version that stands in package.json, as of today.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { VERSION } from '../src/app/version.ts'
import { notesOf, withRelease } from './changelog-text.ts'

const FILE = join(import.meta.dirname, '../../CHANGELOG.md')

const [verb, version = ''] = process.argv.slice(2)
const text = readFileSync(FILE, 'utf8')
if (verb === 'notes') process.stdout.write(`${notesOf(text, version)}\n`)
else if (verb === 'release') writeFileSync(FILE, withRelease(text, VERSION, new Date()))
else throw new Error('Say `notes VERSION`, or `release`.')
