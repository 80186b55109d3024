import type { ReactNode } from 'react'
import css from './draft-bar.module.css'

/** At the foot of the page: the punched edge of a tape. What is below it is not live yet. */
export function DraftBar({
  children,
  actions,
}: {
  readonly children: ReactNode
  readonly actions: ReactNode
}) {
  return (
    <div className={css.bar} data-foot>
      <div className={css.in}>
        <div className={css.text} aria-live="polite">
          {children}
        </div>
        <div className={css.actions}>{actions}</div>
      </div>
    </div>
  )
}
