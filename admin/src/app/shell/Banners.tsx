import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMembership, useSession } from '../../api/session.tsx'
import { PageLink } from '../../components/link/PageLink.tsx'
import { Notice } from '../../components/notice/Notice.tsx'
import { useFormat } from '../../format/use-format.ts'
import css from './shell.module.css'

/** What a person must hear first, one at a time. */
export function Banners() {
  const { t } = useTranslation()
  const format = useFormat()
  const { failedSignIns } = useSession()
  const { tenant, needsSecondFactor, secondFactorBy } = useMembership()
  const [isDismissed, setDismissed] = useState(false)
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
  if (!failedSignIns || isDismissed) return null
  return (
    <div className={css.banners}>
      <Notice
        what={t('shell.failedSignIns.what', { count: failedSignIns.count })}
        actions={
          <Button size="xs" onClick={() => setDismissed(true)}>
            {t('shell.failedSignIns.dismiss')}
          </Button>
        }
      >
        {t('shell.failedSignIns.text', { when: format.moment(failedSignIns.lastAt) })}
      </Notice>
    </div>
  )
}
