import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call, type Input } from '../../api/client.ts'
import { problemOf } from '../../api/problems.ts'
import { useTenant } from '../../api/tenant.ts'
import { PageLink } from '../../components/link/PageLink.tsx'
import { ProblemNotice } from '../../components/notice/Notice.tsx'
import { ReportPage } from '../../components/report/ReportPage.tsx'
import { saveFile } from '../../components/secret/download.ts'
import type { ReportName } from './reports.ts'

interface ReportFrameProps {
  readonly name: ReportName
  /** As the report was asked for: its file has the same figures. */
  readonly query: Input<'reports.csv'>['query']
  /** Which days. */
  readonly about: ReactNode
  readonly controls: ReactNode
  readonly children: ReactNode
}

export function ReportFrame({ name, query, children, ...rest }: ReportFrameProps) {
  const { t } = useTranslation()
  const tenant = useTenant()
  const [isSaving, setSaving] = useState(false)
  const [problem, setProblem] = useState<ReturnType<typeof problemOf> | null>(null)
  const save = async (): Promise<void> => {
    setSaving(true)
    setProblem(null)
    try {
      const asked = { params: { report: name }, query: { ...query, layout: 'spreadsheet' } } as const
      const { answer } = await call('reports.csv', tenant, asked)
      saveFile(answer.name, new Blob([answer.text], { type: 'text/csv' }))
    } catch (thrown) {
      setProblem(problemOf(thrown))
    }
    setSaving(false)
  }
  return (
    <ReportPage
      {...rest}
      title={t(`reporting.names.${name}`)}
      back={<PageLink to="/reports">{t('reports.title')}</PageLink>}
      meaning={t(`reporting.meanings.${name}`)}
      onExport={() => void save()}
      isExporting={isSaving}
    >
      {problem ? <ProblemNotice problem={problem} /> : null}
      {children}
    </ReportPage>
  )
}
