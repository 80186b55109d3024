import { type Static, Type } from 'typebox'
import { Body } from '../../contract/admin-api/body.ts'
import { operation } from '../../contract/admin-api/operation.ts'
import { Nullable, Sent, Text, Words } from '../../contract/schema.ts'
import { SWITCHES } from '../../contract/storefront-switch.ts'
import { CORNERS, ICONS, PROGRAM_NAME_MAX, TYPES } from '../content.ts'

const colour = (description: string) =>
  Type.String({ pattern: '^#[0-9a-f]{6}$', description, examples: ['#9a3b1d'] })

const appearance = {
  accent: colour('The colour of the brand, on light pages.'),
  onAccent: colour('What is written on it.'),
  accentDark: colour('The same on dark pages.'),
  onAccentDark: colour('What is written on that.'),
  card: colour('The ground of the card that shows the balance.'),
  onCard: colour('What is written on it.'),
  corners: Words(CORNERS, 'How round corners are.'),
  type: Words(TYPES, 'Which type is used: that of the page around, the system’s, or one with serifs.'),
  icon: Words(ICONS, 'The sign beside the balance.'),
}

const switches = Object.fromEntries(
  SWITCHES.map((name) => [name, Type.Boolean({ description: `Whether “${name}” is shown.` })]),
) as Record<(typeof SWITCHES)[number], ReturnType<typeof Type.Boolean>>

const link = (description: string) => Nullable(Text(description, 2_048))
const links = {
  page: link('Your own page about the program; null: none.'),
  signIn: link('Where customers sign in; null: nowhere.'),
  privacy: link('Your privacy policy; null: none.'),
}

const slug = Type.String({
  pattern: '^[a-z0-9](-?[a-z0-9]){1,39}$',
  maxLength: 40,
  description: 'The name of the shop in addresses, unique on this server.',
})

/** Something to read, and nothing that hides or turns around what stands beside it. */
const PLAIN_WORDS =
  '^(?=.*\\S)[^\\u0000-\\u001f\\u007f-\\u009f\\u200e\\u200f\\u2028-\\u202e\\u2066-\\u2069]*$'

const programName = Type.String({
  minLength: 1,
  maxLength: PROGRAM_NAME_MAX,
  pattern: PLAIN_WORDS,
  description: 'What the program is called.',
})

const origins = Type.Array(Text('Such as https://shop.example.', 300), {
  maxItems: 20,
  description: 'Addresses of your pages: browsers may ask from these alone.',
})

const HIDDEN_RULES_MAX = 500

const hiddenRules = Type.Array(Type.Integer({ minimum: 1, maximum: 2_147_483_647 }), {
  maxItems: HIDDEN_RULES_MAX,
  description:
    'Rules that the page of the program leaves out, by their ids. They count as before, and a customer still sees an own card.',
})

export const StorefrontAnswer = Type.Object({
  isOn: Type.Boolean({ description: 'Whether browsers are answered.' }),
  slug: Nullable(slug),
  origins,
  links: Type.Object(links, { description: 'Your own pages.' }),
  programName,
  appearance: Type.Object(appearance, { description: 'How it looks.' }),
  switches: Type.Object(switches, { description: 'What is shown.' }),
  hiddenRules,
  version: Type.Integer({ description: 'As in the ETag.' }),
})
export type StorefrontAnswer = Static<typeof StorefrontAnswer>

export const getStorefront = operation({
  id: 'storefront.get',
  summary: 'Read what customers see in the shop',
  method: 'GET',
  path: '/tenants/:tenant/storefront',
  permission: 'storefront.read',
  weight: 'light',
  answer: StorefrontAnswer,
})

const sentAppearance = Object.fromEntries(
  Object.entries(appearance).map(([name, member]) => [name, Sent(member)]),
) as { [Name in keyof typeof appearance]: ReturnType<typeof Sent<(typeof appearance)[Name]>> }

const sentSwitches = Object.fromEntries(
  Object.entries(switches).map(([name, member]) => [name, Sent(member)]),
) as { [Name in keyof typeof switches]: ReturnType<typeof Sent<(typeof switches)[Name]>> }

export const changeStorefront = operation({
  id: 'storefront.change',
  summary: 'Switch the storefront on or off, and change how it looks and what it shows',
  method: 'PATCH',
  path: '/tenants/:tenant/storefront',
  permission: 'storefront.write',
  weight: 'light',
  audit: 'storefront.update',
  ifMatch: true,
  body: Body({
    isOn: Type.Optional(Type.Boolean({ description: 'Whether browsers are answered.' })),
    programName: Sent(programName),
    appearance: Sent(Body(sentAppearance, 'How it looks; null: as usual.')),
    switches: Sent(Body(sentSwitches, 'What is shown; null: as usual.')),
    hiddenRules: Sent(hiddenRules),
  }),
  answer: StorefrontAnswer,
})

export const changeStorefrontDomains = operation({
  id: 'storefront.changeDomains',
  summary: 'Change from where browsers may ask, and where the storefront leads',
  method: 'PATCH',
  path: '/tenants/:tenant/storefront/domains',
  permission: 'storefront.domains',
  weight: 'light',
  confirm: true,
  audit: 'storefront.domains',
  ifMatch: true,
  body: Body({
    slug: Type.Optional(slug),
    origins: Type.Optional(origins),
    links: Type.Optional(
      Body(
        {
          page: Type.Optional(links.page),
          signIn: Type.Optional(links.signIn),
          privacy: Type.Optional(links.privacy),
        },
        'Your own pages; they lie in `origins`.',
      ),
    ),
  }),
  answer: StorefrontAnswer,
})
