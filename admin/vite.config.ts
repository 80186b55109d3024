import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { build, defineConfig, type Plugin } from 'vite'

/** Where `punchcard serve` answers while one works on the panel. */
const SERVER = process.env.PUNCHCARD_URL ?? 'http://127.0.0.1:3000'

const COMPRESSED = /\.(js|css|svg|json)$/
/** Below this a compressed file saves no packet. */
const COMPRESSED_MIN_BYTES = 1_000

const FORM =
  /node_modules\/(@mantine\/form|@mantine\/core\/esm\/components\/(Input|InputBase|TextInput|PasswordInput|Checkbox))\/|\/src\/(components\/form\/(Form|errors)|pages\/sign-in\/(Gate|SecondFactor))/
/** Hooks and texts are small, and the search, which is fetched a little later, has some of them. */
const FRAME =
  /\/src\/(app\/(Inside|Merchant)|pages\/home\/HomePage)\.tsx$|node_modules\/@mantine\/(hooks|core\/esm\/components\/Text)\//

/** Home's charts and sums, which come behind what waits; reports have them too. */
const FIGURES =
  /\/src\/(components\/(chart\/(?!HeatGrid)|report\/(?!Controls|ReportPage))|pages\/home\/(HomeFigures|RewardsRedeemed|use-key-figures)|api\/use-(counted|report-target))/

/** Compresses once, when the panel is built, so that the server never does. */
function preCompress(): Plugin {
  return {
    name: 'pre-compress',
    apply: 'build',
    async writeBundle({ dir = '' }) {
      for (const file of await readdir(dir, { recursive: true })) {
        if (!COMPRESSED.test(file)) continue
        const bytes = await readFile(join(dir, file))
        if (bytes.length < COMPRESSED_MIN_BYTES) continue
        const [brotli, zipped] = await Promise.all([
          promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
          promisify(gzip)(bytes, { level: 9 }),
        ])
        await Promise.all([
          writeFile(join(dir, `${file}.br`), brotli),
          writeFile(join(dir, `${file}.gz`), zipped),
        ])
      }
    },
  }
}

/**
 * The stylesheet must not hold back the shell that the page itself has, so it is one for printing until `main.tsx` has it.
 * It stays in the head: styles that pages bring along are added there, and have to come after it to win.
 */
function drawShellFirst(): Plugin {
  return {
    name: 'draw-shell-first',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html) {
        const [link = ''] = /\s*<link rel="stylesheet"[^>]*>/.exec(html) ?? []
        if (link === '') throw new Error('index.html has no stylesheet')
        return html.replace(link, link.replace('<link', '<link media="print" fetchpriority="high"'))
      },
    },
  }
}

/** The page of the preview is none of the panel's: it has a script of its own, in one file, and a stylesheet. */
function preview(): Plugin {
  const folder = join(import.meta.dirname, 'src/preview')
  return {
    name: 'preview',
    apply: 'build',
    async writeBundle({ dir = '' }) {
      await build({
        configFile: false,
        publicDir: false,
        logLevel: 'warn',
        build: {
          outDir: join(dir, 'preview'),
          target: 'es2023',
          modulePreload: false,
          rolldownOptions: {
            input: [join(folder, 'preview.ts'), join(folder, 'preview.css')],
            output: { entryFileNames: '[name].js', assetFileNames: '[name][extname]' },
          },
        },
      })
    },
  }
}

export default defineConfig({
  root: import.meta.dirname,
  base: '/panel/',
  plugins: [react(), drawShellFirst(), preview(), preCompress()],
  build: {
    // Where the server looks for it, and where it lies in the npm package.
    outDir: '../server/panel',
    emptyOutDir: true,
    target: 'es2023',
    // Read by the bundle's budget.
    manifest: true,
    // The policy of content allows no inlined fonts or pictures from elsewhere than here.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // On a slow connection every file of its own is a round trip, and on a slow device some milliseconds: what every
    // page begins with comes in one, what every form is made of, the sign-in first of all, in another one, and what is
    // behind the sign-in with Home in a third one, Home's figures in a fourth. Each takes along what it needs.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'start', tags: ['$initial'], priority: 3 },
            { name: 'form', test: FORM, priority: 2 },
            { name: 'frame', test: FRAME, priority: 1 },
            { name: 'figures', test: FIGURES, priority: 0 },
          ],
        },
      },
    },
  },
  server: {
    port: 5173,
    strictPort: true,
    proxy: { '/panel/preview': SERVER, '/v1': SERVER, '/docs': SERVER, '/openapi.json': SERVER },
  },
})
