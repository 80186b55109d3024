import { useTranslation } from 'react-i18next'
import { Page } from '../../components/layout/Page.tsx'

export default function HomePage() {
  const { t } = useTranslation()
  return <Page title={t('shell.pages.home')}>{null}</Page>
}
