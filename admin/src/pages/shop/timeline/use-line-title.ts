import { useTranslation } from 'react-i18next'
import type { TimelineLine } from '../../../../../server/src/history/admin-api/schema.ts'

/** Points that no order earned: told by the first line of why. */
const SOURCES = [
  'signup',
  'birthday',
  'referral',
  'quiz',
  'custom',
  'card',
  'tierReached',
  'prizeTakenBack',
] as const

/** What a line of the timeline is about, in a few words. */
export function useLineTitle(): (line: TimelineLine) => string {
  const { t } = useTranslation()
  return (line) => {
    const { kind, order, reward, lines } = line
    const title = reward?.title ?? t('customers.timeline.reward')
    if (kind === 'tier') return line.sentence
    if (kind === 'claimed' || kind === 'claimRevoked') return t(`customers.timeline.kinds.${kind}`)
    if (kind === 'redeemed') return t('customers.timeline.redeemed', { title })
    if (kind === 'returned') return t('customers.timeline.returned', { title })
    if (kind === 'expired' || kind === 'adjusted') return t(`customers.timeline.kinds.${kind}`)
    if (order) {
      const name = { order: order.originalId }
      if (kind === 'cancelled') return t('customers.timeline.orderCancelled', name)
      if (kind === 'orderChanged') return t('customers.timeline.orderChanged', name)
      return t('customers.timeline.order', name)
    }
    const source = SOURCES.find((one) => one === lines[0]?.kind)
    return source ? t(`customers.timeline.sources.${source}`) : t(`customers.timeline.kinds.${kind}`)
  }
}
