import { useEffect, useState } from 'react'

/** What opened the dialog that is open, or the first of several that followed each other. */
let opener: HTMLElement | null = null

/** When the last dialog closes, the focus is back where it came from, and not at the top of the page. */
export function useFocusBack(): void {
  // While it is first drawn the focus has not moved yet.
  useState(() => {
    const active = document.activeElement
    // A button that is busy loses the focus to the body: the dialog that then follows was not opened from there.
    if (!(active instanceof HTMLElement) || active === document.body) return
    if (!active.closest('[role=dialog]')) opener = targetOf(active)
  })
  useEffect(() => {
    return () => {
      if (document.querySelector('[role=dialog]') === null && opener?.isConnected) opener.focus()
    }
  }, [])
}

/** A menu is closed when its dialog is; what it belongs to is still there. */
function targetOf(element: HTMLElement): HTMLElement {
  const target = element.closest('[role=menu]')?.getAttribute('aria-labelledby')
  return (target && document.getElementById(target)) || element
}
