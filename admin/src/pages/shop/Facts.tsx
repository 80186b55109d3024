import type { ReactNode } from 'react'
import css from './shop.module.css'

interface FactsProps {
  readonly facts: readonly (readonly [label: string, value: ReactNode])[]
  /** In place of what is not known; without it, what is not known is left out. */
  readonly missing?: string
}

/** Names and values, one a line. */
export function Facts({ facts, missing }: FactsProps) {
  const shown = facts.filter(([, value]) => missing !== undefined || (value !== null && value !== ''))
  return (
    <dl className={css.facts}>
      {shown.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value === null || value === '' ? <span className="faint">{missing}</span> : value}</dd>
        </div>
      ))}
    </dl>
  )
}
