import { type ReactNode, useEffect, useRef } from 'react'
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

/** When points expire is one slot, whichever member says it: it stays open while one is exchanged for the other. */
function nameOf(slot: string): string {
  return slot === '/goodUntil' ? '/validityDays' : slot
}

/** A rule that one reads aloud; what is tinted is edited where it stands. */
export function Sentence({ parts, live, isOff = false, editing, children }: SentenceProps) {
  const { sentence, watched } = useFocusAfterRemoval(parts, editing)
  const liveOf = new Map((live ?? []).flatMap((part) => (part.slot ? [[nameOf(part.slot), part]] : [])))
  return (
    <p ref={sentence} className={isOff ? `${css.sentence} ${css.off}` : css.sentence}>
      {parts.map((part, index) => {
        // A sentence has the same pieces in the same places as long as it is the same kind of rule.
        const key = part.slot ? nameOf(part.slot) : `text-${index}`
        if (part.slot === undefined) {
          const isBehindSlot = parts[index - 1]?.slot !== undefined
          return <span key={key}>{isBehindSlot ? part.text?.slice(markOf(part).length) : part.text}</span>
        }
        const before = liveOf.get(nameOf(part.slot))
        const isOther = live !== null && before?.display !== part.display
        return (
          <span key={key}>
            {isOther && before ? <del className={css.was}>{before.display}</del> : null}{' '}
            <span className={css.kept}>
              <Slot part={part} isChanged={isOther || live === null} editing={watched} />
              {markOf(parts[index + 1])}
            </span>
          </span>
        )
      })}
      {children ? <> {children}</> : null}
    </p>
  )
}

/** A slot that is taken out takes the focus along: it goes to the end of the sentence, and not to the top of the page. */
function useFocusAfterRemoval(parts: readonly Part[], editing: SentenceEditing | null) {
  const sentence = useRef<HTMLParagraphElement>(null)
  const isRemoving = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus is lost when the parts change
  useEffect(() => {
    const isLost = isRemoving.current && document.activeElement === document.body
    isRemoving.current = false
    if (isLost) [...(sentence.current?.querySelectorAll('button') ?? [])].at(-1)?.focus()
  }, [parts])
  const watched = editing && {
    ...editing,
    onChange: (...[slot, value]: Parameters<SentenceEditing['onChange']>): void => {
      isRemoving.current = value === null
      editing.onChange(slot, value)
    },
  }
  return { sentence, watched }
}
