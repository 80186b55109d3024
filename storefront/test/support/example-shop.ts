/** `examples/storefront-shop` as its guide says: each command of the page is run, on a `punchcard dev` of its own. */
import { execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { freePort } from '../../../server/test/support/free-port.ts'
import { SERVER_URL } from '../../../server/test/support/server-url.ts'

const run = promisify(execFile)
export const ROOT = join(import.meta.dirname, '../../..')

const GUIDE = readFileSync(join(ROOT, 'docs/guides/storefront.md'), 'utf8')
const DEV = join(ROOT, 'server/bin/start.js')
const PROGRAM = 'examples/storefront-shop/loyalty.yaml'
/** As the guide names the server, and the shop. */
const [GUIDE_SERVER, GUIDE_SHOP] = ['http://127.0.0.1:3000', 'http://127.0.0.1:4000']

/** The code of the guide, block by block, in one language. */
export const snippets = (language: string): readonly string[] =>
  [...GUIDE.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)]
    .filter(([, found]) => found === language)
    .map(([, , text = '']) => text)

export interface ExampleShop extends AsyncDisposable {
  /** Of the shop. */
  readonly url: string
  /** Of Punchcard. */
  readonly loyalty: string
  readonly tenant: number
  readonly credentials: { readonly token: string; readonly key: string }
  /** A line of a shell, as the guide has it, in the folder of this repository. */
  sh(command: string): Promise<string>
  /** Anew, for browsers that find Punchcard by another address, such as one with latency. */
  open(storefront?: string): Promise<void>
}

export async function startExampleShop(): Promise<ExampleShop> {
  const [starting = '', preparing = '', opening = ''] = snippets('sh')
  if (starting !== 'npm ci\nnpx punchcard dev\n') throw new Error(`the guide starts with ${starting}`)
  const folder = mkdtempSync(join(tmpdir(), 'punchcard-example-'))
  const secrets = { PUNCHCARD_SECRETS_KEY: randomBytes(32).toString('base64') }
  const dev = spawn(process.execPath, [DEV, 'dev', '--fresh', '--json', '--port', '0'], {
    cwd: folder,
    env: { ...process.env, ...secrets, DATABASE_URL: SERVER_URL, PUNCHCARD_PANEL: '0' },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const shops: { stop(): Promise<void> }[] = []
  const stop = async (): Promise<void> => {
    for (const shop of shops) await shop.stop()
    dev.kill()
    if (dev.exitCode === null) await once(dev, 'exit')
    rmSync(folder, { recursive: true })
  }
  try {
    const [ready] = (await Promise.race([once(dev.stdout, 'data'), once(dev, 'exit')])) as [Buffer]
    const { url: loyalty, databaseUrl } = JSON.parse(String(ready)) as { url: string; databaseUrl: string }
    const env = { ...process.env, ...secrets, DATABASE_URL: databaseUrl }
    const sh = async (command: string): Promise<string> =>
      (await run('sh', ['-ec', command.replaceAll(GUIDE_SERVER, loyalty)], { cwd: ROOT, env })).stdout
    const port = await freePort()
    const url = `http://127.0.0.1:${port}`
    const program = join(folder, 'loyalty.yaml')
    writeFileSync(program, readFileSync(join(ROOT, PROGRAM), 'utf8').replaceAll(GUIDE_SHOP, url))
    const said = await sh(preparing.replace(PROGRAM, program))
    const [token = '', key = ''] = ['Token', 'Key'].map(
      (name) => new RegExp(`^${name}: +(\\S+)$`, 'm').exec(said)?.[1],
    )
    const tenant = Number(/^Tenant (\d+) /m.exec(said)?.[1])
    const command = opening
      .replaceAll(GUIDE_SERVER, loyalty)
      .replace('pct_test_…', token)
      .replace('pcs_test_…', key)
      .replace(/^/, 'exec env ')
    const open = async (storefront = `${loyalty}/aurora`): Promise<void> => {
      for (const before of shops.splice(0)) await before.stop()
      const child = spawn('sh', ['-ec', command], {
        cwd: ROOT,
        env: { ...process.env, PORT: String(port), STOREFRONT: storefront },
        stdio: 'ignore',
        // With what npm starts: all of it is ended.
        detached: true,
      })
      const gone = once(child, 'exit')
      shops.push({
        async stop() {
          if (child.exitCode === null && child.signalCode === null) process.kill(-(child.pid as number))
          await gone
        },
      })
      while (!(await answers(url))) {
        if (child.exitCode !== null) throw new Error(`the shop ended with ${child.exitCode}`)
        await sleep(50)
      }
    }
    await open()
    return { url, loyalty, tenant, credentials: { token, key }, sh, open, [Symbol.asyncDispose]: stop }
  } catch (error) {
    await stop()
    throw error
  }
}

const answers = (url: string): Promise<boolean> =>
  fetch(url).then(
    () => true,
    () => false,
  )
