import { useTranslation } from 'react-i18next'
import type { Answer } from '../../api/client.ts'
import { useMay } from '../../api/session.tsx'
import { useCounted } from '../../api/use-counted.ts'
import { type HeatCell, HeatGrid } from '../../components/chart/HeatGrid.tsx'
import { PageLink } from '../../components/link/PageLink.tsx'
import { periodName } from '../../components/report/bucket-words.ts'
import { Controls } from '../../components/report/Controls.tsx'
import { Counted } from '../../components/report/Counted.tsx'
import { FigureTable } from '../../components/report/FigureTable.tsx'
import { type KeyFigure, KeyFigures } from '../../components/report/KeyFigures.tsx'
import { searchOf } from '../../components/report/period.ts'
import { useReportSearch } from '../../components/report/use-report-search.ts'
import { useFormat } from '../../format/use-format.ts'
import { ReportFrame } from './ReportFrame.tsx'
import css from './reports.module.css'

type Tiers = NonNullable<Answer<'reports.tiers'>['figures']>
type Tier = Tiers['tiers'][number]
type Days = Readonly<Record<string, string | number>>

/** Who changed tier, and in which direction. */
export default function TiersReportPage() {
  const { i18n } = useTranslation()
  const { chosen, choose, today, learnToday } = useReportSearch()
  const { period } = chosen
  const found = useCounted('reports.tiers', { query: period })
  learnToday(found.data?.answer.today)
  return (
    <ReportFrame
      name="tiers"
      about={periodName(period, i18n.language)}
      controls={<Controls chosen={chosen} today={today} onChoose={choose} hasSteps={false} />}
      query={period}
    >
      <Counted found={found}>{(shown) => <Figures shown={shown} days={searchOf(chosen)} />}</Counted>
    </ReportFrame>
  )
}

interface FiguresProps {
  readonly shown: Tiers
  readonly days: Days
}

function Figures({ shown, days }: FiguresProps) {
  const { t } = useTranslation()
  const mayRead = useMay('tiers.read')
  const figures = useKeyFigures(shown)
  const { tiers, isExact } = shown
  if (tiers.length === 0) {
    return (
      <p className="muted">
        {t('programReports.tiers.none')}{' '}
        {mayRead ? <PageLink to="/tiers">{t('programReports.tiers.open')}</PageLink> : null}
      </p>
    )
  }
  return (
    <>
      <KeyFigures figures={figures} />
      <div className={css.below}>
        <Matrix shown={shown} days={days} />
      </div>
      <div className={css.below}>
        <TiersTable tiers={tiers} days={days} />
      </div>
      <p className={css.after}>
        {isExact ? t('programReports.tiers.base') : t('programReports.tiers.notExact')}
      </p>
    </>
  )
}

const movesOf = (days: Days, search: Record<string, unknown>) => ({
  to: '/reports/tiers/records',
  search: { ...days, ...search },
})

function useKeyFigures({ movedUp, movedDown, joined, left, gone }: Tiers): readonly KeyFigure[] {
  const { t } = useTranslation()
  const format = useFormat()
  return [
    {
      key: 'up',
      label: t('programReports.tiers.movedUp'),
      figure: format.number(movedUp),
      note: t('programReports.tiers.joined', { joined: format.number(joined) }),
    },
    {
      key: 'down',
      label: t('programReports.tiers.movedDown'),
      figure: format.number(movedDown),
      note: t('programReports.tiers.left', { left: format.number(left) }),
    },
    {
      key: 'net',
      label: t('programReports.tiers.net'),
      figure: format.signed(String(movedUp - movedDown)),
      note: t('programReports.tiers.netNote'),
    },
    {
      key: 'gone',
      label: t('programReports.tiers.erased'),
      figure: format.number(gone),
      note: t('programReports.tiers.goneNote'),
    },
  ]
}

/** Tiers that only moves name are no longer there. */
function useTierName(tiers: readonly Tier[]): (id: number) => string {
  const { t } = useTranslation()
  return (id) => {
    const tier = tiers.find((one) => one.id === id)
    return (
      tier?.name ?? (id === 0 ? t('programReports.tiers.noTier') : t('programReports.tiers.gone', { id }))
    )
  }
}

/** From which tier to which. */
function Matrix({ shown: { tiers, moves }, days }: FiguresProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const nameOf = useTierName(tiers)
  const ids = [...new Set([...tiers.map(({ id }) => id), ...moves.flatMap(({ from, to }) => [from, to])])]
  if (moves.length === 0) return <p className="muted">{t('programReports.tiers.noMoves')}</p>
  const cellOf = (from: number, to: number): HeatCell => {
    const count = moves.find((move) => move.from === from && move.to === to)?.moves ?? 0
    const text = from === to ? '–' : format.number(count)
    return {
      text,
      weight: count,
      name: t('programReports.tiers.fromTo', { from: nameOf(from), to: nameOf(to) }),
      lines: [{ label: t('programReports.tiers.moves'), text }],
      ...(count === 0 ? {} : { opens: movesOf(days, { fromTier: from, toTier: to }) }),
    }
  }
  return (
    <HeatGrid
      title={t('programReports.tiers.matrix')}
      about={t('programReports.tiers.matrixAbout')}
      corner={t('programReports.tiers.corner')}
      heads={ids.map(nameOf)}
      rows={ids.map((from) => ({ name: nameOf(from), cells: ids.map((to) => cellOf(from, to)) }))}
    />
  )
}

function TiersTable({ tiers, days }: { readonly tiers: readonly Tier[]; readonly days: Days }) {
  const { t } = useTranslation()
  const format = useFormat()
  const nameOf = useTierName(tiers)
  const count = (number: number | null): string => (number === null ? '–' : format.number(number))
  return (
    <FigureTable<Tier>
      label={t('programReports.tiers.table')}
      name={{
        head: t('programReports.tiers.tier'),
        text: ({ id }) => nameOf(id),
        note: ({ isOpen }) => (isOpen ? null : t('programReports.tiers.off')),
      }}
      columns={[
        { head: t('programReports.tiers.start'), text: ({ start }) => count(start) },
        {
          head: t('programReports.tiers.came'),
          text: ({ came }) => count(came),
          opens: ({ id, came }) => (came === 0 ? undefined : movesOf(days, { toTier: id })),
        },
        {
          head: t('programReports.tiers.went'),
          text: ({ went }) => count(went),
          opens: ({ id, went }) => (went === 0 ? undefined : movesOf(days, { fromTier: id })),
        },
        { head: t('programReports.tiers.erased'), text: ({ id, gone }) => (id === 0 ? '–' : count(gone)) },
        {
          head: t('programReports.tiers.net'),
          text: ({ net }) => (net === null ? '–' : format.signed(String(net))),
        },
        { head: t('programReports.tiers.end'), text: ({ end }) => count(end) },
        { head: t('programReports.tiers.now'), text: ({ now }) => count(now), isMain: true },
      ]}
      rows={tiers}
      keyOf={({ id }) => id}
    />
  )
}
