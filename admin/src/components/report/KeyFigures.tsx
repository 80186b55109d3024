import type { Target } from '../chart/types.ts'
import { PageLink } from '../link/PageLink.tsx'
import css from './report.module.css'

export interface KeyFigure {
  readonly key: string
  readonly label: string
  readonly figure: string
  /** What it was before, in words. */
  readonly note: string
  readonly opens?: Target
}

/** Figures in a strip with hairlines: no cards, no arrows, no red or green. */
export function KeyFigures({ figures }: { readonly figures: readonly KeyFigure[] }) {
  return (
    <ul className={css.strip}>
      {figures.map(({ key, label, figure, note, opens }) => {
        const shown = (
          <>
            <span className={css.label}>{label}</span>
            <span className={css.figure}>{figure}</span>
            <span className={css.note}>{note}</span>
          </>
        )
        return (
          <li key={key}>
            {opens ? (
              <PageLink to={opens.to} search={opens.search ?? {}} isExact hasViews className={css.in}>
                {shown}
              </PageLink>
            ) : (
              <div className={css.in}>{shown}</div>
            )}
          </li>
        )
      })}
    </ul>
  )
}
