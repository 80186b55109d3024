import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../format/use-format.ts'
import { ProblemNotice, TryAgain } from '../notice/Notice.tsx'
import { Progress } from '../progress/Progress.tsx'
import { SkeletonRows } from '../skeleton/Skeleton.tsx'

interface CountedProps<Figures> {
  readonly found: {
    readonly data: { readonly answer: Answer<Figures> } | undefined
    readonly error: { readonly problem: Parameters<typeof ProblemNotice>[0]['problem'] } | null
    readonly refetch: () => unknown
  }
  readonly children: (figures: Figures) => ReactNode
}

interface Answer<Figures> {
  readonly counting: { readonly percent: number } | null
  readonly figures: Figures | null
}

/** Figures, or how far they are: exact or not shown. */
export function Counted<Figures>({ found, children }: CountedProps<Figures>) {
  const { t } = useTranslation()
  const format = useFormat()
  const { data, error } = found
  if (!data) {
    if (!error) return <SkeletonRows count={6} height={56} />
    return (
      <ProblemNotice problem={error.problem} actions={<TryAgain onClick={() => void found.refetch()} />} />
    )
  }
  const { counting, figures } = data.answer
  if (figures) return children(figures)
  const percent = counting?.percent ?? 0
  return (
    <>
      <Progress
        label={t('reports.counting.label', { percent: format.percent(percent * 10) })}
        done={percent}
        of={100}
      />
      <p className="muted small">{t('reports.counting.text')}</p>
    </>
  )
}
