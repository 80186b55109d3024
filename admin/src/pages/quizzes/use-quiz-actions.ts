import { useTranslation } from 'react-i18next'
import { useChange } from '../../api/hooks.ts'
import type { Problem } from '../../api/problems.ts'
import { type Archiving, useArchiving } from '../../components/archiving/use-archiving.ts'
import type { Quiz } from './quiz-values.ts'

export function useQuizActions(onProblem: (problem: Problem | null) => void): Archiving<Quiz> {
  const { t } = useTranslation()
  return useArchiving<Quiz, Problem>({
    archive: useChange('quizzes.archive'),
    unarchive: useChange('quizzes.unarchive'),
    duplicate: useChange('quizzes.duplicate'),
    says: {
      archived: ({ name }) => t('quizzes.wasArchived', { name }),
      unarchived: ({ name }) => t('quizzes.wasUnarchived', { name }),
      duplicated: t('quizzes.duplicated'),
    },
    pageOf: (id) => `/quizzes/${id}`,
    onProblem,
  })
}
