import { Button, Select } from '@mantine/core'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Answer } from '../../api/client.ts'
import { useChange, useList, useRead } from '../../api/hooks.ts'
import type { Problem } from '../../api/problems.ts'
import { useMay } from '../../api/session.tsx'
import { Changes } from '../../components/diff/Changes.tsx'
import { Page, Section } from '../../components/layout/Page.tsx'
import { PageLink, usePageAddress } from '../../components/link/PageLink.tsx'
import { ProblemNotice, TryAgain } from '../../components/notice/Notice.tsx'
import { SkeletonRows } from '../../components/skeleton/Skeleton.tsx'
import { useFormat } from '../../format/use-format.ts'
import { linesOf } from './changes.ts'
import css from './program.module.css'
import { VersionState } from './VersionState.tsx'

type Version = Answer<'program.versions.get'>

/** One version: who, when, why, what it changed; and the way back to it. */
export default function VersionPage() {
  const { t } = useTranslation()
  const { version = '' } = useParams({ strict: false }) as { version?: string }
  const found = useRead('program.versions.get', { params: { version: Number(version) } })
  const back = <PageLink to="/program/history">{t('shell.pages.history')}</PageLink>
  const title = t('program.history.number', { version: Number(version) })
  if (!found.data) {
    return (
      <Page title={title} back={back}>
        {found.error ? (
          <ProblemNotice
            problem={found.error.problem}
            actions={<TryAgain onClick={() => void found.refetch()} />}
          />
        ) : (
          <SkeletonRows count={6} />
        )}
      </Page>
    )
  }
  return <Shown version={found.data.answer} title={title} back={back} />
}

function Shown(props: { readonly version: Version; readonly title: string; readonly back: React.ReactNode }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { version } = props
  const mayWrite = useMay('program.write')
  const [problem, setProblem] = useState<Problem | null>(null)
  const restore = useRestore(version.version, setProblem)
  const since = { date: format.moment(version.effectiveAt), who: version.publishedBy?.label ?? '' }
  return (
    <Page
      title={props.title}
      back={props.back}
      about={
        <>
          <VersionState state={version.state} />
          <span className="small">
            {version.publishedBy ? t('program.sinceBy', since) : t('program.since', { date: since.date })}
          </span>
        </>
      }
      actions={
        mayWrite && version.state !== 'current' ? (
          <Button onClick={() => void restore()}>{t('program.history.restore')}</Button>
        ) : null
      }
    >
      {problem ? <ProblemNotice problem={problem} /> : null}
      {version.note ? <p className={css.note}>“{version.note}”</p> : null}
      <Difference version={version} />
      <Section title={t('program.history.rules')}>
        <ul>
          {version.rules.map(({ pointer, sentence, name, isActive }) => (
            <li key={pointer} className={css.plainRule}>
              <p>{sentence}</p>
              <p className={css.name}>
                {name} {isActive ? null : `· ${t('program.isOff')}`}
              </p>
            </li>
          ))}
        </ul>
      </Section>
    </Page>
  )
}

/** Into the draft: publishing that is a rollback, and versions never change. */
function useRestore(version: number, onProblem: (problem: Problem) => void): () => Promise<void> {
  const draft = useRead('program.draft.get', {})
  const restore = useChange('program.versions.restore')
  const navigate = useNavigate()
  const address = usePageAddress()
  return async () => {
    const outcome = await restore({ params: { version }, etag: draft.data?.etag ?? null })
    if (outcome.isDone) await navigate({ to: address('/program'), search: {} })
    else onProblem(outcome.problem)
  }
}

function Difference({ version }: { readonly version: Version }) {
  const { t } = useTranslation()
  const { against } = useSearch({ strict: false }) as { against?: string | number }
  const navigate = useNavigate()
  const others = useList('program.versions.list', {})
  const diff = useRead('program.versions.diff', {
    params: { version: version.version },
    query: against === undefined ? {} : { against: Number(against) },
  })
  const compared = diff.data?.answer.against ?? 0
  return (
    <Section
      title={t('program.history.changed')}
      actions={
        <Select
          aria-label={t('program.history.against')}
          data={others.items
            .filter((one) => one.version !== version.version)
            .map((one) => ({
              value: String(one.version),
              label: t('program.history.comparedWith', { version: one.version }),
            }))}
          value={compared === 0 ? null : String(compared)}
          placeholder={t('program.history.nothingBefore')}
          onChange={(chosen) => void navigate({ to: '.', search: chosen ? { against: chosen } : {} })}
        />
      }
    >
      {diff.error ? <ProblemNotice problem={diff.error.problem} /> : null}
      {diff.data ? (
        diff.data.answer.changes.length === 0 ? (
          <p className="muted">{t('program.history.same')}</p>
        ) : (
          <Changes changes={linesOf(diff.data.answer.changes, version.program.rules)} />
        )
      ) : (
        <SkeletonRows count={2} />
      )}
    </Section>
  )
}
