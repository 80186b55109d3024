import { useTranslation } from 'react-i18next'

export const REASONS = ['goodwill', 'correction', 'complaint', 'promotion', 'fraud', 'other'] as const

/** A reason of the panel in words; one that came by the API as it was sent. */
export function useReason(): (reason: string) => string {
  const { t } = useTranslation()
  return (reason) => {
    const known = REASONS.find((one) => one === reason)
    return known ? t(`customers.timeline.reasons.${known}`) : reason
  }
}
