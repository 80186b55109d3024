import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useChange } from '../../api/hooks.ts'
import { type Membership, useMay, useMembership, useSession } from '../../api/session.tsx'
import { PageLink } from '../../components/link/PageLink.tsx'
import { Notice } from '../../components/notice/Notice.tsx'
import { useFormat } from '../../format/use-format.ts'
import css from './shell.module.css'

/** The last failed sign-in that was said to be one's own: a later one is told again. */
const DISMISSED = 'punchcard-failed-sign-in'

/** What a person must hear first, one at a time. */
export function Banners() {
  const { t } = useTranslation()
  const format = useFormat()
  const { failedSignIns } = useSession()
  const { tenant, needsSecondFactor, secondFactorBy, supportUntil, supportAccess } = useMembership()
  const [dismissed, setDismissed] = useState(() => localStorage.getItem(DISMISSED))
  if (needsSecondFactor) {
    return (
      <div className={css.banners}>
        <Notice
          what={t('shell.needsSecondFactor.what', { merchant: tenant.name })}
          actions={<PageLink to="/account">{t('shell.needsSecondFactor.action')}</PageLink>}
        >
          {secondFactorBy
            ? t('shell.needsSecondFactor.until', { date: format.moment(secondFactorBy) })
            : t('shell.needsSecondFactor.now')}
        </Notice>
      </div>
    )
  }
  const [looking] = supportAccess
  if (supportUntil) {
    return (
      <div className={css.banners}>
        <Notice
          what={t('shell.yourSupport.what', { merchant: tenant.name, date: format.moment(supportUntil) })}
        >
          {t('shell.yourSupport.text')}
        </Notice>
      </div>
    )
  }
  if (looking) return <SupportBanner access={looking} />
  if (tenant.state === 'closed') {
    return (
      <div className={css.banners}>
        <Notice what={t('shell.closed.what', { merchant: tenant.name })}>
          {t('shell.closed.text', { date: format.moment(tenant.deleteAfter ?? '') })}
        </Notice>
      </div>
    )
  }
  if (!failedSignIns || dismissed === failedSignIns.lastAt) return null
  const dismiss = (): void => {
    localStorage.setItem(DISMISSED, failedSignIns.lastAt)
    setDismissed(failedSignIns.lastAt)
  }
  return (
    <div className={css.banners}>
      <Notice
        what={t('shell.failedSignIns.what', { count: failedSignIns.count })}
        actions={
          <Button size="xs" onClick={dismiss}>
            {t('shell.failedSignIns.dismiss')}
          </Button>
        }
      >
        {t('shell.failedSignIns.text', { when: format.moment(failedSignIns.lastAt) })}
      </Notice>
    </div>
  )
}

/** All members of the merchant see who looks at it and why; owners can end it. */
function SupportBanner({ access }: { readonly access: Membership['supportAccess'][number] }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { tenant } = useMembership()
  const mayEnd = useMay('people.write')
  const endSupport = useChange('support.end')
  const client = useQueryClient()
  const end = async (): Promise<void> => {
    await endSupport({ params: { id: access.id } })
    await client.invalidateQueries({ queryKey: [null, 'session'] })
  }
  const { operator, reason, endsAt } = access
  return (
    <div className={css.banners}>
      <Notice
        what={t('shell.support.what', { operator, merchant: tenant.name, date: format.moment(endsAt) })}
        actions={
          mayEnd ? (
            <Button size="xs" onClick={() => void end()}>
              {t('shell.support.end')}
            </Button>
          ) : null
        }
      >
        {t('shell.support.text', { reason })}
      </Notice>
    </div>
  )
}
