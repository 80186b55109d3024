import { ActionIcon, Button, Checkbox, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useChange } from '../../api/hooks.ts'
import type { Problem } from '../../api/problems.ts'
import { etagOf } from '../../api/version.ts'
import { Dialog } from '../../components/dialog/Dialog.tsx'
import { showErrors } from '../../components/form/errors.ts'
import { FieldRow, Fields } from '../../components/form/Form.tsx'
import { Icon } from '../../components/icon/Icon.tsx'
import { ProblemNotice } from '../../components/notice/Notice.tsx'
import { type Endpoint, TOPICS } from './endpoint.ts'
import css from './webhooks.module.css'

interface EndpointDialogProps {
  /** null: a new one. */
  readonly endpoint: Endpoint | null
  readonly onClose: () => void
  readonly onMade: (secret: string) => void
}

interface Values {
  readonly url: string
  readonly description: string
  readonly topics: string[]
  readonly headers: readonly { readonly name: string; readonly value: string }[]
  /** Values are never shown again: those that there are stay unless one replaces all of them. */
  readonly keepsHeaders: boolean
}

export function EndpointDialog({ endpoint, onClose, onMade }: EndpointDialogProps) {
  const { t } = useTranslation()
  const create = useChange('webhooks.create')
  const change = useChange('webhooks.change')
  const [problem, setProblem] = useState<Problem | null>(null)
  const [isBusy, setBusy] = useState(false)
  const form = useForm<Values>({ initialValues: valuesOf(endpoint) })
  const submit = async (): Promise<void> => {
    const { url, description, topics, keepsHeaders } = form.values
    const headers = Object.fromEntries(
      form.values.headers.filter(({ name }) => name.trim() !== '').map(({ name, value }) => [name, value]),
    )
    setBusy(true)
    setProblem(null)
    const body = { url, description, topics, ...(keepsHeaders ? {} : { headers }) }
    const outcome = endpoint
      ? await change({ params: { id: endpoint.id }, etag: etagOf(endpoint), body })
      : await create({ body })
    setBusy(false)
    if (!outcome.isDone) {
      if (!showErrors(form, outcome.problem, ['url', 'description', 'topics'])) setProblem(outcome.problem)
    } else if ('secret' in outcome.answer) onMade(outcome.answer.secret)
    else onClose()
  }
  const kind = endpoint ? 'edit' : 'create'
  return (
    <Dialog
      title={t(`webhooks.${kind}.title`)}
      isOpen
      onClose={onClose}
      onSubmit={() => void submit()}
      consequence={t(`webhooks.${kind}.consequence`)}
      actions={
        <>
          <Button onClick={onClose}>{t(`webhooks.${kind}.cancel`)}</Button>
          <Button type="submit" variant="filled" loading={isBusy}>
            {t(`webhooks.${kind}.submit`)}
          </Button>
        </>
      }
    >
      <Fields>
        {problem ? <ProblemNotice problem={problem} /> : null}
        <TextInput
          label={t('webhooks.fields.url')}
          placeholder="https://"
          type="url"
          maxLength={2048}
          data-autofocus
          {...form.getInputProps('url')}
        />
        <TextInput
          label={t('webhooks.fields.description')}
          placeholder="ERP"
          maxLength={250}
          {...form.getInputProps('description')}
        />
        <Checkbox.Group label={t('webhooks.fields.topics')} {...form.getInputProps('topics')}>
          {TOPICS.map((topic) => (
            <Checkbox key={topic} value={topic} mt={8} label={t(`webhooks.topics.${topic}`)} />
          ))}
        </Checkbox.Group>
        <Headers form={form} names={endpoint?.headerNames ?? []} />
      </Fields>
    </Dialog>
  )
}

function valuesOf(endpoint: Endpoint | null): Values {
  return {
    url: endpoint?.url ?? '',
    description: endpoint?.description ?? '',
    topics: [...(endpoint?.topics ?? TOPICS)],
    headers: [],
    keepsHeaders: (endpoint?.headerNames.length ?? 0) > 0,
  }
}

function Headers(props: {
  readonly form: ReturnType<typeof useForm<Values>>
  readonly names: readonly string[]
}) {
  const { form, names } = props
  const { t } = useTranslation()
  if (form.values.keepsHeaders) {
    return (
      <p className="muted small">
        {t('webhooks.headersStay', { names: names.join(', ') })}{' '}
        <Button size="xs" onClick={() => form.setFieldValue('keepsHeaders', false)}>
          {t('webhooks.replaceHeaders')}
        </Button>
      </p>
    )
  }
  return (
    <fieldset className={css.headers}>
      <legend>{t('webhooks.fields.headers')}</legend>
      {form.values.headers.map((_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a header that is being written has nothing else
        <div key={index} className={css.header}>
          <FieldRow>
            <TextInput
              label={t('webhooks.fields.headerName')}
              placeholder="Authorization"
              {...form.getInputProps(`headers.${index}.name`)}
            />
            <TextInput
              label={t('webhooks.fields.headerValue')}
              maxLength={1024}
              autoComplete="off"
              {...form.getInputProps(`headers.${index}.value`)}
            />
          </FieldRow>
          <ActionIcon
            aria-label={t('webhooks.removeHeader', { number: index + 1 })}
            onClick={() => form.removeListItem('headers', index)}
          >
            <Icon name="x" />
          </ActionIcon>
        </div>
      ))}
      {form.values.headers.length < 20 ? (
        <Button size="xs" onClick={() => form.insertListItem('headers', { name: '', value: '' })}>
          {t('webhooks.addHeader')}
        </Button>
      ) : null}
    </fieldset>
  )
}
