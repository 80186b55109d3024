import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useChange } from '../../api/hooks.ts'
import type { Problem } from '../../api/problems.ts'
import { etagOf } from '../../api/version.ts'
import { usePageAddress } from '../../components/link/PageLink.tsx'
import { toast } from '../../components/toast/toast.tsx'
import type { Quiz } from './quiz-values.ts'

interface QuizActions {
  archive(quiz: Quiz): Promise<void>
  unarchive(quiz: Quiz): Promise<void>
  duplicate(quiz: Quiz): Promise<void>
}

export function useQuizActions(onProblem: (problem: Problem | null) => void): QuizActions {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const address = usePageAddress()
  const archive = useChange('quizzes.archive')
  const unarchive = useChange('quizzes.unarchive')
  const duplicate = useChange('quizzes.duplicate')
  /** It comes back as it was, switched on or off. */
  const bringBack = async (id: number, etag: string | null): Promise<boolean> => {
    const outcome = await unarchive({ params: { id }, etag })
    onProblem(outcome.isDone ? null : outcome.problem)
    return outcome.isDone
  }
  return {
    async archive(quiz) {
      const outcome = await archive({ params: { id: quiz.id }, etag: etagOf(quiz) })
      if (!outcome.isDone) return onProblem(outcome.problem)
      onProblem(null)
      toast(t('quizzes.wasArchived', { name: quiz.name }), {
        label: t('common.undo'),
        run: () => void bringBack(quiz.id, outcome.etag),
      })
    },
    async unarchive(quiz) {
      const isBack = await bringBack(quiz.id, etagOf(quiz))
      if (isBack) toast(t('quizzes.wasUnarchived', { name: quiz.name }))
    },
    async duplicate(quiz) {
      const outcome = await duplicate({ params: { id: quiz.id } })
      if (!outcome.isDone) return onProblem(outcome.problem)
      toast(t('quizzes.duplicated'))
      await navigate({ to: address(`/quizzes/${outcome.answer.id}`) })
    },
  }
}
