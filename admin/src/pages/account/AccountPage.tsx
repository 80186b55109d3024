import { Button, PasswordInput, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useChange } from '../../api/hooks.ts'
import type { Problem } from '../../api/problems.ts'
import { useSession } from '../../api/session.tsx'
import { showErrors } from '../../components/form/errors.ts'
import { Form } from '../../components/form/Form.tsx'
import { useSending } from '../../components/form/use-sending.ts'
import { Page, Section } from '../../components/layout/Page.tsx'
import { ProblemNotice } from '../../components/notice/Notice.tsx'
import { toast } from '../../components/toast/toast.tsx'
import { SecondFactor } from './SecondFactor.tsx'
import { Sessions } from './Sessions.tsx'
import { Tokens } from './Tokens.tsx'

/** What a person does about themselves. */
export default function AccountPage() {
  const { t } = useTranslation()
  const { person } = useSession()
  return (
    <Page title={t('account.title')} about={person.email}>
      <Section title={t('account.name')}>
        <Name />
      </Section>
      <Section title={t('account.password.title')} about={t('account.password.about')}>
        <Password />
      </Section>
      <Section title={t('account.factor.title')} about={t('account.factor.about')}>
        <SecondFactor />
      </Section>
      <Section title={t('account.sessions.title')} about={t('account.sessions.about')}>
        <Sessions />
      </Section>
      <Tokens />
    </Page>
  )
}

function Name() {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { person } = useSession()
  const update = useChange('me.update')
  const [problem, setProblem] = useState<Problem | null>(null)
  const form = useForm({ initialValues: { name: person.name } })
  const submit = async (): Promise<void> => {
    const outcome = await update({ body: form.values })
    setProblem(null)
    if (outcome.isDone) {
      form.resetDirty(form.values)
      await client.invalidateQueries({ queryKey: [null, 'session'] })
      toast(t('common.saved'))
    } else if (!showErrors(form, outcome.problem, ['name'])) setProblem(outcome.problem)
  }
  return (
    <Form
      onSubmit={() => void submit()}
      actions={
        <Button type="submit" disabled={!form.isDirty()}>
          {t('common.save')}
        </Button>
      }
    >
      {problem ? <ProblemNotice problem={problem} /> : null}
      <TextInput
        label={t('account.name')}
        autoComplete="name"
        maxLength={100}
        {...form.getInputProps('name')}
      />
    </Form>
  )
}

function Password() {
  const { t } = useTranslation()
  const { person } = useSession()
  const change = useChange('me.changePassword')
  const form = useForm({ initialValues: { currentPassword: '', password: '' } })
  const { problem, isBusy, send } = useSending(form, ['currentPassword', 'password'])
  const submit = () =>
    send(change({ body: form.values }), () => {
      form.reset()
      toast(t('account.password.changed'))
    })
  return (
    <Form
      onSubmit={() => void submit()}
      actions={
        <Button type="submit" loading={isBusy} disabled={form.values.password === ''}>
          {t('account.password.submit')}
        </Button>
      }
    >
      {problem ? <ProblemNotice problem={problem} /> : null}
      <input type="text" name="username" autoComplete="username" value={person.email} readOnly hidden />
      <PasswordInput
        label={t('account.password.current')}
        autoComplete="current-password"
        {...form.getInputProps('currentPassword')}
      />
      <PasswordInput
        label={t('account.password.next')}
        description={t('account.password.nextAbout')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        autoComplete="new-password"
        {...form.getInputProps('password')}
      />
    </Form>
  )
}
