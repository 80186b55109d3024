import { useTranslation } from 'react-i18next'
import { useRuleName } from '../../api/award-name.ts'
import type { Answer } from '../../api/client.ts'
import { useCustomerName } from '../../api/customer-name.ts'
import { useExportedRows } from '../../api/export-name.ts'
import { useMay } from '../../api/session.tsx'
import { monthWords } from '../../components/report/bucket-words.ts'
import { absolute, isBelowZero } from '../../format/decimal.ts'
import { useFormat } from '../../format/use-format.ts'
import type { Need } from './need.ts'

type Needs = Answer<'needs.get'>

/** As far as the server counts what an endpoint has not had. */
const EVENTS_COUNTED_MAX = 1_000

/** What the server says waits, as sentences. */
export function useNeedWords(): (needs: Needs) => readonly Need[] {
  const endpoint = useEndpointWords()
  const approvals = useApprovalWords()
  const held = useHeldWords()
  const referrals = useReferralWords()
  const list = useListWords()
  const differences = useDifferencesWords()
  const figures = useFiguresWords()
  const month = useMonthWords()
  const ready = useReadyWords()
  return (needs) => [
    ...differences('differences', needs.differences),
    ...differences('backtestDiffers', needs.backtestDiffers),
    ...figures(needs),
    ...needs.endpoints.map(endpoint),
    ...approvals(needs.approvals),
    ...referrals(needs.heldReferrals),
    ...needs.heldAwards.map(held),
    ...needs.couponLists.map(list),
    ...month(needs),
    ...needs.exportsReady.map(ready),
  ]
}

function useDifferencesWords(): (what: 'differences' | 'backtestDiffers', count: number) => readonly Need[] {
  const { t } = useTranslation()
  const format = useFormat()
  return (what, count) =>
    count === 0
      ? []
      : [
          {
            key: what,
            icon: 'checks',
            text: t(`home.${what}.text`, { count, number: format.number(count) }),
            meta: t(`home.${what}.meta`),
            action: '',
            to: null,
            isTrouble: true,
          },
        ]
}

function useFiguresWords(): (needs: Pick<Needs, 'figuresDiffer' | 'figuresBehind'>) => readonly Need[] {
  const { t } = useTranslation()
  const format = useFormat()
  const need = (key: 'differ' | 'behind', since: string): Need => ({
    key: `figures-${key}`,
    since,
    icon: 'checks',
    text: t(`home.figures.${key}`, { when: format.moment(since) }),
    meta: t('home.figures.meta'),
    action: '',
    to: null,
    isTrouble: true,
  })
  return ({ figuresDiffer, figuresBehind }) => [
    ...(figuresDiffer ? [need('differ', figuresDiffer.since)] : []),
    ...(figuresBehind ? [need('behind', figuresBehind.since)] : []),
  ]
}

/** A month can be closed when it is over: near enough to find its place among the others. */
function dayAfter(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number)).toISOString()
}

function useMonthWords(): (needs: Pick<Needs, 'monthReady'>) => readonly Need[] {
  const { t, i18n } = useTranslation()
  return ({ monthReady }) =>
    monthReady === null
      ? []
      : [
          {
            key: 'month-ready',
            since: dayAfter(monthReady),
            icon: 'book',
            text: t('home.monthReady.text', { month: monthWords(monthReady, i18n.language).name }),
            meta: t('home.monthReady.meta'),
            action: t('home.monthReady.action'),
            to: `/accounting/${monthReady}`,
          },
        ]
}

function useEndpointWords(): (endpoint: Needs['endpoints'][number]) => Need {
  const { t } = useTranslation()
  const format = useFormat()
  const mayWrite = useMay('webhooks.write')
  return ({ id, name, trouble, since, events }) => ({
    key: `endpoint-${id}`,
    since,
    icon: 'webhook',
    text: t(`home.endpoint.${trouble}`, { name, when: since === null ? '' : format.moment(since) }),
    meta: [
      events === 0
        ? ''
        : t(events < EVENTS_COUNTED_MAX ? 'home.endpoint.events' : 'home.endpoint.manyEvents', {
            count: events,
          }),
      mayWrite ? '' : t('home.endpoint.who'),
    ]
      .filter(Boolean)
      .join(' · '),
    action: t('home.endpoint.action'),
    to: mayWrite ? `/developers/webhooks/${id}` : null,
    isTrouble: trouble !== 'parked',
  })
}

