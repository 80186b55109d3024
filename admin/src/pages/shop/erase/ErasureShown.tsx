import { useTranslation } from 'react-i18next'
import type { Answer } from '../../../api/client.ts'
import { isZero } from '../../../format/decimal.ts'
import { useFormat } from '../../../format/use-format.ts'
import { Facts } from '../Facts.tsx'

const COUNTS = ['coupons', 'orders', 'redemptions', 'quizAnswers', 'notes', 'formerIds'] as const

/** What ends, and how much is emptied; what there is none of is left out. */
export function ErasureShown({
  erasure,
}: {
  readonly erasure: Omit<Answer<'customers.previewErase'>, 'needsApproval'>
}) {
  const { t } = useTranslation()
  const format = useFormat()
  const { expired, waiting } = erasure
  return (
    <Facts
      isCount
      facts={[
        [t('erasing.expired'), format.points(expired.points)],
        [t('erasing.waiting'), isZero(waiting.points) ? null : format.points(waiting.points)],
        ...COUNTS.map(
          (name) =>
            [t(`erasing.counts.${name}`), erasure[name] === 0 ? null : String(erasure[name])] as const,
        ),
      ]}
    />
  )
}
