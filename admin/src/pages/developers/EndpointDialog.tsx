import { ActionIcon, Button, Checkbox, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/client.ts'
import { useChange } from '../../api/hooks.ts'
import { useTenant } from '../../api/tenant.ts'
import { etagOf } from '../../api/version.ts'
import { Dialog } from '../../components/dialog/Dialog.tsx'
import { ChangedDialog, type Member } from '../../components/editing/ChangedDialog.tsx'
import { type Editing, useEditing } from '../../components/editing/use-editing.ts'
import { FieldRow, Fields } from '../../components/form/Form.tsx'
import { Icon } from '../../components/icon/Icon.tsx'
import { ProblemNotice } from '../../components/notice/Notice.tsx'
import { type Endpoint, POINT_TOPICS, TOPICS } from './endpoint.ts'
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
  readonly headers: {
    /** Values are never shown again: those that there are stay unless one replaces all of them. */
    readonly areKept: boolean
    readonly list: readonly { readonly name: string; readonly value: string }[]
  }
}

type Form = UseFormReturnType<Values>

export function EndpointDialog({ endpoint, onClose, onMade }: EndpointDialogProps) {
  const { t } = useTranslation()
  const editing = useEndpointEditing({ endpoint, onClose, onMade })
  const members = useMembers()
  const { form } = editing
  // Another person saved first: what both want, line by line.
  if (editing.conflict) return <ChangedDialog editing={editing} members={members} />
  const kind = endpoint ? 'edit' : 'create'
  return (
    <Dialog
      title={t(`webhooks.${kind}.title`)}
      isOpen
      onClose={onClose}
      onSubmit={() => void editing.submit()}
      consequence={t(`webhooks.${kind}.consequence`)}
      actions={
        <>
          <Button onClick={onClose}>{t(`webhooks.${kind}.cancel`)}</Button>
          <Button type="submit" variant="filled" loading={editing.isBusy}>
            {t(`webhooks.${kind}.submit`)}
          </Button>
        </>
      }
    >
      <Fields>
        {editing.problem ? <ProblemNotice problem={editing.problem} /> : null}
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

function useEndpointEditing({ endpoint, onClose, onMade }: EndpointDialogProps): Editing<Values> {
  const tenant = useTenant()
  const create = useChange('webhooks.create')
  const change = useChange('webhooks.change')
  return useEditing<Values>({
    first: { values: valuesOf(endpoint), etag: endpoint && etagOf(endpoint) },
    fields: ['url', 'description', 'topics'],
    async save(values, etag) {
      const body = bodyOf(values)
      if (endpoint) {
        const outcome = await change({ params: { id: endpoint.id }, etag, body })
        if (outcome.isDone) onClose()
        return outcome
      }
      const outcome = await create({ body })
      if (outcome.isDone) onMade(outcome.answer.secret)
      return outcome
    },
    async reread() {
      if (!endpoint) return null
      const theirs = await call('webhooks.get', tenant, { params: { id: endpoint.id } })
      return { values: valuesOf(theirs.answer), etag: theirs.etag }
    },
  })
}

function useMembers(): readonly Member<Values>[] {
  const { t } = useTranslation()
  return [
    { path: 'url', label: t('webhooks.fields.url'), show: ({ url }) => url },
    { path: 'description', label: t('webhooks.fields.description'), show: ({ description }) => description },
    {
      path: 'topics',
      label: t('webhooks.fields.topics'),
      show: ({ topics }) =>
        TOPICS.filter((topic) => topics.includes(topic))
          .map((topic) => t(`webhooks.topics.${topic}`))
          .join(', '),
    },
    {
      path: 'headers',
      label: t('webhooks.fields.headers'),
      show: ({ headers: { areKept, list } }) =>
        areKept ? t('webhooks.headersAsTheyAre') : list.map(({ name }) => name).join(', '),
    },
  ]
}

function valuesOf(endpoint: Endpoint | null): Values {
  return {
    url: endpoint?.url ?? '',
    description: endpoint?.description ?? '',
    topics: [...(endpoint?.topics ?? POINT_TOPICS)],
    headers: { areKept: (endpoint?.headerNames.length ?? 0) > 0, list: [] },
  }
}

function bodyOf({ url, description, topics, headers: { areKept, list } }: Values) {
  const named = list.filter(({ name }) => name.trim() !== '')
  const headers = Object.fromEntries(named.map(({ name, value }) => [name, value]))
  return { url, description, topics, ...(areKept ? {} : { headers }) }
}

function Headers(props: { readonly form: Form; readonly names: readonly string[] }) {
  const { form, names } = props
  const { t } = useTranslation()
  if (form.values.headers.areKept) {
    return (
      <p className="muted small">
        {t('webhooks.headersStay', { names: names.join(', ') })}{' '}
        <Button size="xs" onClick={() => form.setFieldValue('headers.areKept', false)}>
          {t('webhooks.replaceHeaders')}
        </Button>
      </p>
    )
  }
  return (
    <fieldset className={css.headers}>
      <legend>{t('webhooks.fields.headers')}</legend>
      {form.values.headers.list.map((_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a header that is being written has nothing else
        <div key={index} className={css.header}>
          <FieldRow>
            <TextInput
              label={t('webhooks.fields.headerName')}
              placeholder="Authorization"
              {...form.getInputProps(`headers.list.${index}.name`)}
            />
            <TextInput
              label={t('webhooks.fields.headerValue')}
              maxLength={1024}
              autoComplete="off"
              {...form.getInputProps(`headers.list.${index}.value`)}
            />
          </FieldRow>
          <ActionIcon
            aria-label={t('webhooks.removeHeader', { number: index + 1 })}
            onClick={() => form.removeListItem('headers.list', index)}
          >
            <Icon name="x" />
          </ActionIcon>
        </div>
      ))}
      {form.values.headers.list.length < 20 ? (
        <Button size="xs" onClick={() => form.insertListItem('headers.list', { name: '', value: '' })}>
          {t('webhooks.addHeader')}
        </Button>
      ) : null}
    </fieldset>
  )
}
