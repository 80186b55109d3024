import { useTranslation } from 'react-i18next'
import { useRead } from '../../../api/hooks.ts'
import { PageLink } from '../../../components/link/PageLink.tsx'
import { ProblemNotice, TryAgain } from '../../../components/notice/Notice.tsx'
import { type KeyFigure, KeyFigures } from '../../../components/report/KeyFigures.tsx'
import { SkeletonRows } from '../../../components/skeleton/Skeleton.tsx'
import { useFormat } from '../../../format/use-format.ts'
import type { Figures, Outcome } from './referral.ts'
import css from './referrals.module.css'
import { useNamedPoints } from './use-referral-words.ts'

const DAYS = 90
/** More reasons than that do not fit below a figure. */
const REASONS_SHOWN = 3

/** The rule as a sentence, and what became of the friends who joined lately: the figures add up. */
export function ReferralFigures() {
  const { t } = useTranslation()
  const found = useRead('referrals.figures', { query: { days: DAYS } })
  if (found.error) {
    const again = <TryAgain onClick={() => void found.refetch()} />
    return <ProblemNotice problem={found.error.problem} actions={again} />
  }
  if (!found.data) return <SkeletonRows count={2} height={56} />
  const figures = found.data.answer
  return (
    <>
      <p className={css.rule}>
        {figures.rule?.sentence ?? t('referrals.noRule')}{' '}
        <PageLink to="/program">
          {figures.rule ? t('referrals.rule', { id: figures.rule.id }) : t('referrals.addRule')}
        </PageLink>
      </p>
      <Strip figures={figures} />
      {figures.turnedAway > 0 ? (
        <p className="muted small">{t('referrals.turnedAway', { count: figures.turnedAway })}</p>
      ) : null}
      {figures.isMore ? <p className="muted small">{t('referrals.isMore')}</p> : null}
    </>
  )
}

function Strip({ figures }: { readonly figures: Figures }) {
  const { t } = useTranslation()
  const format = useFormat()
  const named = useNamedPoints()
  const { joined, notYet, expired, bought, rewarded, pending, notCounted, held } = figures
  const opens = (outcome: Outcome) => ({ to: '/referrals', search: { outcome } })
  const untilOf = (until: string | null): string =>
    until === null ? '' : t('referrals.figures.until', { date: format.date(until) })
  const shown: readonly KeyFigure[] = [
    {
      key: 'joined',
      label: t('referrals.figures.joined'),
      figure: format.number(joined),
      note: t('referrals.figures.days', { count: DAYS }),
    },
    {
      key: 'bought',
      label: t('referrals.figures.bought'),
      figure: format.number(bought),
      note: [
        t('referrals.figures.notYet', { count: notYet }),
        ...(expired > 0 ? [t('referrals.figures.expired', { count: expired })] : []),
      ].join(' · '),
    },
    {
      key: 'rewarded',
      label: t('referrals.figures.rewarded'),
      figure: format.number(rewarded.count),
      note: named(rewarded.points),
      opens: opens('rewarded'),
    },
    {
      key: 'pending',
      label: t('referrals.figures.pending'),
      figure: format.number(pending.count),
      note: [named(pending.points), untilOf(pending.until)].filter(Boolean).join(', '),
      opens: opens('pending'),
    },
    {
      key: 'notCounted',
      label: t('referrals.figures.notCounted'),
      figure: format.number(notCounted.count),
      note: notCounted.reasons
        .slice(0, REASONS_SHOWN)
        .map(({ reason, count }) => `${format.number(count)} ${t(`referrals.reasons.${reason}`)}`)
        .join(' · '),
      opens: opens('notCounted'),
    },
    {
      key: 'held',
      label: t('referrals.figures.held'),
      figure: format.number(held),
      note: held === 0 ? '' : t('referrals.figures.heldAbout'),
      opens: opens('held'),
    },
  ]
  return <KeyFigures figures={shown} />
}
