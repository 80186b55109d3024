import { Textarea, TextInput } from '@mantine/core'
import { memo, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Locale } from '../../../../server/src/contract/locale.ts'
import { type Answered, call } from '../../api/client.ts'
import { useChange, useRead } from '../../api/hooks.ts'
import { useMay } from '../../api/session.tsx'
import { useTenant } from '../../api/tenant.ts'
import type { Member } from '../../components/editing/ChangedDialog.tsx'
import { EditingForm } from '../../components/editing/EditingForm.tsx'
import { useEditing } from '../../components/editing/use-editing.ts'
import { FoldedGroup, hasErrorIn } from '../../components/form/Form.tsx'
import { SkeletonRows } from '../../components/skeleton/Skeleton.tsx'
import { LANGUAGES, spokenLanguage } from '../../locales/i18n.ts'
import { Preview } from './Preview.tsx'
import { StorefrontFrame } from './StorefrontFrame.tsx'
import css from './storefront.module.css'
import {
  changedWords,
  fieldOf,
  groupsOf,
  LOCALES,
  nameOf,
  type TextsValues,
  textsOf,
  type UsualText,
  wordsOf,
  wrongPlaces,
} from './texts-values.ts'
import { usePreviewShop } from './use-preview-shop.ts'

const WORD_LENGTH_MAX = 200

export default function TextsPage() {
  return <StorefrontFrame>{(found) => <Loading found={found} />}</StorefrontFrame>
}

function Loading({ found }: { readonly found: Answered<'storefront.get'> }) {
  const texts = useRead('storefront.texts', {}, { isWordless: true }).data?.answer.items
  return texts ? <Editor first={found} texts={texts} /> : <SkeletonRows count={8} height={40} />
}

interface EditorProps {
  readonly first: Answered<'storefront.get'>
  readonly texts: readonly UsualText[]
}

function Editor({ first, texts }: EditorProps) {
  const { t } = useTranslation()
  const tenant = useTenant()
  const mayWrite = useMay('storefront.write')
  const change = useChange('storefront.change')
  const [language, setLanguage] = useState<Locale>()
  const editing = useEditing<TextsValues>({
    first: { values: textsOf(texts, first.answer.words), etag: first.etag },
    fields: ['words'],
    async save(values, etag, before) {
      const outcome = await change({ etag, body: { words: changedWords(values, before) } })
      if (outcome.isDone) return { ...outcome, values: textsOf(texts, outcome.answer.words) }
      const errors = (outcome.problem.errors ?? []).map((error) => ({
        ...error,
        pointer: fieldOf(error.pointer),
      }))
      return { isDone: false, problem: { ...outcome.problem, errors } }
    },
    async reread() {
      const theirs = await call('storefront.get', tenant, {})
      return { values: textsOf(texts, theirs.answer.words), etag: theirs.etag }
    },
  })
  const { form } = editing
  const shop = usePreviewShop(first.answer, {
    words: wordsOf(form.values),
    ...(language ? { language } : {}),
  })
  const set = (name: string, locale: Locale, text: string): void => {
    form.setFieldValue('words', (words) => ({
      ...words,
      [name]: { ...words[name], [locale]: text } as never,
    }))
    form.clearFieldError(`words.${name}.${locale}`)
  }
  return (
    <div className={css.beside}>
      <EditingForm
        editing={editing}
        members={useMembers(texts)}
        mayWrite={mayWrite}
        label={t(first.answer.isOn ? 'storefront.save' : 'storefront.saveOff')}
        savedNote={first.answer.isOn ? t('storefront.visible') : undefined}
      >
        <Groups texts={texts} values={form.values} errors={form.errors} set={set} onLanguage={setLanguage} />
      </EditingForm>
      {shop ? <Preview shop={shop} /> : null}
    </div>
  )
}

interface GroupsProps {
  readonly texts: readonly UsualText[]
  readonly values: TextsValues
  readonly errors: Readonly<Record<string, ReactNode>>
  readonly set: (name: string, locale: Locale, text: string) => void
  readonly onLanguage: (locale: Locale) => void
}

