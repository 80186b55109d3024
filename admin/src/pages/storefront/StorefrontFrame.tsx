import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Answered } from '../../api/client.ts'
import { useRead } from '../../api/hooks.ts'
import { useMay } from '../../api/session.tsx'
import { useDialogInAddress } from '../../components/dialog/use-dialog-in-address.ts'
import { Icon } from '../../components/icon/Icon.tsx'
import { Page } from '../../components/layout/Page.tsx'
import { ProblemNotice, TryAgain } from '../../components/notice/Notice.tsx'
import { SkeletonRows } from '../../components/skeleton/Skeleton.tsx'
import { Status } from '../../components/status/Status.tsx'
import { Tabs } from '../../components/tabs/Tabs.tsx'
import { addressOfPage } from './address.ts'
import { CodeDialog } from './CodeDialog.tsx'
import { Start } from './Start.tsx'
import { SwitchOffDialog } from './SwitchOffDialog.tsx'
import { SwitchOnDialog } from './SwitchOnDialog.tsx'
import css from './storefront.module.css'

const PARTS = [
  { name: 'appearance', to: '/storefront' },
  { name: 'texts', to: '/storefront/texts' },
  { name: 'shown', to: '/storefront/shown' },
  { name: 'domains', to: '/storefront/domains' },
  { name: 'terms', to: '/storefront/terms' },
] as const

interface StorefrontFrameProps {
  readonly children: (found: Answered<'storefront.get'>) => ReactNode
}

/** What all parts of the storefront have above them: whether it is on, and the way from one to the other. */
export function StorefrontFrame({ children }: StorefrontFrameProps) {
  const { t } = useTranslation()
  const found = useRead('storefront.get', {})
  const [dialog, setDialog] = useDialogInAddress(['switchOn', 'switchOff', 'code'])
  const mayWrite = useMay('storefront.write')
  const close = (): void => setDialog(null)
  const storefront = found.data?.answer
  return (
    <Page
      title={t('storefront.title')}
      about={
        storefront ? (
          <>
            <Status kind={storefront.isOn ? 'well' : 'off'}>
              {t(storefront.isOn ? 'storefront.on' : 'storefront.off')}
            </Status>
            {t('storefront.about')}
          </>
        ) : null
      }
      actions={
        storefront?.isOn ? (
          <>
            {mayWrite ? (
              <Button variant="subtle" onClick={() => setDialog('switchOff')}>
                {t('storefront.switchOff.action')}
              </Button>
            ) : null}
            {storefront.slug === null ? null : (
              <Button
                component="a"
                href={addressOfPage(storefront.slug)}
                target="_blank"
                rel="noreferrer"
                leftSection={<Icon name="globe" size={14} />}
              >
                {t('storefront.openPage')}
              </Button>
            )}
            <Button leftSection={<Icon name="copy" size={14} />} onClick={() => setDialog('code')}>
              {t('storefront.code.action')}
            </Button>
          </>
        ) : null
      }
    >
      <Tabs
        label={t('storefront.parts')}
        tabs={PARTS.map(({ name, to }) => ({ name, to, label: t(`storefront.part.${name}`) }))}
      />
      {found.error ? (
        <ProblemNotice
          problem={found.error.problem}
          actions={<TryAgain onClick={() => void found.refetch()} />}
        />
      ) : null}
      {found.isPending ? <SkeletonRows count={6} height={56} /> : null}
      {storefront && !storefront.isOn ? (
        <Start storefront={storefront} onSwitchOn={() => setDialog('switchOn')} />
      ) : null}
      {found.data ? <div className={css.part}>{children(found.data)}</div> : null}
      {found.data && dialog === 'switchOn' ? <SwitchOnDialog found={found.data} onClose={close} /> : null}
      {storefront && dialog === 'code' ? <CodeDialog storefront={storefront} onClose={close} /> : null}
      {found.data && dialog === 'switchOff' ? <SwitchOffDialog found={found.data} onClose={close} /> : null}
    </Page>
  )
}
