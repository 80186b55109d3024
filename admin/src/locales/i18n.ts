import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import type { Locale } from '../../../server/src/contract/locale.ts'
import type { en } from './en/index.ts'
import type { TextsOf } from './types.ts'

declare module 'i18next' {
  interface CustomTypeOptions {
    resources: { translation: typeof en }
  }
}

export const LANGUAGES: Readonly<Record<Locale, string>> = {
  'pt-BR': 'Português (Brasil)',
  en: 'English',
  es: 'Español',
}

const KEPT = 'punchcard-language'

/** One language is loaded, the one that is read. */
const LOADERS: Readonly<Record<Locale, () => Promise<TextsOf<typeof en>>>> = {
  'pt-BR': async () => (await import('./pt-BR/index.ts')).ptBR,
  en: async () => (await import('./en/index.ts')).en,
  es: async () => (await import('./es/index.ts')).es,
}

function isLocale(text: string | null): text is Locale {
  return text !== null && Object.hasOwn(LOADERS, text)
}

/** Before somebody is signed in: what was chosen last on this device, else what the browser likes. */
function languageOfDevice(): Locale {
  const kept = localStorage.getItem(KEPT)
  if (isLocale(kept)) return kept
  for (const wanted of navigator.languages) {
    const found = Object.keys(LOADERS).find((locale) => locale.slice(0, 2) === wanted.slice(0, 2))
    if (isLocale(found ?? null)) return found as Locale
  }
  return 'en'
}

export async function startLanguages(): Promise<void> {
  await i18next.use(initReactI18next).init({
    fallbackLng: false,
    // React escapes what it shows.
    interpolation: { escapeValue: false },
    resources: {},
    lng: 'en',
    showSupportNotice: false,
  } as Parameters<typeof i18next.init>[0])
  await speak(languageOfDevice())
}

export async function speak(locale: Locale): Promise<void> {
  if (!i18next.hasResourceBundle(locale, 'translation')) {
    i18next.addResourceBundle(locale, 'translation', await LOADERS[locale]())
  }
  await i18next.changeLanguage(locale)
  document.documentElement.lang = locale
  localStorage.setItem(KEPT, locale)
}

export function spokenLanguage(): Locale {
  return isLocale(i18next.language) ? i18next.language : 'en'
}
