import { useTranslation } from 'react-i18next'
import { Status } from '../../components/status/Status.tsx'
import type { Endpoint } from './endpoint.ts'

export function EndpointState({ endpoint: { state, failingSince } }: { readonly endpoint: Endpoint }) {
  const { t } = useTranslation()
  if (state === 'paused') return <Status kind="off">{t('webhooks.state.paused')}</Status>
  if (state === 'disabled') return <Status kind="bad">{t('webhooks.state.disabled')}</Status>
  if (failingSince) return <Status kind="bad">{t('webhooks.state.failing')}</Status>
  return <Status kind="well">{t('webhooks.state.active')}</Status>
}
