import { useId } from 'react'
import css from './chart.module.css'
import type { Look, Series } from './types.ts'

/** Lines at an angle, for the parts of one drawing. */
export function Hatch({ id }: { readonly id: string }) {
  return (
    <defs>
      <pattern id={id} width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <line y2="5" className={css.hatch} />
      </pattern>
    </defs>
  )
}

function Swatch({ look }: { readonly look: Look }) {
  const hatch = useId()
  return (
    <svg className={css.swatch} width="12" height="12" aria-hidden="true">
      <Hatch id={hatch} />
      <rect
        x="0.5"
        y="0.5"
        width="11"
        height="11"
        rx="1.5"
        className={css[look]}
        {...(look === 'hatched' ? { fill: `url(#${hatch})` } : {})}
      />
    </svg>
  )
}

export function Legend({ series }: { readonly series: readonly Series[] }) {
  return (
    <ul className={css.legend}>
      {series
        .filter(({ isUnnamed = false }) => !isUnnamed)
        .map(({ key, label, look }) => (
          <li key={key}>
            <Swatch look={look} />
            {label}
          </li>
        ))}
    </ul>
  )
}
