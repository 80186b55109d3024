import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { EdgeError } from '../contract/edge-error.ts'
import { type BuiltFile, readBuiltFiles, sendBuiltFile } from './built-files.ts'

/**
 * The page in which the panel shows the elements of the storefront with what a merchant is choosing. What is typed there
 * is another one's to read and to draw, so the page has no origin and no session, reaches no server, and can be framed by
 * the panel alone.
 */
export async function servePreview(
  server: FastifyInstance,
  panelFolder: string,
  shopFolder: string | null,
): Promise<void> {
  const files = await filesOf(panelFolder, shopFolder)
  const hidden = { schema: { hide: true } }
  server.get('/panel/preview', hidden, (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .headers({
        'cache-control': 'no-cache',
        'content-security-policy': POLICY,
        'referrer-policy': 'no-referrer',
        'cross-origin-resource-policy': 'same-origin',
        'x-frame-options': 'SAMEORIGIN',
      })
      .send(PAGE),
  )
  server.get('/panel/preview/:name', hidden, (request, reply) => {
    const { name } = request.params as { name: string }
    const file = files.get(name)
    if (!file) throw new EdgeError(404, `There is no file /panel/preview/${name.slice(0, 200)}.`)
    // A page without an origin is another one than the panel's.
    void reply.header('cache-control', 'no-cache').header('access-control-allow-origin', '*')
    return sendBuiltFile(request, reply, file)
  })
}

/** Its own script and style, and the very script that shops load. */
async function filesOf(
  panelFolder: string,
  shopFolder: string | null,
): Promise<ReadonlyMap<string, BuiltFile>> {
  const files = new Map<string, BuiltFile>()
  const built = await readBuiltFiles(panelFolder)
  for (const name of ['preview.js', 'preview.css']) {
    const file = built.get(`preview/${name}`)
    if (file) files.set(name, file)
  }
  if (shopFolder === null) return files
  const { versions } = JSON.parse(await readFile(join(shopFolder, 'versions.json'), 'utf8')) as Versions
  const path = versions[0]?.files.find(({ name }) => name === 'punchcard.js')?.path.replace('/shop/', '')
  const script = (await readBuiltFiles(shopFolder)).get(path ?? '')
  if (script) files.set('punchcard.js', script)
  return files
}

interface Versions {
  readonly versions: readonly {
    readonly files: readonly { readonly name: string; readonly path: string }[]
  }[]
}

const PAGE = `<!doctype html>
<html>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Preview</title>
<link rel="stylesheet" href="/panel/preview/preview.css" crossorigin>
<script type="module" src="/panel/preview/preview.js" crossorigin></script>
<script type="module" src="/panel/preview/punchcard.js" crossorigin></script>
<body></body>
</html>
`

const POLICY = [
  'sandbox allow-scripts',
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' https:",
  "base-uri 'none'",
  "form-action 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
  "frame-ancestors 'self'",
].join('; ')
