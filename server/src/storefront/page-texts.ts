import type { Locale } from '../contract/locale.ts'
import { listed } from '../earning/listed.ts'

/** What the hosted page says around the shop's own words. */
export interface PageTexts {
  /** What the language calls itself. */
  readonly language: string
  ways(points: string): string
  readonly rewards: string
  readonly cards: string
  readonly tiers: string
  seeMine(points: string): string
  leadsTo(host: string): string
  readonly withCashback: string
  until(date: string): string
  forTiers(names: readonly string[]): string
  readonly about: string
  readonly privacy: string
  readonly languages: string
  readonly nothing: string
  /** Of a link. */
  readonly ended: string
}

export const PAGE_TEXTS: Readonly<Record<Locale, PageTexts>> = {
  'pt-BR': {
    language: 'Português',
    ways: (points) => `Como ganhar ${points}`,
    rewards: 'Recompensas',
    cards: 'Cartões de carimbos',
    tiers: 'Níveis',
    seeMine: (points) => `Ver meus ${points}`,
    leadsTo: (host) => `Abre ${host}, onde você entra na sua conta.`,
    withCashback: 'Pago com cashback',
    until: (date) => `Até ${date}`,
    forTiers: (names) => `Para ${listed(names, 'e')}`,
    about: 'Sobre o programa',
    privacy: 'Privacidade',
    languages: 'Idiomas',
    nothing: 'Ainda não há nada aqui.',
    ended: 'Este link não abre mais. Peça um novo à loja.',
  },
  en: {
    language: 'English',
    ways: (points) => `How to earn ${points}`,
    rewards: 'Rewards',
    cards: 'Punch cards',
    tiers: 'Tiers',
    seeMine: (points) => `See my ${points}`,
    leadsTo: (host) => `Opens ${host}, where you sign in.`,
    withCashback: 'Paid with cashback',
    until: (date) => `Until ${date}`,
    forTiers: (names) => `For ${listed(names, 'and')}`,
    about: 'About the program',
    privacy: 'Privacy',
    languages: 'Languages',
    nothing: 'There is nothing here yet.',
    ended: 'This link no longer opens. Ask the shop for a new one.',
  },
  es: {
    language: 'Español',
    ways: (points) => `Cómo ganar ${points}`,
    rewards: 'Recompensas',
    cards: 'Tarjetas de sellos',
    tiers: 'Niveles',
    seeMine: (points) => `Ver mis ${points}`,
    leadsTo: (host) => `Abre ${host}, donde inicia sesión.`,
    withCashback: 'Se paga con cashback',
    until: (date) => `Hasta el ${date}`,
    forTiers: (names) => `Para ${listed(names, 'y')}`,
    about: 'Sobre el programa',
    privacy: 'Privacidad',
    languages: 'Idiomas',
    nothing: 'Aún no hay nada aquí.',
    ended: 'Este enlace ya no se abre. Pida uno nuevo a la tienda.',
  },
}
