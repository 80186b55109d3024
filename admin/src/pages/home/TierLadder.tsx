import { useTranslation } from 'react-i18next'
import { useRead } from '../../api/hooks.ts'
import { Section } from '../../components/layout/Page.tsx'
import { PageLink } from '../../components/link/PageLink.tsx'
import { useFormat } from '../../format/use-format.ts'
import css from './home.module.css'

/** How many customers stand on each step, the highest first. */
export function TierLadder() {
  const { t } = useTranslation()
  const format = useFormat()
  const found = useRead('tiers.get', {})
  const tiers = (found.data?.answer.tiers ?? []).filter(({ archived }) => !archived).toReversed()
  const most = Math.max(1, ...tiers.map(({ customers }) => customers))
  if (tiers.length === 0) return null
  return (
    <Section
      title={t('home.tiers')}
      about={t('home.tiersAbout')}
      actions={<PageLink to="/tiers">{t('shell.pages.tiers')}</PageLink>}
    >
      <ul className={css.ladder}>
        {tiers.map(({ id, name, customers }) => (
          <li key={id}>
            <span>{name}</span>
            <span className={css.track} style={{ width: `${Math.max(1, (customers / most) * 100)}%` }} />
            <span className={css.count}>{format.number(customers)}</span>
          </li>
        ))}
      </ul>
    </Section>
  )
}
