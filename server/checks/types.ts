/* `npm run check:types`: the compilers of server, panel, client library and elements side by side. */
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const PROJECTS = {
  'the server': ['--incremental', '--tsBuildInfoFile', 'node_modules/.cache/tsc/server'],
  'the panel': ['-p', 'admin', '--incremental', '--tsBuildInfoFile', 'node_modules/.cache/tsc/admin'],
  'the client library': ['-p', 'sdk', '--noEmit'],
  'the elements': [
    '-p',
    'storefront',
    '--incremental',
    '--tsBuildInfoFile',
    'node_modules/.cache/tsc/storefront',
  ],
}

async function check(name: string, options: readonly string[]): Promise<boolean> {
  const startedAt = performance.now()
  const tsc = spawn('node_modules/.bin/tsc', options, { cwd: ROOT, stdio: 'inherit' })
  const isWell = await new Promise<boolean>((resolve, reject) => {
    tsc.once('error', reject).once('close', (code) => resolve(code === 0))
  })
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(0)
  process.stdout.write(`The types of ${name} are ${isWell ? 'right' : 'wrong'} (${seconds} s)\n`)
  return isWell
}

const results = await Promise.all(Object.entries(PROJECTS).map(([name, options]) => check(name, options)))
if (!results.every(Boolean)) process.exitCode = 1
