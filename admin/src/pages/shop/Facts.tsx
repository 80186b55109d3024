import type { ReactNode } from 'react'
import css from './shop.module.css'

interface FactsProps {
  readonly facts: readonly (readonly [label: string, value: ReactNode])[]
  /** In place of what is not known; without it, what is not known is left out. */
  readonly missing?: string
  /** Their values are figures: the names have the room. */
  readonly isCount?: boolean
}

/** Names and values, one a line. */
export function Facts({ facts, missing, isCount = false }: FactsProps) {
  const shown = facts.filter(([, value]) => missing !== undefined || (value !== null && value !== ''))
  return (
    <dl className={isCount ? `${css.facts} ${css.counts}` : css.facts}>
      {shown.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value === null || value === '' ? <span className="faint">{missing}</span> : value}</dd>
        </div>
      ))}
    </dl>
  )
}
