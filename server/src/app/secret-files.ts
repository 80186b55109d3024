import { readFile } from 'node:fs/promises'
import { ConfigError } from './config.ts'
import type { Environment } from './settings.ts'

/** Secrets, which must appear neither in a list of processes nor in a file of settings. */
const SECRET = /^(DATABASE_URL|REDIS_URL|PUNCHCARD_SECRETS_KEY|PUNCHCARD_CELL_[A-Z0-9_]+?)_FILE$/

/** Each secret may be given as the path of a file that holds it: `DATABASE_URL_FILE=/run/secrets/database-url`. */
export async function withSecretFiles(environment: Environment): Promise<Environment> {
  const read: Record<string, string | undefined> = { ...environment }
  for (const [name, path] of Object.entries(environment)) {
    const variable = SECRET.exec(name)?.[1]
    if (variable === undefined || path === undefined || path === '') continue
    if (environment[variable] !== undefined) {
      throw new ConfigError(`${variable} and ${name} are both set: remove one of them.`)
    }
    delete read[name]
    read[variable] = await readSecret(name, path)
  }
  return read
}

async function readSecret(name: string, path: string): Promise<string> {
  try {
    return (await readFile(path, 'utf8')).trim()
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new ConfigError(`${name}: the file “${path}” cannot be read (${code}).`)
  }
}
