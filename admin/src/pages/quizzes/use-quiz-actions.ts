import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useChange } from '../../api/hooks.ts'
import type { Problem } from '../../api/problems.ts'
import { etagOf } from '../../api/version.ts'
import { usePageAddress } from '../../components/link/PageLink.tsx'
import { toast } from '../../components/toast/toast.tsx'
import { bodyOf, type Quiz, valuesOf } from './quiz-values.ts'

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
  const replace = useChange('quizzes.replace')
  const duplicate = useChange('quizzes.duplicate')
  /** As it was: one that comes back is switched off, so it is switched on again if it was on. */
  const undo = async (before: Quiz, etag: string | null): Promise<void> => {
    const params = { id: before.id }
    const back = await unarchive({ params, etag })
    if (!back.isDone) return onProblem(back.problem)
    if (!before.isActive) return
    const on = await replace({ params, etag: back.etag, body: bodyOf(valuesOf(before)) })
    if (!on.isDone) onProblem(on.problem)
  }
  return {
    async archive(quiz) {
      const outcome = await archive({ params: { id: quiz.id }, etag: etagOf(quiz) })
      if (!outcome.isDone) return onProblem(outcome.problem)
      onProblem(null)
      toast(t('quizzes.wasArchived', { name: quiz.name }), {
        label: t('common.undo'),
        run: () => void undo(quiz, outcome.etag),
      })
    },
    async unarchive(quiz) {
      const outcome = await unarchive({ params: { id: quiz.id }, etag: etagOf(quiz) })
      if (!outcome.isDone) return onProblem(outcome.problem)
      onProblem(null)
      toast(t('quizzes.wasUnarchived', { name: quiz.name }))
    },
    async duplicate(quiz) {
      const outcome = await duplicate({ params: { id: quiz.id } })
      if (!outcome.isDone) return onProblem(outcome.problem)
      toast(t('quizzes.duplicated'))
      await navigate({ to: address(`/quizzes/${outcome.answer.id}`) })
    },
  }
}
