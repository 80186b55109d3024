import { useTranslation } from 'react-i18next'
import { useChange } from '../../api/hooks.ts'
import type { Problem } from '../../api/problems.ts'
import { type Archiving, useArchiving } from '../../components/archiving/use-archiving.ts'
import type { Reward } from './reward-values.ts'

export function useRewardActions(onProblem: (problem: Problem | null) => void): Archiving<Reward> {
  const { t } = useTranslation()
  return useArchiving<Reward, Problem>({
    archive: useChange('rewards.archive'),
    unarchive: useChange('rewards.unarchive'),
    duplicate: useChange('rewards.duplicate'),
    says: {
      archived: ({ title }) => t('rewards.wasArchived', { title }),
      unarchived: ({ title }) => t('rewards.wasUnarchived', { title }),
      duplicated: t('rewards.duplicated'),
    },
    pageOf: (id) => `/rewards/${id}`,
    onProblem,
  })
}
