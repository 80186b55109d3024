import { Button, Select } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useList } from '../../../api/hooks.ts'
import { Empty } from '../../../components/empty/Empty.tsx'
import { ProblemNotice, TryAgain } from '../../../components/notice/Notice.tsx'
import { SkeletonRows } from '../../../components/skeleton/Skeleton.tsx'
import css from '../shop.module.css'
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
] as const

/** All that happened to the points, newest first; a kind can be picked out, and is in the address. */
export function Timeline({ customerId }: { readonly customerId: number }) {
  const { t } = useTranslation()
  const { kinds: asked } = useSearch({ strict: false }) as { kinds?: unknown }
  const kind = KINDS.find((one) => one === asked)
  const navigate = useNavigate()
  const listed = useList('customers.timeline', {
    params: { id: customerId },
    query: kind ? { kinds: kind } : {},
  })
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
          value={kind ?? null}
          onChange={choose}
          clearable
        />
      </div>
      {listed.problem ? (
        <ProblemNotice problem={listed.problem} actions={<TryAgain onClick={listed.tryAgain} />} />
      ) : null}
      {listed.isLoading ? <SkeletonRows count={6} height={62} /> : null}
      {!listed.isLoading && !listed.problem && listed.items.length === 0 ? (
        kind ? (
          <p className="muted">{t('customers.timeline.none')}</p>
        ) : (
          <Empty title={t('customers.timeline.empty.title')}>{t('customers.timeline.empty.text')}</Empty>
        )
      ) : null}
      {listed.items.length > 0 ? (
        <TimelineList
          label={t('customers.views.timeline')}
          customerId={customerId}
          lines={listed.items}
          after={t('customers.timeline.balance')}
        />
      ) : null}
      {listed.more ? (
        <Button mt="md" onClick={listed.more} loading={listed.isLoadingMore}>
          {t('common.showMore')}
        </Button>
      ) : null}
    </>
  )
}
