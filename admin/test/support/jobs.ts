import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { DevServer } from './dev-server.ts'

const START = fileURLToPath(new URL('../../../server/test/jobs/start-job.ts', import.meta.url))

interface TestJobs {
  readonly 'test.count': { readonly to: number; readonly pageMs?: number; readonly rows?: number }
  readonly 'test.lines': { readonly lines: number; readonly pageMs?: number; readonly rows?: number }
}

/** A job that is made for tests, of the demo merchant: it takes as long as it is told to. Answers its number. */
export async function startTestJob<Kind extends keyof TestJobs>(
  { databaseUrl, tenant }: DevServer,
  kind: Kind,
  input: TestJobs[Kind],
): Promise<number> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [START, String(tenant), kind, JSON.stringify(input)],
    { env: { ...process.env, DATABASE_URL: databaseUrl } },
  )
  return Number(stdout)
}
