import type { MemberType } from '../member-type.ts'

export const CODE_MEMBERS = {
  code: 'text',
  rewardId: 'text',
  list: 'text',
  validFrom: 'moment',
  validUntil: 'future',
  isAssigned: 'truth',
} as const satisfies Record<string, MemberType>
