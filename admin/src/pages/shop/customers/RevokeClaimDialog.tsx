import { useTranslation } from 'react-i18next'
import { useCustomerName } from '../../../api/customer-name.ts'
import { useRead } from '../../../api/hooks.ts'
import { Question } from '../../../components/dialog/Question.tsx'
import { ProblemNotice, Warning } from '../../../components/notice/Notice.tsx'
import { SkeletonRows } from '../../../components/skeleton/Skeleton.tsx'
import { toast } from '../../../components/toast/toast.tsx'
import { isZero } from '../../../format/decimal.ts'
import { useFormat } from '../../../format/use-format.ts'
import { usePointsChange } from '../help/use-points-change.ts'
import type { Claim } from './types.ts'

interface RevokeClaimDialogProps {
  readonly claim: Claim
  readonly onClose: () => void
}

/** What goes back and what stays, before it is done. */
export function RevokeClaimDialog({ claim, onClose }: RevokeClaimDialogProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const nameOf = useCustomerName()
  const revoke = usePointsChange('customers.revokeClaim')
  const params = { id: claim.customer.id }
  const found = useRead('customers.previewRevoke', { params })
  const preview = found.data?.answer
  const id = claim.claimedId
  return (
    <Question
      title={t('claims.revokeTitle', { name: nameOf(claim.customer) })}
      cancel={t('claims.keep')}
      submit={t('claims.submit')}
      run={() => revoke({ params })}
      isIdle={!preview?.canRevoke}
      onDone={() => {
        toast(t('claims.done'))
        onClose()
      }}
      onClose={onClose}
      isDestructive
    >
      {found.error ? <ProblemNotice problem={found.error.problem} /> : null}
      {preview ? (
        <>
          {preview.obstacle ? <Warning>{preview.obstacle.sentence}</Warning> : null}
          <p>{t('claims.revokeText', { id, contact: claim.formerId })}</p>
          {preview.orders > 0 ? (
            <p>
              {t('claims.revokeOrders', {
                count: preview.orders,
                id,
                points: format.points(preview.earned.points),
              })}
            </p>
          ) : null}
          {isZero(preview.used.points) ? null : (
            <p>{t('claims.revokeUsed', { points: format.points(preview.used.points) })}</p>
          )}
          <p>{t('claims.revokeBalance', { points: format.points(preview.balance.points) })}</p>
          <p className="muted">{t('claims.revokeLater', { id })}</p>
        </>
      ) : found.error ? null : (
        <SkeletonRows count={3} />
      )}
    </Question>
  )
}
