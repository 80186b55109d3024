import type { Answer } from '../../api/client.ts'

export type Endpoint = Answer<'webhooks.get'>

export const TOPICS = ['Point_Add', 'Point_Update', 'Point_Removed'] as const satisfies Endpoint['topics']

/** What one wants to do with an endpoint. */
export interface Doing {
  readonly what: 'edit' | 'rotate' | 'remove'
  readonly endpoint: Endpoint
}

/** The address without what every one has. */
export function hostAndPath(url: string): string {
  return url.replace(/^https?:\/\//, '')
}
