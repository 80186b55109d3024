/**
 * Writes the npm package: `npm run package -- --out FOLDER` leaves a tarball there, and `--stage FOLDER` instead the
 * files that go into one. `--built-panel` takes the panel and the elements for shops that
 * `npm run build` has left, without building them again.
 *
 * Node strips no types below node_modules, so the package holds what `tsc` makes of the sources, in the same layout:
 * bin/, src/, migrations/, and the panel and the elements for shops as they were built.
 */
import { execFileSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { manifestOf } from './package-manifest.ts'

const SERVER = join(import.meta.dirname, '..')
const ROOT = join(SERVER, '..')
/** Of the whole project. */
const LEGAL = ['LICENSE', 'NOTICE']
/** Beside the programs in src/: what they read. */
const READ_BY_PROGRAMS = 'src/**/*.{json,txt,yaml}'

const { values } = parseArgs({
  options: {
    out: { type: 'string' },
    stage: { type: 'string' },
    'built-panel': { type: 'boolean', default: false },
  },
})
if ((values.out === undefined) === (values.stage === undefined)) {
  process.stderr.write('Say where: --out FOLDER for a tarball, or --stage FOLDER for its files.\n')
  process.exit(64)
}
// A checkout that was pruned for production has no compiler any more.
if (!existsSync(join(ROOT, 'node_modules/typescript'))) {
  process.stderr.write('Run `npm ci` first: the package is built with the development dependencies.\n')
  process.exit(2)
}
if (values.stage !== undefined) {
  stage(resolve(values.stage))
} else {
  const folder = mkdtempSync(join(tmpdir(), 'punchcard-package-'))
  try {
    stage(folder)
    process.stdout.write(`${pack(folder, resolve(values.out ?? ''))}\n`)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function stage(folder: string): void {
  mkdirSync(folder, { recursive: true })
  run('node_modules/typescript/bin/tsc', ['-p', 'server/tsconfig.package.json', '--outDir', folder])
  const panel = join(folder, 'panel')
  if (values['built-panel']) cpSync(join(SERVER, 'panel'), panel, { recursive: true })
  else run('node_modules/vite/bin/vite.js', ['build', 'admin', '--logLevel', 'warn', '--outDir', panel])
  const shop = join(folder, 'shop')
  if (values['built-panel']) cpSync(join(SERVER, 'shop'), shop, { recursive: true })
  else run('storefront/scripts/build.ts', ['--out', shop])
  // It is for the bundle's budget.
  rmSync(join(panel, '.vite'), { recursive: true, force: true })
  const files = globSync([READ_BY_PROGRAMS, 'migrations/*.sql', 'README.md'], { cwd: SERVER })
  for (const file of files) cpSync(join(SERVER, file), join(folder, file))
  for (const file of LEGAL) cpSync(join(ROOT, file), join(folder, file))
  // It is no TypeScript, and imports what `tsc` has made here.
  const start = readFileSync(join(SERVER, 'bin/start.js'), 'utf8').replace('./punchcard.ts', './punchcard.js')
  writeFileSync(join(folder, 'bin/start.js'), start, { mode: 0o755 })
  const workspace = JSON.parse(readFileSync(join(SERVER, 'package.json'), 'utf8'))
  const manifest = manifestOf(workspace, process.env, commit())
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
}

/** Which commit is packed: as an image's build is told, which has no .git, else as git says. */
function commit(): string | null {
  const { REVISION } = process.env
  if (REVISION) return REVISION === 'unknown' ? null : REVISION
  try {
    return execFileSync('git', ['rev-parse', 'HEAD'], { cwd: ROOT, encoding: 'utf8', stdio: 'pipe' }).trim()
  } catch {
    return null
  }
}

/** The path of the tarball. */
function pack(folder: string, out: string): string {
  mkdirSync(out, { recursive: true })
  const printed = execFileSync('npm', ['pack', '--json', '--pack-destination', out], {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [{ filename }] = JSON.parse(printed) as [{ filename: string }]
  return join(out, filename)
}

function run(program: string, args: readonly string[]): void {
  // What they print is for people; standard output is for the path of the tarball.
  execFileSync(process.execPath, [join(ROOT, program), ...args], { cwd: ROOT, stdio: ['ignore', 2, 2] })
}
