import { spawn } from 'node:child_process'
import { once } from 'node:events'

/** All of it in one session. */
export async function psql(url: string, script: string): Promise<void> {
  const child = spawn('psql', ['-qX', '-v', 'ON_ERROR_STOP=1', url], { stdio: ['pipe', 'ignore', 'inherit'] })
  child.stdin.end(script)
  const [code] = (await once(child, 'close')) as [number | null]
  if (code !== 0) throw new Error(`psql ended with ${code}`)
}
