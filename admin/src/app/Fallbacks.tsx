import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Empty } from '../components/empty/Empty.tsx'
import { Page } from '../components/layout/Page.tsx'
import { PageLink } from '../components/link/PageLink.tsx'
import { Notice } from '../components/notice/Notice.tsx'
import { Skeleton, SkeletonRows } from '../components/skeleton/Skeleton.tsx'

export function PageNotFound() {
  const { t } = useTranslation()
  return (
    <Page title={t('common.notFound.title')}>
      <Empty
        title={t('common.notFound.title')}
        action={<PageLink to="/">{t('common.notFound.home')}</PageLink>}
      >
        {t('common.notFound.text')}
      </Empty>
    </Page>
  )
}

export function PageFault() {
  const { t } = useTranslation()
  return (
    <Page title={t('common.fault.title')}>
      <Notice
        what={t('common.fault.title')}
        actions={<Button onClick={() => location.reload()}>{t('common.fault.reload')}</Button>}
      >
        {t('common.fault.text')}
      </Notice>
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
