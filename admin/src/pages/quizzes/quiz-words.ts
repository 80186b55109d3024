import { useTranslation } from 'react-i18next'
import type { StatusKind } from '../../components/status/Status.tsx'
import { useFormat } from '../../format/use-format.ts'
import type { Quiz } from './quiz-values.ts'

/** Whether it can be answered now, and else why not. */
export function useQuizState(): (quiz: Quiz) => { kind: StatusKind; text: string } {
  const { t } = useTranslation()
  const format = useFormat()
  return ({ archivedAt, isActive, startsAt, endsAt }) => {
    const now = Date.now()
    if (archivedAt) return { kind: 'off', text: t('quizzes.state.archived') }
    if (!isActive) return { kind: 'off', text: t('quizzes.state.off') }
    if (endsAt && Date.parse(endsAt) <= now) return { kind: 'off', text: t('quizzes.state.ended') }
    if (startsAt && Date.parse(startsAt) > now) {
      return { kind: 'waiting', text: t('quizzes.state.from', { date: format.date(startsAt) }) }
    }
    return { kind: 'well', text: t('quizzes.state.open') }
  }
}
