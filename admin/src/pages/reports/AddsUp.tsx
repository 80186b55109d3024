import { useTranslation } from 'react-i18next'
import { Icon } from '../../components/icon/Icon.tsx'
import { Notice } from '../../components/notice/Notice.tsx'
import type { Listed } from '../../components/table/ListedTable.tsx'
import css from './reports.module.css'

interface AddsUpProps {
  readonly listed: Listed<unknown>
  /** Whether the list is the figure. */
  readonly isSame: boolean
}

/** Said where all of it was read, and only if it is so. */
export function AddsUp({ listed, isSame }: AddsUpProps) {
  const { t } = useTranslation()
  const { items, isLoading, more, problem } = listed
  if (isLoading || more || problem || items.length === 0) return null
  if (!isSame) return <Notice what={t('reports.differ.what')}>{t('reports.differ.text')}</Notice>
  return (
    <p className={css.addsUp}>
      <span>
        <Icon name="check" size={10} />
      </span>
      {t('reporting.records.addsUp', { count: items.length })}
    </p>
  )
}
