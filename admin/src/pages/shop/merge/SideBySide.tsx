import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Answer } from '../../../api/client.ts'
import { useCustomerName } from '../../../api/customer-name.ts'
import { Warning } from '../../../components/notice/Notice.tsx'
import { isZero } from '../../../format/decimal.ts'
import { useFormat } from '../../../format/use-format.ts'
import css from './merge.module.css'

type Preview = Answer<'customers.previewMerge'>
type Side = Preview['from']

interface Row {
  readonly name: RowName
  readonly show: (side: Side) => ReactNode
  /** Left out where there is none on either side. */
  readonly isEmpty?: (side: Side) => boolean
}

type RowName =
  | 'name'
  | 'email'
  | 'phone'
  | 'document'
  | 'birthday'
  | 'originalId'
  | 'enrolled'
  | 'tier'
  | 'points'
  | 'pending'
  | 'owed'
  | 'cashback'
  | 'orders'
  | 'redemptions'
  | 'coupons'
  | 'since'

/** What the two have, and what the one who stays will have, as the server has tried it out. */
export function SideBySide({ preview }: { readonly preview: Preview }) {
  const { t } = useTranslation()
  const nameOf = useCustomerName()
  const rows = useRows()
  const { from, into, after, takenOver, obstacle } = preview
  const shown = rows.filter(({ isEmpty }) => !isEmpty || ![from, into].every(isEmpty))
  const taken: readonly string[] = takenOver
  return (
    <>
      {obstacle ? <Warning>{obstacle.sentence}</Warning> : null}
      <table className={css.compared} aria-label={t('merging.compared')}>
        <thead>
          <tr>
            <td />
            <Head what={t('merging.ends')} who={nameOf(from)} />
            <Head what={t('merging.stays')} who={nameOf(into)} />
            {after ? <Head what={t('merging.after')} who={nameOf(after)} /> : null}
          </tr>
        </thead>
        <tbody>
          {shown.map(({ name, show }) => (
            <tr key={name}>
              <th scope="row">{t(`merging.rows.${name}`)}</th>
              <td>{show(from)}</td>
              <td>{show(into)}</td>
              {after ? (
                <td className={css.after}>
                  {taken.includes(name) ? <span className={css.taken}>{show(after)}</span> : show(after)}
                </td>
              ) : null}
            </tr>
          ))}
        </tbody>
      </table>
      {takenOver.length > 0 ? <p className="muted small">{t('merging.takenOver')}</p> : null}
    </>
  )
}

function Head({ what, who }: { readonly what: string; readonly who: string }) {
  return (
    <th scope="col">
      {what}
      <small>{who}</small>
    </th>
  )
}

function useRows(): readonly Row[] {
  const { t } = useTranslation()
  const format = useFormat()
  const text = (name: 'name' | 'email' | 'phone' | 'document'): Row => ({
    name,
    show: (side) => side[name] || '–',
    isEmpty: (side) => !side[name],
  })
  const count = (name: 'orders' | 'redemptions' | 'coupons'): Row => ({
    name,
    show: (side) => format.number(side[name]),
  })
  return [
    text('name'),
    text('email'),
    text('phone'),
    text('document'),
    {
      name: 'birthday',
      show: ({ birthday }) => (birthday === null ? '–' : format.date(birthday)),
      isEmpty: ({ birthday }) => birthday === null,
    },
    { name: 'originalId', show: ({ originalId }) => originalId },
    { name: 'enrolled', show: ({ isEnrolled }) => t(isEnrolled ? 'common.yes' : 'common.no') },
    { name: 'since', show: ({ createdAt }) => format.date(createdAt) },
    { name: 'tier', show: ({ tier }) => tier?.name ?? '–', isEmpty: ({ tier }) => tier === null },
    { name: 'points', show: ({ balance }) => format.points(balance.points) },
    {
      name: 'pending',
      show: ({ waiting }) => format.points(waiting.points),
      isEmpty: ({ waiting }) => isZero(waiting.points),
    },
    {
      name: 'owed',
      show: ({ owed }) => format.points(owed.points),
      isEmpty: ({ owed }) => isZero(owed.points),
    },
    {
      name: 'cashback',
      show: ({ balance }) => format.money(balance.cashback),
      isEmpty: ({ balance }) => isZero(balance.cashback),
    },
    count('orders'),
    count('redemptions'),
    count('coupons'),
  ]
}
