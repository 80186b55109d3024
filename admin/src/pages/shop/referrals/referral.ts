import type { Answer } from '../../../api/client.ts'
import type { StatusKind } from '../../../components/status/Status.tsx'

export type Referral = Answer<'referrals.list'>['items'][number]
export type FullReferral = Answer<'referrals.get'>
export type Figures = Answer<'referrals.figures'>
export type Outcome = Referral['outcome']

/** In the order in which a merchant looks for them. */
export const OUTCOMES = [
  'held',
  'pending',
  'rewarded',
  'notYet',
  'notCounted',
  'expired',
  'turnedAway',
] as const satisfies readonly Outcome[]

export const STATUS: Readonly<Record<Outcome, StatusKind>> = {
  held: 'bad',
  pending: 'waiting',
  rewarded: 'well',
  notYet: 'off',
  expired: 'off',
  notCounted: 'off',
  turnedAway: 'off',
}

/** On the last day that counts: the end itself is the midnight behind it. */
export function lastCounted(endsAt: string): string {
  return new Date(Date.parse(endsAt) - 1_000).toISOString()
}
