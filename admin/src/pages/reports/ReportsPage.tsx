import { useTranslation } from 'react-i18next'
import { Page } from '../../components/layout/Page.tsx'
import { PageLink } from '../../components/link/PageLink.tsx'
import css from './reports.module.css'
import { REPORTS } from './reports.ts'

/** Every report with one line on what it says. */
export default function ReportsPage() {
  const { t } = useTranslation()
  return (
    <Page title={t('reports.title')} about={t('reporting.about')}>
      <ul className={css.list}>
        {REPORTS.map((name) => (
          <li key={name}>
            <PageLink to={`/reports/${name}`} className={css.report}>
              <b>{t(`reporting.names.${name}`)}</b>
              <span>{t(`reporting.meanings.${name}`)}</span>
            </PageLink>
          </li>
        ))}
      </ul>
    </Page>
  )
}
