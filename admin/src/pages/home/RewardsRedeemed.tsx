import { useTranslation } from 'react-i18next'
import type { Answer } from '../../api/client.ts'
import type { Target } from '../../components/chart/types.ts'
import { Section } from '../../components/layout/Page.tsx'
import { PageLink } from '../../components/link/PageLink.tsx'
import { type FigureColumn, FigureTable } from '../../components/report/FigureTable.tsx'
import { isZero } from '../../format/decimal.ts'
import { useFormat } from '../../format/use-format.ts'

type Rewards = NonNullable<Answer<'reports.overview'>['figures']>['rewards']
type Row = Omit<Rewards['top'][number], 'key' | 'id'> & { readonly key: string }

interface RewardsRedeemedProps {
  readonly rewards: Rewards
  readonly opens?: Target
}

/** What most points went to. */
export function RewardsRedeemed({ rewards: { top, other, total }, opens }: RewardsRedeemedProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const rows: readonly Row[] = [
    ...top.map(({ id, ...row }) => ({ ...row, key: String(id) })),
    ...(other ? [{ ...other, key: 'other', name: t('reports.rewards.other') }] : []),
  ]
  const hasRefunds = total.refunded > 0
  const columns: readonly FigureColumn<Row>[] = [
    {
      head: t('reports.rewards.redeemed'),
      text: ({ redeemed }) => format.number(redeemed),
      total: format.number(total.redeemed),
    },
    ...(hasRefunds
      ? [
          {
            head: t('reports.rewards.refunded'),
            text: ({ refunded }: Row) => format.number(refunded),
            total: format.number(total.refunded),
          },
        ]
      : []),
    {
      head: t('reports.rewards.points'),
      text: ({ points }) => format.points(points),
      total: format.points(total.points),
      isMain: true,
    },
    ...(total.worth === null || isZero(total.worth)
      ? []
      : [
          {
            head: t('reports.rewards.worth'),
            text: ({ worth }: Row) => format.money(worth ?? '0'),
            total: format.money(total.worth),
          },
        ]),
  ]
  return (
    <Section
      title={t('reports.rewards.title')}
      actions={
        opens ? (
          <PageLink to={opens.to} search={opens.search ?? {}}>
            {t('shell.pages.rewardsReport')}
          </PageLink>
        ) : null
      }
    >
      <FigureTable
        label={t('reports.rewards.title')}
        name={{ head: t('reports.rewards.reward'), text: ({ name }) => name ?? t('reports.rewards.unknown') }}
        columns={columns}
        rows={rows}
        keyOf={({ key }) => key}
        bar={({ points }) => points}
        total={t('reports.total')}
        empty={t('reports.rewards.none')}
      />
    </Section>
  )
}
