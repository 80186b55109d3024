import { useTranslation } from 'react-i18next'
import { Bars } from '../../../components/chart/Bars.tsx'
import { add } from '../../../format/decimal.ts'
import { useFormat } from '../../../format/use-format.ts'
import type { Plan } from './import.ts'
import css from './imports.module.css'

/** So many have room beside the counts. */
const SHOWN = 6

/** When what is added expires. */
export function Months({ months }: { readonly months: Plan['sums']['byMonth'] }) {
  const { t } = useTranslation()
  const format = useFormat()
  if (months.length === 0) return null
  const dated = months.filter(({ month }) => month !== null)
  const never = months.filter(({ month }) => month === null)
  const later = dated.slice(SHOWN)
  const row = (key: string, name: string, amount: string) => ({
    key,
    name,
    amount,
    text: format.points(amount),
  })
  return (
    <>
      <p className={css.label}>{t('imports.effect.byMonth')}</p>
      <Bars
        label={t('imports.effect.byMonth')}
        rows={[
          ...dated
            .slice(0, SHOWN)
            .map(({ month, points }) => row(month ?? '', format.month(`${month}-15T12:00:00Z`), points)),
          ...(later.length > 0
            ? [row('later', t('imports.effect.later'), add(...later.map(({ points }) => points)))]
            : []),
          ...never.map(({ points }) => row('never', t('imports.effect.never'), points)),
        ]}
      />
    </>
  )
}
