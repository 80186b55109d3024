import { useTranslation } from 'react-i18next'
import { useFormat } from '../../format/use-format.ts'
import type { Rule } from './program.ts'
import type { Waiting } from './queue.ts'
import css from './strip.module.css'
import { inRows, windowsOf } from './windows.ts'

const DAY_MS = 86_400_000
const DAYS_BEFORE = 30
const DAYS_IN_ALL = 120
const FIRST_ROW_PX = 23
const ROW_PX = 26
/** Below the bars: the numbers of versions. */
const VERSIONS_PX = 16
/** What lies below is told by its sentence alone. */
const ROWS_MAX = 8

interface StripProps {
  readonly rules: readonly Rule[]
  /** Versions that take effect later, each with a tick at its moment. */
  readonly queue: readonly Waiting[]
}

/** Everything that has a window, on a line of four months; the sentences say the same in words. */
export function Strip({ rules, queue }: StripProps) {
  const { i18n } = useTranslation()
  const { timeZone } = useFormat()
  const now = Date.now()
  const from = now - DAYS_BEFORE * DAY_MS
  const placeOf = (moment: number): number =>
    Math.min(100, Math.max(0, ((moment - from) / (DAYS_IN_ALL * DAY_MS)) * 100))
  const monthName = new Intl.DateTimeFormat(i18n.language, { month: 'short', timeZone })
  const shown = windowsOf(rules).flatMap((window) => {
    const left = placeOf(window.from)
    const width = placeOf(window.until) - left
    return width > 0 ? [{ ...window, left, width }] : []
  })
  const bars = inRows(shown).filter(({ row }) => row < ROWS_MAX)
  const rows = Math.max(1, ...bars.map(({ row }) => row + 1))
  const height = FIRST_ROW_PX + rows * ROW_PX + (queue.length > 0 ? VERSIONS_PX : 0) + 5
  return (
    <div className={css.strip} style={{ height }} aria-hidden="true">
      {monthsAfter(from).map((month) => (
        <span key={month} className={css.month} style={{ left: `${placeOf(month)}%` }}>
          {monthName.format(month + DAY_MS).replace('.', '')}
        </span>
      ))}
      {queue.flatMap(({ version, effectiveAt }) => {
        const moment = Date.parse(effectiveAt)
        if (moment > from + DAYS_IN_ALL * DAY_MS) return []
        return [
          <span key={`v${version}`} className={css.tick} style={{ left: `${placeOf(moment)}%` }}>
            {version}
          </span>,
        ]
      })}
      {bars.map(({ rule, left, width, row }) => (
        <span
          key={rule.id}
          title={rule.name}
          className={(rule.isActive ?? true) ? css.bar : `${css.bar} ${css.barOff}`}
          style={{ left: `${left}%`, width: `${width}%`, top: FIRST_ROW_PX + row * ROW_PX }}
        >
          <span className={css.name}>{rule.name}</span>
        </span>
      ))}
      <span className={css.today} style={{ left: `${placeOf(now)}%` }} />
    </div>
  )
}

function monthsAfter(from: number): number[] {
  const start = new Date(from)
  return [1, 2, 3, 4].map((month) => Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + month, 1))
}
