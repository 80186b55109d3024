import { Popover } from '@mantine/core'
import type { ReactNode } from 'react'

interface SlotPopoverProps {
  readonly className: string
  readonly display: string | undefined
  readonly isOpen: boolean
  readonly onOpen: (isOpen: boolean) => void
  /** Of what lies below. */
  readonly dropdownClassName: string | undefined
  readonly children: ReactNode
}

/** A slot below which something is chosen: the focus goes there, and comes back. */
export function SlotPopover(props: SlotPopoverProps) {
  const { className, display, isOpen, onOpen, dropdownClassName, children } = props
  return (
    <Popover opened={isOpen} onChange={onOpen} position="bottom-start" trapFocus returnFocus>
      <Popover.Target>
        <button type="button" className={className} onClick={() => onOpen(!isOpen)}>
          {display}
        </button>
      </Popover.Target>
      <Popover.Dropdown className={dropdownClassName ?? ''}>{children}</Popover.Dropdown>
    </Popover>
  )
}
