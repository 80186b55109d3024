import { useTranslation } from 'react-i18next'
import type { RedemptionItem } from '../../../../../server/src/rewards/admin-api/redemptions-schema.ts'
import { useCustomerName } from '../../../api/customer-name.ts'
import { Status } from '../../../components/status/Status.tsx'
import type { Column } from '../../../components/table/DataTable.tsx'
import { useFormat } from '../../../format/use-format.ts'
import { COUPON_STATUS } from '../use-coupon-worth.ts'

/** Whether it was given back, and else what has become of its coupon. */
export function RedemptionState({ redemption }: { readonly redemption: RedemptionItem }) {
  const { t } = useTranslation()
  const { returnedAt, coupon } = redemption
  if (returnedAt) return <Status kind="off">{t('redemptions.givenBack')}</Status>
  if (!coupon) return <Status kind="well">{t('redemptions.redeemed')}</Status>
  return (
    <Status kind={COUPON_STATUS[coupon.state]}>
      {t('redemptions.couponState', { state: t(`customers.coupons.states.${coupon.state}`) })}
    </Status>
  )
}

export function useRedemptionColumns(withCustomer: boolean): readonly Column<RedemptionItem>[] {
  const { t } = useTranslation()
  const format = useFormat()
  const nameOf = useCustomerName()
  const customer: Column<RedemptionItem> = {
    head: t('orders.columns.customer'),
    onPhone: 'hidden',
    cell: (redemption) => nameOf(redemption.customer),
  }
  return [
    {
      head: t('redemptions.columns.reward'),
      onPhone: 'subject',
      cell: ({ reward }) => reward.title ?? t('customers.timeline.reward'),
    },
    ...(withCustomer ? [customer] : []),
    {
      head: t('redemptions.columns.redeemed'),
      onPhone: 'note',
      cell: ({ redeemedAt }) => format.moment(redeemedAt),
    },
    {
      head: t('redemptions.columns.code'),
      onPhone: 'hidden',
      cell: ({ coupon }) => (coupon?.code ? <code>{coupon.code}</code> : ''),
    },
    {
      head: t('common.state'),
      onPhone: 'date',
      cell: (redemption) => <RedemptionState redemption={redemption} />,
    },
    {
      head: t('redemptions.columns.cost'),
      onPhone: 'figure',
      isNumber: true,
      cell: ({ cost }) => <b>{format.points(cost.points)}</b>,
    },
  ]
}
