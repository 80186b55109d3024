import { Button } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Award, useAwardName, useRuleName } from '../../api/award-name.ts'
import { useCustomerName } from '../../api/customer-name.ts'
import { useChange, useList } from '../../api/hooks.ts'
import { useMay } from '../../api/session.tsx'
import { AwardState } from '../../components/awards/AwardState.tsx'
import { Question } from '../../components/dialog/Question.tsx'
import { Empty } from '../../components/empty/Empty.tsx'
import { Page } from '../../components/layout/Page.tsx'
import { PageLink } from '../../components/link/PageLink.tsx'
import type { Column } from '../../components/table/DataTable.tsx'
import { ListedTable } from '../../components/table/ListedTable.tsx'
import { Tabs } from '../../components/tabs/Tabs.tsx'
import { toast } from '../../components/toast/toast.tsx'
import { useFormat } from '../../format/use-format.ts'

const VIEWS = ['all', 'held', 'due', 'given', 'undone', 'dropped'] as const
/** A worker tries them; most are given by then. */
const RETRIED_AFTER_MS = 3_000

/** What rules gave by themselves, and what could not be given yet. */
export default function AwardsPage() {
  const { t } = useTranslation()
  const search = useSearch({ strict: false }) as { view?: string; reward?: unknown }
  const view = VIEWS.find((one) => one === search.view) ?? 'all'
  const reward = Number(search.reward ?? 0)
  const listed = useList('awards.list', {
    query: { ...(view === 'all' ? {} : { state: view }), ...(reward > 0 ? { rewardId: reward } : {}) },
  })
  const mayWrite = useMay('rewards.write')
  const columns = useColumns()
  const ofReward = reward > 0 ? { reward } : {}
  const isFirst = view === 'all' && !listed.isLoading && listed.items.length === 0
  return (
    <Page
      title={t('awards.title')}
      about={t('awards.about')}
      back={<PageLink to="/rewards">{t('rewards.title')}</PageLink>}
      actions={
        mayWrite && (view === 'held' || listed.items.some(({ state }) => state === 'held')) ? (
          <Retry
            rewardId={reward > 0 ? reward : null}
            onDone={() => window.setTimeout(() => listed.tryAgain(), RETRIED_AFTER_MS)}
          />
        ) : null
      }
    >
      <Tabs
        label={t('awards.views')}
        tabs={VIEWS.map((name) => ({
          name,
          label: t(`awards.${name}`),
          to: '/awards',
          search: { ...ofReward, ...(name === 'all' ? {} : { view: name }) },
        }))}
      />
      <ListedTable
        label={t('awards.title')}
        columns={columns}
        listed={listed}
        keyOf={({ id }) => id}
        to={({ redemptionId, customer }) =>
          redemptionId === null ? `/customers/${customer.id}` : `/redemptions/${redemptionId}`
        }
        {...(mayWrite ? { actions: (award: Award) => <Drop award={award} /> } : {})}
        empty={
          isFirst ? (
            <Empty
              title={t('awards.empty.title')}
              action={<PageLink to="/program">{t('awards.empty.action')}</PageLink>}
            >
              {t('awards.empty.text')}
            </Empty>
          ) : (
            <p className="muted">{t('awards.none')}</p>
          )
        }
      />
    </Page>
  )
}

function useColumns(): readonly Column<Award>[] {
  const { t } = useTranslation()
  const format = useFormat()
  const nameOf = useAwardName()
  const customerOf = useCustomerName()
  const ruleOf = useRuleName()
  return [
    { head: t('awards.columns.reward'), onPhone: 'subject', cell: nameOf },
    { head: t('awards.columns.customer'), onPhone: 'note', cell: ({ customer }) => customerOf(customer) },
    { head: t('awards.columns.rule'), onPhone: 'hidden', cell: ({ rule }) => ruleOf(rule) },
    { head: t('awards.columns.earned'), onPhone: 'date', cell: ({ madeAt }) => format.moment(madeAt) },
    {
      head: t('awards.columns.code'),
      onPhone: 'hidden',
      cell: ({ coupon }) => (coupon?.code ? <code>{coupon.code}</code> : ''),
    },
    { head: t('common.state'), onPhone: 'figure', cell: (award) => <AwardState award={award} /> },
  ]
}

function Retry({ rewardId, onDone }: { readonly rewardId: number | null; readonly onDone: () => void }) {
  const { t } = useTranslation()
  const retry = useChange('awards.retry')
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Button onClick={() => setAsking(true)}>{t('awards.retry.action')}</Button>
      {isAsking ? (
        <Question
          title={t('awards.retry.title')}
          cancel={t('common.cancel')}
          submit={t('awards.retry.submit')}
          run={() => retry({ body: rewardId === null ? {} : { rewardId } })}
          onDone={({ answer: { held } }) => {
            setAsking(false)
            toast(held === 0 ? t('awards.retry.nothing') : t('awards.retry.done', { count: held }))
            onDone()
          }}
          onClose={() => setAsking(false)}
        >
          <p>{t('awards.retry.text')}</p>
        </Question>
      ) : null}
    </>
  )
}

function Drop({ award }: { readonly award: Award }) {
  const { t } = useTranslation()
  const drop = useChange('awards.drop')
  const customerOf = useCustomerName()
  const [isAsking, setAsking] = useState(false)
  if (award.state !== 'due' && award.state !== 'held') return null
  const names = { reward: award.reward?.title ?? '', customer: customerOf(award.customer) }
  return (
    <>
      <Button size="xs" aria-label={t('awards.drop.named', names)} onClick={() => setAsking(true)}>
        {t('awards.drop.action')}
      </Button>
      {isAsking ? (
        <Question
          title={t('awards.drop.title')}
          cancel={t('awards.drop.keep')}
          submit={t('awards.drop.submit')}
          isDestructive
          run={() => drop({ params: { id: award.id } })}
          onDone={() => {
            setAsking(false)
            toast(t('awards.drop.done'))
          }}
          onClose={() => setAsking(false)}
        >
          <p>{t('awards.drop.text', names)}</p>
        </Question>
      ) : null}
    </>
  )
}
