import { Button, Textarea } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Locale } from '../../../../server/src/contract/locale.ts'
import { type Answer, type Answered, call } from '../../api/client.ts'
import { useChange, useRead } from '../../api/hooks.ts'
import { useMay } from '../../api/session.tsx'
import { useTenant } from '../../api/tenant.ts'
import { Question } from '../../components/dialog/Question.tsx'
import { useDialogInAddress } from '../../components/dialog/use-dialog-in-address.ts'
import type { Member } from '../../components/editing/ChangedDialog.tsx'
import { EditingForm } from '../../components/editing/EditingForm.tsx'
import { useEditing } from '../../components/editing/use-editing.ts'
import { Segments } from '../../components/form/Segments.tsx'
import { Section } from '../../components/layout/Page.tsx'
import { ProblemNotice, TryAgain } from '../../components/notice/Notice.tsx'
import { SkeletonRows } from '../../components/skeleton/Skeleton.tsx'
import { Status } from '../../components/status/Status.tsx'
import { toast } from '../../components/toast/toast.tsx'
import { useFormat } from '../../format/use-format.ts'
import { LANGUAGES } from '../../locales/i18n.ts'
import { serverOfShops } from './address.ts'
import { StorefrontFrame } from './StorefrontFrame.tsx'
import css from './storefront.module.css'
import { TermsText } from './TermsText.tsx'
import { LOCALES } from './texts-values.ts'

type Terms = Answer<'terms.get'>
type TermsValues = Readonly<Record<'texts', Readonly<Record<Locale, string>>>>

function valuesOf({ draft: { texts } }: Terms): TermsValues {
  return { texts: { 'pt-BR': texts['pt-BR'] ?? '', en: texts.en ?? '', es: texts.es ?? '' } }
}

export default function TermsPage() {
  return (
    <StorefrontFrame>{({ answer }) => <Loading slug={answer.isOn ? answer.slug : null} />}</StorefrontFrame>
  )
}

function Loading({ slug }: { readonly slug: string | null }) {
  const found = useRead('terms.get', {})
  const settings = useRead('settings.get', {}, { isWordless: true }).data?.answer
  if (found.error) {
    return (
      <ProblemNotice
        problem={found.error.problem}
        actions={<TryAgain onClick={() => void found.refetch()} />}
      />
    )
  }
  if (!found.data || !settings) return <SkeletonRows count={4} height={56} />
  return <Editor first={found.data} own={settings.locale} slug={slug} />
}

interface EditorProps {
  readonly first: Answered<'terms.get'>
  /** The merchant’s language, without which nothing is published. */
  readonly own: Locale
  /** null: the page of the program is not there. */
  readonly slug: string | null
}

