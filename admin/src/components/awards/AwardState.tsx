import { useTranslation } from 'react-i18next'
import type { AwardAnswer } from '../../../../server/src/rewards/admin-api/awards-schema.ts'
import { useFormat } from '../../format/use-format.ts'
import { Status, type StatusKind } from '../status/Status.tsx'

const KINDS: Readonly<Record<AwardAnswer['state'], StatusKind>> = {
  due: 'waiting',
  given: 'well',
  held: 'bad',
  undone: 'off',
  dropped: 'off',
}

/** Where it stands; of one that is held, why. */
export function AwardState({ award }: { readonly award: AwardAnswer }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { state, dueAt, heldBecause } = award
  const date = dueAt === null ? '' : format.date(dueAt)
  return (
    <div>
      <Status kind={KINDS[state]}>{t(`awards.states.${state}`, { date })}</Status>
      {heldBecause === null ? null : <div className="muted small">{t(`awards.because.${heldBecause}`)}</div>}
    </div>
  )
}
