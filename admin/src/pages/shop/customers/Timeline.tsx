import { Button, Select } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { type Listed, useList } from '../../../api/hooks.ts'
import { Empty } from '../../../components/empty/Empty.tsx'
import { ProblemNotice, TryAgain } from '../../../components/notice/Notice.tsx'
import { SkeletonRows } from '../../../components/skeleton/Skeleton.tsx'
import css from '../shop.module.css'
import { StampList } from '../timeline/StampList.tsx'
import { TimelineList } from '../timeline/TimelineList.tsx'

const KINDS = [
  'earned',
  'waiting',
  'opened',
  'redeemed',
  'returned',
  'expired',
  'adjusted',
  'cancelled',
  'orderChanged',
  'imported',
  'merged',
  'tier',
  'claimed',
  'stamps',
] as const
type Kind = (typeof KINDS)[number]

interface TimelineProps {
  readonly customerId: number
}

/**
 * All that happened to the points, newest first; a kind can be picked out, and is in the address. Stamps are a list of
 * their own: they change no balance, and would fill the timeline of a customer who comes every day.
 */
export function Timeline({ customerId }: TimelineProps) {
  const { t } = useTranslation()
  const { kinds: asked } = useSearch({ strict: false }) as { kinds?: unknown }
  const kind = KINDS.find((one) => one === asked) ?? null
  const navigate = useNavigate()
  const choose = (kinds: string | null): void =>
    void navigate({
      to: '.',
      search: (({ kinds: _was, ...rest }: Record<string, unknown>) =>
        kinds === null ? rest : { ...rest, kinds }) as never,
      replace: true,
    })
  return (
    <>
      <div className={css.only}>
        <Select
          label={t('customers.timeline.only')}
          placeholder={t('customers.timeline.everything')}
          data={KINDS.map((value) => ({ value, label: t(`customers.timeline.kinds.${value}`) }))}
          value={kind}
          onChange={choose}
          clearable
        />
      </div>
      {kind === 'stamps' ? (
        <Stamps customerId={customerId} />
      ) : (
        <Points customerId={customerId} kind={kind} />
      )}
    </>
  )
}

interface PointsProps extends TimelineProps {
  /** null: all. */
  readonly kind: Exclude<Kind, 'stamps'> | null
}

function Points({ customerId, kind }: PointsProps) {
  const { t } = useTranslation()
  const listed = useList('customers.timeline', {
    params: { id: customerId },
    query: kind ? { kinds: kind } : {},
  })
  return (
    <Found listed={listed} isAll={kind === null}>
      <TimelineList
        label={t('customers.views.timeline')}
        customerId={customerId}
        lines={listed.items}
        after={t('customers.timeline.balance')}
      />
    </Found>
  )
}

function Stamps({ customerId }: TimelineProps) {
  const listed = useList('customers.allStamps', { params: { id: customerId }, query: {} })
  return (
    <Found listed={listed} isAll={false}>
      <StampList customerId={customerId} records={listed.items} />
    </Found>
  )
}

interface FoundProps {
  readonly listed: Listed<unknown>
  /** Without a filter an empty list says what will be in it. */
  readonly isAll: boolean
  readonly children: ReactNode
}

function Found({ listed, isAll, children }: FoundProps) {
  const { t } = useTranslation()
  const isEmpty = !listed.isLoading && !listed.problem && listed.items.length === 0
  return (
    <>
      {listed.problem ? (
        <ProblemNotice problem={listed.problem} actions={<TryAgain onClick={listed.tryAgain} />} />
      ) : null}
      {listed.isLoading ? <SkeletonRows count={6} height={62} /> : null}
      {isEmpty && !isAll ? <p className="muted">{t('customers.timeline.none')}</p> : null}
      {isEmpty && isAll ? (
        <Empty title={t('customers.timeline.empty.title')}>{t('customers.timeline.empty.text')}</Empty>
      ) : null}
      {listed.items.length > 0 ? children : null}
      {listed.more ? (
        <Button mt="md" onClick={listed.more} loading={listed.isLoadingMore}>
          {t('common.showMore')}
        </Button>
      ) : null}
    </>
  )
}
