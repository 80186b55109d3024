import { TextInput } from '@mantine/core'
import { DatePicker } from '@mantine/dates'
import '@mantine/dates/styles.layer.css'
import 'dayjs/locale/es'
import 'dayjs/locale/pt-br'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { firstDayOfWeek } from '../../format/local-date.ts'
import css from './form.module.css'

interface CalendarProps {
  /** `2026-12-01T09:30`, or the day alone; null: none is chosen. */
  readonly local: string | null
  readonly withTime: boolean
  /** It ends something: a day without a time counts whole. */
  readonly isEnd?: boolean | undefined
  readonly min?: string | undefined
  readonly max?: string | undefined
  readonly onChoose: (local: string) => void
}

/** The days of a month, and the time. What is chosen holds at once. */
export function Calendar({ local, withTime, isEnd = false, min, max, onChoose }: CalendarProps) {
  const { t, i18n } = useTranslation()
  const wholeDay = isEnd ? '24:00' : '00:00'
  const time = local?.slice(11, 16) || wholeDay
  const isEndOfDay = time === '24:00'
  const day = local?.slice(0, 10) ?? null
  const weekday = new Intl.DateTimeFormat(i18n.language, { weekday: 'short', timeZone: 'UTC' })
  const [month, setMonth] = useState(day)
  const [seen, setSeen] = useState(day)
  // The month that is shown follows what is typed beside it.
  if (day !== seen) {
    setSeen(day)
    if (day) setMonth(day)
  }
  return (
    <div className={css.calendar}>
      <DatePicker
        value={day}
        {...(month ? { date: month } : {})}
        onDateChange={(shown) => setMonth(shown.slice(0, 10))}
        onChange={(chosen) => {
          if (chosen) onChoose(withTime ? `${chosen.slice(0, 10)}T${time}` : chosen.slice(0, 10))
        }}
        locale={i18n.language.toLowerCase()}
        firstDayOfWeek={firstDayOfWeek(i18n.language, navigator.languages)}
        weekendDays={[]}
        weekdayFormat={(day) =>
          weekday
            .format(new Date(`${day.slice(0, 10)}T12:00Z`))
            .replace('.', '')
            .slice(0, 3)
        }
        hideOutsideDates
        {...(min ? { minDate: min } : {})}
        {...(max ? { maxDate: max } : {})}
        ariaLabels={{
          previousMonth: t('common.date.previousMonth'),
          nextMonth: t('common.date.nextMonth'),
        }}
      />
      {withTime && local ? (
        <TextInput
          type="time"
          label={t('common.date.time')}
          // The end of a day is no time that such a field can show.
          {...(isEndOfDay ? { description: t('common.date.endOfDay') } : {})}
          value={isEndOfDay ? '' : time}
          onChange={({ currentTarget: { value } }) => {
            if (value !== '' || isEnd) onChoose(`${local.slice(0, 10)}T${value || wholeDay}`)
          }}
        />
      ) : null}
    </div>
  )
}
