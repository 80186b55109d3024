import { openConfiguredCells } from '../app/cells.ts'
import { refuseUnreadableCertificates } from '../app/certificate-files.ts'
import { type Config, readConfig } from '../app/config.ts'
import { withSecretFiles } from '../app/secret-files.ts'
import type { Environment } from '../app/settings.ts'
import { databaseUrlOfDev, isDatabaseOfDev, publicUrlOfDev, secretsKeyOfDev } from '../dev/folder.ts'
import { createLogger, type Logger } from '../platform/log.ts'
import type { Cells } from '../tenancy/cells.ts'

/** `isQuiet`: what is to be said of the configuration was said by the process that started this one. */
export async function setUp({ isQuiet = false } = {}): Promise<{ config: Config; log: Logger }> {
  const config = readConfig(await withSettingsOfDev(await withSecretFiles(process.env)))
  await refuseUnreadableCertificates(config)
  const log = createLogger({ level: config.logLevel, destination: process.stderr })
  const unknown = isQuiet ? [] : config.unknownVariables
  for (const reason of unknown) log.warn({ reason }, 'a variable is unknown')
  return { config, log }
}

/** Where DATABASE_URL is not set: the database of the `punchcard dev` in this folder, with its key and its address. */
async function withSettingsOfDev(given: Environment): Promise<Environment> {
  const environment: Record<string, string | undefined> = { ...given }
  environment.DATABASE_URL ??= await databaseUrlOfDev()
  if (environment.DATABASE_URL !== undefined && (await isDatabaseOfDev(environment.DATABASE_URL))) {
    environment.PUNCHCARD_SECRETS_KEY ??= await secretsKeyOfDev()
    environment.PUNCHCARD_WEBHOOK_ALLOW_PRIVATE ??= '1'
    environment.PUNCHCARD_PUBLIC_URL ??= await publicUrlOfDev(environment.DATABASE_URL)
  }
  return environment
}

export async function withCells(work: (cells: Cells, config: Config) => Promise<void>): Promise<void> {
  const { config, log } = await setUp()
  const cells = openConfiguredCells(config, log, 'punchcard')
  try {
    await work(cells, config)
  } finally {
    await cells.close()
  }
}
