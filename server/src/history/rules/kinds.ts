import { POINT_TYPE, type PointType } from '../../accounts/account.ts'

/** What happened to points, as people tell it. */
export type MomentKind =
  | 'earned'
  | 'orderChanged'
  | 'cancelled'
  | 'adjusted'
  | 'redeemed'
  | 'returned'
  | 'expired'
  | 'imported'
  | 'merged'

const OF_TYPE: Readonly<Record<PointType, MomentKind>> = {
  [POINT_TYPE.purchase]: 'earned',
  [POINT_TYPE.signup]: 'earned',
  [POINT_TYPE.birthday]: 'earned',
  [POINT_TYPE.referral]: 'earned',
  [POINT_TYPE.quiz]: 'earned',
  // Of a custom action.
  [POINT_TYPE.manual]: 'earned',
  [POINT_TYPE.redeem]: 'redeemed',
  [POINT_TYPE.redeemReturned]: 'returned',
  [POINT_TYPE.expiry]: 'expired',
  [POINT_TYPE.orderCancelled]: 'cancelled',
  [POINT_TYPE.import]: 'imported',
  [POINT_TYPE.orderAdjusted]: 'orderChanged',
  [POINT_TYPE.merge]: 'merged',
  [POINT_TYPE.prize]: 'earned',
}

/** `isByHand`: a change of the balance that no rule made. It has the type of a custom action. */
export function kindOf(type: PointType, isByHand: boolean): MomentKind {
  return isByHand ? 'adjusted' : OF_TYPE[type]
}
