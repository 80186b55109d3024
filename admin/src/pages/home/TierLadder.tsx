import { useTranslation } from 'react-i18next'
import { useRead } from '../../api/hooks.ts'
import { Bars } from '../../components/chart/Bars.tsx'
import { Section } from '../../components/layout/Page.tsx'
import { PageLink } from '../../components/link/PageLink.tsx'
import { useFormat } from '../../format/use-format.ts'

/** How many customers stand on each step, the highest first. */
export function TierLadder() {
  const { t } = useTranslation()
  const format = useFormat()
  const found = useRead('tiers.get', {})
  const tiers = (found.data?.answer.tiers ?? []).filter(({ archived }) => !archived).toReversed()
  if (tiers.length === 0) return null
  return (
    <Section
      title={t('home.tiers')}
      about={t('home.tiersAbout')}
      actions={<PageLink to="/tiers">{t('shell.pages.tiers')}</PageLink>}
    >
      <Bars
        label={t('home.tiers')}
        rows={tiers.map(({ id, name, customers }) => ({
          key: id,
          name,
          amount: String(customers),
          text: format.number(customers),
        }))}
      />
    </Section>
  )
}
