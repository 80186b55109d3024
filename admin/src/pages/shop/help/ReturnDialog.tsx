import { useTranslation } from 'react-i18next'
import { useRead } from '../../../api/hooks.ts'
import { NotedDialog } from './NotedDialog.tsx'
import { usePointsChange } from './use-points-change.ts'

interface ReturnDialogProps {
  readonly redemptionId: number
  /** What the reward is called. */
  readonly name: string
  readonly onClose: () => void
}

export function ReturnDialog({ redemptionId, name, onClose }: ReturnDialogProps) {
  const { t } = useTranslation()
  const params = { id: redemptionId }
  const tried = useRead('redemptions.previewReturn', { params })
  const giveBack = usePointsChange('redemptions.return')
  return (
    <NotedDialog
      title={t('helping.return.title', { name })}
      text={t('helping.return.text')}
      consequence={t('helping.return.consequence')}
      cancel={t('helping.return.cancel')}
      submit={t('helping.return.submit')}
      trial={{ effect: tried.data?.answer, problem: tried.error?.problem }}
      run={(note) => giveBack({ params, body: { note } })}
      onClose={onClose}
    />
  )
}
