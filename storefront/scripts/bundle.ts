import { build, type InlineConfig, type Plugin } from 'vite'
import { CSS_TARGET } from './bundles.ts'

/** What the minifier leaves in what has variables in it: it can't know what they are. No text in our CSS has a comma. */
const tightCommas: Plugin = {
  name: 'tight-commas',
  enforce: 'post',
  transform: (code, id) => (id.endsWith('.css?inline') ? code.replaceAll(', ', ',') : null),
}

const COMMON: InlineConfig = { configFile: false, logLevel: 'warn', plugins: [tightCommas] }

/** Of many elements: their styles stand together and once, where `gzip` finds what they share. */
const SHARES_STYLES = /\/(punchcard|hosted)\.ts$/

/** One module without imports, which one integrity hash covers. */
export async function bundle(entry: string): Promise<string> {
  return onlyFileOf(
    await build({
      ...COMMON,
      build: {
        write: false,
        target: 'es2022',
        cssTarget: CSS_TARGET,
        cssMinify: 'lightningcss',
        modulePreload: false,
        rolldownOptions: {
          input: entry,
          preserveEntrySignatures: 'strict',
          optimization: { inlineConst: { mode: SHARES_STYLES.test(entry) ? 'smart' : 'all', pass: 3 } },
          output: { format: 'es', codeSplitting: false, minify: true },
        },
      },
    }),
  )
}

export async function minifiedCss(file: string): Promise<string> {
  return onlyFileOf(
    await build({
      ...COMMON,
      build: {
        write: false,
        cssTarget: CSS_TARGET,
        cssMinify: 'lightningcss',
        rolldownOptions: { input: file },
      },
    }),
  )
}

function onlyFileOf(built: Awaited<ReturnType<typeof build>>): string {
  const files = [built].flat().flatMap((one) => ('output' in one ? one.output : []))
  const [file, ...more] = files
  if (!file || more.length > 0)
    throw new Error(`one file was expected: ${files.map(({ fileName }) => fileName)}`)
  return 'code' in file ? file.code : String(file.source)
}
