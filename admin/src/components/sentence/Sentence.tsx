import type { ReactNode } from 'react'
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
  /** Behind it, in the same line. */
  readonly children?: ReactNode
}

/** A comma or full stop with which a text begins: it stays in the line of the slot before it. */
function markOf(part: Part | undefined): string {
  return /^[,.;:]+/.exec(part?.text ?? '')?.[0] ?? ''
}

/** A rule that one reads aloud; what is tinted is edited where it stands. */
export function Sentence({ parts, live, isOff = false, editing, children }: SentenceProps) {
  const liveOf = new Map((live ?? []).flatMap((part) => (part.slot ? [[part.slot, part]] : [])))
  return (
    <p className={isOff ? `${css.sentence} ${css.off}` : css.sentence}>
      {parts.map((part, index) => {
        // A sentence has the same pieces in the same places as long as it is the same kind of rule.
        const key = part.slot ?? `text-${index}`
        if (part.slot === undefined) {
          const isBehindSlot = parts[index - 1]?.slot !== undefined
          return <span key={key}>{isBehindSlot ? part.text?.slice(markOf(part).length) : part.text}</span>
        }
        const before = liveOf.get(part.slot)
        const isOther = live !== null && before?.display !== part.display
        return (
          <span key={key}>
            {isOther && before ? <del className={css.was}>{before.display}</del> : null}{' '}
            <span className={css.kept}>
              <Slot part={part} isChanged={isOther || live === null} editing={editing} />
              {markOf(parts[index + 1])}
            </span>
          </span>
        )
      })}
      {children ? <> {children}</> : null}
    </p>
  )
}
