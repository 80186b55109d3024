import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useChange } from '../../api/hooks.ts'
import { Question } from '../../components/dialog/Question.tsx'
import { type Hours, Overlap } from './Overlap.tsx'
import type { Token } from './service-token.ts'

interface TokenQuestionProps {
  readonly token: Token
  readonly onClose: () => void
}

export function RotateTokenDialog(props: TokenQuestionProps & { readonly onMade: (secret: string) => void }) {
  const { token, onClose, onMade } = props
  const { t } = useTranslation()
  const rotate = useChange('tokens.rotate')
  const [overlap, setOverlap] = useState<Hours>('24')
  return (
    <Question
      title={t('keys.rotate.title', { label: token.label })}
      cancel={t('tokens.keep')}
      submit={t('tokens.rotate.submit')}
      run={() => rotate({ params: { id: token.id }, body: { overlapHours: Number(overlap) } })}
      onDone={({ answer }) => onMade(answer.secret)}
      onClose={onClose}
    >
      <p className="muted">{t('tokens.rotate.text')}</p>
      <Overlap label={t('tokens.rotate.overlap')} value={overlap} onChange={setOverlap} />
    </Question>
  )
}

export function RevokeTokenDialog({ token, onClose }: TokenQuestionProps) {
  const { t } = useTranslation()
  const revoke = useChange('tokens.revoke')
  return (
    <Question
      title={t('keys.revoke.title', { label: token.label })}
      cancel={t('tokens.keep')}
      submit={t('keys.revoke.submit')}
      run={() => revoke({ params: { id: token.id } })}
      onDone={onClose}
      onClose={onClose}
      isDestructive
    >
      <p>{t('keys.revoke.text')}</p>
      {token.person ? <p>{t('tokens.ofPerson', { name: token.person.name })}</p> : null}
    </Question>
  )
}
