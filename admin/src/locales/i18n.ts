import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import type { Locale } from '../../../server/src/contract/locale.ts'
import type { en } from './en/index.ts'

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

/** One language is loaded, the one that is read; first what stands before the sign-in. */
const OUTSIDE: Readonly<Record<Locale, () => Promise<object>>> = {
  'pt-BR': async () => (await import('./pt-BR/outside.ts')).outside,
  en: async () => (await import('./en/outside.ts')).outside,
  es: async () => (await import('./es/outside.ts')).outside,
}
const INSIDE: typeof OUTSIDE = {
  'pt-BR': async () => (await import('./pt-BR/inside.ts')).inside,
  en: async () => (await import('./en/inside.ts')).inside,
  es: async () => (await import('./es/inside.ts')).inside,
}
const BEYOND_HOME: typeof OUTSIDE = {
  'pt-BR': async () => (await import('./pt-BR/beyond-home.ts')).beyondHome,
  en: async () => (await import('./en/beyond-home.ts')).beyondHome,
  es: async () => (await import('./es/beyond-home.ts')).beyondHome,
}

const loaded = new Set<() => Promise<object>>()
/** What is wanted of each language: more, the further in one comes. */
const parts = new Set([OUTSIDE])
/** The language that was asked for last. */
let wanted: Locale | null = null

function isLocale(text: string | null): text is Locale {
  return text !== null && Object.hasOwn(OUTSIDE, text)
}

/** Before sign-in: what was chosen last on this device, else what the browser likes. */
function languageOfDevice(): Locale {
  const kept = localStorage.getItem(KEPT)
  if (isLocale(kept)) return kept
  for (const wanted of navigator.languages) {
    const found = Object.keys(OUTSIDE).find((locale) => locale.slice(0, 2) === wanted.slice(0, 2))
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

/** Chosen at the door, in this visit; null: none was. */
let chosenOutside: Locale | null = null

/** Before sign-in. The person who then signs in keeps it. */
export async function chooseOutside(locale: Locale): Promise<void> {
  chosenOutside = locale
  await speak(locale)
}

/** Once: the next person who signs in on this device has chosen nothing. */
export function takeChosenOutside(): Locale | null {
  const chosen = chosenOutside
  chosenOutside = null
  return chosen
}

export async function speak(locale: Locale): Promise<void> {
  wanted = locale
  await Promise.all([...parts].map((part) => load(locale, part[locale])))
  // Another one was chosen while this one was loaded.
  if (wanted !== locale) return
  await i18next.changeLanguage(locale)
  document.documentElement.lang = locale
  localStorage.setItem(KEPT, locale)
}

async function load(locale: Locale, loader: () => Promise<object>): Promise<void> {
  if (loaded.has(loader)) return
  i18next.addResourceBundle(locale, 'translation', await loader(), true)
  loaded.add(loader)
}

/** The texts of what is behind the sign-in, in this language and in each that is chosen later. */
export async function speakInside(locale = wanted ?? spokenLanguage()): Promise<void> {
  parts.add(INSIDE)
  await speak(locale)
}

/** Those of all pages but Home too. */
export async function speakBeyondHome(): Promise<void> {
  if (parts.has(BEYOND_HOME) && wanted !== null && loaded.has(BEYOND_HOME[wanted])) return
  parts.add(BEYOND_HOME)
  await speak(wanted ?? spokenLanguage())
}

export function spokenLanguage(): Locale {
  return isLocale(i18next.language) ? i18next.language : 'en'
}
