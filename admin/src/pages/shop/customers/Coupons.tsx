import { useTranslation } from 'react-i18next'
import type { Answer } from '../../../api/client.ts'
import { useList } from '../../../api/hooks.ts'
import { Status } from '../../../components/status/Status.tsx'
import type { Column } from '../../../components/table/DataTable.tsx'
import { ListedTable } from '../../../components/table/ListedTable.tsx'
import { useFormat } from '../../../format/use-format.ts'
import { COUPON_STATUS, useCouponWorth } from '../use-coupon-worth.ts'

type Coupon = Answer<'customers.coupons'>['items'][number]

export function Coupons({ customerId }: { readonly customerId: number }) {
  const { t } = useTranslation()
  const listed = useList('customers.coupons', { params: { id: customerId } })
  const columns = useColumns()
  return (
    <ListedTable
      label={t('customers.views.coupons')}
      columns={columns}
      listed={listed}
      keyOf={({ code }) => code}
      empty={<p className="muted">{t('customers.coupons.none')}</p>}
    />
  )
}

function useColumns(): readonly Column<Coupon>[] {
  const { t } = useTranslation()
  const format = useFormat()
  const worthOf = useCouponWorth()
  return [
    { head: t('customers.coupons.code'), onPhone: 'subject', cell: ({ code }) => <code>{code}</code> },
    {
      head: t('customers.coupons.gives'),
      onPhone: 'note',
      cell: ({ couponType, value }) => worthOf({ type: couponType, value }),
    },
    {
      head: t('customers.coupons.made'),
      onPhone: 'hidden',
      cell: ({ createdAt }) => format.moment(createdAt),
    },
    {
      head: t('customers.coupons.until'),
      onPhone: 'date',
      cell: ({ validUntil }) => (validUntil ? format.date(validUntil) : t('customers.lots.never')),
    },
    {
      head: t('common.state'),
      onPhone: 'figure',
      cell: ({ state }) => (
        <Status kind={COUPON_STATUS[state]}>{t(`customers.coupons.states.${state}`)}</Status>
      ),
    },
  ]
}
