import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { NoCondition } from './NoCondition.tsx'
import { SlotPopover } from './SlotPopover.tsx'
import css from './sentence.module.css'
import type { Hours, OpenedSlotProps } from './types.ts'
import { useChosen } from './use-chosen.ts'
import { useOpened } from './use-opened.ts'

const WINDOWS_MAX = 5
const CLOCK = /^([01]?\d|2[0-3]):?([0-5]\d)$/

/** `16`, `16:00` and `1600` are `16:00`; null: no time of the day. */
function clockOf(typed: string, isEnd: boolean): string | null {
  const text = typed.trim()
  if (isEnd && /^24(:?00)?$/.test(text)) return '24:00'
  const [, hour, minute] = CLOCK.exec(text) ?? CLOCK.exec(`${text}:00`) ?? []
  return hour === undefined || minute === undefined ? null : `${hour.padStart(2, '0')}:${minute}`
}

/** Beginnings and ends, typed; each is kept when it is a time. */
export function HoursSlot({ part, className, never, isAdded, onChange, onKeyDown }: OpenedSlotProps) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useOpened(isAdded)
  const [windows, setWindows] = useChosen(part.value as readonly Hours[], isOpen)
  const keep = (next: readonly Hours[]): void => {
    setWindows(next)
    onChange(next)
  }
  const change = (index: number, changed: Partial<Hours>): void =>
    keep(windows.map((window, at) => (at === index ? { ...window, ...changed } : window)))
  const remove = (index: number): void => keep(windows.filter((_, at) => at !== index))
  return (
    <SlotPopover
      className={className}
      display={part.display}
      isOpen={isOpen}
      onOpen={setOpen}
      onKeyDown={onKeyDown}
      dropdownClassName={css.choosing}
    >
      {windows.map((window, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a window is known by its place, and nothing else of it stays
        <div key={index} className={css.window}>
          <ClockInput
            label={t('common.hoursFrom')}
            clock={window.from}
            isEnd={false}
            onChange={(from) => change(index, { from })}
          />
          <ClockInput
            label={t('common.hoursUntil')}
            clock={window.until}
            isEnd
            onChange={(until) => change(index, { until })}
          />
          {windows.length > 1 ? (
            <NoCondition word={t('common.remove')} onClick={() => remove(index)} />
          ) : null}
        </div>
      ))}
      <div className={css.shortcuts}>
        {windows.length < WINDOWS_MAX ? (
          <Button size="xs" onClick={() => keep([...windows, { from: '18:00', until: '20:00' }])}>
            {t('common.hoursMore')}
          </Button>
        ) : null}
        <NoCondition word={never} onClick={() => onChange(null)} />
      </div>
    </SlotPopover>
  )
}

interface ClockInputProps {
  readonly label: string
  readonly clock: string
  readonly isEnd: boolean
  readonly onChange: (clock: string) => void
}

function ClockInput({ label, clock, isEnd, onChange }: ClockInputProps) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState(clock)
  const read = clockOf(typed, isEnd)
  const keep = (): void => {
    if (read === null) return
    setTyped(read)
    if (read !== clock) onChange(read)
  }
  return (
    <TextInput
      label={label}
      value={typed}
      error={read === null ? t('common.noClock') : null}
      inputMode="numeric"
      w={110}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={keep}
      onKeyDown={({ key }) => {
        if (key === 'Enter') keep()
      }}
    />
  )
}
