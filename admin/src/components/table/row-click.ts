import type { MouseEvent } from 'react'

/** What acts by itself inside a row. */
const ACTS = 'a, button, input, label, summary, [role="button"], [role="menuitem"]'

/** Whether the text that is selected right now belongs to this row: then the click was its end, not a wish to open. */
function hasSelectionIn(row: HTMLElement): boolean {
  const selection = getSelection()
  return (
    selection !== null &&
    !selection.isCollapsed &&
    selection.toString() !== '' &&
    selection.containsNode(row, true)
  )
}

/** React also tells a row of clicks in dialogs and menus that it has opened: they are drawn elsewhere. */
function isInside({ target, currentTarget }: MouseEvent<HTMLElement>): boolean {
  return target instanceof Element && currentTarget.contains(target)
}

/** Before the link of the row hears of it: selecting its text must not open it. A key has no pointer and no `detail`. */
export function keepSelection(event: MouseEvent<HTMLElement>): void {
  if (event.detail === 0 || !isInside(event) || !hasSelectionIn(event.currentTarget)) return
  event.preventDefault()
  event.stopPropagation()
}

/** A click beside the row's link is one on it, with the same keys held: Ctrl opens another tab. */
export function openRow(event: MouseEvent<HTMLElement>): void {
  if (!isInside(event) || (event.target as Element).closest(ACTS)) return
  const { ctrlKey, metaKey, shiftKey, altKey } = event
  event.currentTarget.querySelector('a[data-opens-row]')?.dispatchEvent(
    new globalThis.MouseEvent('click', {
      bubbles: true,
      cancelable: true,
      ctrlKey,
      metaKey,
      shiftKey,
      altKey,
    }),
  )
}
