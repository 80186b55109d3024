import type { ReactNode } from 'react'
import css from './diff.module.css'

export interface ChangeLine {
  readonly key: string
  readonly kind: 'added' | 'removed' | 'changed'
  readonly sentence: ReactNode
  /** The name of what changed. */
  readonly name?: string | undefined
  /** At the right: what it costs. */
  readonly cost?: string
}

const SIGNS = { added: '+', changed: '~', removed: '\u2212' } as const

/** Differences in sentences: sign, sentence, cost. Never blocks of red and green. */
export function Changes({ changes }: { readonly changes: readonly ChangeLine[] }) {
  return (
    <ul>
      {changes.map(({ key, kind, sentence, name, cost }) => (
        <li key={key} className={css.change}>
          <span className={css.sign} aria-hidden="true">
            {SIGNS[kind]}
          </span>
          <div className={kind === 'removed' ? css.removed : undefined}>{sentence}</div>
          {cost === undefined ? null : <span className={css.cost}>{cost}</span>}
          {name ? <span className={css.name}>{name}</span> : null}
        </li>
      ))}
    </ul>
  )
}

/** A member before and after: old struck through, new tinted. */
export function BeforeAfter({
  before,
  after,
}: {
  readonly before: string | null
  readonly after: string | null
}) {
  return (
    <span>
      {before === null ? null : <del className={css.old}>{before}</del>}{' '}
      {after === null ? null : <ins className={css.fresh}>{after}</ins>}
    </span>
  )
}
