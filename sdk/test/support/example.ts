import { spawn } from 'node:child_process'
import { onTestFinished } from 'vitest'

export interface Example {
  /** Sends JSON; the answer is JSON, or text where it is none. */
  send(method: string, path: string, body?: unknown): Promise<{ status: number; answer: unknown }>
}

export interface Started {
  readonly command: string
  readonly flags: readonly string[]
  readonly folder: string
  readonly port: number
  readonly environment: Readonly<Record<string, string>>
}

/** Starts an example as its README says, and waits until it answers; it ends with the test. */
export async function startExample(started: Started): Promise<Example> {
  const { command, flags, folder, port, environment } = started
  const child = spawn(command, flags, {
    cwd: folder,
    env: { ...process.env, ...environment, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe'],
    // With what it starts itself: all of it is ended.
    detached: true,
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += text))
  const gone = new Promise<never>((_, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`the example ended with ${code}: ${said}`)))
  })
  gone.catch(() => {})
  onTestFinished(() => {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid)
  })
  const url = `http://127.0.0.1:${port}`
  await Promise.race([gone, untilAnswered(url)])
  return {
    async send(method, path, body) {
      const json = { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
      const response = await fetch(`${url}${path}`, { method, ...(body === undefined ? {} : json) })
      const text = await response.text()
      return { status: response.status, answer: isJson(response) ? JSON.parse(text) : text }
    },
  }
}

function isJson({ headers }: Response): boolean {
  return headers.get('content-type')?.startsWith('application/json') ?? false
}

async function untilAnswered(url: string): Promise<void> {
  for (;;) {
    const isThere = await fetch(url).then(
      () => true,
      () => false,
    )
    if (isThere) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
