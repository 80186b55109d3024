import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useList } from '../../../api/hooks.ts'
import { Icon } from '../../../components/icon/Icon.tsx'
import { PageLink } from '../../../components/link/PageLink.tsx'
import { ProblemNotice, TryAgain } from '../../../components/notice/Notice.tsx'
import { SkeletonRows } from '../../../components/skeleton/Skeleton.tsx'
import { absolute, isBelowZero } from '../../../format/decimal.ts'
import { useFormat } from '../../../format/use-format.ts'
import { useLineTitle } from '../timeline/use-line-title.ts'
import css from './customer.module.css'
import type { Explained } from './types.ts'

type Part = Explained['parts'][number]

/** What is told as waiting was earned too. */
function kindsOf(kind: Part['kind']): string {
  return kind === 'earned' ? 'earned,waiting' : kind
}

/** How the balance came about: parts that add up to it, each with its records. */
export function Parts({
  customerId,
  explained,
}: {
  readonly customerId: number
  readonly explained: Explained
}) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <div className={css.how}>
      <h3>{t('customers.why.how')}</h3>
      <ul className={css.tally}>
        {explained.parts.map((part) => (
          <PartLine key={part.kind} part={part} customerId={customerId} />
        ))}
        <li className={css.total}>
          <span className={css.sign}>=</span>
          <span>{t('customers.why.balance')}</span>
          <span className={css.sumOf}>{format.points(explained.points)}</span>
        </li>
      </ul>
    </div>
  )
}

function PartLine({ part, customerId }: { readonly part: Part; readonly customerId: number }) {
  const { t } = useTranslation()
  const format = useFormat()
  const [isOpen, setOpen] = useState(false)
  const { kind, points, records } = part
  return (
    <li>
      <button type="button" className={css.part} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <span className={css.sign}>{isBelowZero(points) ? '−' : '+'}</span>
        <span>{t(`customers.why.parts.${kind}`)}</span>
        <span className={css.of}>{t('customers.why.partRecords', { count: records })}</span>
        <Icon name={isOpen ? 'down' : 'right'} size={14} />
        <span className={css.count}>{format.points(absolute(points))}</span>
      </button>
      {isOpen ? <PartRecords kind={kind} customerId={customerId} /> : null}
    </li>
  )
}

/** The records of one part, newest first; each leads to what it is about. */
function PartRecords({ kind, customerId }: { readonly kind: Part['kind']; readonly customerId: number }) {
  const { t } = useTranslation()
  const format = useFormat()
  const titleOf = useLineTitle()
  const listed = useList('customers.timeline', {
    params: { id: customerId },
    query: { kinds: kindsOf(kind), limit: 20 },
  })
  if (listed.problem)
    return <ProblemNotice problem={listed.problem} actions={<TryAgain onClick={listed.tryAgain} />} />
  if (listed.isLoading) return <SkeletonRows count={3} height={28} />
  return (
    <div className={css.records}>
      <ul>
        {listed.items.map((line) => (
          <li key={line.id}>
            <time dateTime={line.at}>{format.date(line.at)}</time>
            {line.order ? (
              <PageLink to={`/customers/${customerId}/orders/${line.order.id}`}>{titleOf(line)}</PageLink>
            ) : (
              <span>{titleOf(line)}</span>
            )}
            <span className={css.count}>{format.signed(line.points)}</span>
          </li>
        ))}
      </ul>
      {listed.more ? (
        <Button size="xs" variant="subtle" onClick={listed.more} loading={listed.isLoadingMore}>
          {t('common.showMore')}
        </Button>
      ) : null}
    </div>
  )
}
