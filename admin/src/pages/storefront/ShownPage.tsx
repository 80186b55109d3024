import { Checkbox, Switch } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import type { Switch as SwitchName } from '../../../../server/src/contract/storefront-switch.ts'
import { type Answer, type Answered, call } from '../../api/client.ts'
import { useChange, useRead } from '../../api/hooks.ts'
import { useMay } from '../../api/session.tsx'
import { useTenant } from '../../api/tenant.ts'
import type { Member } from '../../components/editing/ChangedDialog.tsx'
import { EditingForm } from '../../components/editing/EditingForm.tsx'
import { useEditing } from '../../components/editing/use-editing.ts'
import { FieldGroup, Fields } from '../../components/form/Form.tsx'
import { SkeletonRows } from '../../components/skeleton/Skeleton.tsx'
import { Preview } from './Preview.tsx'
import { StorefrontFrame } from './StorefrontFrame.tsx'
import css from './storefront.module.css'
import { usePreviewShop } from './use-preview-shop.ts'

type Storefront = Answer<'storefront.get'>

interface ShownValues {
  readonly switches: Storefront['switches']
  readonly hiddenRules: readonly number[]
}

const GROUPS = {
  program: ['ways', 'rewards', 'tiers', 'cards', 'earn'],
  own: ['history', 'why'],
  acts: ['redeem', 'checkout', 'join', 'quizzes', 'referral', 'birthday'],
} as const satisfies Readonly<Record<string, readonly SwitchName[]>>
const NAMES = Object.keys(GROUPS) as (keyof typeof GROUPS)[]

function valuesOf({ switches, hiddenRules }: Storefront): ShownValues {
  return { switches, hiddenRules }
}

export default function ShownPage() {
  return <StorefrontFrame>{(found) => <Editor first={found} />}</StorefrontFrame>
}

function Editor({ first }: { readonly first: Answered<'storefront.get'> }) {
  const { t } = useTranslation()
  const tenant = useTenant()
  const mayWrite = useMay('storefront.write')
  const change = useChange('storefront.change')
  const editing = useEditing<ShownValues>({
    first: { values: valuesOf(first.answer), etag: first.etag },
    fields: ['switches', 'hiddenRules'],
    save: ({ switches, hiddenRules }, etag) =>
      change({ etag, body: { switches, hiddenRules: [...hiddenRules] } }),
    async reread() {
      const theirs = await call('storefront.get', tenant, {})
      return { values: valuesOf(theirs.answer), etag: theirs.etag }
    },
  })
  const { form } = editing
  const members: readonly Member<ShownValues>[] = [
    ...NAMES.flatMap((group) => [...GROUPS[group]]).map((name) => ({
      path: `switches.${name}`,
      label: t(`storefront.shown.names.${name}`),
      show: ({ switches }: ShownValues) => (switches[name] ? t('common.yes') : t('common.no')),
    })),
    {
      path: 'hiddenRules',
      label: t('storefront.shown.hidden'),
      show: ({ hiddenRules }) =>
        hiddenRules.map((id) => t('storefront.shown.ruleUnnamed', { id })).join(', '),
    },
  ]
  const shop = usePreviewShop(first.answer, { switches: form.values.switches })
  return (
    <div className={css.beside}>
      <EditingForm
        editing={editing}
        members={members}
        mayWrite={mayWrite}
        label={t(first.answer.isOn ? 'storefront.save' : 'storefront.saveOff')}
        savedNote={first.answer.isOn ? t('storefront.visible') : undefined}
      >
        <Fields>
          {NAMES.map((group) => (
            <FieldGroup
              key={group}
              title={t(`storefront.shown.groups.${group}`)}
              about={t(`storefront.shown.groups.${group}About`)}
            >
              {GROUPS[group].map((name) => (
                <Switch
                  key={name}
                  label={t(`storefront.shown.names.${name}`)}
                  description={t(`storefront.shown.abouts.${name}`)}
                  {...form.getInputProps(`switches.${name}`, { type: 'checkbox' })}
                />
              ))}
            </FieldGroup>
          ))}
          {form.values.switches.ways ? <Rules form={form} /> : null}
        </Fields>
      </EditingForm>
      {shop ? <Preview shop={shop} /> : null}
    </div>
  )
}

/** Each rule that is live as the page of the program tells it, and whether it does. */
function Rules({ form }: { readonly form: UseFormReturnType<ShownValues> }) {
  const { t } = useTranslation()
  const program = useRead('program.get', {})
  const { hiddenRules } = form.values
  const rules = (program.data?.answer.current?.rules ?? []).flatMap(({ id, isActive, sentence }) =>
    isActive && id !== null ? [{ id, sentence }] : [],
  )
  return (
    <FieldGroup title={t('storefront.shown.groups.rules')} about={t('storefront.shown.groups.rulesAbout')}>
      {program.isPending ? <SkeletonRows count={3} /> : null}
      {program.data && rules.length === 0 ? <p className="muted">{t('storefront.shown.noRules')}</p> : null}
      {rules.map(({ id, sentence }) => (
        <Checkbox
          key={id}
          label={sentence}
          checked={!hiddenRules.includes(id)}
          onChange={({ currentTarget: { checked } }) => {
            const others = hiddenRules.filter((one) => one !== id)
            form.setFieldValue('hiddenRules', checked ? others : [...others, id].toSorted((a, b) => a - b))
          }}
        />
      ))}
    </FieldGroup>
  )
}
