import { Slot } from './Slot.tsx'
import css from './sentence.module.css'
import type { Part, SentenceEditing } from './types.ts'

interface SentenceProps {
  readonly parts: readonly Part[]
  /** As it is live, to show what differs; null: there is no such rule yet. */
  readonly live: readonly Part[] | null
  readonly isOff?: boolean
  /** null: it can only be read. */
  readonly editing: SentenceEditing | null
}

/** A rule that one reads aloud; what is tinted is edited where it stands. */
export function Sentence({ parts, live, isOff = false, editing }: SentenceProps) {
  const liveOf = new Map((live ?? []).flatMap((part) => (part.slot ? [[part.slot, part]] : [])))
  return (
    <p className={isOff ? `${css.sentence} ${css.off}` : css.sentence}>
      {parts.map((part, index) => {
        // A sentence has the same pieces in the same places as long as it is the same kind of rule.
        const key = part.slot ?? `text-${index}`
        if (part.slot === undefined) return <span key={key}>{part.text}</span>
        const before = liveOf.get(part.slot)
        const isChanged = live !== null && before !== undefined && before.display !== part.display
        return (
          <span key={key}>
            {isChanged ? <del className={css.was}>{before.display}</del> : null}{' '}
            <Slot part={part} isChanged={isChanged || live === null} editing={editing} />
          </span>
        )
      })}
    </p>
  )
}
