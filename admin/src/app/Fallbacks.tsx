import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Page } from '../components/layout/Page.tsx'
import { PageLink } from '../components/link/PageLink.tsx'
import { Notice } from '../components/notice/Notice.tsx'
import { Skeleton, SkeletonRows } from '../components/skeleton/Skeleton.tsx'

export function PageNotFound() {
  const { t } = useTranslation()
  return (
    <Page title={t('common.notFound.title')}>
      <p className="muted">{t('common.notFound.text')}</p>
      <PageLink to="/">{t('common.notFound.home')}</PageLink>
    </Page>
  )
}

export function PageFault() {
  const { t } = useTranslation()
  return (
    <Page title={t('common.fault.title')}>
      <Notice
        what={t('common.fault.text')}
        actions={<Button onClick={() => location.reload()}>{t('common.fault.reload')}</Button>}
      />
    </Page>
  )
}

export function PagePending() {
  return (
    <Page title="Punchcard" about={<Skeleton width={160} height={16} />}>
      <SkeletonRows count={6} />
    </Page>
  )
}
