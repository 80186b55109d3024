import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useChange } from '../../api/hooks.ts'
import type { Problem } from '../../api/problems.ts'
import { etagOf } from '../../api/version.ts'
import { Dialog } from '../../components/dialog/Dialog.tsx'
import { Choices } from '../../components/form/Choices.tsx'
import { Fields } from '../../components/form/Form.tsx'
import { ProblemNotice } from '../../components/notice/Notice.tsx'
import { type Endpoint, hostAndPath } from './endpoint.ts'

const OVERLAPS = ['24', '72', '1', '0'] as const

interface QuestionProps {
  readonly endpoint: Endpoint
  readonly onClose: () => void
}

export function RotateSecretDialog(props: QuestionProps & { readonly onMade: (secret: string) => void }) {
  const { endpoint, onClose, onMade } = props
  const { t } = useTranslation()
  const rotate = useChange('webhooks.rotate')
  const [overlap, setOverlap] = useState<(typeof OVERLAPS)[number]>('24')
  const [problem, setProblem] = useState<Problem | null>(null)
  const submit = async (): Promise<void> => {
    const outcome = await rotate({ params: { id: endpoint.id }, body: { overlapHours: Number(overlap) } })
    if (outcome.isDone) onMade(outcome.answer.secret)
    else setProblem(outcome.problem)
  }
  return (
    <Dialog
      title={t('webhooks.rotate.title')}
      isOpen
      onClose={onClose}
      onSubmit={() => void submit()}
      actions={
        <>
          <Button onClick={onClose}>{t('webhooks.rotate.cancel')}</Button>
          <Button type="submit" variant="filled">
            {t('webhooks.rotate.submit')}
          </Button>
        </>
      }
    >
      <Fields>
        {problem ? <ProblemNotice problem={problem} /> : null}
        <p className="muted">{t('webhooks.rotate.text')}</p>
        <Choices
          label={t('webhooks.rotate.overlap')}
          name="overlap"
          value={overlap}
          onChange={setOverlap}
          choices={OVERLAPS.map((hours) => ({
            value: hours,
            label: hours === '0' ? t('keys.rotate.none') : t('keys.rotate.hours', { count: Number(hours) }),
          }))}
        />
      </Fields>
    </Dialog>
  )
}

export function RemoveEndpointDialog({ endpoint, onClose }: QuestionProps) {
  const { t } = useTranslation()
  const remove = useChange('webhooks.delete')
  const [problem, setProblem] = useState<Problem | null>(null)
  const submit = async (): Promise<void> => {
    const outcome = await remove({ params: { id: endpoint.id }, etag: etagOf(endpoint) })
    if (outcome.isDone) onClose()
    else setProblem(outcome.problem)
  }
  return (
    <Dialog
      title={t('webhooks.remove.title', { name: endpoint.description || hostAndPath(endpoint.url) })}
      isOpen
      onClose={onClose}
      onSubmit={() => void submit()}
      actions={
        <>
          <Button onClick={onClose}>{t('webhooks.remove.cancel')}</Button>
          <Button type="submit" variant="filled">
            {t('webhooks.remove.submit')}
          </Button>
        </>
      }
    >
      {problem ? <ProblemNotice problem={problem} /> : null}
      <p>{t('webhooks.remove.text')}</p>
    </Dialog>
  )
}
