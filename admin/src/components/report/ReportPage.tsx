import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../icon/Icon.tsx'
import { Page } from '../layout/Page.tsx'
import css from './report.module.css'

interface ReportPageProps {
  readonly title: string
  /** Beside the title, also on paper: which days. */
  readonly about: ReactNode
  readonly back: ReactNode
  /** What its figures are, in a sentence. */
  readonly meaning: string
  readonly controls: ReactNode
  readonly onExport: () => void
  readonly isExporting?: boolean
  readonly children: ReactNode
}

/** Every report, top to bottom: what it means, what was chosen, its chart and its table. Paper has no controls. */
export function ReportPage(props: ReportPageProps) {
  const { title, about, back, meaning, controls, onExport, isExporting = false, children } = props
  const { t } = useTranslation()
  return (
    <Page
      title={title}
      about={about}
      back={back}
      actions={
        <>
          <Button variant="subtle" onClick={() => window.print()}>
            {t('reports.print')}
          </Button>
          <Button leftSection={<Icon name="download" />} loading={isExporting} onClick={onExport}>
            {t('reports.exportCsv')}
          </Button>
        </>
      }
    >
      <p className={css.meaning}>{meaning}</p>
      {controls}
      {children}
    </Page>
  )
}
