import { ActionIcon, Button, Menu } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useList } from '../../api/hooks.ts'
import { usePointsName } from '../../api/points-name.ts'
import type { Problem } from '../../api/problems.ts'
import { useMay } from '../../api/session.tsx'
import { Empty } from '../../components/empty/Empty.tsx'
import { Icon } from '../../components/icon/Icon.tsx'
import { Page } from '../../components/layout/Page.tsx'
import { PageLink, usePageAddress } from '../../components/link/PageLink.tsx'
import { ProblemNotice, TryAgain } from '../../components/notice/Notice.tsx'
import { Status } from '../../components/status/Status.tsx'
import { type Column, DataTable } from '../../components/table/DataTable.tsx'
import { Tabs } from '../../components/tabs/Tabs.tsx'
import { useFormat } from '../../format/use-format.ts'
import { RewardCard } from './RewardCard.tsx'
import { RulesInTheWay } from './RulesInTheWay.tsx'
import { newReward, type Reward } from './reward-values.ts'
import { useRewardState, useWorth } from './reward-words.ts'
import { useRewardActions } from './use-reward-actions.ts'

const VIEWS = ['all', 'active', 'inactive', 'archived'] as const
type View = (typeof VIEWS)[number]

export default function RewardsPage() {
  const { t } = useTranslation()
  const mayWrite = useMay('rewards.write')
  const { view: asked } = useSearch({ strict: false }) as { view?: View }
  const view = VIEWS.find((one) => one === asked) ?? 'all'
  const listed = useList('rewards.list', { query: view === 'all' ? {} : { state: view } })
  const columns = useColumns()
  const [problem, setProblem] = useState<Problem | null>(null)
  const shown = problem ?? listed.problem
  const isFirst = view === 'all' && !listed.isLoading && listed.items.length === 0
  return (
    <Page
      title={t('rewards.title')}
      about={t('rewards.about')}
      actions={
        <>
          <Button component={PageLink} to="/awards" variant="subtle">
            {t('awards.title')}
          </Button>
          <Button component={PageLink} to="/coupon-lists" variant="subtle">
            {t('rewards.lists')}
          </Button>
          {mayWrite && !isFirst ? <NewReward /> : null}
        </>
      }
    >
      {shown ? (
        <ProblemNotice
          problem={shown}
          actions={problem ? <RulesInTheWay problem={problem} /> : <TryAgain onClick={listed.tryAgain} />}
        />
      ) : null}
      {isFirst ? null : (
        <Tabs
          label={t('rewards.views')}
          tabs={VIEWS.map((name) => ({
            name,
            label: t(`rewards.${name}`),
            to: '/rewards',
            search: name === 'all' ? {} : { view: name },
          }))}
        />
      )}
      <DataTable
        label={t('rewards.title')}
        columns={columns}
        rows={listed.items}
        keyOf={({ id }) => id}
        to={({ id }) => `/rewards/${id}`}
        isLoading={listed.isLoading}
        more={listed.more}
        isLoadingMore={listed.isLoadingMore}
        {...(mayWrite
          ? { actions: (reward: Reward) => <RewardMenu reward={reward} onProblem={setProblem} /> }
          : {})}
        empty={shown ? null : isFirst ? <NoRewards /> : <p className="muted">{t('rewards.none')}</p>}
      />
    </Page>
  )
}

function NewReward() {
  const { t } = useTranslation()
  return (
    <Button component={PageLink} to="/rewards/new" variant="filled" leftSection={<Icon name="plus" />}>
      {t('rewards.new')}
    </Button>
  )
}

function NoRewards() {
  const { t } = useTranslation()
  const mayWrite = useMay('rewards.write')
  const example = {
    ...newReward('fixedValue'),
    title: t('rewards.example.title'),
    description: t('rewards.example.about'),
    points: '200',
    value: '10',
  }
  return (
    <Empty
      title={t('rewards.empty.title')}
      action={mayWrite ? <NewReward /> : null}
      example={<RewardCard values={example} tierNames={new Map()} isExample />}
    >
      {t('rewards.empty.text')}
    </Empty>
  )
}

function useColumns(): readonly Column<Reward>[] {
  const { t } = useTranslation()
  const format = useFormat()
  const worthOf = useWorth()
  const pointsName = usePointsName()
  const stateOf = useRewardState()
  const leftOf = ({ codesLeft, limits, redeemed }: Reward): string => {
    if (codesLeft !== null) return t('rewards.codesLeft', { count: codesLeft })
    return limits.total === null ? '' : format.number(Math.max(limits.total - redeemed, 0))
  }
  return [
    {
      head: t('rewards.columns.title'),
      onPhone: 'subject',
      cell: (reward) => reward.title,
    },
    { head: t('rewards.fields.value'), onPhone: 'note', cell: (reward) => worthOf(reward) },
    {
      head: t('rewards.columns.points'),
      onPhone: 'figure',
      isNumber: true,
      cell: ({ type, prizeOnly, points }) => {
        if (type === 'cashback') return t('rewards.types.cashback').toLowerCase()
        if (prizeOnly) return t('rewards.prizeOnly')
        return Number(points) === 0 ? t('rewards.free') : `${format.points(points)} ${pointsName(points)}`
      },
    },
    {
      head: t('rewards.columns.redeemed'),
      onPhone: 'hidden',
      isNumber: true,
      cell: ({ redeemed, limits: { total } }) =>
        total === null
          ? format.number(redeemed)
          : t('rewards.redeemedOf', { count: redeemed, total: format.number(total) }),
    },
    { head: t('rewards.columns.left'), onPhone: 'hidden', isNumber: true, cell: leftOf },
    {
      head: t('rewards.columns.until'),
      onPhone: 'hidden',
      cell: ({ validUntil }) =>
        validUntil ? format.endDate(validUntil) : <span className="faint">{t('rewards.noEnd')}</span>,
    },
    {
      head: t('common.state'),
      onPhone: 'date',
      cell: (reward) => {
        const { kind, text } = stateOf(reward)
        return <Status kind={kind}>{text}</Status>
      },
    },
  ]
}

function RewardMenu(props: {
  readonly reward: Reward
  readonly onProblem: (problem: Problem | null) => void
}) {
  const { reward } = props
  const { t } = useTranslation()
  const navigate = useNavigate()
  const address = usePageAddress()
  const actions = useRewardActions(props.onProblem)
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon aria-label={t('common.moreAbout', { name: reward.title })}>
          <Icon name="dots" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => void navigate({ to: address(`/rewards/${reward.id}`) })}>
          {t('rewards.menu.open')}
        </Menu.Item>
        <Menu.Item onClick={() => void actions.duplicate(reward)}>{t('rewards.menu.duplicate')}</Menu.Item>
        {reward.archivedAt ? (
          <Menu.Item onClick={() => void actions.unarchive(reward)}>{t('rewards.menu.unarchive')}</Menu.Item>
        ) : (
          <Menu.Item onClick={() => void actions.archive(reward)}>{t('rewards.menu.archive')}</Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
