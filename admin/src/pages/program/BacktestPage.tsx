import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Answer } from '../../api/client.ts'
import { useRead } from '../../api/hooks.ts'
import { useMay } from '../../api/session.tsx'
import { Page } from '../../components/layout/Page.tsx'
import { PageLink } from '../../components/link/PageLink.tsx'
import { Notice, ProblemNotice, TryAgain } from '../../components/notice/Notice.tsx'
import { Progress } from '../../components/progress/Progress.tsx'
import { SkeletonRows } from '../../components/skeleton/Skeleton.tsx'
import { useFormat } from '../../format/use-format.ts'
import { fromLocal } from '../../format/zone.ts'
import { BacktestResult } from './BacktestResult.tsx'
import css from './backtest.module.css'

type Backtest = Answer<'backtests.get'>

const MOVING_MS = 1_000

/** What a program would have given for past orders, or how far that is worked out. */
export default function BacktestPage() {
  const { t } = useTranslation()
  const { id = '' } = useParams({ strict: false }) as { id?: string }
  const asked = { params: { id: Number(id) } }
  const known = useRead('backtests.get', asked)
  const isMoving = ['queued', 'running'].includes(known.data?.answer.state ?? '')
  const followed = useRead('backtests.get', asked, { isOff: !isMoving, everyMs: MOVING_MS, isTagged: true })
  const { data, error, refetch } = isMoving ? followed : known
  const back = <PageLink to="/program">{t('shell.pages.program')}</PageLink>
  if (!data) {
    return (
      <Page title={t('backtests.title.draft')} back={back}>
        {error ? (
          <ProblemNotice problem={error.problem} actions={<TryAgain onClick={() => void refetch()} />} />
        ) : (
          <SkeletonRows count={6} height={56} />
        )}
      </Page>
    )
  }
  return <Shown backtest={data.answer} back={back} />
}

function Shown({ backtest, back }: { readonly backtest: Backtest; readonly back: React.ReactNode }) {
  const { t } = useTranslation()
  const { timeZone, ...format } = useFormat()
  const mayPublish = useMay('program.publish')
  const { of, version, from, to, result } = backtest
  const day = (text: string): string => format.date(fromLocal(`${text}T12:00`, timeZone))
  const range = t('backtests.range', { from: day(from), to: day(to) })
  return (
    <Page
      title={t(`backtests.title.${of}`, { version: version ?? 0 })}
      back={back}
      about={
        <span className="small">
          {result
            ? t('backtests.orders', { count: result.orders, number: format.number(result.orders), range })
            : range}
        </span>
      }
      actions={
        result && of === 'draft' && mayPublish ? (
          <PageLink to="/program" search={{ dialog: 'publish' }} className={css.publish}>
            {t('backtests.publish')}
          </PageLink>
        ) : null
      }
    >
      <p className={css.about}>
        {t('backtests.about')} {t('backtests.honesty')}
      </p>
      {result ? <BacktestResult backtest={backtest} result={result} /> : <HowFar backtest={backtest} />}
    </Page>
  )
}

function HowFar({ backtest }: { readonly backtest: Backtest }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { state, done, total, problem } = backtest
  if (state === 'failed') return <Notice what={t('backtests.failed')}>{problem?.message}</Notice>
  if (state === 'paused' || state === 'cancelled') return <p>{t(`backtests.${state}`)}</p>
  if (state === 'queued') return <Progress label={t('backtests.waiting')} done={0} of={1} />
  const words =
    total === null
      ? t('backtests.soFar', { done: format.number(done) })
      : t('backtests.progress', { done: format.number(done), total: format.number(total) })
  return <Progress label={`${t('backtests.running')} · ${words}`} done={done} of={total ?? 0} />
}
