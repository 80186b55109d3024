import { useTranslation } from 'react-i18next'
import { Tabs } from '../../components/tabs/Tabs.tsx'

const PARTS = [
  { name: 'search', to: '/customers' },
  { name: 'activity', to: '/activity' },
  { name: 'referrals', to: '/referrals' },
  { name: 'unclaimed', to: '/customers/unclaimed' },
] as const

/** Customers, what happens to their points, and the friends they bring. */
export function CustomerTabs() {
  const { t } = useTranslation()
  return (
    <Tabs
      label={t('referrals.parts.label')}
      tabs={PARTS.map(({ name, to }) => ({ name, to, label: t(`referrals.parts.${name}`) }))}
    />
  )
}
