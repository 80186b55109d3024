import css from './icon.module.css'
import { type IconName, PATHS } from './paths.ts'

/** Always beside words, or inside something with a label: it says nothing to a screen reader. */
export function Icon({ name, size = 16 }: { readonly name: IconName; readonly size?: number }) {
  return (
    <svg className={css.icon} width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  )
}

/** The mark: a card with a cut corner, whose four holes are a Braille “p”. */
export function Mark({ className }: { readonly className?: string | undefined }) {
  return (
    <svg className={className} viewBox="0 0 20 26" aria-hidden="true">
      <path
        fill="currentColor"
        fillRule="evenodd"
        d="M3 0h14a3 3 0 0 1 3 3v16.5L13.5 26H3a3 3 0 0 1-3-3V3a3 3 0 0 1 3-3zM6.3 3.7a2.3 2.3 0 1 0 0 4.6 2.3 2.3 0 0 0 0-4.6zM13.7 3.7a2.3 2.3 0 1 0 0 4.6 2.3 2.3 0 0 0 0-4.6zM6.3 10.7a2.3 2.3 0 1 0 0 4.6 2.3 2.3 0 0 0 0-4.6zM6.3 17.7a2.3 2.3 0 1 0 0 4.6 2.3 2.3 0 0 0 0-4.6z"
      />
    </svg>
  )
}
