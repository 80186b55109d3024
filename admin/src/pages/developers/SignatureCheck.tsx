import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Segments } from '../../components/form/Segments.tsx'
import { Icon } from '../../components/icon/Icon.tsx'
import { CopyButton } from '../../components/secret/CopyButton.tsx'
import css from './console.module.css'
import { LANGUAGES, type Language, type Signed, snippetOf } from './curl.ts'

/** A program with one's own values that says whether a secret fits. */
export function SignatureCheck({ signed }: { readonly signed: Signed | null }) {
  const { t } = useTranslation()
  const [language, setLanguage] = useState<Language>('Node')
  if (!signed) return null
  const text = snippetOf(language, signed)
  return (
    <details className={css.check}>
      <summary>
        <Icon name="right" size={14} />
        {t('webhooks.signature.title')}
      </summary>
      <p className="muted small">{t('webhooks.signature.about')}</p>
      <div className={css.checkHead}>
        <Segments
          label={t('webhooks.signature.language')}
          options={LANGUAGES.map((value) => ({ value, label: value }))}
          value={language}
          onChange={setLanguage}
        />
        <CopyButton size="xs" text={text} />
      </div>
      <pre className={css.block}>{text}</pre>
    </details>
  )
}