function useApprovalWords(): (approvals: Needs['approvals']) => readonly Need[] {
  const { t } = useTranslation()
  const format = useFormat()
  const nameOf = useCustomerName()
  const textOf = (item: Needs['approvals']['items'][number]): string => {
    const { kind, by, customer, points, cashback } = item
    if (kind === 'import' || kind === 'undo') {
      return t(`home.approval.${kind}`, { who: by.label, file: item.import?.fileName ?? '' })
    }
    const names = { who: by.label, customer: customer ? nameOf(customer) : '' }
    if (kind === 'erasure') return t('home.approval.erase', names)
    if (kind === 'merge') return t('home.approval.merge', names)
    const amount = points ?? cashback ?? '0'
    const way = isBelowZero(amount) ? 'take' : 'give'
    return t(`home.approval.${way}.${points === null ? 'cashback' : 'points'}`, {
      ...names,
      amount: points === null ? format.money(absolute(amount)) : format.points(absolute(amount)),
    })
  }
  const place = { icon: 'checks', action: t('home.approval.action'), to: '/approvals' } as const
  return ({ count, items }) => {
    const shown: Need[] = items.map((item) => ({
      ...place,
      key: `approval-${item.id}`,
      since: item.requestedAt,
      text: textOf(item),
      meta: format.ago(item.requestedAt),
    }))
    const left = count - items.length
    if (left <= 0) return shown
    // They came after those that are shown, and stay behind them.
    const since = items.at(-1)?.requestedAt ?? null
    return [
      ...shown,
      { ...place, key: 'approvals', text: t('home.approval.more', { count: left }), meta: '', since },
    ]
  }
}

function useHeldWords(): (held: Needs['heldAwards'][number]) => Need {
  const { t } = useTranslation()
  return ({ reward, count, because }) => ({
    key: `held-${reward.id}`,
    icon: 'gift',
    text: t('home.held.text', { count, reward: reward.title ?? '' }),
    meta: t(`awards.because.${because}`),
    action: t('home.held.action'),
    to: '/awards',
    search: { view: 'held' },
    isTrouble: true,
  })
}

function useReferralWords(): (held: Needs['heldReferrals']) => readonly Need[] {
  const { t } = useTranslation()
  const format = useFormat()
  return (held) =>
    held === null
      ? []
      : [
          {
            key: 'held-referrals',
            since: held.since,
            icon: 'users',
            text: t('home.heldReferrals.text', { count: held.count }),
            meta: format.ago(held.since),
            action: t('home.heldReferrals.action'),
            to: '/referrals',
            search: { outcome: 'held' },
          },
        ]
}

function useReadyWords(): (ready: Needs['exportsReady'][number]) => Need {
  const { t } = useTranslation()
  const format = useFormat()
  const rowsOf = useExportedRows()
  return ({ jobId, export: name, customerId, lines, finishedAt }) => {
    return {
      key: `export-${jobId}`,
      since: finishedAt,
      icon: 'download',
      text: t('home.ready.text', { what: rowsOf(name) }),
      meta: [
        t(customerId === null ? 'data.lines' : 'data.entries', { count: lines }),
        format.ago(finishedAt),
      ].join(' · '),
      action: t('home.ready.action'),
      ...(customerId === null
        ? { to: '/data' }
        : { to: `/customers/${customerId}`, search: { export: jobId } }),
    }
  }
}

function useListWords(): (list: Needs['couponLists'][number]) => Need {
  const { t } = useTranslation()
  const format = useFormat()
  const mayWrite = useMay('rewards.write')
  const ruleOf = useRuleName()
  return ({ id, name, left, codes, runsOutOn, givenBy }) => ({
    key: `list-${id}`,
    icon: 'ticket',
    text: t('home.list.text', { name, left: format.number(left), all: format.number(codes) }),
    // A day, not a moment: noon keeps it the same in every zone.
    meta: [
      runsOutOn === null ? '' : t('home.list.runsOut', { date: format.date(`${runsOutOn}T12:00:00Z`) }),
      givenBy.length === 0
        ? ''
        : t('home.list.givenBy', { count: givenBy.length, rule: givenBy.map(ruleOf)[0] ?? '' }),
      mayWrite ? '' : t('home.list.who'),
    ]
      .filter(Boolean)
      .join(' · '),
    action: t('home.list.action'),
    to: mayWrite ? `/coupon-lists/${id}` : null,
  })
}
