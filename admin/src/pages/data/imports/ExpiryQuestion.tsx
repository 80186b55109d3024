import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DateInput } from '../../../components/form/DateInput.tsx'
import { isDay } from '../../../components/report/period.ts'
import css from './questions.module.css'
import type { Save } from './use-saving.ts'

interface ExpiryQuestionProps {
  readonly message: string
  readonly value: string | null
  readonly onSave: Save
}

/** There is no default: a wrong one would take points away, or keep them for good. */
export function ExpiryQuestion({ message, value, onSave }: ExpiryQuestionProps) {
  const { t } = useTranslation()
  /** Shown while it is saved. */
  const [given, give] = useState<string | null>(isDay(value) ? 'day' : null)
  const choose = async (expiresWhenMissing: 'never' | 'program'): Promise<void> => {
    give(expiresWhenMissing)
    if (!(await onSave({ options: { expiresWhenMissing } }))) give(null)
  }
  const isDayAsked = given === 'day'
  return (
    <fieldset className={css.question}>
      <legend>{message}</legend>
      {(['program', 'never'] as const).map((one) => (
        <label key={one} className={css.answer}>
          <input
            type="radio"
            name="expiresWhenMissing"
            checked={(given ?? value) === one}
            onChange={() => void choose(one)}
          />
          <span>{t(`imports.questions.${one}`)}</span>
        </label>
      ))}
      <label className={css.answer}>
        <input type="radio" name="expiresWhenMissing" checked={isDayAsked} onChange={() => give('day')} />
        <span>{t('imports.questions.day')}</span>
      </label>
      {isDayAsked ? (
        <div className={css.day}>
          <DateInput
            label={t('imports.questions.dayLabel')}
            local={isDay(value) ? value : null}
            withTime={false}
            min={new Date().toISOString().slice(0, 10)}
            onChange={(day) => {
              if (isDay(day)) void onSave({ options: { expiresWhenMissing: day } })
            }}
          />
        </div>
      ) : null}
    </fieldset>
  )
}
