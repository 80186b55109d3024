import { useTranslation } from 'react-i18next'
import type { Answer } from '../../api/client.ts'
import type { FigureColumn, FigureTable } from '../../components/report/FigureTable.tsx'
import { isBelow, tenthsOfPercent } from '../../format/decimal.ts'
import { useFormat } from '../../format/use-format.ts'
import { RECORD_TYPES } from './points.ts'

type Points = NonNullable<Answer<'reports.points'>['figures']>
type Row = NonNullable<Points['rows']>[number]

/** As the address says them. */
type Days = Readonly<Record<string, string | number>>

type Table = Omit<Parameters<typeof FigureTable<Row>>[0], 'empty'>

/** The rows of the report; null: there are none, or they do not add up. */
export function usePointsTable(figures: Points | null | undefined, days: Days): Table | null {
  const { t } = useTranslation()
  const format = useFormat()
  const nameOf = useRowName()
  if (!figures?.rows) return null
  const { rows, total, by, show } = figures
  const worth: readonly FigureColumn<Row>[] =
    total.worth === null
      ? []
      : [
          {
            head: t('reports.rewards.worth'),
            text: (row) => format.money(row.worth ?? '0'),
            total: format.money(total.worth),
          },
        ]
  return {
    label: t(`reporting.by.${by}`),
    name: {
      head: t(`reporting.heads.${by}`),
      text: nameOf,
      note: ({ kind, label }) => (kind === 'rule' ? label : null),
      opens: ({ id }) => ({
        to: '/reports/points/records',
        search: { ...days, ...(show === 'issued' ? {} : { show }), by, ...(id === null ? {} : { id }) },
      }),
    },
    columns: [
      {
        head: t('reporting.columns.records'),
        text: ({ times }) => (times === null ? '–' : format.number(times)),
      },
      {
        head: t('reporting.columns.points'),
        text: ({ points }) => format.points(points),
        total: format.points(total.points),
        isMain: true,
      },
      {
        head: t('reporting.columns.share'),
        text: ({ points }) => format.percent(tenthsOfPercent(points, total.points)),
      },
      ...worth,
    ],
    rows: by === 'version' ? rows.toSorted((a, b) => (b.id ?? 0) - (a.id ?? 0)) : rows.toSorted(byPoints),
    keyOf: ({ kind, id }) => `${kind}-${id}`,
    bar: ({ points }) => points,
    total: t('reports.total'),
  }
}

export function useTypeName(): (type: number) => string {
  const { t } = useTranslation()
  return (type) => t(`reporting.types.${RECORD_TYPES[type] ?? 'purchase'}`)
}

/** The most points first. */
function byPoints(a: Row, b: Row): number {
  return isBelow(a.points, b.points) ? 1 : isBelow(b.points, a.points) ? -1 : 0
}

export function useRowName(): (row: Row) => string {
  const { t } = useTranslation()
  const typeOf = useTypeName()
  return ({ kind, id, name }) => {
    if (kind === 'rule') return name ?? t('reporting.rows.rule', { id: id ?? 0 })
    if (kind === 'reward') return name ?? t('reports.rewards.unknown')
    if (kind === 'version') return id ? t('reporting.rows.version', { id }) : t('reporting.rows.noVersion')
    if (kind === 'type') return typeOf(id ?? 0)
    return t(`reporting.rows.${kind}`)
  }
}
