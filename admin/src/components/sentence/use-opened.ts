import { useEffect, useState } from 'react'

/** Whether a slot is open. One that was just added opens by itself, once it is drawn: its popover has to find its place. */
export function useOpened(isAdded: boolean): [boolean, (isOpen: boolean) => void] {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    if (isAdded) setOpen(true)
  }, [isAdded])
  return [isOpen, setOpen]
}
