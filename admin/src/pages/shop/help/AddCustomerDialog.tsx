import { Button, Switch, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Answer } from '../../../api/client.ts'
import { useRead } from '../../../api/hooks.ts'
import { Dialog } from '../../../components/dialog/Dialog.tsx'
import { DoneButton } from '../../../components/dialog/DoneButton.tsx'
import { DateInput } from '../../../components/form/DateInput.tsx'
import { Fields } from '../../../components/form/Form.tsx'
import { useSending } from '../../../components/form/use-sending.ts'
import { PageLink } from '../../../components/link/PageLink.tsx'
import { ProblemNotice } from '../../../components/notice/Notice.tsx'
import { SkeletonRows } from '../../../components/skeleton/Skeleton.tsx'
import { type AddValues, bodyOf, NEW_CUSTOMER } from './add-values.ts'
import { EffectShown } from './EffectShown.tsx'
import { usePointsChange } from './use-points-change.ts'

const TEXTS = ['originalId', 'name', 'email', 'phone', 'document'] as const
const FIELDS = [...TEXTS, 'birthday', 'isEnrolled']

/** Adds a customer who has not bought yet: the points for signing up are seen before. */
export function AddCustomerDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation()
  const add = usePointsChange('customers.create')
  const form = useForm<AddValues>({ initialValues: NEW_CUSTOMER })
  const { problem, isBusy, send } = useSending(form, FIELDS)
  const [done, setDone] = useState<Answer<'customers.create'> | null>(null)
  const submit = () =>
    done ? onClose() : send(add({ body: bodyOf(form.values) }), ({ answer }) => setDone(answer))
  return (
    <Dialog
      title={t(done ? 'helping.add.done' : 'helping.add.title')}
      isOpen
      isWide
      onClose={onClose}
      onSubmit={() => void submit()}
      consequence={done ? null : t('helping.add.consequence')}
      side={done ? <EffectShown effect={done.effect} isDone /> : <Trial values={form.values} />}
      actions={
        done ? (
          <DoneButton />
        ) : (
          <>
            <Button onClick={onClose}>{t('common.cancel')}</Button>
            <Button type="submit" variant="filled" loading={isBusy}>
              {t('helping.add.submit')}
            </Button>
          </>
        )
      }
    >
      {done ? (
        <p>
          {t('care.recorded')} <PageLink to={`/customers/${done.id}`}>{t('helping.add.see')}</PageLink>
        </p>
      ) : (
        <Fields>
          {problem ? <ProblemNotice problem={problem} /> : null}
          <AddFields form={form} />
        </Fields>
      )}
    </Dialog>
  )
}

function AddFields({ form }: { readonly form: ReturnType<typeof useForm<AddValues>> }) {
  const { t } = useTranslation()
  const field = (name: (typeof TEXTS)[number]) => ({
    label:
      name === 'originalId'
        ? t('customers.profile.originalId')
        : `${t(`customers.profile.${name}`)} (${t('common.optional')})`,
    maxLength: 250,
    autoComplete: 'off',
    ...form.getInputProps(name),
  })
  return (
    <>
      <TextInput
        {...field('originalId')}
        description={t('helping.add.originalIdAbout')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        data-autofocus
      />
      <TextInput {...field('name')} />
      <TextInput {...field('email')} inputMode="email" />
      <TextInput {...field('phone')} inputMode="tel" />
      <TextInput {...field('document')} />
      <DateInput
        label={`${t('customers.profile.birthday')} (${t('common.optional')})`}
        withTime={false}
        local={/^\d{4}-\d\d-\d\d$/.test(form.values.birthday) ? form.values.birthday : null}
        max={new Date().toISOString().slice(0, 10)}
        onChange={(day) => form.setFieldValue('birthday', day ?? '')}
        error={form.errors.birthday}
        description={t('care.profile.birthdayOnce')}
      />
      <Switch label={t('helping.add.enrolled')} {...form.getInputProps('isEnrolled', { type: 'checkbox' })} />
    </>
  )
}

/** What would happen, asked of the server as one types. */
function Trial({ values }: { readonly values: AddValues }) {
  const { t } = useTranslation()
  const [settled] = useDebouncedValue(values, 300)
  const isNamed = settled.originalId.trim() !== ''
  const tried = useRead('customers.previewCreate', { body: bodyOf(settled) }, { isOff: !isNamed, keep: true })
  if (!isNamed) return <p className="muted">{t('helping.add.typeFirst')}</p>
  if (tried.error) return <ProblemNotice problem={tried.error.problem} />
  return tried.data ? <EffectShown effect={tried.data.answer} /> : <SkeletonRows count={3} />
}
