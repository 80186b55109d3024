import { useTranslation } from 'react-i18next'
import { useRead } from '../../api/hooks.ts'
import { PageLink } from '../../components/link/PageLink.tsx'
import { Warning } from '../../components/notice/Notice.tsx'

/** When the points of quizzes expire: their rule says it, and without one they never do. */
export function PointsTerms() {
  const { t } = useTranslation()
  const current = useRead('program.get', {}).data?.answer.current
  if (current === undefined) return null
  const rule = current?.rules.find(({ kind, isActive }) => kind === 'quiz' && isActive)
  if (rule) return rule.sentence ? <p className="muted small">{rule.sentence}</p> : null
  return (
    <Warning>
      {t('quizzes.noRule')} <PageLink to="/program">{t('quizzes.addRule')}</PageLink>
    </Warning>
  )
}
