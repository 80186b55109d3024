import { access, constants } from 'node:fs/promises'
import { type Config, ConfigError } from './config.ts'

/** What an address of a database may name besides itself: see docs/operating/tls.md. */
const PARAMETERS = ['sslrootcert', 'sslcert', 'sslkey']

/** Refuses addresses that name files which can't be read; the error of the connection would not say whose they are. */
export async function refuseUnreadableCertificates({ databaseUrl, cellUrls }: Config): Promise<void> {
  for (const url of [databaseUrl, ...Object.values(cellUrls)]) {
    const { searchParams, host } = new URL(url)
    for (const parameter of PARAMETERS) {
      const path = searchParams.get(parameter)
      if (path === null) continue
      await access(path, constants.R_OK).catch(({ code }: NodeJS.ErrnoException) => {
        throw new ConfigError(
          `The address of the database at ${host} says ${parameter}=${path}, but that file cannot be read (${code}): correct the path, or let this user read it.`,
        )
      })
    }
  }
}
