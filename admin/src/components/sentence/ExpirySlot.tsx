import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Choices } from '../form/Choices.tsx'
import { WholeInput } from '../form/WholeInput.tsx'
import { DAYS_IN_MONTH, type Ending, endingOf, isSound, type Way, wayOf } from './expiry.ts'
import { SlotPopover } from './SlotPopover.tsx'
import css from './sentence.module.css'
import type { OpenedSlotProps } from './types.ts'
import { useChosen } from './use-chosen.ts'

const YEARS_MAX = 10

/** When points expire: after so many days, with a month, after a day of the year, or never. Kept as soon as it is sound. */
export function ExpirySlot({ part, className, onChange, onKeyDown }: OpenedSlotProps) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const [ending, setEnding] = useChosen(part.value as Ending, isOpen)
  const keep = (next: Ending): void => {
    setEnding(next)
    if (isSound(next)) onChange(next)
  }
  const way = wayOf(ending)
  return (
    <SlotPopover
      className={className}
      display={part.display}
      isOpen={isOpen}
      onOpen={setOpen}
      onKeyDown={onKeyDown}
      dropdownClassName={css.choosing}
    >
      <Choices<Way>
        label={t('common.expiry.title')}
        name="expiry"
        value={way}
        onChange={(next) => keep(endingOf(next))}
        choices={(['days', 'monthEnd', 'yearDay', 'never'] as const).map((value) => ({
          value,
          label: t(`common.expiry.${value}`),
        }))}
      >
        <Details ending={ending} onChange={keep} />
      </Choices>
    </SlotPopover>
  )
}

interface DetailsProps {
  readonly ending: Ending
  readonly onChange: (ending: Ending) => void
}

function Details({ ending, onChange }: DetailsProps) {
  const { t } = useTranslation()
  if (ending === null) return null
  if (typeof ending === 'number') {
    return <Whole label={t('common.days')} value={ending} onChange={onChange} />
  }
  if ('monthEnd' in ending) {
    const change = (monthEnd: number): void => onChange({ monthEnd })
    return <Whole label={t('common.expiry.monthsLater')} value={ending.monthEnd} onChange={change} />
  }
  return <YearDay ending={ending} onChange={onChange} />
}

interface YearDayProps {
  readonly ending: { readonly yearDay: string; readonly years: number }
  readonly onChange: (ending: Ending) => void
}

function YearDay({ ending, onChange }: YearDayProps) {
  const { t, i18n } = useTranslation()
  const [month = '', day = ''] = ending.yearDay.split('-')
  const change = (changed: { month?: string; day?: string; years?: number }): void => {
    const inMonth = changed.month ?? month
    const last = DAYS_IN_MONTH[Number(inMonth) - 1] ?? 31
    const date = Math.min(Number(changed.day ?? day), last)
    const yearDay = `${inMonth}-${String(date).padStart(2, '0')}`
    onChange({ yearDay, years: changed.years ?? ending.years })
  }
  const years = Array.from({ length: YEARS_MAX + 1 }, (_, count) => ({
    value: String(count),
    label:
      count < 2
        ? t(`common.expiry.year${count}` as 'common.expiry.year0')
        : t('common.expiry.years', { count }),
  }))
  const days = Array.from({ length: DAYS_IN_MONTH[Number(month) - 1] ?? 31 }, (_, index) => String(index + 1))
  return (
    <span className={css.yearDay}>
      <NativeSelect
        label={t('common.expiry.day')}
        w={80}
        value={String(Number(day))}
        data={days}
        onChange={({ currentTarget }) => change({ day: currentTarget.value })}
      />
      <NativeSelect
        label={t('common.expiry.month')}
        w={140}
        value={month}
        data={DAYS_IN_MONTH.map((_, index) => monthOption(index, i18n.language))}
        onChange={({ currentTarget }) => change({ month: currentTarget.value })}
      />
      <NativeSelect
        label={t('common.expiry.year')}
        w={160}
        value={String(ending.years)}
        data={years}
        onChange={({ currentTarget }) => change({ years: Number(currentTarget.value) })}
      />
    </span>
  )
}

function monthOption(index: number, language: string): { value: string; label: string } {
  const format = new Intl.DateTimeFormat(language, { month: 'long', timeZone: 'UTC' })
  return { value: String(index + 1).padStart(2, '0'), label: format.format(Date.UTC(2026, index, 1)) }
}

interface WholeProps {
  readonly label: string
  readonly value: number
  readonly onChange: (value: number) => void
}

/** Emptied while it is typed anew: that changes nothing yet. */
function Whole({ label, value, onChange }: WholeProps) {
  const [typed, setTyped] = useState(String(value))
  return (
    <WholeInput
      label={label}
      value={typed}
      onChange={(next) => {
        setTyped(next)
        if (next !== '') onChange(Number(next))
      }}
    />
  )
}
