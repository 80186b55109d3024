import { type Static, type TOptional, Type } from 'typebox'
import { Body } from '../../contract/admin-api/body.ts'
import { operation } from '../../contract/admin-api/operation.ts'
import { LOCALES, type Locale } from '../../contract/locale.ts'
import { Moment, Nullable, Sent, STORABLE, Text, Words } from '../../contract/schema.ts'
import { SWITCHES } from '../../contract/storefront-switch.ts'
import { CORNERS, ICONS, PROGRAM_NAME_MAX, TYPES } from '../content.ts'
import { COLOURS } from '../rules/appearance.ts'
import { PICTURE_BYTES_MAX, PICTURE_TYPES } from '../rules/picture.ts'
import { WORD_LENGTH_MAX, WORDS_MAX } from '../rules/words.ts'

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

const referralUrl = link(
  'Where friends come who are referred, such as `https://shop.example/?ref={code}`; null: nowhere.',
)

const slug = Type.String({
  pattern: '^[a-z0-9](-?[a-z0-9]){1,39}$',
  maxLength: 40,
  description: 'The name of the shop in addresses, unique on this server.',
})

/** Something to read, and nothing that hides or turns around what stands beside it. */
const PLAIN_WORDS =
  '^(?=.*\\S)[^\\u0001-\\u001f\\u007f-\\u009f\\u061c\\u200e\\u200f\\u2028-\\u202e\\u2066-\\u2069]*$'

const programName = Type.String({
  minLength: 1,
  maxLength: PROGRAM_NAME_MAX,
  pattern: PLAIN_WORDS,
  format: STORABLE,
  description: 'What the program is called.',
})

const word = Type.String({
  minLength: 1,
  maxLength: WORD_LENGTH_MAX,
  pattern: PLAIN_WORDS,
  format: STORABLE,
  description: 'What is said instead, with exactly the places of the usual text.',
  examples: ['Collect {points}'],
})
const languages = Object.fromEntries(LOCALES.map((locale) => [locale, Type.Optional(word)])) as Record<
  Locale,
  TOptional<typeof word>
>
const sentLanguages = Object.fromEntries(LOCALES.map((locale) => [locale, Sent(word)])) as Record<
  Locale,
  ReturnType<typeof Sent<typeof word>>
>
const WORDS = 'What your pages say instead of the usual texts, by key and language.'

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
  referralUrl,
  programName,
  appearance: Type.Object(appearance, { description: 'How it looks.' }),
  switches: Type.Object(switches, { description: 'What is shown.' }),
  words: Type.Record(Type.String(), Type.Object(languages, { description: 'By language.' }), {
    description: WORDS,
  }),
  logo: Nullable(
    Type.Object(
      {
        url: Nullable(
          Type.String({
            description: 'Where it is, below this server; null: the shop has no name in addresses yet.',
          }),
        ),
        type: Words(PICTURE_TYPES, 'What kind of picture it is.'),
        width: Type.Integer({ description: 'In pixels.' }),
        height: Type.Integer({ description: 'In pixels.' }),
      },
      { description: 'The picture of the brand; null: none.' },
    ),
  ),
  hiddenRules,
  version: Type.Integer({ description: 'As in the ETag.' }),
})
export type StorefrontAnswer = Static<typeof StorefrontAnswer>

const ElementFiles = Type.Object(
  {
    version: Type.String({ description: 'Of the elements.' }),
    files: Type.Array(
      Type.Object(
        {
          name: Type.String({ description: 'Such as `punchcard.js`.' }),
          path: Type.String({ description: 'Below this server; what is there never changes.' }),
          integrity: Type.String({ description: 'For the attribute of the same name.' }),
          bytes: Type.Integer({ description: 'Its size, not compressed.' }),
        },
        { description: 'One of them.' },
      ),
      { description: 'What a page can load.' },
    ),
  },
  { description: 'The present version of the elements; null: they were not built on this server.' },
)
export type ElementFiles = Static<typeof ElementFiles>

const Use = Type.Object(
  {
    since: Moment('The beginning of the first hour that is counted.'),
    requests: Type.Integer({ description: 'Of browsers.' }),
    notModified: Type.Integer({ description: 'Of these, how many were answered with 304.' }),
    mints: Type.Integer({ description: 'Tokens and links that were made.' }),
    visits: Type.Integer({ description: 'Customers for whom some were made, counted once an hour.' }),
    mintsPerVisit: Nullable(
      Type.Number({ description: 'Above 2, pages probably lack `data-who`; null: there were none.' }),
    ),
  },
  { description: 'The last 24 hours, a few seconds late.' },
)

const StorefrontState = Type.Object({
  ...StorefrontAnswer.properties,
  elements: Nullable(ElementFiles),
  use: Use,
  refusedOrigins: Type.Array(
    Type.Object(
      {
        origin: Type.String({ description: 'Such as https://staging.shop.example.' }),
        count: Type.Integer({ description: 'How many requests.' }),
      },
      { description: 'One of them.' },
    ),
    {
      description:
        'From where browsers asked with a good token in the last 24 hours, and were refused because it is not in `origins`; most often first, at most 20.',
    },
  ),
})
export type StorefrontState = Static<typeof StorefrontState>

