import { useEffect, useId } from 'react'

/** Dialogs that are open; the last one is on top. */
const open: string[] = []

/** Escape closes the dialog on top alone: what lies below it keeps what was typed. */
export function useEscape(isOpen: boolean, close: (() => void) | null): void {
  const id = useId()
  useEffect(() => {
    if (!isOpen) return
    open.push(id)
    return () => {
      open.splice(open.indexOf(id), 1)
    }
  }, [isOpen, id])
  useEffect(() => {
    if (!isOpen || !close) return
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || event.isComposing || open.at(-1) !== id) return
      // A list or calendar that is unfolded in the dialog closes first.
      const target = event.target as Element | null
      if (!target?.closest('[data-mantine-stop-propagation=true], .mantine-Popover-dropdown')) close()
    }
    window.addEventListener('keydown', onKey, { capture: true })
    return () => window.removeEventListener('keydown', onKey, { capture: true })
  }, [isOpen, close, id])
}
