import { Icon } from '../icon/Icon.tsx'
import css from './punches.module.css'

/** Progress of something countable: disc punched, ring not yet, ring with a dot next. */
export function Punches({ done, of, label }: { done: number; of: number; label: string }) {
  return (
    <span className={css.punches} role="img" aria-label={label}>
      {Array.from({ length: of }, (_, hole) => hole).map((hole) => (
        <i key={hole} className={hole < done ? css.on : hole === done ? css.next : undefined} />
      ))}
    </span>
  )
}

interface Step {
  readonly name: string
  readonly label: string
}

/** The steps of a wizard. */
export function Steps({ steps, current }: { readonly steps: readonly Step[]; readonly current: string }) {
  const at = steps.findIndex(({ name }) => name === current)
  return (
    <ol className={css.steps}>
      {steps.map(({ name, label }, index) => (
        <li
          key={name}
          className={index < at ? css.done : undefined}
          aria-current={index === at ? 'step' : undefined}
        >
          <span className={css.hole}>{index < at ? <Icon name="check" size={11} /> : null}</span>
          {label}
        </li>
      ))}
    </ol>
  )
}
