import { Switch, TagsInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { type Answered, call } from '../../api/client.ts'
import { useChange, useRead } from '../../api/hooks.ts'
import { useMay } from '../../api/session.tsx'
import { useTenant } from '../../api/tenant.ts'
import type { Member } from '../../components/editing/ChangedDialog.tsx'
import { EditingForm } from '../../components/editing/EditingForm.tsx'
import { useEditing } from '../../components/editing/use-editing.ts'
import { DecimalInput } from '../../components/form/DecimalInput.tsx'
import { FieldGroup, Fields } from '../../components/form/Form.tsx'
import { WholeInput } from '../../components/form/WholeInput.tsx'
import { Page } from '../../components/layout/Page.tsx'
import { ProblemNotice, TryAgain, Warning } from '../../components/notice/Notice.tsx'
import { SkeletonRows } from '../../components/skeleton/Skeleton.tsx'
import { SettingsTabs } from './SettingsTabs.tsx'
import type { Settings } from './settings-values.ts'

interface SecurityValues {
  readonly requireTwoFactor: boolean
  readonly idleMinutes: string
  readonly allowedAddresses: readonly string[]
  /** In points; empty: no limit. */
  readonly approvals: {
    readonly adjustAbove: string
    readonly adjustPerDay: string
    readonly importAbove: string
    readonly erase: boolean
    readonly merge: boolean
  }
}

const LIMITS = ['adjustAbove', 'adjustPerDay', 'importAbove'] as const
/** What needs a second approval, or does not. */
const SWITCHES = ['erase', 'merge'] as const

function valuesOf({ security, approvals }: Settings): SecurityValues {
  const { adjustAbove, adjustPerDay, importAbove, erase, merge } = approvals
  return {
    ...security,
    idleMinutes: String(security.idleMinutes),
    approvals: {
      adjustAbove: adjustAbove ?? '',
      adjustPerDay: adjustPerDay ?? '',
      importAbove: importAbove ?? '',
      ...{ erase, merge },
    },
  }
}

export default function SecurityPage() {
  const { t } = useTranslation()
  const found = useRead('settings.get', {})
  return (
    <Page title={t('settings.title')}>
      <SettingsTabs />
      {found.error ? (
        <ProblemNotice
          problem={found.error.problem}
          actions={<TryAgain onClick={() => void found.refetch()} />}
        />
      ) : null}
      {found.isPending ? <SkeletonRows count={4} height={56} /> : null}
      {found.data ? <Editor first={found.data} /> : null}
    </Page>
  )
}

function Editor({ first }: { readonly first: Answered<'settings.get'> }) {
  const { t } = useTranslation()
  const tenant = useTenant()
  const mayWrite = useMay('security.write')
  const change = useChange('settings.changeSecurity')
  const editing = useEditing<SecurityValues>({
    first: { values: valuesOf(first.answer), etag: first.etag },
    fields: ['requireTwoFactor', 'idleMinutes', 'allowedAddresses', 'approvals'],
    save: ({ requireTwoFactor, idleMinutes, allowedAddresses, approvals }, etag) =>
      change({
        etag,
        body: {
          requireTwoFactor,
          idleMinutes: idleMinutes === '' ? null : Number(idleMinutes),
          allowedAddresses: [...allowedAddresses],
          approvals: {
            adjustAbove: approvals.adjustAbove || null,
            adjustPerDay: approvals.adjustPerDay || null,
            importAbove: approvals.importAbove || null,
            erase: approvals.erase,
            merge: approvals.merge,
          },
        },
      }),
    async reread() {
      const theirs = await call('settings.get', tenant, {})
      return { values: valuesOf(theirs.answer), etag: theirs.etag }
    },
  })
  const { form } = editing
  const members: readonly Member<SecurityValues>[] = [
    {
      path: 'requireTwoFactor',
      label: t('settings.fields.requireTwoFactor'),
      show: ({ requireTwoFactor }) => (requireTwoFactor ? t('common.yes') : t('common.no')),
    },
    {
      path: 'idleMinutes',
      label: t('settings.fields.idleMinutes'),
      show: ({ idleMinutes }) => idleMinutes,
    },
    {
      path: 'allowedAddresses',
      label: t('settings.fields.allowedAddresses'),
      show: ({ allowedAddresses }) => allowedAddresses.join(', '),
    },
    ...LIMITS.map((limit) => ({
      path: `approvals.${limit}`,
      label: t(`settings.fields.${limit}`),
      show: ({ approvals }: SecurityValues) => approvals[limit],
    })),
    ...SWITCHES.map((name) => ({
      path: `approvals.${name}`,
      label: t(`settings.fields.${name}`),
      show: ({ approvals }: SecurityValues) => (approvals[name] ? t('common.yes') : t('common.no')),
    })),
  ]
  const isNewlyRequired = form.values.requireTwoFactor && !first.answer.security.requireTwoFactor
  return (
    <EditingForm editing={editing} members={members} mayWrite={mayWrite} label={t('settings.save')}>
      <Fields>
        <div>
          <Switch
            label={t('settings.fields.requireTwoFactor')}
            description={t('settings.requireTwoFactorAbout')}
            {...form.getInputProps('requireTwoFactor', { type: 'checkbox' })}
          />
          {isNewlyRequired ? <Warning>{t('settings.requireTwoFactorNow')}</Warning> : null}
        </div>
        <WholeInput
          label={t('settings.fields.idleMinutes')}
          description={t('settings.idleMinutesAbout')}
          unit={t('settings.minutes')}
          {...form.getInputProps('idleMinutes')}
        />
        <TagsInput
          label={t('settings.fields.allowedAddresses')}
          description={t('settings.allowedAddressesAbout')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          maxTags={100}
          value={[...form.values.allowedAddresses]}
          onChange={(addresses) => form.setFieldValue('allowedAddresses', addresses)}
          error={Object.entries(form.errors).find(([path]) => path.startsWith('allowedAddresses'))?.[1]}
        />
        <FieldGroup title={t('settings.approvals')} about={t('settings.approvalsAbout')}>
          {LIMITS.map((limit) => (
            <DecimalInput
              key={limit}
              label={t(`settings.fields.${limit}`)}
              description={t(`settings.${limit}About`)}
              unit={t('settings.pointsUnit')}
              placeholder={t('settings.noLimit')}
              {...form.getInputProps(`approvals.${limit}`)}
            />
          ))}
          {SWITCHES.map((name) => (
            <Switch
              key={name}
              label={t(`settings.fields.${name}`)}
              description={t(`settings.${name}About`)}
              {...form.getInputProps(`approvals.${name}`, { type: 'checkbox' })}
            />
          ))}
        </FieldGroup>
      </Fields>
    </EditingForm>
  )
}
