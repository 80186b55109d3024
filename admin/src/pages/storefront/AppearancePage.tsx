import { TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useDebouncedValue } from '@mantine/hooks'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Answer, type Answered, call } from '../../api/client.ts'
import { useChange, useRead } from '../../api/hooks.ts'
import { useMay, useMembership } from '../../api/session.tsx'
import { useTenant } from '../../api/tenant.ts'
import type { Member } from '../../components/editing/ChangedDialog.tsx'
import { EditingForm } from '../../components/editing/EditingForm.tsx'
import { useEditing } from '../../components/editing/use-editing.ts'
import { Fields } from '../../components/form/Form.tsx'
import { Segments } from '../../components/form/Segments.tsx'
import { SkeletonRows } from '../../components/skeleton/Skeleton.tsx'
import {
  type Appearance,
  type AppearanceValues,
  appearanceBody,
  appearanceOf,
  type Check,
  changedColours,
  followingFrom,
  GROUNDS,
  type Ground,
  readingOf,
  shadesInstead,
  type Usual,
  wellTyped,
} from './appearance-values.ts'
import { ColourField, type Unreadable } from './ColourField.tsx'
import { LogoField } from './LogoField.tsx'
import { Preview } from './Preview.tsx'
import { StorefrontFrame } from './StorefrontFrame.tsx'
import css from './storefront.module.css'
import { usePreviewShop } from './use-preview-shop.ts'

const CHOICES = {
  corners: ['square', 'soft', 'round'],
  type: ['shop', 'system', 'serif'],
  icon: ['card', 'none'],
} as const
/** One types six digits, and is asked about once. */
const CHECK_AFTER_MS = 120

export default function AppearancePage() {
  return <StorefrontFrame>{(found) => <Loading found={found} />}</StorefrontFrame>
}

/** What is one’s own choice is known from what would be there without it. */
function Loading({ found }: { readonly found: Answered<'storefront.get'> }) {
  const wordless = { isWordless: true, keep: true } as const
  const without = useRead('storefront.check', { body: { appearance: null } }, wordless)
  const following = useRead('storefront.check', followingFrom(found.answer.appearance.accent), wordless)
  /** While what follows from another accent is still asked for, the last that belong together. */
  const known = useRef<EditorProps | null>(null)
  if (without.data && following.data && !following.isPlaceholderData) {
    const usual = { without: without.data.answer.appearance, following: following.data.answer.appearance }
    known.current = { first: found, usual }
  }
  return known.current ? <Editor {...known.current} /> : <SkeletonRows count={6} height={56} />
}

interface EditorProps {
  readonly first: Answered<'storefront.get'>
  readonly usual: Usual
}

function Editor({ first, usual }: EditorProps) {
  const { t } = useTranslation()
  const tenant = useTenant()
  const mayWrite = useMay('storefront.write')
  const change = useChange('storefront.change')
  const editing = useEditing<AppearanceValues>({
    first: { values: appearanceOf(first.answer, usual), etag: first.etag },
    fields: ['programName', 'appearance'],
    async save(typed, etag, before) {
      const values = await withReadableShades(wellTyped(typed, before), before, tenant)
      const outcome = await change({ etag, body: appearanceBody(values, before) })
      if (!outcome.isDone) return outcome
      return { ...outcome, values: { ...values, programName: outcome.answer.programName } }
    },
    async reread() {
      const theirs = await call('storefront.get', tenant, {})
      const { answer } = await call(
        'storefront.check',
        tenant,
        followingFrom(theirs.answer.appearance.accent),
      )
      const values = appearanceOf(theirs.answer, { ...usual, following: answer.appearance })
      return { values, etag: theirs.etag }
    },
  })
  const members = useMembers()
  const { form, base } = editing
  const shown = useShown(form.values, base, first.answer)
  const shop = usePreviewShop(first.answer, {
    programName: form.values.programName.trim(),
    appearance: shown.appearance,
  })
  return (
    <div className={css.beside}>
      <div>
        <LogoField found={first} mayWrite={mayWrite} />
        <EditingForm
          editing={editing}
          members={members}
          mayWrite={mayWrite}
          label={t(first.answer.isOn ? 'storefront.save' : 'storefront.saveOff')}
          savedNote={first.answer.isOn ? t('storefront.visible') : undefined}
        >
          <AppearanceForm form={form} shown={shown} before={base} />
        </EditingForm>
      </div>
      {shop ? <Preview shop={shop} /> : null}
    </div>
  )
}

/** The nearest shade of each colour that can't be read. */
async function withReadableShades(
  values: AppearanceValues,
  before: AppearanceValues,
  tenant: number | null,
): Promise<AppearanceValues> {
  const colours = changedColours(values, before)
  if (Object.keys(colours).length === 0) return values
  const { answer } = await call('storefront.check', tenant, { body: { appearance: colours } })
  return { ...values, ...shadesInstead(answer.checks) }
}

