import { useTranslation } from 'react-i18next'
import { useRead } from '../../api/hooks.ts'
import { Section } from '../../components/layout/Page.tsx'
import { PageLink } from '../../components/link/PageLink.tsx'
import { SkeletonRows } from '../../components/skeleton/Skeleton.tsx'
import { useFormat } from '../../format/use-format.ts'
import css from './home.module.css'

/** The rules that are live, as one would tell them. */
export function ProgramSummary() {
  const { t } = useTranslation()
  const format = useFormat()
  const program = useRead('program.get', {})
  const current = program.data?.answer.current
  return (
    <Section
      title={t('home.program')}
      about={
        current
          ? t('home.programAbout', { version: current.version, date: format.date(current.effectiveAt) })
          : undefined
      }
      actions={<PageLink to="/program">{t('home.rules')}</PageLink>}
    >
      {program.isPending ? <SkeletonRows count={3} /> : null}
      <ul className={css.sentences}>
        {(current?.rules ?? [])
          .filter(({ isActive }) => isActive)
          .map(({ pointer, sentence }) => (
            <li key={pointer}>{sentence}</li>
          ))}
      </ul>
    </Section>
  )
}