export const getStorefront = operation({
  id: 'storefront.get',
  summary: 'Read what customers see in the shop',
  method: 'GET',
  path: '/tenants/:tenant/storefront',
  permission: 'storefront.read',
  weight: 'light',
  answer: StorefrontState,
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
    words: Sent(
      Type.Record(
        Type.String({ maxLength: 50 }),
        Nullable(Body(sentLanguages, 'By language; null: as usual.')),
        {
          maxProperties: WORDS_MAX,
          description: `${WORDS} In a change, what is left out stays.`,
        },
      ),
    ),
    hiddenRules: Sent(hiddenRules),
  }),
  answer: StorefrontAnswer,
})

export const listTexts = operation({
  id: 'storefront.texts',
  summary: 'List the texts of the storefront that can be changed',
  method: 'GET',
  path: '/tenants/:tenant/storefront/texts',
  permission: 'storefront.read',
  weight: 'light',
  answer: Type.Object({
    items: Type.Array(
      Type.Object(
        {
          key: Type.String({ description: 'As in `words`.' }),
          places: Type.Array(Type.String({ description: 'Such as `points`.' }), {
            description: 'What is filled in where it stands in braces.',
          }),
          usual: Type.Object(
            Object.fromEntries(
              LOCALES.map((locale) => [locale, Type.String({ description: 'In this language.' })]),
            ) as Record<Locale, ReturnType<typeof Type.String>>,
            { description: 'What is said unless you change it.' },
          ),
        },
        { description: 'One of them.' },
      ),
      { description: 'All of them, in the order of the elements.' },
    ),
  }),
})

export const StorefrontCheckAnswer = Type.Object({
  appearance: Type.Object(appearance, { description: 'How it would look.' }),
  passes: Type.Boolean({ description: 'Whether a change to it is taken.' }),
  checks: Type.Array(
    Type.Object(
      {
        colour: Words(COLOURS, 'Which colour.'),
        on: Words(
          ['surface', 'darkSurface', ...COLOURS] as const,
          'What is behind it: a light page, a dark page, or another colour.',
        ),
        ratio: Type.Number({ description: 'The contrast by WCAG 2, from 1 to 21, rounded down.' }),
        passes: Type.Boolean({ description: 'Whether it is at least 4.5.' }),
        suggestion: Nullable(
          colour('What to take instead: the nearest shade that passes; null: it can stay.'),
        ),
      },
      { description: 'One colour on another.' },
    ),
    { description: 'With all suggestions taken, everything passes.' },
  ),
})
export type StorefrontCheckAnswer = Static<typeof StorefrontCheckAnswer>

export const checkAppearance = operation({
  id: 'storefront.check',
  summary: 'Whether colours can be read on each other, and what would do instead',
  method: 'POST',
  path: '/tenants/:tenant/storefront/check',
  permission: 'storefront.read',
  weight: 'light',
  isQuestion: true,
  body: Body({
    appearance: Sent(
      Body(
        {
          accent: Sent(appearance.accent),
          onAccent: Sent(appearance.onAccent),
          accentDark: Sent(appearance.accentDark),
          onAccentDark: Sent(appearance.onAccentDark),
          card: Sent(appearance.card),
          onCard: Sent(appearance.onCard),
        },
        'As in the change: what is left out stays as it is, and null follows from the accent.',
      ),
    ),
  }),
  answer: StorefrontCheckAnswer,
})

const LOGO_PATH = '/tenants/:tenant/storefront/logo'

export const changeLogo = operation({
  id: 'storefront.changeLogo',
  summary: 'Show a picture of the brand: PNG, JPEG or WebP, 32 to 1,024 pixels a side, at most 256 KB',
  method: 'PUT',
  path: LOGO_PATH,
  permission: 'storefront.write',
  weight: 'light',
  audit: 'storefront.logo',
  ifMatch: true,
  octetBodyMax: PICTURE_BYTES_MAX,
  answer: StorefrontAnswer,
})

export const removeLogo = operation({
  id: 'storefront.removeLogo',
  summary: 'Show no picture of the brand, and delete those that are kept',
  method: 'DELETE',
  path: LOGO_PATH,
  permission: 'storefront.write',
  weight: 'light',
  audit: 'storefront.logo',
  ifMatch: true,
  answer: StorefrontAnswer,
})

export const rotateKey = operation({
  id: 'storefront.rotateKey',
  summary: 'Seal tokens of customers with a new key, and with `now` refuse all tokens and links so far',
  method: 'POST',
  path: '/tenants/:tenant/storefront/rotate-key',
  permission: 'storefront.domains',
  weight: 'light',
  confirm: true,
  audit: 'storefront.rotateKey',
  idempotent: true,
  body: Body({
    now: Type.Optional(
      Type.Boolean({
        description:
          'Refuse all tokens and links that were made so far, everywhere within a second. Default: false, and the former key opens tokens for an hour and links for 7 days.',
      }),
    ),
  }),
  answer: Type.Object({ key: Type.Integer({ description: 'Number of the new key.' }) }),
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
    referralUrl: Type.Optional(referralUrl),
  }),
  answer: StorefrontAnswer,
})
