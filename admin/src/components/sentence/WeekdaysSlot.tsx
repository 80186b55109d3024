import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { WEEK } from '../../format/week.ts'
import { NoCondition } from './NoCondition.tsx'
import { SlotPopover } from './SlotPopover.tsx'
import css from './sentence.module.css'
import type { OpenedSlotProps } from './types.ts'
import { useChosen } from './use-chosen.ts'
import { useOpened } from './use-opened.ts'

const WORKING_DAYS = WEEK.slice(0, 5)
const WEEKEND = WEEK.slice(5)

/** Seven days to switch on and off. */
export function WeekdaysSlot({ part, className, never, isAdded, onChange, onKeyDown }: OpenedSlotProps) {
  const { t, i18n } = useTranslation()
  const [isOpen, setOpen] = useOpened(isAdded)
  const [days, setDays] = useChosen(part.value as readonly string[], isOpen)
  const chosen = new Set(days)
  const choose = (next: readonly string[]): void => {
    if (next.length === 0 && never === null) return
    // In the order of the week, however they were clicked.
    const inOrder = WEEK.filter((day) => next.includes(day))
    setDays(inOrder)
    onChange(inOrder.length === 0 ? null : inOrder)
  }
  const toggle = (day: string): void =>
    choose(chosen.has(day) ? [...chosen].filter((one) => one !== day) : [...chosen, day])
  return (
    <SlotPopover
      className={className}
      display={part.display}
      isOpen={isOpen}
      onOpen={setOpen}
      onKeyDown={onKeyDown}
      dropdownClassName={css.choosing}
    >
      <div className={css.days}>
        {WEEK.map((day, index) => (
          <button
            key={day}
            type="button"
            className={css.day}
            aria-pressed={chosen.has(day)}
            title={dayName(index, i18n.language, 'long')}
            onClick={() => toggle(day)}
          >
            {dayName(index, i18n.language, 'short')}
          </button>
        ))}
      </div>
      <div className={css.shortcuts}>
        <Button size="xs" onClick={() => choose(WORKING_DAYS)}>
          {t('common.workingDays')}
        </Button>
        <Button size="xs" onClick={() => choose(WEEKEND)}>
          {t('common.weekend')}
        </Button>
        <NoCondition word={never} onClick={() => onChange(null)} />
      </div>
    </SlotPopover>
  )
}

/** The first of January 2024 was a Monday. */
function dayName(index: number, language: string, weekday: 'short' | 'long'): string {
  const format = new Intl.DateTimeFormat(language, { weekday, timeZone: 'UTC' })
  return format.format(Date.UTC(2024, 0, 1 + index)).replace('.', '')
}