function Groups({ texts, values, errors, set, onLanguage }: GroupsProps) {
  const { t } = useTranslation()
  const [wanted, setWanted] = useState('')
  const look = wanted.trim().toLowerCase()
  const isFound = ({ key, usual }: UsualText): boolean =>
    [...Object.values(usual), ...Object.values(values.words[nameOf(key)] ?? {})].some((one) =>
      one.toLowerCase().includes(look),
    )
  const row = (text: UsualText) => (
    <Row
      key={text.key}
      text={text}
      own={values.words[nameOf(text.key)] ?? EMPTY}
      errors={LOCALES.map((locale) => errors[`words.${nameOf(text.key)}.${locale}`])}
      set={set}
      onLanguage={onLanguage}
    />
  )
  return (
    <div className={css.texts}>
      <p className="muted small">{t('storefront.texts.about')}</p>
      <TextInput
        type="search"
        label={t('storefront.texts.find')}
        value={wanted}
        onChange={(event) => setWanted(event.currentTarget.value)}
      />
      {look === ''
        ? groupsOf(texts).map(([name, own]) => {
            const changed = own.filter(({ key }) => isOwn(values.words[nameOf(key)])).length
            return (
              <FoldedGroup
                key={name}
                title={t(`storefront.texts.groups.${name}`)}
                about={changed === 0 ? '' : t('storefront.texts.changed', { count: changed })}
                hasErrors={hasErrorIn(errors, ...own.map(({ key }) => `words.${nameOf(key)}`))}
              >
                {own.map(row)}
              </FoldedGroup>
            )
          })
        : texts.filter(isFound).map(row)}
      {look !== '' && !texts.some(isFound) ? <p className="muted">{t('common.noResults')}</p> : null}
    </div>
  )
}

const EMPTY = { 'pt-BR': '', en: '', es: '' }

function isOwn(own: Readonly<Record<Locale, string>> = EMPTY): boolean {
  return Object.values(own).some((text) => text !== '')
}

interface RowProps {
  readonly text: UsualText
  readonly own: Readonly<Record<Locale, string>>
  readonly errors: readonly ReactNode[]
  readonly set: (name: string, locale: Locale, text: string) => void
  readonly onLanguage: (locale: Locale) => void
}

/** One text in three languages. There are hundreds of fields, and a key draws one row of them. */
const Row = memo(
  function Row({ text, own, errors, set, onLanguage }: RowProps) {
    const { t } = useTranslation()
    const usual = text.usual[spokenLanguage()]
    return (
      <fieldset className={css.text} aria-label={usual}>
        {LOCALES.map((locale, index) => {
          const wrong = wrongPlaces(own[locale], text)
          return (
            <Textarea
              key={locale}
              lang={locale}
              label={LANGUAGES[locale]}
              placeholder={text.usual[locale]}
              description={
                own[locale] === '' ? null : t('storefront.texts.usual', { text: text.usual[locale] })
              }
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              rows={2}
              maxLength={WORD_LENGTH_MAX}
              value={own[locale]}
              onFocus={() => onLanguage(locale)}
              onChange={(event) =>
                set(nameOf(text.key), locale, event.currentTarget.value.replaceAll('\n', ' '))
              }
              error={
                wrong.length > 0
                  ? t('storefront.texts.places', { places: wrong.map((place) => `{${place}}`).join(', ') })
                  : errors[index]
              }
            />
          )
        })}
      </fieldset>
    )
  },
  (before, after) =>
    before.own === after.own && before.errors.every((error, index) => error === after.errors[index]),
)

function useMembers(texts: readonly UsualText[]): readonly Member<TextsValues>[] {
  const { t } = useTranslation()
  return texts.flatMap(({ key, usual }) =>
    LOCALES.map((locale) => ({
      path: `words.${nameOf(key)}.${locale}`,
      label: `${usual[locale]} · ${LANGUAGES[locale]}`,
      show: ({ words }: TextsValues) =>
        words[nameOf(key)]?.[locale] || t('storefront.texts.usual', { text: usual[locale] }),
    })),
  )
}
