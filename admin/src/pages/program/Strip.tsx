import { useTranslation } from 'react-i18next'
import { useFormat } from '../../format/use-format.ts'
import css from './program.module.css'
import { type Rule, whenOf } from './program.ts'

const DAY_MS = 86_400_000
const DAYS_BEFORE = 30
const DAYS_IN_ALL = 120

/** Everything that has a window, on a line of four months; the sentences say the same in words. */
export function Strip({ rules }: { readonly rules: readonly Rule[] }) {
  const { i18n } = useTranslation()
  const { timeZone } = useFormat()
  const now = Date.now()
  const from = now - DAYS_BEFORE * DAY_MS
  const placeOf = (moment: number): number =>
    Math.min(100, Math.max(0, ((moment - from) / (DAYS_IN_ALL * DAY_MS)) * 100))
  const monthName = new Intl.DateTimeFormat(i18n.language, { month: 'short', timeZone })
  return (
    <div className={css.strip} aria-hidden="true">
      {monthsAfter(from).map((month) => (
        <span key={month} className={css.month} style={{ left: `${placeOf(month)}%` }}>
          {monthName.format(month + DAY_MS).replace('.', '')}
        </span>
      ))}
      {rules.flatMap((rule) => {
        const window = windowOf(rule)
        const [left, right] = window ? [placeOf(window.from), placeOf(window.until)] : [0, 0]
        if (right <= left) return []
        return [
          <span
            key={rule.id}
            className={(rule.isActive ?? true) ? css.bar : `${css.bar} ${css.barOff}`}
            style={{ left: `${left}%`, width: `${right - left}%` }}
          >
            {rule.name}
          </span>,
        ]
      })}
      <span className={css.today} style={{ left: `${placeOf(now)}%` }} />
    </div>
  )
}

/** From when until when a rule counts; null: it has neither a beginning nor an end. */
function windowOf(rule: Rule): { readonly from: number; readonly until: number } | null {
  if (rule.kind === 'campaign') return { from: Date.parse(rule.startsAt), until: Date.parse(rule.endsAt) }
  const { from, until } = whenOf(rule)
  if (from === undefined && until === undefined) return null
  return {
    from: from === undefined ? Number.NEGATIVE_INFINITY : Date.parse(from),
    until: until === undefined ? Number.POSITIVE_INFINITY : Date.parse(until),
  }
}

function monthsAfter(from: number): number[] {
  const start = new Date(from)
  return [1, 2, 3, 4].map((month) => Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + month, 1))
}
