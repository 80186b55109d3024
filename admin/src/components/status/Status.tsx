import type { ReactNode } from 'react'
import css from './status.module.css'

export type StatusKind = 'well' | 'off' | 'bad' | 'waiting'

/** Shape, then word, then colour. */
export function Status({ kind, children }: { readonly kind: StatusKind; readonly children: ReactNode }) {
  return <span className={`${css.status} ${css[kind]}`}>{children}</span>
}

/** For kinds of things only, never for states. */
export function Tag({
  kind = 'plain',
  children,
}: {
  readonly kind?: 'plain' | 'draft' | 'new'
  readonly children: ReactNode
}) {
  return <span className={`${css.tag} ${css[kind]}`}>{children}</span>
}
