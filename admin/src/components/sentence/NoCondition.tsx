import css from './sentence.module.css'

/** Takes out what a rule need not say; without a word it must. */
export function NoCondition({
  word,
  onClick,
}: {
  readonly word: string | null
  readonly onClick: () => void
}) {
  if (word === null) return null
  return (
    <button type="button" className={css.never} onClick={onClick}>
      {word}
    </button>
  )
}
