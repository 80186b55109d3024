import { useTranslation } from 'react-i18next'
import type { Problem } from '../../api/problems.ts'
import { PageLink } from '../../components/link/PageLink.tsx'

/** The way to the rules that keep a reward from being archived. */
export function RulesInTheWay({ problem }: { readonly problem: Problem }) {
  const { t } = useTranslation()
  return problem.rules ? <PageLink to="/program">{t('awards.ofReward.rules')}</PageLink> : null
}
