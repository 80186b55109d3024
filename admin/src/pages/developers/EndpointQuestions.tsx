import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useChange } from '../../api/hooks.ts'
import { etagOf } from '../../api/version.ts'
import { Question } from '../../components/dialog/Question.tsx'
import { type Endpoint, nameOfEndpoint } from './endpoint.ts'
import { type Hours, Overlap } from './Overlap.tsx'

interface EndpointQuestionProps {
  readonly endpoint: Endpoint
  readonly onClose: () => void
}

export function RotateSecretDialog(
  props: EndpointQuestionProps & { readonly onMade: (secret: string) => void },
) {
  const { endpoint, onClose, onMade } = props
  const { t } = useTranslation()
  const rotate = useChange('webhooks.rotate')
  const [overlap, setOverlap] = useState<Hours>('24')
  return (
    <Question
      title={t('webhooks.rotate.title')}
      cancel={t('webhooks.rotate.cancel')}
      submit={t('webhooks.rotate.submit')}
      run={() => rotate({ params: { id: endpoint.id }, body: { overlapHours: Number(overlap) } })}
      onDone={({ answer }) => onMade(answer.secret)}
      onClose={onClose}
    >
      <p className="muted">{t('webhooks.rotate.text')}</p>
      <Overlap label={t('webhooks.rotate.overlap')} value={overlap} onChange={setOverlap} />
    </Question>
  )
}

export function RemoveEndpointDialog(props: EndpointQuestionProps & { readonly onRemoved: () => void }) {
  const { endpoint, onClose, onRemoved } = props
  const { t } = useTranslation()
  const remove = useChange('webhooks.delete')
  return (
    <Question
      title={t('webhooks.remove.title', { name: nameOfEndpoint(endpoint) })}
      cancel={t('webhooks.remove.cancel')}
      submit={t('webhooks.remove.submit')}
      run={() => remove({ params: { id: endpoint.id }, etag: etagOf(endpoint) })}
      onDone={onRemoved}
      onClose={onClose}
      isDestructive
    >
      <p>{t('webhooks.remove.text')}</p>
    </Question>
  )
}
