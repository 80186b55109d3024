import { useSearch } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'

const SHOWN_MS = 2_500
/** A dialog that closes holds the page still and gives back the focus. */
const CLOSING_MS = 300

/**
 * Scrolls to a rule once it is drawn, and marks it for a moment: a new one may be far below what is seen, and so may the
 * one that a link of another page is about.
 */
export function useShownRule(): (id: number) => void {
  const { rule } = useSearch({ strict: false }) as { rule?: unknown }
  const wanted = useRef<number | null>(typeof rule === 'number' ? rule : null)
  // After every drawing, because the rule may come with a later one.
  useEffect(() => {
    if (wanted.current === null) return
    const rule = document.querySelector<HTMLElement>(`li[data-rule="${wanted.current}"]`)
    if (!rule) return
    wanted.current = null
    const isCalm = window.matchMedia('(prefers-reduced-motion: reduce)').matches
    rule.dataset.shown = 'true'
    window.setTimeout(
      () => rule.scrollIntoView({ block: 'center', behavior: isCalm ? 'auto' : 'smooth' }),
      CLOSING_MS,
    )
    window.setTimeout(() => delete rule.dataset.shown, SHOWN_MS)
  })
  return (id) => {
    wanted.current = id
  }
}
