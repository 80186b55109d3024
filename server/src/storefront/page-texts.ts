import type { Locale } from '../contract/locale.ts'

/** What the hosted page says around the shop's own words. */
export interface PageTexts {
  /** What the language calls itself. */
  readonly language: string
  ways(points: string): string
  readonly cards: string
  readonly tiers: string
  seeMine(points: string): string
  leadsTo(host: string): string
  until(date: string): string
  readonly and: string
  readonly about: string
  readonly privacy: string
  readonly terms: string
  termsOf(version: number, date: string): string
  readonly languages: string
  readonly nothing: string
  /** Of a link. */
  readonly ended: string
}

export const PAGE_TEXTS: Readonly<Record<Locale, PageTexts>> = {
  'pt-BR': {
    language: 'Português',
    ways: (points) => `Como ganhar ${points}`,
    cards: 'Cartões de carimbos',
    tiers: 'Níveis',
    seeMine: (points) => `Ver meus ${points}`,
    leadsTo: (host) => `Abre ${host}, onde você entra na sua conta.`,
    until: (date) => `Até ${date}`,
    and: 'e',
    about: 'Sobre o programa',
    privacy: 'Privacidade',
    terms: 'Termos do programa',
    termsOf: (version, date) => `Versão ${version}, publicada em ${date}`,
    languages: 'Idiomas',
    nothing: 'Ainda não há nada aqui.',
    ended: 'Este link não abre mais. Peça um novo à loja.',
  },
  en: {
    language: 'English',
    ways: (points) => `How to earn ${points}`,
    cards: 'Punch cards',
    tiers: 'Tiers',
    seeMine: (points) => `See my ${points}`,
    leadsTo: (host) => `Opens ${host}, where you sign in.`,
    until: (date) => `Until ${date}`,
    and: 'and',
    about: 'About the program',
    privacy: 'Privacy',
    terms: 'Terms of the program',
    termsOf: (version, date) => `Version ${version}, published on ${date}`,
    languages: 'Languages',
    nothing: 'There is nothing here yet.',
    ended: 'This link no longer opens. Ask the shop for a new one.',
  },
  es: {
    language: 'Español',
    ways: (points) => `Cómo ganar ${points}`,
    cards: 'Tarjetas de sellos',
    tiers: 'Niveles',
    seeMine: (points) => `Ver mis ${points}`,
    leadsTo: (host) => `Abre ${host}, donde inicia sesión.`,
    until: (date) => `Hasta el ${date}`,
    and: 'y',
    about: 'Sobre el programa',
    privacy: 'Privacidad',
    terms: 'Términos del programa',
    termsOf: (version, date) => `Versión ${version}, publicada el ${date}`,
    languages: 'Idiomas',
    nothing: 'Aún no hay nada aquí.',
    ended: 'Este enlace ya no se abre. Pida uno nuevo a la tienda.',
  },
}
