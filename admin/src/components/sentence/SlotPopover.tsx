import { Popover } from '@mantine/core'
import type { KeyboardEvent, ReactNode } from 'react'

interface SlotPopoverProps {
  readonly className: string
  readonly display: string | undefined
  readonly isOpen: boolean
  readonly onOpen: (isOpen: boolean) => void
  /** Of the slot itself. */
  readonly onKeyDown: (event: KeyboardEvent) => void
  /** Of what lies below. */
  readonly dropdownClassName: string | undefined
  readonly children: ReactNode
}

/** A slot below which something is chosen: the focus goes there, and comes back. */
export function SlotPopover(props: SlotPopoverProps) {
  const { className, display, isOpen, onOpen, onKeyDown, dropdownClassName, children } = props
  return (
    <Popover opened={isOpen} onChange={onOpen} position="bottom-start" trapFocus returnFocus>
      <Popover.Target>
        <button type="button" className={className} onClick={() => onOpen(!isOpen)} onKeyDown={onKeyDown}>
          {display}
        </button>
      </Popover.Target>
      <Popover.Dropdown className={dropdownClassName ?? ''}>{children}</Popover.Dropdown>
    </Popover>
  )
}
