import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../components/dialog/Dialog.tsx'
import { Fields } from '../../components/form/Form.tsx'
import { SecretOnce } from '../../components/secret/SecretOnce.tsx'

interface HowToProps {
  readonly what: 'call' | 'order'
  readonly onClose: () => void
}

/** A command to run: what a developer copies first. */
export function HowTo({ what, onClose }: HowToProps) {
  const { t } = useTranslation()
  return (
    <Dialog
      title={t(`home.how.${what}.title`)}
      isOpen
      onClose={onClose}
      onSubmit={onClose}
      actions={
        <Button type="submit" variant="filled">
          {t('home.how.close')}
        </Button>
      }
    >
      <Fields>
        <p>{t(`home.how.${what}.text`)}</p>
        <SecretOnce label={t('home.how.command')} secret={what === 'call' ? firstCall() : testOrder()} />
      </Fields>
    </Dialog>
  )
}

function firstCall(): string {
  return `curl -u TOKEN:SECRET '${location.origin}/v1/pvt/RewardConfigurations?IsActive=true'`
}

function testOrder(): string {
  const now = `${new Date().toISOString().slice(0, 19)}Z`
  return [
    `curl -u TOKEN:SECRET -H 'Content-Type: application/json' ${location.origin}/v1/pvt/POS/orders -d '{`,
    '  "OriginalId": "test-1", "OrderTotal": 100, "IsCompleted": true,',
    `  "OrderPlacementDate": "${now}", "OrderCompletedDate": "${now}",`,
    `  "Customer": { "OriginalId": "test-customer", "Name": "Ana" } }'`,
  ].join('\n')
}
