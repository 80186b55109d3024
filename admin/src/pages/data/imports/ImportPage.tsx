import { useParams, useSearch } from '@tanstack/react-router'
import { type ComponentType, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRead } from '../../../api/hooks.ts'
import { Page } from '../../../components/layout/Page.tsx'
import { PageLink } from '../../../components/link/PageLink.tsx'
import { ProblemNotice, TryAgain } from '../../../components/notice/Notice.tsx'
import { SkeletonRows } from '../../../components/skeleton/Skeleton.tsx'
import { ApplyStep } from './ApplyStep.tsx'
import { ColumnsStep } from './ColumnsStep.tsx'
import { DryRunStep } from './DryRunStep.tsx'
import { FileStep } from './FileStep.tsx'
import { isAtWork, openSteps, type Step, type StepProps, stepOf } from './import.ts'
import { Steps } from './Steps.tsx'

/** How often it is asked how far its jobs are; an approval comes when it comes. */
const MOVING_MS = 1_000
const STILL_MS = 15_000

const PAGES: Readonly<Record<Step, ComponentType<StepProps>>> = {
  file: FileStep,
  columns: ColumnsStep,
  dryRun: DryRunStep,
  apply: ApplyStep,
}

/** An import in four steps: file, columns, dry run, apply. */
export default function ImportPage() {
  const { t } = useTranslation()
  const { id = '' } = useParams({ strict: false }) as { id?: string }
  const { step: asked } = useSearch({ strict: false }) as { step?: unknown }
  const [everyMs, setEveryMs] = useState(STILL_MS)
  const found = useRead('imports.get', { params: { id: Number(id) } }, { everyMs })
  const imported = found.data?.answer
  const wanted = imported && isAtWork(imported) ? MOVING_MS : STILL_MS
  if (wanted !== everyMs) setEveryMs(wanted)
  const back = <PageLink to="/data">{t('data.title')}</PageLink>
  if (!imported) {
    return (
      <Page title={t('imports.title')} back={back}>
        {found.error ? (
          <ProblemNotice
            problem={found.error.problem}
            actions={<TryAgain onClick={() => void found.refetch()} />}
          />
        ) : (
          <SkeletonRows count={6} height={56} />
        )}
      </Page>
    )
  }
  const open = openSteps(imported)
  const reached = stepOf(imported)
  const current = open.find((step) => step === asked) ?? reached
  const Shown = PAGES[current]
  return (
    <Page
      title={t(`imports.kinds.${imported.kind}`)}
      back={back}
      about={imported.file.name}
      actions={
        <Steps
          current={current}
          reached={imported.state.startsWith('applied') || imported.state === 'undone' ? 'apply' : reached}
          id={imported.id}
          open={open}
        />
      }
    >
      {found.error ? <ProblemNotice problem={found.error.problem} /> : null}
      <Shown imported={imported} etag={found.data?.etag ?? null} />
    </Page>
  )
}