function Editor({ first, own, slug }: EditorProps) {
  const { t } = useTranslation()
  const tenant = useTenant()
  const mayWrite = useMay('storefront.write')
  const put = useChange('terms.draft.put')
  const [language, setLanguage] = useState<Locale>(own)
  const [dialog, setDialog] = useDialogInAddress(['publishTerms'])
  const editing = useEditing<TermsValues>({
    first: { values: valuesOf(first.answer), etag: first.etag },
    fields: ['texts'],
    save: ({ texts }, etag) =>
      put({
        etag,
        body: { texts: { 'pt-BR': texts['pt-BR'] || null, en: texts.en || null, es: texts.es || null } },
      }),
    async reread() {
      const theirs = await call('terms.get', tenant, {})
      return { values: valuesOf(theirs.answer), etag: theirs.etag }
    },
  })
  const { form, isDirty } = editing
  const members: readonly Member<TermsValues>[] = LOCALES.map((locale) => ({
    path: `texts.${locale}`,
    label: LANGUAGES[locale],
    show: ({ texts }) => texts[locale],
  }))
  const { draft, current } = first.answer
  const text = form.values.texts[language]
  return (
    <>
      <Published terms={first.answer} slug={slug} />
      <div className={css.even}>
        <EditingForm
          editing={editing}
          members={members}
          mayWrite={mayWrite}
          label={t('storefront.terms.save')}
        >
          <div className={css.texts}>
            <Segments
              label={t('storefront.terms.language')}
              options={LOCALES.map((value) => ({ value, label: LANGUAGES[value] }))}
              value={language}
              onChange={setLanguage}
            />
            <Textarea
              lang={language}
              label={t('storefront.terms.text', { language: LANGUAGES[language] })}
              description={t(
                language === own ? 'storefront.terms.markdown' : 'storefront.terms.markdownOther',
              )}
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              autosize
              minRows={14}
              maxRows={32}
              placeholder={t('storefront.terms.placeholder')}
              {...form.getInputProps(`texts.${language}`)}
            />
            {mayWrite && draft.isChanged && !isDirty ? (
              <div>
                <Button variant="filled" onClick={() => setDialog('publishTerms')}>
                  {t('storefront.terms.publish.action', { version: (current?.version ?? 0) + 1 })}
                </Button>
              </div>
            ) : null}
          </div>
        </EditingForm>
        <Section title={t('storefront.terms.preview')}>
          <div className={css.paper} lang={language}>
            {text.trim() === '' ? (
              <p className="muted">{t('storefront.terms.nothing')}</p>
            ) : (
              <TermsText markdown={text} />
            )}
          </div>
        </Section>
      </div>
      {dialog === 'publishTerms' ? <PublishDialog found={first} onClose={() => setDialog(null)} /> : null}
    </>
  )
}

/** What is in force, and how far customers have agreed to it. */
function Published({ terms, slug }: { readonly terms: Terms; readonly slug: string | null }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { current, agreement } = terms
  if (!current) {
    return (
      <p className={css.published}>
        <Status kind="off">{t('storefront.terms.none')}</Status>{' '}
        <span className="muted">{t('storefront.terms.noneAbout')}</span>
      </p>
    )
  }
  const { version, publishedAt, publishedBy } = current
  return (
    <p className={css.published}>
      <Status kind="well">{t('storefront.terms.version', { version })}</Status>
      <span className="muted">
        {t('storefront.terms.published', { date: format.date(publishedAt), who: publishedBy?.label ?? '' })}
      </span>
      {agreement ? (
        <span>
          {t(agreement.isAll ? 'storefront.terms.agreed' : 'storefront.terms.agreedOfNewest', {
            agreed: format.number(agreement.agreed),
            enrolled: format.number(agreement.enrolled),
            version: agreement.version,
          })}
        </span>
      ) : null}
      {slug === null ? null : (
        <a href={`${serverOfShops()}/shop/${slug}/terms`} target="_blank" rel="noreferrer">
          {t('storefront.terms.open')}
        </a>
      )}
    </p>
  )
}

interface PublishDialogProps {
  readonly found: Answered<'terms.get'>
  readonly onClose: () => void
}

function PublishDialog({ found, onClose }: PublishDialogProps) {
  const { t } = useTranslation()
  const publish = useChange('terms.publish')
  const { draft, current } = found.answer
  const version = (current?.version ?? 0) + 1
  const languages = LOCALES.filter((locale) => draft.texts[locale] !== null)
  return (
    <Question
      title={t('storefront.terms.publish.title', { version })}
      consequence={t('storefront.terms.publish.consequence')}
      cancel={t('storefront.terms.publish.cancel')}
      submit={t('storefront.terms.publish.submit')}
      run={() => publish({ etag: found.etag })}
      onDone={() => {
        toast(t('storefront.terms.publish.done', { version }))
        onClose()
      }}
      onClose={onClose}
    >
      <p>{t('storefront.terms.publish.text')}</p>
      <p className="muted">
        {t('storefront.terms.publish.languages', {
          languages: languages.map((locale) => LANGUAGES[locale]).join(', '),
        })}
      </p>
    </Question>
  )
}
