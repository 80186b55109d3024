import { useTranslation } from 'react-i18next'
import type { Permission } from '../../../../server/src/contract/permission.ts'
import { useMembership } from '../../api/session.tsx'
import { Tabs } from '../../components/tabs/Tabs.tsx'

const PARTS = [
  { name: 'general', to: '/settings', permission: 'settings.read' },
  { name: 'people', to: '/settings/people', permission: 'people.read' },
  { name: 'security', to: '/settings/security', permission: 'settings.read' },
  { name: 'audit', to: '/settings/audit', permission: 'audit.read' },
] as const satisfies readonly { name: string; to: string; permission: Permission }[]

/** The parts of the settings that one may see. */
export function SettingsTabs() {
  const { t } = useTranslation()
  const { permissions } = useMembership()
  return (
    <Tabs
      label={t('settings.parts')}
      tabs={PARTS.filter(({ permission }) => permissions.includes(permission)).map(({ name, to }) => ({
        name,
        to,
        label: t(`settings.part.${name}`),
      }))}
    />
  )
}
