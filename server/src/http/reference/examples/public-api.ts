import type { Me } from '../../../balances/public-api/schema.ts'
import { DEFAULT_SWITCHES } from '../../../contract/storefront-switch.ts'
import { DEFAULT_APPEARANCE } from '../../../storefront/content.ts'
import type { About } from '../../../storefront/public-api/schema.ts'
import { ELEMENT_TEXTS } from '../../../storefront/texts.ts'

const about: About = {
  name: 'Café Aurora',
  programName: 'Aurora Club',
  language: 'en',
  languages: ['pt-BR', 'en', 'es'],
  currency: 'BRL',
  timeZone: 'America/Sao_Paulo',
  pointsName: { one: 'point', many: 'points' },
  cashback: true,
  appearance: { ...DEFAULT_APPEARANCE, logo: null },
  switches: { ...DEFAULT_SWITCHES },
  links: {
    page: 'https://cafeaurora.example/club',
    signIn: 'https://cafeaurora.example/login',
    privacy: null,
  },
  terms: null,
  texts: { ...ELEMENT_TEXTS.en },
}

const me: Me = {
  state: 'member',
  firstName: 'Ana',
  points: '1240',
  cashback: '62.00',
  owed: '0',
  expiring: [{ points: '86', at: '2026-12-11T02:59:59.000Z' }],
  tier: { name: 'Silver', color: '#a7a9ac' },
  sequence: 311,
}

/** Answers of the storefront API, by operation. */
export const PUBLIC_EXAMPLES: Readonly<Record<string, object>> = { 'shop.about': about, 'me.balance': me }
