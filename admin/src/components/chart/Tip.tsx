import css from './chart.module.css'
import type { Line } from './types.ts'

interface TipProps {
  readonly name: string
  readonly lines: readonly Line[]
  /** The edges of what it is about, in pixels from the left of the drawing. */
  readonly about: { readonly left: number; readonly right: number; readonly top?: number }
  readonly width: number
}

const GAP = 8

/** Beside what it is about, on the side with more room. A screen reader is told the same by the label. */
export function Tip({ name, lines, about: { left, right, top = 0 }, width }: TipProps) {
  const isRight = width - right >= left
  const place = isRight ? { left: right + GAP } : { right: width - left + GAP }
  return (
    <div className={css.tip} style={{ ...place, top }} aria-hidden="true">
      <b>{name}</b>
      <dl>
        {lines.map(({ label, text }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
