import { useTranslation } from 'react-i18next'
import { useMay } from '../../api/session.tsx'
import { Tabs } from '../../components/tabs/Tabs.tsx'

/** Keys for the shop and tokens for the merchant's own programs: two ways in that are easily confused. */
export function DeveloperTabs() {
  const { t } = useTranslation()
  const mayReadTokens = useMay('tokens.read')
  if (!mayReadTokens) return null
  return (
    <Tabs
      label={t('tokens.parts')}
      tabs={[
        { name: 'keys', label: t('keys.title'), to: '/developers/keys' },
        { name: 'tokens', label: t('tokens.title'), to: '/developers/keys/tokens' },
      ]}
    />
  )
}
