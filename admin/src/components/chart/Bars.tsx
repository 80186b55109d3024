import { shareOf } from '../../format/decimal.ts'
import { PageLink } from '../link/PageLink.tsx'
import css from './bars.module.css'
import type { Target } from './types.ts'
import { useRoving } from './use-roving.ts'

export interface BarRow {
  readonly key: string | number
  readonly name: string
  /** Decimal text: how long its bar is, beside the longest. */
  readonly amount: string
  readonly text: string
  readonly opens?: Target
}

interface BarsProps {
  readonly label: string
  readonly rows: readonly BarRow[]
}

/** Names, bars and figures below each other. Rows that open are one tab stop. */
export function Bars({ label, rows }: BarsProps) {
  const most = longestOf(rows.map(({ amount }) => amount))
  const roving = useRoving({ count: rows.length, perRow: null })
  return (
    <ul className={css.bars} aria-label={label} onKeyDown={roving.onKeyDown}>
      {rows.map(({ key, name, amount, text, opens }, index) => {
        const shown = (
          <>
            <span className={css.name}>{name}</span>
            <Length share={shareOf(amount, most)} />
            <span className={css.text}>{text}</span>
          </>
        )
        return (
          <li key={key}>
            {opens ? (
              <PageLink
                to={opens.to}
                search={opens.search ?? {}}
                isExact
                hasViews
                {...roving.cell(index)}
                onFocus={() => roving.seen(index)}
              >
                {shown}
              </PageLink>
            ) : (
              shown
            )}
          </li>
        )
      })}
    </ul>
  )
}

/** A share between 0 and 1 as a bar; the figure stands beside it. */
function Length({ share }: { readonly share: number }) {
  return <span className={css.length} style={{ width: `${share * 100}%` }} aria-hidden="true" />
}

/** For drawing only: which is the longest does not depend on the last decimals. */
function longestOf(amounts: readonly string[]): string {
  return amounts.reduce((most, amount) => (Number(amount) > Number(most) ? amount : most), '0')
}
