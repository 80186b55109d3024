/**
 * Builds what the npm package has, for shops that bundle their pages: one module per element, which share the rest, all of
 * them together, and types. `dist/` has nothing else.
 */
import { execFileSync } from 'node:child_process'
import { cpSync, globSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { build } from 'vite'
import { CSS_TARGET } from './bundles.ts'
import { ROOT } from './root.ts'

const TYPES = ['elements', 'react', 'vue']
const DIST = join(ROOT, 'dist')
const src = (file: string): string => join(ROOT, 'src', file)

const elements = globSync('elements/*.ts', { cwd: join(ROOT, 'src') }).map((file) => basename(file, '.ts'))
rmSync(DIST, { recursive: true, force: true })
await build({
  configFile: false,
  logLevel: 'warn',
  build: {
    outDir: DIST,
    target: 'es2022',
    cssTarget: CSS_TARGET,
    cssMinify: 'lightningcss',
    modulePreload: false,
    rolldownOptions: {
      input: {
        punchcard: src('punchcard.ts'),
        configure: src('configure.ts'),
        ...Object.fromEntries(elements.map((name) => [name, src(`elements/${name}.ts`)])),
      },
      preserveEntrySignatures: 'strict',
      output: {
        format: 'es',
        entryFileNames: '[name].js',
        chunkFileNames: 'shared/[name]-[hash].js',
        minify: true,
      },
    },
  },
})
cpSync(src('reserve.css'), join(DIST, 'reserve.css'))
const tsc = ['--ignoreConfig', '--declaration', '--emitDeclarationOnly', '--rewriteRelativeImportExtensions']
const target = ['--target', 'es2022', '--module', 'nodenext', '--lib', 'es2022,dom,dom.iterable']
execFileSync(
  join(ROOT, '../node_modules/.bin/tsc'),
  [...tsc, ...target, '--types', '', '--outDir', DIST, src('configure.ts')],
  { cwd: ROOT, stdio: 'inherit' },
)
for (const name of TYPES) cpSync(src(`${name}.d.ts`), join(DIST, `${name}.d.ts`))
// What frameworks are told holds for pages without one as well: which events there are.
const events = "import type {} from './elements.d.ts'\n"
writeFileSync(join(DIST, 'punchcard.d.ts'), `${events}export * from './configure.js'\n`)
for (const name of elements) writeFileSync(join(DIST, `${name}.d.ts`), events)
