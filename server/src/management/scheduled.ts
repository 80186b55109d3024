import { cancelScheduled, getProgram } from '../earning/admin-api/schema.ts'
import type { AdminClient } from './client.ts'
import { RefusedError } from './refused-error.ts'

/** A version of a program that takes effect later. */
export interface WaitingVersion {
  readonly version: number
  readonly effectiveAt: string
}

/**
 * Cancels a version that waits, and returns it with those that still do. Unless one is named it has to be the only one:
 * at a terminal “the last” is easily another one than was meant.
 */
export async function cancelWaiting(
  client: AdminClient,
  version: number | null,
): Promise<{ readonly cancelled: WaitingVersion; readonly waiting: readonly WaitingVersion[] }> {
  const { queue } = await client.call(getProgram)
  const waiting = queue.map(({ version: number, effectiveAt }) => ({ version: number, effectiveAt }))
  const [first] = waiting
  if (!first) throw new RefusedError('No version is scheduled.')
  const found = version === null ? first : waiting.find((one) => one.version === version)
  if (!found) throw new RefusedError(`Version ${version} is not scheduled. ${namesOf(waiting)}`)
  if (version === null && waiting.length > 1) {
    throw new RefusedError(`Several versions are scheduled: name one with --number. ${namesOf(waiting)}`)
  }
  await client.call(cancelScheduled, undefined, { query: { version: found.version } })
  return { cancelled: found, waiting: waiting.filter((one) => one !== found) }
}

function namesOf(waiting: readonly WaitingVersion[]): string {
  return `Scheduled: ${waiting.map(({ version, effectiveAt }) => `version ${version} (from ${effectiveAt})`).join(', ')}.`
}
