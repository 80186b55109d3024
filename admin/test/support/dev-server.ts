import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const TEST_KINDS = new URL('../../../server/test/jobs/preload-kinds.ts', import.meta.url).href

/** What `punchcard dev --json` tells. */
export interface DevServer {
  readonly url: string
  readonly tenant: number
  readonly token: string
  readonly key: string
  readonly email: string
  readonly password: string
  readonly databaseUrl: string
}

/** Punchcard as anybody starts it, with a database of its own: `punchcard dev --fresh --json`. */
export async function startDevServer(): Promise<{ server: DevServer; stop: () => Promise<void> }> {
  const port = await freePort()
  const child = spawn(
    process.execPath,
    // So that there are jobs that take as long as a test wants.
    ['--import', TEST_KINDS, 'server/bin/punchcard.ts', 'dev', '--fresh', '--json', '--port', String(port)],
    { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, VITE_KIT: '1' } },
  )
  const server = await readyOf(child)
  return {
    server,
    async stop() {
      child.kill('SIGINT')
      if (child.exitCode === null) await once(child, 'exit')
    },
  }
}

function readyOf(child: ChildProcess): Promise<DevServer> {
  return new Promise((resolve, reject) => {
    let told = ''
    let errors = ''
    child.stderr?.on('data', (bytes) => {
      errors += bytes
    })
    child.stdout?.on('data', (bytes) => {
      told += bytes
      const end = told.indexOf('\n')
      if (end >= 0) resolve(JSON.parse(told.slice(0, end)) as DevServer)
    })
    child.on('exit', (code) => reject(new Error(`punchcard dev ended with ${code}: ${errors}`)))
  })
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  return port
}