interface Shown {
  readonly appearance: Appearance
  readonly checks: readonly Check[]
}

/** How it looks with what is typed: at once, and with what follows from it as soon as the server says. */
function useShown(
  typed: AppearanceValues,
  before: AppearanceValues,
  { appearance }: Answer<'storefront.get'>,
): Shown {
  const values = wellTyped(typed, before)
  const [colours] = useDebouncedValue(JSON.stringify(changedColours(values, before)), CHECK_AFTER_MS)
  const found = useRead(
    'storefront.check',
    { body: { appearance: JSON.parse(colours) } },
    { isWordless: true, keep: true },
  )
  const checked = found.data?.answer
  const { corners, type, icon } = values
  const own = Object.fromEntries(
    GROUNDS.flatMap((ground) => (values[ground] === '' ? [] : [[ground, values[ground]]])),
  )
  return {
    appearance: { ...appearance, ...checked?.appearance, ...own, corners, type, icon },
    checks: checked?.checks ?? [],
  }
}

interface AppearanceFormProps {
  readonly form: UseFormReturnType<AppearanceValues>
  readonly shown: Shown
  readonly before: AppearanceValues
}

function AppearanceForm({ form, shown, before }: AppearanceFormProps) {
  const { t } = useTranslation()
  const { tenant } = useMembership()
  return (
    <Fields>
      <TextInput
        label={t('storefront.programName')}
        description={t('storefront.programNameAbout')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        placeholder={tenant.name}
        maxLength={60}
        {...form.getInputProps('programName')}
      />
      <Colours form={form} shown={shown} before={before} />
      {(['corners', 'type', 'icon'] as const).map((name) => (
        <div key={name} className={css.choice}>
          <p className={css.label}>{t(`storefront.looks.${name}.title`)}</p>
          <Segments
            label={t(`storefront.looks.${name}.title`)}
            options={CHOICES[name].map((value) => ({
              value: value as string,
              label: t(`storefront.looks.${name}.${value}` as 'storefront.looks.corners.soft'),
            }))}
            value={form.values[name]}
            onChange={(value) => form.setFieldValue(name, value as never)}
          />
          {name === 'type' ? <p className="faint small">{t('storefront.looks.type.about')}</p> : null}
        </div>
      ))}
    </Fields>
  )
}

function Colours({ form, shown, before }: AppearanceFormProps) {
  const { t } = useTranslation()
  const [replaced, setReplaced] = useState<Partial<Record<Ground, Unreadable>>>({})
  const shades = shadesInstead(shown.checks)
  /** When it is left, a colour that can't be read gives way to the nearest shade that can. */
  const leave = (ground: Ground): void => {
    const shade = shades[ground]
    const ratio = shown.checks.find(({ colour }) => colour === ground)?.ratio
    if (shade === undefined || ratio === undefined) return
    setReplaced({ ...replaced, [ground]: { colour: shown.appearance[ground], ratio } })
    form.setFieldValue(ground, shade)
  }
  const set = (ground: Ground, typed: string): void => {
    setReplaced({ ...replaced, [ground]: undefined })
    form.setFieldValue(ground, typed)
  }
  return (
    <fieldset className={css.colours}>
      <legend className={css.label}>{t('storefront.colours.title')}</legend>
      {GROUNDS.map((ground) => {
        const shade = shades[ground]
        const ratio = shown.checks.find(({ colour }) => colour === ground)?.ratio
        const coming = shade === undefined ? null : { colour: shown.appearance[ground], ratio: ratio ?? 1 }
        return (
          <ColourField
            key={ground}
            label={t(`storefront.colours.${ground}`)}
            value={form.values[ground] === '' ? shown.appearance[ground] : form.values[ground]}
            colour={shown.appearance[ground]}
            readings={readingOf(ground, shown.checks)}
            instead={coming ?? replaced[ground] ?? null}
            isChanged={form.values[ground] !== before[ground]}
            error={form.errors[`appearance.${ground}`]}
            onChange={(typed) => set(ground, typed)}
            onLeave={() => leave(ground)}
            onFollow={ground === 'accent' || form.values[ground] === '' ? null : () => set(ground, '')}
          />
        )
      })}
    </fieldset>
  )
}

function useMembers(): readonly Member<AppearanceValues>[] {
  const { t } = useTranslation()
  return [
    { path: 'programName', label: t('storefront.programName'), show: ({ programName }) => programName },
    ...GROUNDS.map((ground) => ({
      path: ground,
      label: t(`storefront.colours.${ground}`),
      show: (values: AppearanceValues) => values[ground],
    })),
    ...(['corners', 'type', 'icon'] as const).map((name) => ({
      path: name,
      label: t(`storefront.looks.${name}.title`),
      show: (values: AppearanceValues) =>
        t(`storefront.looks.${name}.${values[name]}` as 'storefront.looks.corners.soft'),
    })),
  ]
}
