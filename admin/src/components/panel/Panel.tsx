import type { ReactNode } from 'react'
import css from './panel.module.css'

interface PanelProps {
  readonly title?: string
  readonly actions?: ReactNode
  /** Without padding: for lists and tables that reach the frame. */
  readonly isFlush?: boolean
  readonly children: ReactNode
}

/** Frames a thing, never a section of a page, and never another panel. */
export function Panel({ title, actions, isFlush = false, children }: PanelProps) {
  return (
    <div className={isFlush ? `${css.panel} ${css.flush}` : css.panel}>
      {title ? (
        <header className={css.head}>
          <h2>{title}</h2>
          {actions ? <div className={css.actions}>{actions}</div> : null}
        </header>
      ) : null}
      {children}
    </div>
  )
}
