import { useTranslation } from 'react-i18next'
import { useFormat } from '../../format/use-format.ts'
import { Status } from '../status/Status.tsx'

/** What the server said to a call that was tried from the panel. */
interface Outcome {
  readonly state: 'accepted' | 'wrongKey' | 'offline' | 'refused'
  readonly balance?: number | null
  readonly why?: string
}

interface CallOutcomeProps {
  readonly outcome: Outcome | null
  /** Whose order it was. */
  readonly customer: string
}

/** One line below the button; read aloud when it changes. */
export function CallOutcome({ outcome, customer }: CallOutcomeProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const sentence = (): string => {
    if (!outcome) return ''
    const { state, balance = null, why = '' } = outcome
    if (state === 'refused') return t('keys.try.refused', { why })
    if (state !== 'accepted') return t(`keys.try.${state}`)
    if (balance === null) return t('keys.try.called')
    if (balance === 0) return t('keys.try.earnedNothing')
    return t('keys.try.earned', { customer, balance: format.number(balance) })
  }
  const isWell = outcome?.state === 'accepted' && outcome.balance !== 0
  return <p role="status">{outcome ? <Status kind={isWell ? 'well' : 'bad'}>{sentence()}</Status> : null}</p>
}
