import type { Tx } from '../platform/postgres/database.ts'
import type { Sealer } from '../platform/sealing.ts'

/** What the files of a job are sealed with. */
export function sealerOf({ sealer }: Tx): Sealer {
  if (!sealer) throw new Error('PUNCHCARD_SECRETS_KEY is not set here, so no file can be read or written')
  return sealer
}
