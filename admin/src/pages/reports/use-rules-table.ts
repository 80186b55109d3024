import { useTranslation } from 'react-i18next'
import type { Answer } from '../../api/client.ts'
import type { FigureColumn, FigureTable } from '../../components/report/FigureTable.tsx'
import { isZero, tenthsOfPercent } from '../../format/decimal.ts'
import { useFormat } from '../../format/use-format.ts'

type Rules = NonNullable<Answer<'reports.rules'>['figures']>
type Rule = NonNullable<Rules['rows']>[number]
type Version = Rule['versions'][number]

/** A rule, or one of its versions. */
interface Row extends Version {
  readonly rule: Rule
  readonly isVersion: boolean
}

type Table = Parameters<typeof FigureTable<Row>>[0]

/** The rows of the report; null: they do not add up. Where versions are wanted, each has a row in place of its rule. */
export function useRulesTable(
  { rows, total }: Rules,
  days: Readonly<Record<string, string | number>>,
  hasVersions: boolean,
): Table | null {
  const { t } = useTranslation()
  const format = useFormat()
  const nameOf = useRuleName()
  if (!rows) return null
  const shown = rows.flatMap((rule): Row[] =>
    hasVersions
      ? rule.versions.map((version) => ({ ...version, rule, isVersion: true }))
      : [{ ...rule, version: 0, rule, isVersion: false }],
  )
  const recordsOf = (row: Row, show?: 'takenBack') => ({
    to: '/reports/points/records',
    search: {
      ...days,
      ...(show ? { show } : {}),
      by: 'rule',
      id: row.rule.id,
      ...(row.isVersion && !show ? { version: row.version } : {}),
      of: 'rules',
    },
  })
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
    label: t('reporting.by.rule'),
    name: {
      head: t('reporting.heads.rule'),
      text: ({ rule }) => nameOf(rule),
      note: ({ rule, version, isVersion }) => (isVersion ? versionOf(version) : rule.label),
      opens: (row) => recordsOf(row),
    },
    columns: [
      { head: t('reporting.columns.records'), text: ({ times }) => format.number(times) },
      {
        head: t('programReports.rules.days'),
        text: ({ days: active }) => (active === null ? '–' : format.number(active)),
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
      {
        head: t('reporting.show.takenBack'),
        text: ({ takenBack }) => format.points(takenBack),
        total: format.points(total.takenBack),
        opens: (row) => (isZero(row.takenBack) ? undefined : recordsOf(row, 'takenBack')),
      },
    ],
    rows: shown,
    keyOf: ({ rule, version, isVersion }) => `${rule.id}-${isVersion ? version : ''}`,
    bar: ({ points }) => points,
    total: t('reports.total'),
  }

  function versionOf(version: number): string {
    return version === 0 ? t('reporting.rows.noVersion') : t('reporting.rows.version', { id: version })
  }
}

function useRuleName(): (rule: Rule) => string {
  const { t } = useTranslation()
  return ({ kind, id, name }) =>
    kind === 'rule' ? (name ?? t('reporting.rows.rule', { id })) : t(`reporting.rows.${kind}`)
}
