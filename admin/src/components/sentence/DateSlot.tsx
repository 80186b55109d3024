import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../format/use-format.ts'
import { fromLocal, isLocal, toLocal, toLocalEnd } from '../../format/zone.ts'
import { DateText } from '../form/DateText.tsx'
import { Skeleton } from '../skeleton/Skeleton.tsx'
import { NoCondition } from './NoCondition.tsx'
import { SlotPopover } from './SlotPopover.tsx'
import css from './sentence.module.css'
import type { OpenedSlotProps } from './types.ts'
import { useOpened } from './use-opened.ts'

const Calendar = lazy(async () => ({ default: (await import('../form/Calendar.tsx')).Calendar }))

/** A moment in the merchant's zone: typed or chosen in one place, and kept at once. */
export function DateSlot({ part, className, never, isAdded, onChange, onKeyDown }: OpenedSlotProps) {
  const { t } = useTranslation()
  const { zone, timeZone } = useFormat()
  const [isOpen, setOpen] = useOpened(isAdded)
  const [choice, setChoice] = useState(0)
  const isEnd = part.slot === '/endsAt' || part.slot === '/when/until'
  const show = isEnd ? toLocalEnd : toLocal
  const local = typeof part.value === 'string' ? show(part.value, timeZone) : null
  const keep = (next: string | null): void => {
    // What is no date changes nothing: the field says so.
    if (next !== null && isLocal(next) && next !== local) onChange(fromLocal(next, timeZone))
  }
  return (
    <SlotPopover
      className={className}
      display={part.display || t('common.choose')}
      isOpen={isOpen}
      onOpen={setOpen}
      onKeyDown={onKeyDown}
      dropdownClassName={css.date}
    >
      <DateText
        choice={choice}
        label={t('common.clockOf', { zone })}
        local={local}
        withTime
        isEnd={isEnd}
        onChange={keep}
        onKeyDown={({ key }) => {
          if (key === 'Enter') setOpen(false)
        }}
      />
      <Suspense fallback={<Skeleton height={260} />}>
        <Calendar
          local={local}
          withTime
          isEnd={isEnd}
          onChoose={(next) => {
            setChoice(choice + 1)
            keep(next)
          }}
        />
      </Suspense>
      <NoCondition word={never} onClick={() => onChange(null)} />
    </SlotPopover>
  )
}
