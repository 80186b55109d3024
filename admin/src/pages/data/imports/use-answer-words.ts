import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../format/use-format.ts'
import type { Question } from './import.ts'

const STYLES = ['dot', 'comma', 'dmy', 'mdy', 'excel', 'unix'] as const
const DELIMITERS = ['comma', 'semicolon', 'tab', 'bar'] as const

/** An answer in words; the name of a column is its own word. */
export function useAnswerName(): (question: Question, answer: string) => string {
  const { t } = useTranslation()
  return ({ kind }, answer) => {
    if (kind === 'header') return t(answer === 'yes' ? 'imports.questions.yes' : 'imports.questions.no')
    if (kind === 'encoding') return t('imports.questions.windows')
    if (kind === 'countsTwice') return t('imports.questions.accepted')
    if (kind === 'delimiter') {
      const known = DELIMITERS.find((one) => one === answer)
      return known ? t(`imports.questions.${known}_delimiter`) : answer
    }
    if (kind === 'column') return answer === 'none' ? t('imports.questions.none') : answer
    const known = STYLES.find((one) => one === answer)
    return known ? t(`imports.questions.${known}`) : answer
  }
}

/** How a value of the file would be read: “1.234 → 1,234”. */
export function useReading(): (question: Question, value: string, reading: string) => string {
  const { t } = useTranslation()
  const format = useFormat()
  return ({ kind }, value, reading) => {
    if (reading === '') return t('imports.questions.refused', { value })
    const isDay = /^\d{4}-\d{2}-\d{2}$/.test(reading)
    const shown =
      kind === 'decimal'
        ? format.points(reading)
        : isDay
          ? format.date(`${reading}T12:00:00Z`)
          : format.moment(reading)
    return `${value} → ${shown}`
  }
}
