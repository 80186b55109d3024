import { useDebouncedValue } from '@mantine/hooks'
import { useTranslation } from 'react-i18next'
import type { Answer } from '../../api/client.ts'
import { useCustomerName } from '../../api/customer-name.ts'
import { useRead } from '../../api/hooks.ts'
import { useMay } from '../../api/session.tsx'
import type { IconName } from '../../components/icon/paths.ts'
import { useFormat } from '../../format/use-format.ts'

/** Something that the search has found, and where it is. */
export interface FoundThing {
  readonly key: string
  readonly label: string
  readonly about: string
  readonly icon: IconName
  /** Below the merchant. */
  readonly to: string
  readonly search?: Record<string, string>
}

type Found = Answer<'search.find'>

const WAIT_MS = 200

/** What the merchant has under these words: customers, orders, redemptions, codes, and what is configured. */
export function useFound(query: string): {
  readonly things: readonly FoundThing[]
  readonly isLooking: boolean
} {
  const [q] = useDebouncedValue(query.trim(), WAIT_MS)
  const isOff = !useMay('customers.read') || q === ''
  const found = useRead('search.find', { query: { q: q === '' ? '-' : q.slice(0, 100) } }, { isOff })
  const thingsOf = useThings()
  const isLooking = found.isFetching || q !== query.trim()
  return { things: isOff || !found.data ? [] : thingsOf(found.data.answer), isLooking }
}

function useThings(): (found: Found) => FoundThing[] {
  const persons = usePersons()
  const configured = useConfigured()
  return (found) => [...persons(found), ...configured(found)]
}

function usePersons(): (found: Found) => FoundThing[] {
  const { t } = useTranslation()
  const format = useFormat()
  const nameOf = useCustomerName()
  return ({ customers, orders, redemptions, coupons }) => [
    ...customers.map((customer) => ({
      key: `customer-${customer.id}`,
      label: nameOf(customer),
      about: t('shell.palette.customer', { id: customer.email ?? customer.originalId }),
      icon: 'users' as const,
      to: `/customers/${customer.id}`,
    })),
    ...orders.map(({ id, originalId, total, placedAt, customer }) => ({
      key: `order-${id}`,
      label: originalId,
      about: t('shell.palette.order', {
        customer: nameOf(customer),
        total: format.money(total),
        date: format.date(placedAt),
      }),
      icon: 'receipt' as const,
      to: `/customers/${customer.id}/orders/${id}`,
    })),
    ...redemptions.map(({ id, key, title, customer }) => ({
      key: `redemption-${id}`,
      label: title ?? key ?? String(id),
      about: t('shell.palette.redemption', { customer: nameOf(customer) }),
      icon: 'ticket' as const,
      to: `/redemptions/${id}`,
    })),
    ...coupons.map(({ code, customer }) => ({
      key: `coupon-${code}`,
      label: code,
      about: t('shell.palette.coupon', { customer: nameOf(customer) }),
      icon: 'ticket' as const,
      to: `/customers/${customer.id}`,
      search: { view: 'coupons' },
    })),
  ]
}

function useConfigured(): (found: Found) => FoundThing[] {
  const { t } = useTranslation()
  return ({ rewards, tiers, quizzes, rules }) => [
    ...rewards.map(({ id, title }) => ({
      key: `reward-${id}`,
      label: title,
      about: t('shell.pages.rewards'),
      icon: 'gift' as const,
      to: `/rewards/${id}`,
    })),
    ...tiers.map(({ id, name }) => ({
      key: `tier-${id}`,
      label: name,
      about: t('shell.pages.tiers'),
      icon: 'stairs' as const,
      to: '/tiers',
    })),
    ...quizzes.map(({ id, name }) => ({
      key: `quiz-${id}`,
      label: name,
      about: t('shell.pages.quizzes'),
      icon: 'quiz' as const,
      to: `/quizzes/${id}`,
    })),
    ...rules.map(({ id, name, sentence }) => ({
      key: `rule-${id}`,
      label: name || sentence,
      about: t('shell.pages.program'),
      icon: 'rules' as const,
      to: '/program',
    })),
  ]
}
