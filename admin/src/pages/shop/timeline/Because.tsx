import { useTranslation } from 'react-i18next'
import type { TimelineLine } from '../../../../../server/src/history/admin-api/schema.ts'
import { PageLink } from '../../../components/link/PageLink.tsx'
import { isZero } from '../../../format/decimal.ts'
import { useFormat } from '../../../format/use-format.ts'
import { ExplanationSum } from './ExplanationSum.tsx'
import css from './timeline.module.css'
import { useReason } from './use-reason.ts'

interface BecauseProps {
  readonly line: TimelineLine
  readonly customerId: number
  readonly isOfOrder: boolean
}

/** Why it is so many points: lines that add up, and what else one may ask of them. */
export function Because({ line, customerId, isOfOrder }: BecauseProps) {
  const { t } = useTranslation()
  const facts = useFacts(line)
  const { order, reward } = line
  return (
    <div className={css.because}>
      <ExplanationSum lines={line.lines} points={line.points} cashback={line.cashback} />
      <div className={css.facts}>
        {facts.map((fact) => (
          <span key={fact}>{fact}</span>
        ))}
        {order && !isOfOrder ? (
          <PageLink to={`/customers/${customerId}/orders/${order.id}`}>
            {t('customers.timeline.openOrder')}
          </PageLink>
        ) : null}
        {reward ? (
          <PageLink to={`/redemptions/${reward.redemptionId}`}>
            {t('customers.timeline.openRedemption')}
          </PageLink>
        ) : null}
      </div>
    </div>
  )
}

function useFacts(line: TimelineLine): string[] {
  const { t } = useTranslation()
  const left = useLeft()
  const used = useUsed()
  const reasonOf = useReason()
  const format = useFormat()
  const { programVersion, reward, owed, reason, note } = line
  return [
    programVersion === null ? null : t('customers.timeline.version', { version: programVersion }),
    left(line),
    owed && !isZero(owed.points)
      ? t('customers.timeline.owed', { points: format.points(owed.points) })
      : null,
    used(line),
    reward?.code ? t('customers.timeline.code', { code: reward.code }) : null,
    reason ? reasonOf(reason) : null,
    note ? t('customers.timeline.note', { note }) : null,
  ].filter((fact) => fact !== null)
}

/** Of points that were added: how long they are good, and what is left. */
function useLeft(): (line: TimelineLine) => string | null {
  const { t } = useTranslation()
  const format = useFormat()
  return ({ remaining, expiresAt, points }) => {
    if (!remaining) return null
    const until = expiresAt
      ? t('customers.timeline.goodUntil', { date: format.date(expiresAt) })
      : t('customers.timeline.goodForEver')
    if (remaining.points === points) return `${until}, ${t('customers.timeline.nothingUsed')}`
    if (isZero(remaining.points)) return `${until}, ${t('customers.timeline.usedUp')}`
    return `${until}, ${t('customers.timeline.left', { points: format.points(remaining.points) })}`
  }
}

/** Of points that were taken: from which lots. */
function useUsed(): (line: TimelineLine) => string | null {
  const { t } = useTranslation()
  const format = useFormat()
  return ({ lots, lotCount }) => {
    if (lots.length === 0) return null
    const named = lots.map(({ order, from, used }) => {
      const told = { points: format.points(used.points), from: format.date(from) }
      return order
        ? t('customers.timeline.usedOfOrder', { ...told, order })
        : t('customers.timeline.usedOf', told)
    })
    const rest = lotCount - lots.length
    const more = rest > 0 ? [t('customers.timeline.usedMore', { count: rest })] : []
    return t('customers.timeline.used', { lots: [...named, ...more].join('; ') })
  }
}
