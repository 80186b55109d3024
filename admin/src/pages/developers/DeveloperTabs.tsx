import { useTranslation } from 'react-i18next'
import { useMay } from '../../api/session.tsx'
import { Tabs } from '../../components/tabs/Tabs.tsx'

/** Keys for the shop, tokens for the merchant's own programs, and why calls with keys were refused. */
export function DeveloperTabs() {
  const { t } = useTranslation()
  const mayReadTokens = useMay('tokens.read')
  const mayReadRequests = useMay('requests.read')
  if (!mayReadTokens && !mayReadRequests) return null
  return (
    <Tabs
      label={t('tokens.parts')}
      tabs={[
        { name: 'keys', label: t('keys.title'), to: '/developers/keys' },
        ...(mayReadTokens
          ? [{ name: 'tokens', label: t('tokens.title'), to: '/developers/keys/tokens' }]
          : []),
        ...(mayReadRequests
          ? [{ name: 'requests', label: t('requests.title'), to: '/developers/requests' }]
          : []),
      ]}
    />
  )
}
