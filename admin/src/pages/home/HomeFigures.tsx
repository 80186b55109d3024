import { Button, Menu } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Answer } from '../../api/client.ts'
import { useMay } from '../../api/session.tsx'
import { useCounted } from '../../api/use-counted.ts'
import { useReportTarget } from '../../api/use-report-target.ts'
import { Bars } from '../../components/chart/Bars.tsx'
import { Icon } from '../../components/icon/Icon.tsx'
import { Section } from '../../components/layout/Page.tsx'
import { PageLink } from '../../components/link/PageLink.tsx'
import { periodName } from '../../components/report/bucket-words.ts'
import { Counted } from '../../components/report/Counted.tsx'
import { FlowColumns } from '../../components/report/FlowColumns.tsx'
import { KeyFigures } from '../../components/report/KeyFigures.tsx'
import { OwedSum } from '../../components/report/OwedSum.tsx'
import { type Chosen, presetsOn, searchOf, searchOfDays } from '../../components/report/period.ts'
import { usePresetName } from '../../components/report/use-preset-name.ts'
import { useReportSearch } from '../../components/report/use-report-search.ts'
import { isZero } from '../../format/decimal.ts'
import { useFormat } from '../../format/use-format.ts'
import css from './home.module.css'
import { RewardsRedeemed } from './RewardsRedeemed.tsx'
import { useKeyFigures } from './use-key-figures.ts'

type Overview = NonNullable<Answer<'reports.overview'>['figures']>

interface HomeFiguresProps {
  /** In place of figures of a merchant that has none yet. */
  readonly children: React.ReactNode
}

/** What the program did in the last days, and what it owes. */
export default function HomeFigures({ children }: HomeFiguresProps) {
  const { chosen, choose, today, learnToday } = useReportSearch()
  const isUsual = Object.keys(searchOf(chosen)).length === 0
  // Without days the server shows the first ones of a merchant as they are.
  const found = useCounted('reports.overview', { query: isUsual ? {} : { ...chosen.period } })
  learnToday(found.data?.answer.today)
  const figures = found.data?.answer.figures
  if (figures && figures.since === null) return children
  return (
    <div className={css.figures}>
      <Counted found={found}>
        {(shown) => <Figures shown={shown} chosen={chosen} today={today} onChoose={choose} />}
      </Counted>
    </div>
  )
}

interface FiguresProps {
  readonly shown: Overview
  readonly chosen: Chosen
  readonly today: string
  readonly onChoose: (chosen: Chosen) => void
}

function Figures({ shown, chosen, today, onChoose }: FiguresProps) {
  const { t, i18n } = useTranslation()
  const format = useFormat()
  const target = useReportTarget()
  const mayRead = useMay('reports.read')
  const { soFarToday: soFar, isStart } = shown
  const keyFigures = useKeyFigures(shown, chosen)
  return (
    <>
      <Section
        title={t('reports.key.title')}
        about={t('reports.zone', { days: periodName(shown.period, i18n.language), zone: format.zone })}
        actions={isStart ? null : <Days chosen={chosen} today={today} onChoose={onChoose} />}
      >
        <KeyFigures figures={keyFigures} />
      </Section>
      <div className={css.columns}>
        <FlowColumns
          columns={shown.columns}
          period={shown.period}
          step={shown.step}
          about={
            isStart || (isZero(soFar.issued.points) && isZero(soFar.redeemed.points))
              ? null
              : t('reports.flow.today', {
                  issued: format.points(soFar.issued.points),
                  redeemed: format.points(soFar.redeemed.points),
                })
          }
          {...(mayRead && !isStart
            ? { opens: (column) => ({ to: '/reports/points', search: searchOfDays(column) }) }
            : {})}
        />
        <OwedSum
          target={target}
          figures={shown}
          days={chosen}
          actions={mayRead ? <PageLink to="/reports/liability">{t('reports.owe.report')}</PageLink> : null}
        />
      </div>
      <div className={css.columns}>
        <RewardsRedeemed
          rewards={shown.rewards}
          {...(isStart ? {} : target('/reports/rewards', searchOf(chosen)))}
        />
        {shown.tiers ? <Tiers tiers={shown.tiers} chosen={isStart ? null : chosen} /> : null}
      </div>
    </>
  )
}

function Days({ chosen: { preset }, today, onChoose }: Omit<FiguresProps, 'shown'>) {
  const { t } = useTranslation()
  const nameOf = usePresetName()
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="subtle" leftSection={<Icon name="calendar" />}>
          {preset === null ? t('reports.otherDays') : nameOf(preset)}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {presetsOn(today).map((one) => (
          <Menu.Item key={one.preset} onClick={() => onChoose(one.chosen)}>
            {nameOf(one.preset)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

interface TiersProps {
  readonly tiers: NonNullable<Overview['tiers']>
  /** null: there is no report yet. */
  readonly chosen: Chosen | null
}

function Tiers({ tiers: { items, movedUp, movedDown }, chosen }: TiersProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const mayRead = useMay('reports.read')
  return (
    <Section
      title={t('reports.tiers.title')}
      about={t('reports.tiers.about')}
      actions={
        mayRead && chosen ? (
          <PageLink to="/reports/tiers" search={searchOf(chosen)}>
            {t('shell.pages.tiersReport')}
          </PageLink>
        ) : null
      }
    >
      <Bars
        label={t('reports.tiers.title')}
        rows={items.map(({ key, name, customers }) => ({
          key,
          name,
          amount: String(customers),
          text: format.number(customers),
        }))}
      />
      <p className={css.moves}>
        {t('reports.tiers.moves', { up: format.number(movedUp), down: format.number(movedDown) })}
      </p>
    </Section>
  )
}
