import { Navigate, Outlet, useParams } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useMembership, useSession } from '../api/session.tsx'
import { TenantContext } from '../api/tenant.ts'
import { Empty } from '../components/empty/Empty.tsx'
import { Page } from '../components/layout/Page.tsx'
import { CustomsContext } from '../format/use-format.ts'
import { PageNotFound } from './Fallbacks.tsx'
import { Shell } from './shell/Shell.tsx'
import { usePresentPage } from './use-present-page.ts'

const LAST = 'punchcard-merchant'

/** `/panel/`: the merchant of the last visit. */
export function FirstMerchant() {
  const { t } = useTranslation()
  const { memberships, person } = useSession()
  const last = Number(localStorage.getItem(LAST))
  const found = memberships.find(({ tenant }) => tenant.id === last) ?? memberships[0]
  if (found) return <Navigate to={`/t/${found.tenant.id}`} replace />
  if (person.isOperator) return <Navigate to="/platform/merchants" replace />
  return (
    <Page title={t('shell.noMerchant.title')}>
      <Empty title={t('shell.noMerchant.title')}>{t('shell.noMerchant.text')}</Empty>
    </Page>
  )
}

export function MerchantPages() {
  const { tenant } = useParams({ strict: false }) as { tenant?: string }
  const { memberships } = useSession()
  const found = memberships.find(({ tenant: { id } }) => String(id) === tenant)
  const customs = useMemo(
    () => ({ currency: found?.tenant.currency ?? 'USD', timeZone: found?.tenant.timeZone ?? 'UTC' }),
    [found],
  )
  // Another person's merchant and none at all look the same.
  if (!found) return <PageNotFound />
  localStorage.setItem(LAST, String(found.tenant.id))
  return (
    <TenantContext value={found.tenant.id}>
      <CustomsContext value={customs}>
        <Shell key={found.tenant.id}>
          {found.tenant.state === 'suspended' && !found.supportUntil ? <Suspended /> : <PermittedPage />}
        </Shell>
      </CustomsContext>
    </TenantContext>
  )
}

/** The server refuses everything else. The rail stays, for the way to another merchant. */
function Suspended() {
  const { t } = useTranslation()
  const { tenant } = useMembership()
  return (
    <Page title={t('shell.suspended.title', { merchant: tenant.name })}>
      <p>{t('shell.suspended.text')}</p>
      {tenant.stateReason ? <p>{t('shell.suspended.reason', { reason: tenant.stateReason })}</p> : null}
    </Page>
  )
}

/** What one may not see is not asked for: the server would refuse it anyway. */
function PermittedPage() {
  const { permissions } = useMembership()
  const entry = usePresentPage()
  if (entry?.permission && !permissions.includes(entry.permission)) return <PageNotFound />
  return <Outlet />
}
