import { useTranslation } from 'react-i18next'
import { useRead } from '../../../api/hooks.ts'
import { NotedDialog } from './NotedDialog.tsx'
import { usePointsChange } from './use-points-change.ts'

interface CancelOrderDialogProps {
  readonly customerId: number
  readonly orderId: number
  /** Its id in the merchant's store. */
  readonly name: string
  readonly onClose: () => void
}

export function CancelOrderDialog({ customerId, orderId, name, onClose }: CancelOrderDialogProps) {
  const { t } = useTranslation()
  const params = { customer: customerId, id: orderId }
  const tried = useRead('orders.previewCancel', { params, body: {} })
  const cancel = usePointsChange('orders.cancel')
  return (
    <NotedDialog
      title={t('helping.cancelOrder.title', { order: name })}
      text={t('helping.cancelOrder.text')}
      consequence={t('helping.cancelOrder.consequence')}
      cancel={t('helping.cancelOrder.cancel')}
      submit={t('helping.cancelOrder.submit')}
      isDestructive
      trial={{ effect: tried.data?.answer, problem: tried.error?.problem }}
      run={(note) => cancel({ params, body: { note } })}
      onClose={onClose}
    />
  )
}
