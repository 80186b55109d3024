import { Outlet } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useSession } from '../api/session.tsx'
import { PageNotFound } from './Fallbacks.tsx'

/** Pages of those who run the installation: of no merchant, and not there for others. */
export function PlatformPages() {
  const { t } = useTranslation()
  const { person } = useSession()
  if (!person.isOperator) return <PageNotFound />
  return (
    <main id="page" tabIndex={-1} aria-label={t('platform.title')}>
      <Outlet />
    </main>
  )
}
