import { useTranslation } from 'react-i18next'
import { PageLink } from '../../../components/link/PageLink.tsx'
import { useFormat } from '../../../format/use-format.ts'
import dryRunCss from './dry-run.module.css'
import { addedOf, type Plan } from './import.ts'
import css from './imports.module.css'

/** Parts of all lines, in the order of the bar. */
const PARTS = ['added', 'doneBefore', 'duplicateInFile', 'unchanged', 'refused', 'erasedPerson'] as const
/** Shown also where there are none: one looks for them. */
const ALWAYS = ['added', 'doneBefore', 'duplicateInFile', 'refused']

interface CountsProps {
  readonly counts: Plan['counts']
  readonly isDone?: boolean
}

/** What becomes of the lines, as a bar and in figures. */
export function Counts({ counts, isDone = false }: CountsProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const countOf = { ...counts, added: addedOf(counts) }
  const lines = PARTS.reduce((sum, part) => sum + countOf[part], 0)
  return (
    <>
      <div className={dryRunCss.bar} aria-hidden="true">
        {PARTS.filter((part) => countOf[part] > 0).map((part) => (
          <span key={part} data-part={part} style={{ flexGrow: countOf[part] / Math.max(lines, 1) }} />
        ))}
      </div>
      <dl className={dryRunCss.counts} aria-label={t('imports.counts.label')}>
        {PARTS.filter((part) => countOf[part] > 0 || ALWAYS.includes(part)).map((part) => (
          <div key={part}>
            <dt data-part={part}>
              {part === 'added' && isDone ? t('imports.counts.wasAdded') : t(`imports.counts.${part}`)}
            </dt>
            <dd>{format.number(countOf[part])}</dd>
          </div>
        ))}
        {counts.unclaimed > 0 ? (
          <div>
            <dt>{t('imports.counts.unclaimed')}</dt>
            <dd>{format.number(counts.unclaimed)}</dd>
          </div>
        ) : null}
      </dl>
      {counts.unclaimed > 0 ? (
        <p className={css.hint}>
          {t('imports.counts.aboutUnclaimed')}{' '}
          {isDone ? (
            <PageLink to="/customers/unclaimed" className={css.link}>
              {t('claims.fromImport')}
            </PageLink>
          ) : null}
        </p>
      ) : null}
    </>
  )
}
