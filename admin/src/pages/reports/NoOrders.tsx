import { useTranslation } from 'react-i18next'
import { useMay } from '../../api/session.tsx'
import { Empty } from '../../components/empty/Empty.tsx'
import { PageLink } from '../../components/link/PageLink.tsx'

/** Of a merchant whose shop has sent nothing yet. */
export function NoOrders() {
  const { t } = useTranslation()
  const mayConnect = useMay('keys.read')
  return (
    <Empty
      title={t('orderReports.noOrders.title')}
      action={
        mayConnect ? <PageLink to="/developers/keys">{t('orderReports.noOrders.action')}</PageLink> : null
      }
    >
      {t('orderReports.noOrders.text')}
    </Empty>
  )
}
