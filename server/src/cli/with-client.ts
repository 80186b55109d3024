import type { TenantId } from '../contract/ids.ts'
import type { AdminClient } from '../management/client.ts'
import { withCells } from './setup.ts'

/** A server that PUNCHCARD_URL and PUNCHCARD_TOKEN name; without them, the database. */
export async function withClient(
  tenantId: TenantId,
  work: (client: AdminClient) => Promise<void>,
): Promise<void> {
  const { RefusedError } = await import('../management/refused-error.ts')
  const { remoteClient, withLocalClient } = await import('../management/client.ts')
  const { PUNCHCARD_URL: url, PUNCHCARD_TOKEN: token } = process.env
  if (url) {
    if (!token)
      throw new RefusedError('PUNCHCARD_URL is set, and PUNCHCARD_TOKEN is not: make a token in the panel.')
    await work(remoteClient(url, token, tenantId))
    return
  }
  await withCells((cells, config) => withLocalClient(cells, tenantId, work, config))
}
