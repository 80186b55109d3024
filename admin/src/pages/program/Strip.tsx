import { useTranslation } from 'react-i18next'
import { useFormat } from '../../format/use-format.ts'
import css from './program.module.css'
import type { Rule } from './program.ts'

type Campaign = Extract<Rule, { kind: 'campaign' }>

const DAY_MS = 86_400_000
const DAYS_BEFORE = 30
const DAYS_IN_ALL = 120

/** The campaigns on a line of four months; the sentences below say the same in words. */
export function Strip({ campaigns }: { readonly campaigns: readonly Campaign[] }) {
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
      {campaigns.map((campaign) => {
        const [left, right] = [placeOf(Date.parse(campaign.startsAt)), placeOf(Date.parse(campaign.endsAt))]
        if (right <= left) return null
        return (
          <span
            key={campaign.id}
            className={(campaign.isActive ?? true) ? css.bar : `${css.bar} ${css.barOff}`}
            style={{ left: `${left}%`, width: `${right - left}%` }}
          >
            {campaign.name}
          </span>
        )
      })}
      <span className={css.today} style={{ left: `${placeOf(now)}%` }} />
    </div>
  )
}

function monthsAfter(from: number): number[] {
  const start = new Date(from)
  return [1, 2, 3, 4].map((month) => Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + month, 1))
}
