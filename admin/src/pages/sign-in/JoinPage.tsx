import { Button, PasswordInput, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Answer } from '../../api/client.ts'
import { queries, useChange, useRead } from '../../api/hooks.ts'
import { Form } from '../../components/form/Form.tsx'
import { useSending } from '../../components/form/use-sending.ts'
import { ProblemNotice } from '../../components/notice/Notice.tsx'
import { SkeletonRows } from '../../components/skeleton/Skeleton.tsx'
import { Gate } from './Gate.tsx'
import { SecondFactor } from './SecondFactor.tsx'
import { useKeepLanguage } from './use-keep-language.ts'

export default function JoinPage() {
  const { t } = useTranslation()
  const { token = '' } = useParams({ strict: false }) as { token?: string }
  // Once it is accepted there is no invitation any more: it is not asked for again.
  const [isSent, setSent] = useState(false)
  const invitation = useRead('invitations.show', { params: { token } }, { isOff: isSent })
  if (invitation.error) {
    return (
      <Gate title={t('signIn.join.invalid')}>
        <p className="muted">{t('signIn.join.invalidText')}</p>
        <Link to="/sign-in" search={{}}>
          {t('signIn.reset.back')}
        </Link>
      </Gate>
    )
  }
  if (!invitation.data) {
    return (
      <Gate title="Punchcard">
        <SkeletonRows count={4} />
      </Gate>
    )
  }
  return <JoinForm token={token} invitation={invitation.data.answer} onSent={setSent} />
}

interface JoinFormProps {
  readonly token: string
  readonly invitation: Answer<'invitations.show'>
  /** True as it is sent, false where it was refused. */
  readonly onSent: (isSent: boolean) => void
}

function JoinForm({ token, invitation, onSent }: JoinFormProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const accept = useChange('invitations.accept')
  const [tenant, setTenant] = useState<number | null>(null)
  const form = useForm({ initialValues: { name: '', password: '' } })
  const { isKnown, tenantName, role, email } = invitation
  const keepLanguage = useKeepLanguage()
  const enter = async (to: number): Promise<void> => {
    await keepLanguage()
    // What an earlier person saw; the invitation stays until this page is left.
    queries.removeQueries({ predicate: ({ queryKey }) => queryKey[1] !== 'invitations' })
    void navigate({ to: `/t/${to}`, search: {} })
  }
  const { problem, isBusy, send } = useSending(form, ['name', 'password'])
  const join = async () => {
    onSent(true)
    const { name, password } = form.values
    const outcome = await accept({ body: { token, password, ...(isKnown ? {} : { name }) } })
    if (!outcome.isDone) onSent(false)
    return outcome
  }
  const submit = () =>
    send(join(), ({ answer }) =>
      answer.state === 'secondFactor' ? setTenant(answer.tenant) : void enter(answer.tenant),
    )
  if (tenant !== null) {
    return (
      <SecondFactor
        onBack={() => void navigate({ to: '/sign-in', search: {} })}
        onDone={() => void enter(tenant)}
      />
    )
  }
  return (
    <Gate title={t('signIn.join.title', { merchant: tenantName })}>
      <p className="muted">
        {t('signIn.join.text', { role: t(`shell.roles.${role}`), email })}{' '}
        {isKnown ? t('signIn.join.known') : null}
      </p>
      <Form
        onSubmit={() => void submit()}
        actions={
          <Button type="submit" variant="filled" loading={isBusy}>
            {t('signIn.join.submit')}
          </Button>
        }
      >
        {problem ? <ProblemNotice problem={problem} /> : null}
        {isKnown ? null : (
          <TextInput
            label={t('signIn.join.name')}
            autoComplete="name"
            autoFocus
            {...form.getInputProps('name')}
          />
        )}
        {/* So that a password manager keeps the password with its name. */}
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
        <PasswordInput
          label={isKnown ? t('signIn.join.passwordKnown') : t('signIn.join.password')}
          description={isKnown ? null : t('signIn.join.passwordAbout')}
          autoComplete={isKnown ? 'current-password' : 'new-password'}
          {...form.getInputProps('password')}
        />
      </Form>
    </Gate>
  )
}
