import { useTranslation } from 'react-i18next'
import type { Effect } from '../../../../../server/src/customers/admin-api/effect-schema.ts'
import { useRead } from '../../../api/hooks.ts'
import { useMay } from '../../../api/session.tsx'
import { isZero } from '../../../format/decimal.ts'
import { useFormat } from '../../../format/use-format.ts'
import css from './help.module.css'

interface EffectShownProps {
  readonly effect: Effect
  /** It is done, not only tried out. */
  readonly isDone?: boolean
}

/** What an action does to the points, as a sum: before, what is recorded, after. */
export function EffectShown({ effect, isDone = false }: EffectShownProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const tierName = useTierName(effect)
  const { before, after, records, tierBefore, tierAfter } = effect
  return (
    <div aria-live="polite">
      <h3 className={css.title}>{t(isDone ? 'helping.effect.done' : 'helping.effect.before')}</h3>
      <ul className={css.sum}>
        <li>
          <span>{t(isDone ? 'helping.effect.was' : 'helping.effect.now')}</span>
          <span>{format.points(before.points)}</span>
        </li>
        {records.map((record, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a record that is only tried out has no number
          <li key={index}>
            <RecordText record={record} />
            <span>{format.signed(record.amount.points)}</span>
          </li>
        ))}
        <li className={css.total}>
          <span>{t(isDone ? 'helping.effect.now' : 'helping.effect.later')}</span>
          <span>{format.points(after.points)}</span>
        </li>
      </ul>
      {records.length === 0 ? <p className="muted small">{t('helping.effect.nothing')}</p> : null}
      {tierBefore === tierAfter ? null : (
        <p className={css.note}>
          {t('helping.effect.tier', { from: tierName(tierBefore), to: tierName(tierAfter) })}
        </p>
      )}
      <p className={css.note}>
        {isZero(after.cashback) ? null : t('helping.effect.worth', { money: format.money(after.cashback) })}
      </p>
    </div>
  )
}

function RecordText({ record }: { readonly record: Effect['records'][number] }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { kind, expiresAt, owed, lotCount, recordId } = record
  const facts = [
    kind === 'added'
      ? expiresAt
        ? t('customers.timeline.goodUntil', { date: format.date(expiresAt) })
        : t('customers.timeline.goodForEver')
      : null,
    lotCount > 0 ? t('helping.effect.lots', { count: lotCount }) : null,
    isZero(owed.points) ? null : t('helping.effect.owed', { points: format.points(owed.points) }),
    recordId === null ? null : t('helping.effect.record', { id: recordId }),
  ].filter((fact) => fact !== null)
  return (
    <span>
      {t(`helping.effect.kinds.${kind}`)}
      {facts.length > 0 ? <small>{facts.join(' · ')}</small> : null}
    </span>
  )
}

function useTierName({ tierBefore, tierAfter }: Effect): (id: number | null) => string {
  const { t } = useTranslation()
  const isOff = !useMay('tiers.read') || tierBefore === tierAfter
  const tiers = useRead('tiers.get', {}, { isOff })
  return (id) =>
    tiers.data?.answer.tiers.find((tier) => tier.id === id)?.name ?? t('customers.figures.noTier')
}
