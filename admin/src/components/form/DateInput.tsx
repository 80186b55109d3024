import { Popover } from '@mantine/core'
import { type KeyboardEvent, lazy, Suspense, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Skeleton } from '../skeleton/Skeleton.tsx'
import { DateText, type DateTextProps } from './DateText.tsx'

/** The calendar is as large as a page: it comes when it is first opened. */
const Calendar = lazy(async () => ({ default: (await import('./Calendar.tsx')).Calendar }))

interface DateInputProps extends DateTextProps {
  /** The first day that can be chosen. */
  readonly min?: string | undefined
  readonly max?: string | undefined
}

/** A date that is typed, or chosen in the calendar below it. */
export function DateInput({ min, max, ...props }: DateInputProps) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const [choice, setChoice] = useState(0)
  const dropdown = useRef<HTMLDivElement>(null)
  /** The first press opens the calendar, the next goes into it; Escape leads back. */
  const openOrEnter = (event: KeyboardEvent): void => {
    event.preventDefault()
    const find = (days: string) => dropdown.current?.querySelector<HTMLElement>(days)
    const day = find('[data-selected]') ?? find('table button:not([data-hidden])')
    if (isOpen) day?.focus()
    setOpen(true)
  }
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="bottom-start"
      withRoles={false}
      returnFocus
      disabled={props.disabled ?? false}
    >
      <Popover.Target>
        <DateText
          {...props}
          choice={choice}
          onClick={() => setOpen(true)}
          onLeave={(to) => {
            if (to && !to.closest('.mantine-Popover-dropdown')) setOpen(false)
          }}
          onKeyDown={(event) => {
            const { key } = event
            if (key === 'Tab' || key === 'Enter' || key === 'Escape') setOpen(false)
            if (key === 'ArrowDown') openOrEnter(event)
          }}
          data-mantine-stop-propagation={isOpen || undefined}
        />
      </Popover.Target>
      <Popover.Dropdown ref={dropdown} role="dialog" aria-label={t('common.date.calendar')}>
        <Suspense fallback={<Skeleton height={260} width={220} />}>
          <Calendar
            local={props.local}
            withTime={props.withTime}
            isEnd={props.isEnd}
            min={min}
            max={max}
            onChoose={(local) => {
              setChoice(choice + 1)
              props.onChange(local)
              // A day is the whole answer; a moment has a time below it.
              if (!props.withTime) setOpen(false)
            }}
          />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  )
}
