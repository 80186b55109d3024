import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Answered, call } from '../../../api/client.ts'
import { useCustomerName } from '../../../api/customer-name.ts'
import { useChange } from '../../../api/hooks.ts'
import { useTenant } from '../../../api/tenant.ts'
import { Dialog } from '../../../components/dialog/Dialog.tsx'
import { DoneButton } from '../../../components/dialog/DoneButton.tsx'
import { BeforeAfter } from '../../../components/diff/Changes.tsx'
import { ChangedDialog } from '../../../components/editing/ChangedDialog.tsx'
import { type Editing, useEditing } from '../../../components/editing/use-editing.ts'
import { DateInput } from '../../../components/form/DateInput.tsx'
import { Fields } from '../../../components/form/Form.tsx'
import { PageLink } from '../../../components/link/PageLink.tsx'
import { ProblemNotice } from '../../../components/notice/Notice.tsx'
import { Facts } from '../Facts.tsx'
import { bodyOf, changedIn, emptiedIn, MEMBERS, type ProfileValues, profileOf } from './profile-values.ts'

interface ProfileDialogProps {
  readonly first: Answered<'customers.get'>
  readonly onClose: () => void
}

/** Corrects who a customer is: what changes is seen beside it, and where it is written down after. */
export function ProfileDialog({ first, onClose }: ProfileDialogProps) {
  const { t } = useTranslation()
  const nameOf = useCustomerName()
  const [before] = useState(() => profileOf(first.answer))
  const editing = useProfileEditing(first)
  const { form, savedAt } = editing
  const { id } = first.answer
  if (editing.conflict) {
    const members = MEMBERS.map((path) => ({
      path,
      label: t(`customers.profile.${path}`),
      show: (values: ProfileValues) => values[path],
    }))
    return <ChangedDialog editing={editing} members={members} />
  }
  const isDone = savedAt !== null
  return (
    <Dialog
      title={t(isDone ? 'care.profile.done' : 'care.profile.title', { name: nameOf(first.answer) })}
      isOpen
      isWide
      onClose={onClose}
      onSubmit={() => (isDone ? onClose() : void editing.submit())}
      side={<Difference before={before} after={form.values} isDone={isDone} />}
      consequence={isDone ? null : t('care.profile.consequence')}
      actions={
        isDone ? (
          <DoneButton />
        ) : (
          <>
            <Button onClick={onClose}>{t('care.profile.cancel')}</Button>
            <Button type="submit" variant="filled" loading={editing.isBusy} disabled={!editing.isDirty}>
              {t('care.profile.submit')}
            </Button>
          </>
        )
      }
    >
      {isDone ? (
        <p>
          {t('care.recorded')}{' '}
          <PageLink to={`/customers/${id}`} search={{ view: 'changes' }}>
            {t('care.seeChanges')}
          </PageLink>
        </p>
      ) : (
        <ProfileFields editing={editing} isBirthdayKnown={before.birthday !== ''} />
      )}
    </Dialog>
  )
}

function useProfileEditing(first: Answered<'customers.get'>): Editing<ProfileValues> {
  const { t } = useTranslation()
  const tenant = useTenant()
  const change = useChange('customers.update')
  const { id } = first.answer
  // What the version that is sent along says: what differs from it is sent.
  const [seen, setSeen] = useState(() => ({ values: profileOf(first.answer), etag: first.etag }))
  const [theirs, setTheirs] = useState(seen)
  return useEditing<ProfileValues>({
    first: seen,
    fields: MEMBERS,
    async save(values, etag) {
      const base = etag === theirs.etag ? theirs : seen
      const emptied = emptiedIn(base.values, values)
      if (emptied.length > 0) {
        const errors = emptied.map((name) => ({ pointer: `/${name}`, message: t('care.profile.notEmptied') }))
        return { isDone: false, problem: { name: 'validation', title: '', detail: '', errors } }
      }
      const outcome = await change({ params: { id }, etag, body: bodyOf(base.values, values) })
      if (outcome.isDone) setSeen({ values, etag: outcome.etag })
      return outcome
    },
    async reread() {
      const found = await call('customers.get', tenant, { params: { id } })
      const version = { values: profileOf(found.answer), etag: found.etag }
      setTheirs(version)
      return version
    },
  })
}

interface ProfileFieldsProps {
  readonly editing: Editing<ProfileValues>
  readonly isBirthdayKnown: boolean
}

function ProfileFields({ editing: { form, problem }, isBirthdayKnown }: ProfileFieldsProps) {
  const { t } = useTranslation()
  const field = (name: (typeof MEMBERS)[number]) => ({
    label: t(`customers.profile.${name}`),
    maxLength: 250,
    autoComplete: 'off',
    ...form.getInputProps(name),
  })
  return (
    <Fields>
      {problem ? <ProblemNotice problem={problem} /> : null}
      <TextInput {...field('name')} data-autofocus />
      <TextInput {...field('email')} inputMode="email" />
      <TextInput {...field('phone')} inputMode="tel" />
      <TextInput {...field('document')} />
      <DateInput
        label={t('customers.profile.birthday')}
        withTime={false}
        local={/^\d{4}-\d\d-\d\d$/.test(form.values.birthday) ? form.values.birthday : null}
        max={new Date().toISOString().slice(0, 10)}
        onChange={(day) => form.setFieldValue('birthday', day ?? '')}
        error={form.errors.birthday}
        disabled={isBirthdayKnown}
        description={isBirthdayKnown ? t('care.profile.birthdayStays') : t('care.profile.birthdayOnce')}
      />
    </Fields>
  )
}

interface DifferenceProps {
  readonly before: ProfileValues
  readonly after: ProfileValues
  readonly isDone: boolean
}

function Difference({ before, after, isDone }: DifferenceProps) {
  const { t } = useTranslation()
  const changed = changedIn(before, after)
  return (
    <div aria-live="polite">
      <h3>{t(isDone ? 'helping.effect.done' : 'helping.effect.before')}</h3>
      {changed.length === 0 ? <p className="muted">{t('care.profile.nothing')}</p> : null}
      <Facts
        facts={changed.map((name) => [
          t(`customers.profile.${name}`),
          <BeforeAfter key={name} before={before[name] || null} after={after[name] || null} />,
        ])}
      />
      {changed.length > 0 ? <p className="muted small">{t('care.profile.pointsStay')}</p> : null}
    </div>
  )
}
