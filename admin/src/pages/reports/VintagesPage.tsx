import { useTranslation } from 'react-i18next'
import type { Answer } from '../../api/client.ts'
import { useMay } from '../../api/session.tsx'
import { useCounted } from '../../api/use-counted.ts'
import { type HeatCell, HeatGrid } from '../../components/chart/HeatGrid.tsx'
import { PageLink } from '../../components/link/PageLink.tsx'
import { Notice } from '../../components/notice/Notice.tsx'
import { monthWords } from '../../components/report/bucket-words.ts'
import { Counted } from '../../components/report/Counted.tsx'
import { FigureTable } from '../../components/report/FigureTable.tsx'
import { type KeyFigure, KeyFigures } from '../../components/report/KeyFigures.tsx'
import { tenthsOfPercent } from '../../format/decimal.ts'
import { useFormat } from '../../format/use-format.ts'
import { MonthsChoice, useMonths, useSpan } from './MonthsChoice.tsx'
import { ReportFrame } from './ReportFrame.tsx'
import css from './reports.module.css'
import { useVintagesTable } from './use-vintages-table.ts'

type Vintages = NonNullable<Answer<'reports.vintages'>['figures']>
type Row = NonNullable<Vintages['rows']>[number]

/** What became of the points issued in each month. */
export default function VintagesPage() {
  const { t } = useTranslation()
  const months = useMonths()
  const spanOf = useSpan()
  const found = useCounted('reports.vintages', { query: { months } })
  const figures = found.data?.answer.figures
  return (
    <ReportFrame
      name="vintages"
      about={figures ? spanOf(figures) : null}
      controls={
        <search className={css.choices}>
          <MonthsChoice label={t('programReports.vintages.shown')} />
        </search>
      }
      query={{ months }}
    >
      <Counted found={found}>{(shown) => <Figures shown={shown} />}</Counted>
    </ReportFrame>
  )
}

function Figures({ shown }: { readonly shown: Vintages }) {
  const { t, i18n } = useTranslation()
  const mayExport = useMay('exports.create')
  const table = useVintagesTable(shown)
  const figures = useKeyFigures(shown)
  const { rows, notShown } = shown
  if (rows?.length === 0) return <p className="muted">{t('programReports.vintages.none')}</p>
  if (!rows || !table) return <Notice what={t('reports.differ.what')}>{t('reports.differ.text')}</Notice>
  const missing = notShown.map((month) =>
    month === null ? t('programReports.vintages.earlier') : monthWords(month, i18n.language).name,
  )
  return (
    <>
      {missing.length === 0 ? null : (
        <Notice what={t('reports.differ.what')}>
          {t('programReports.vintages.notShown', { months: missing.join(', ') })}
        </Notice>
      )}
      <KeyFigures figures={figures} />
      <div className={css.below}>
        <Grid rows={rows.filter(({ redeemedByAge }) => redeemedByAge.length > 0)} />
      </div>
      <div className={css.below}>
        <FigureTable {...table} />
      </div>
      <p className={css.after}>
        {t('programReports.vintages.records')}{' '}
        {mayExport ? (
          <PageLink to="/data" search={{ dialog: 'export', kind: 'lots' }}>
            {t('reporting.records.exportLots')}
          </PageLink>
        ) : null}
      </p>
    </>
  )
}

function useKeyFigures({ total, ended }: Vintages): readonly KeyFigure[] {
  const { t } = useTranslation()
  const format = useFormat()
  const { base, breakage } = ended
  return [
    {
      key: 'ended',
      label: t('programReports.vintages.ended'),
      figure: breakage === null ? '–' : format.percent(tenthsOfPercent(breakage, '1')),
      note:
        breakage === null
          ? t('programReports.vintages.noneEnded')
          : t('programReports.vintages.ofPoints', { points: format.points(base.points) }),
    },
    {
      key: 'open',
      label: t('programReports.vintages.open'),
      figure: format.points(total.open.points),
      note: total.open.worth === null ? '' : format.money(total.open.worth),
    },
  ]
}

/** The older the points of a month, the more of them is redeemed. */
function Grid({ rows }: { readonly rows: readonly Row[] }) {
  const { t, i18n } = useTranslation()
  const format = useFormat()
  if (rows.length === 0) return null
  const ages = Math.max(...rows.map(({ redeemedByAge }) => redeemedByAge.length))
  const cellOf = (month: string, share: string | null, age: number): HeatCell | null => {
    if (share === null) return null
    const text = format.percent(tenthsOfPercent(share, '1'))
    return {
      // The column's head says percent.
      text: text.replace(/\s*%$/, ''),
      weight: Number(share),
      name: t('programReports.vintages.cell', { month, count: age }),
      lines: [{ label: t('reporting.show.redeemed'), text }],
    }
  }
  return (
    <HeatGrid
      title={t('programReports.vintages.grid')}
      about={t('programReports.vintages.gridAbout')}
      corner={t('programReports.vintages.issuedIn')}
      heads={Array.from({ length: ages }, (_, age) => String(age))}
      rows={rows.map(({ month, redeemedByAge }) => {
        const { name } = monthWords(month ?? '', i18n.language)
        return { name, cells: redeemedByAge.map((share, age) => cellOf(name, share, age)) }
      })}
    />
  )
}
