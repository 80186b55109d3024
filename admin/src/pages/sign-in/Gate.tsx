import { type ReactNode, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { Locale } from '../../../../server/src/contract/locale.ts'
import { Icon, Mark } from '../../components/icon/Icon.tsx'
import { chooseOutside, LANGUAGES } from '../../locales/i18n.ts'
import css from './gate.module.css'

/** The frame of what stands before the sign-in. */
export function Gate({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const { t, i18n } = useTranslation()
  useEffect(() => {
    document.title = `${title} · Punchcard`
  }, [title])
  return (
    <div className={css.gate}>
      <main className={css.box}>
        <p className={css.brand}>
          <Mark className={css.mark} /> Punchcard
        </p>
        <h1>{title}</h1>
        {children}
      </main>
      <footer className={css.foot}>
        <Icon name="globe" size={14} />
        <select
          className={css.language}
          aria-label={t('shell.me.language')}
          value={i18n.language}
          onChange={(event) => void chooseOutside(event.currentTarget.value as Locale)}
        >
          {Object.entries(LANGUAGES).map(([locale, name]) => (
            <option key={locale} value={locale} lang={locale}>
              {name}
            </option>
          ))}
        </select>
      </footer>
    </div>
  )
}
