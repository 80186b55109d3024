import { type KeyboardEvent, useState } from 'react'
import { nextCell } from './scale.ts'

const ALONG: Readonly<Record<string, string>> = { ArrowDown: 'ArrowRight', ArrowUp: 'ArrowLeft' }

interface RovingOptions {
  readonly count: number
  /** In rows of as many; null: one after the other, and up and down go along too. */
  readonly perRow: number | null
  /** Cells without anything in them are not gone to. */
  readonly isThere?: (cell: number) => boolean
}

/**
 * One tab stop for all cells of a chart: arrow keys, Home and End move between them. Cells carry `data-cell`; the element
 * that has `onKeyDown` holds all of them.
 */
export function useRoving({ count, perRow, isThere = () => true }: RovingOptions) {
  const [last, setLast] = useState(0)
  const wanted = Math.min(last, Math.max(0, count - 1))
  // Where the first cell is empty, the grid has its tab stop at the next one.
  const first = Array.from({ length: count }, (_, cell) => cell).find(isThere)
  const current = isThere(wanted) ? wanted : (first ?? wanted)
  const onKeyDown = (event: KeyboardEvent<Element>): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
    const key = perRow === null ? (ALONG[event.key] ?? event.key) : event.key
    let next = nextCell(key, current, count, perRow ?? Math.max(1, count))
    while (next !== null && key === 'End' && next > current && !isThere(next)) next -= 1
    if (next === null || !isThere(next)) return
    event.preventDefault()
    event.currentTarget.querySelector<HTMLElement>(`[data-cell="${next}"]`)?.focus()
  }
  return {
    onKeyDown,
    /** For each cell. */
    cell: (index: number) => ({
      'data-cell': index,
      tabIndex: index === current ? 0 : -1,
    }),
    seen: setLast,
  }
}
