import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useChange } from '../../api/hooks.ts'
import type { Problem } from '../../api/problems.ts'
import { etagOf } from '../../api/version.ts'
import { usePageAddress } from '../../components/link/PageLink.tsx'
import { toast } from '../../components/toast/toast.tsx'
import { bodyOf, type Reward, valuesOf } from './reward-values.ts'

interface RewardActions {
  archive(reward: Reward): Promise<void>
  unarchive(reward: Reward): Promise<void>
  duplicate(reward: Reward): Promise<void>
}

/** What one does with a whole reward; what is refused is told to the page. */
export function useRewardActions(onProblem: (problem: Problem | null) => void): RewardActions {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const address = usePageAddress()
  const archive = useChange('rewards.archive')
  const unarchive = useChange('rewards.unarchive')
  const replace = useChange('rewards.replace')
  const duplicate = useChange('rewards.duplicate')

  /** As it was: one that comes back is switched off, so it is switched on again if it was on. */
  const undoArchive = async (before: Reward, etag: string | null): Promise<void> => {
    const params = { id: before.id }
    const back = await unarchive({ params, etag })
    if (!back.isDone) return onProblem(back.problem)
    if (!before.isActive) return
    const on = await replace({ params, etag: back.etag, body: bodyOf(valuesOf(before)) })
    if (!on.isDone) onProblem(on.problem)
  }
  return {
    async archive(reward) {
      const outcome = await archive({ params: { id: reward.id }, etag: etagOf(reward) })
      if (!outcome.isDone) return onProblem(outcome.problem)
      onProblem(null)
      toast(t('rewards.wasArchived', { title: reward.title }), {
        label: t('common.undo'),
        run: () => void undoArchive(reward, outcome.etag),
      })
    },
    async unarchive(reward) {
      const outcome = await unarchive({ params: { id: reward.id }, etag: etagOf(reward) })
      if (!outcome.isDone) return onProblem(outcome.problem)
      onProblem(null)
      toast(t('rewards.wasUnarchived', { title: reward.title }))
    },
    async duplicate(reward) {
      const outcome = await duplicate({ params: { id: reward.id } })
      if (!outcome.isDone) return onProblem(outcome.problem)
      toast(t('rewards.duplicated'))
      await navigate({ to: address(`/rewards/${outcome.answer.id}`) })
    },
  }
}
