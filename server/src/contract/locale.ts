export const LOCALES = ['pt-BR', 'en', 'es'] as const
export type Locale = (typeof LOCALES)[number]

/** A text for people in every language that we speak; a language that is left out does not compile. */
export type LocalizedText = Readonly<Record<Locale, string>>

export function localized(en: string, ptBr: string, es: string): LocalizedText {
  return { en, 'pt-BR': ptBr, es }
}

/** The language that an `Accept-Language` header likes best among ours; English where it names none of them. */
export function localeOfHeader(header: string | undefined): Locale {
  return localeWanted(header) ?? 'en'
}

/** The same; null where it names none of ours. */
export function localeWanted(header: string | undefined): Locale | null {
  let best: { locale: Locale; weight: number } | null = null
  // A header is bounded by the server, but no one asks for a thousand languages.
  for (const part of (header ?? '').split(',', 20)) {
    const [tag = '', ...parameters] = part.trim().toLowerCase().split(';')
    const locale = localeOfTag(tag.trim())
    const quality = parameters.map((parameter) => /^\s*q=([0-9.]+)$/.exec(parameter)?.[1]).find(Boolean)
    const weight = quality === undefined ? 1 : Number(quality)
    if (locale && weight > 0 && (best === null || weight > best.weight)) best = { locale, weight }
  }
  return best?.locale ?? null
}

function localeOfTag(tag: string): Locale | null {
  const language = tag.split('-', 1)[0]
  return LOCALES.find((locale) => locale.split('-', 1)[0] === language) ?? null
}
