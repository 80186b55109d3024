import type { Answer } from '../../api/client.ts'

export type Endpoint = Answer<'webhooks.get'>
export type Attempt = Answer<'webhooks.attempts'>['items'][number]
export type ParkedEvent = Answer<'webhooks.parked'>['items'][number]
export type AttemptInFull = Answer<'webhooks.attempt'>

/** Those that a new endpoint begins with. */
export const POINT_TOPICS = [
  'Point_Add',
  'Point_Update',
  'Point_Removed',
] as const satisfies Endpoint['topics']
export const TOPICS = [
  ...POINT_TOPICS,
  'Stamp_Add',
  'Stamp_Removed',
  'Card_Completed',
  'Reward_Given',
  'Reward_TakenBack',
  'Points_Expiring',
] as const satisfies Endpoint['topics']

/** The address without what every one has. */
export function hostAndPath(url: string): string {
  return url.replace(/^https?:\/\//, '')
}

export function nameOfEndpoint({ description, url }: Pick<Endpoint, 'description' | 'url'>): string {
  return description || hostAndPath(url)
}

/** After so many days without a success the server switches an endpoint off. */
const DISABLED_AFTER_MS = 5 * 86_400_000

export function switchedOffAt(failingSince: string): string {
  return new Date(Date.parse(failingSince) + DISABLED_AFTER_MS).toISOString()
}
