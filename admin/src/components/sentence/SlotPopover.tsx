import { Popover } from '@mantine/core'
import { type KeyboardEvent, type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'

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
  const { t } = useTranslation()
  const { className, display, isOpen, onOpen, onKeyDown, dropdownClassName, children } = props
  const button = useRef<HTMLButtonElement>(null)
  const moved = useMoved(button, isOpen)
  return (
    <Popover
      opened={isOpen}
      onChange={onOpen}
      position="bottom-start"
      offset={{ mainAxis: GAP - moved.y, crossAxis: -moved.x }}
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <button
          ref={button}
          type="button"
          className={className}
          onClick={() => onOpen(!isOpen)}
          onKeyDown={onKeyDown}
        >
          {display || t('common.choose')}
        </button>
      </Popover.Target>
      <Popover.Dropdown className={dropdownClassName ?? ''}>{children}</Popover.Dropdown>
    </Popover>
  )
}

const GAP = 8
const NOT_MOVED = { x: 0, y: 0 }

/** How far a slot went within its sentence since it was opened. What one clicks in must not go along. */
function useMoved(button: RefObject<HTMLElement | null>, isOpen: boolean): typeof NOT_MOVED {
  const first = useRef<typeof NOT_MOVED | null>(null)
  const [moved, setMoved] = useState(NOT_MOVED)
  useLayoutEffect(() => {
    const sentence = button.current?.closest('p')
    const own = button.current?.getBoundingClientRect()
    if (!isOpen || !sentence || !own) {
      first.current = null
      if (moved !== NOT_MOVED) setMoved(NOT_MOVED)
      return
    }
    const around = sentence.getBoundingClientRect()
    const now = { x: own.left - around.left, y: own.bottom - around.top }
    first.current ??= now
    const next = { x: now.x - first.current.x, y: now.y - first.current.y }
    if (next.x !== moved.x || next.y !== moved.y) setMoved(next)
  })
  return moved
}
