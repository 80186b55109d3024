import { useTranslation } from 'react-i18next'
import type { StatusKind } from '../../components/status/Status.tsx'
import { useFormat } from '../../format/use-format.ts'
import type { Reward, RewardValues } from './reward-values.ts'

/** A number that can be shown: what is being typed may be none yet. */
export function isNumber(text: string): boolean {
  return /^-?\d+(\.\d+)?$/.test(text)
}

/** What a customer gets, in a few words: “R$ 10.00 off”. */
export function useWorth(): (reward: Pick<RewardValues, 'type' | 'value'>) => string {
  const { t } = useTranslation()
  const format = useFormat()
  return ({ type, value }) => {
    const shown = isNumber(value) && Number(value) !== 0
    if (type === 'fixedValue' && shown) return t('rewards.worth.fixedValue', { value: format.money(value) })
    if (type === 'percent' && shown) return t('rewards.worth.percent', { value: format.points(value) })
    // Which product it is, nothing but the title says.
    if (type === 'product') return t('rewards.worth.product')
    return t(`rewards.types.${type}`)
  }
}

/** Whether it can be redeemed now, and else why not. */
export function useRewardState(): (reward: Reward) => { kind: StatusKind; text: string } {
  const { t } = useTranslation()
  const format = useFormat()
  return (reward) => {
    const now = Date.now()
    const { validFrom, validUntil, limits, codesLeft } = reward
    if (reward.archivedAt) return { kind: 'off', text: t('rewards.state.archived') }
    if (!reward.isActive) return { kind: 'off', text: t('rewards.state.off') }
    if (validUntil && Date.parse(validUntil) < now) return { kind: 'off', text: t('rewards.state.ended') }
    if (limits.total !== null && reward.redeemed >= limits.total) {
      return { kind: 'off', text: t('rewards.state.usedUp') }
    }
    if (codesLeft === 0) return { kind: 'bad', text: t('rewards.state.noCodes') }
    if (validFrom && Date.parse(validFrom) > now) {
      return { kind: 'waiting', text: t('rewards.state.scheduled', { date: format.date(validFrom) }) }
    }
    return { kind: 'well', text: t('rewards.state.active') }
  }
}
