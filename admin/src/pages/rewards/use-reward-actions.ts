import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useChange } from '../../api/hooks.ts'
import type { Problem } from '../../api/problems.ts'
import { etagOf } from '../../api/version.ts'
import { usePageAddress } from '../../components/link/PageLink.tsx'
import { toast } from '../../components/toast/toast.tsx'
import type { Reward } from './reward-values.ts'

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
  const duplicate = useChange('rewards.duplicate')

  /** It comes back as it was, switched on or off. */
  const bringBack = async (id: number, etag: string | null): Promise<boolean> => {
    const outcome = await unarchive({ params: { id }, etag })
    onProblem(outcome.isDone ? null : outcome.problem)
    return outcome.isDone
  }
  return {
    async archive(reward) {
      const outcome = await archive({ params: { id: reward.id }, etag: etagOf(reward) })
      if (!outcome.isDone) return onProblem(outcome.problem)
      onProblem(null)
      toast(t('rewards.wasArchived', { title: reward.title }), {
        label: t('common.undo'),
        run: () => void bringBack(reward.id, outcome.etag),
      })
    },
    async unarchive(reward) {
      const isBack = await bringBack(reward.id, etagOf(reward))
      if (isBack) toast(t('rewards.wasUnarchived', { title: reward.title }))
    },
    async duplicate(reward) {
      const outcome = await duplicate({ params: { id: reward.id } })
      if (!outcome.isDone) return onProblem(outcome.problem)
      toast(t('rewards.duplicated'))
      await navigate({ to: address(`/rewards/${outcome.answer.id}`) })
    },
  }
}
