import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRead } from '../../api/hooks.ts'
import { useMay } from '../../api/session.tsx'
import { useNeeds } from '../../api/use-needs.ts'
import { Icon } from '../../components/icon/Icon.tsx'
import { Section } from '../../components/layout/Page.tsx'
import { PageLink } from '../../components/link/PageLink.tsx'
import { ProblemNotice, TryAgain } from '../../components/notice/Notice.tsx'
import { Panel } from '../../components/panel/Panel.tsx'
import { SkeletonRows } from '../../components/skeleton/Skeleton.tsx'
import { useFormat } from '../../format/use-format.ts'
import css from './home.module.css'
import { type Need, oldestFirst } from './need.ts'
import { useNeedWords } from './use-need-words.ts'

/** More at once is a list too long to begin with. */
const SHOWN_MAX = 5

/** What waits for a person, the oldest first: each leads to its place. */
export function Needs() {
  const { t } = useTranslation()
  const program = useProgramNeeds()
  const found = useNeeds()
  const words = useNeedWords()
  const [isAllShown, setAllShown] = useState(false)
  const needs = oldestFirst([...(found.data ? words(found.data.answer) : []), ...program.needs])
  const shown = isAllShown ? needs : needs.slice(0, SHOWN_MAX)
  const isLoading = program.isLoading || found.isPending
  return (
    <Section title={t('home.needs')} about={needs.length > 0 ? String(needs.length) : undefined}>
      {found.error ? (
        <ProblemNotice
          problem={found.error.problem}
          actions={<TryAgain onClick={() => void found.refetch()} />}
        />
      ) : null}
      {isLoading ? <SkeletonRows count={2} height={44} /> : null}
      {!isLoading && !found.error && needs.length === 0 ? <p className="muted">{t('home.nothing')}</p> : null}
      {!isLoading && needs.length > 0 ? (
        <Panel isFlush>
          <ul className={css.needs}>
            {shown.map(({ key, icon, text, meta, action, to, search = {}, isTrouble = false }) => (
              <li key={key} className={isTrouble ? css.trouble : undefined}>
                <Icon name={icon} />
                <span className={css.needText}>{text}</span>
                <span className={css.needMeta}>{meta}</span>
                {to === null ? null : (
                  <PageLink to={to} search={search} className={css.needAction}>
                    {action}
                  </PageLink>
                )}
              </li>
            ))}
          </ul>
        </Panel>
      ) : null}
      {!isLoading && needs.length > SHOWN_MAX ? (
        <Button
          variant="subtle"
          size="xs"
          aria-expanded={isAllShown}
          className={css.moreNeeds}
          onClick={() => setAllShown(!isAllShown)}
        >
          {isAllShown ? t('home.fewer') : t('home.more', { count: needs.length - SHOWN_MAX })}
        </Button>
      ) : null}
    </Section>
  )
}

function useProgramNeeds(): { readonly needs: readonly Need[]; readonly isLoading: boolean } {
  const { t } = useTranslation()
  const format = useFormat()
  const mayWrite = useMay('program.write')
  const program = useRead('program.get', {})
  if (!program.data) return { needs: [], isLoading: program.isPending }
  const { current, scheduled, draft } = program.data.answer
  const needs: Need[] = []
  if (!current && mayWrite) {
    needs.push({
      key: 'none',
      icon: 'rules',
      text: t('home.noProgram.text'),
      meta: '',
      action: t('home.noProgram.action'),
      to: '/program',
    })
  }
  if (draft && mayWrite) {
    const { savedAt, savedBy, basedOn, changes } = draft
    needs.push({
      key: 'draft',
      since: savedAt,
      icon: 'rules',
      text: t('home.draft.text', { count: changes }),
      meta: t('home.draft.meta', { when: format.ago(savedAt), who: savedBy?.label ?? '', version: basedOn }),
      action: t('home.draft.action'),
      to: '/program',
    })
  }
  if (scheduled) {
    needs.push({
      key: 'scheduled',
      icon: 'clock',
      text: t('home.scheduled.text', { version: scheduled.version }),
      meta: t('home.scheduled.meta', { when: format.moment(scheduled.effectiveAt) }),
      action: t('home.scheduled.action'),
      to: '/program',
    })
  }
  return { needs, isLoading: false }
}
