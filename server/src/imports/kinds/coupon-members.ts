import type { MemberType } from '../member-type.ts'

export const COUPON_MEMBERS = {
  code: 'text',
  originalId: 'identifier',
  email: 'text',
  document: 'document',
  type: 'text',
  value: 'amount',
  createdAt: 'moment',
  validFrom: 'moment',
  validUntil: 'future',
  rewardId: 'text',
  isUsed: 'truth',
  usedAt: 'moment',
  inactivatedAt: 'moment',
} as const satisfies Record<string, MemberType>
