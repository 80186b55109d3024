import { type Static, Type } from 'typebox'
import { LOCALES } from '../../contract/locale.ts'
import { operation } from '../../contract/public-api/operation.ts'
import { ShopParams, SpokenQuery } from '../../contract/public-api/schema.ts'
import { Nullable, Text, Words } from '../../contract/schema.ts'
import { SWITCHES } from '../../contract/storefront-switch.ts'
import { TOKEN_SCOPES } from '../../contract/token-scope.ts'
import { CORNERS, ICONS, TYPES } from '../content.ts'
import { PICTURE_TYPES } from '../rules/picture.ts'

const Colour = (description: string) =>
  Type.String({ pattern: '^#[0-9a-f]{6}$', description, examples: ['#9a3b1d'] })

const Appearance = Type.Object(
  {
    accent: Colour('The colour of the brand, on light pages.'),
    onAccent: Colour('What is written on it.'),
    accentDark: Colour('The same on dark pages.'),
    onAccentDark: Colour('What is written on that.'),
    card: Colour('The ground of the card that shows the balance.'),
    onCard: Colour('What is written on it.'),
    corners: Words(CORNERS, 'How round corners are.'),
    type: Words(TYPES, 'Which type is used: that of the page around, the system’s, or one with serifs.'),
    icon: Words(ICONS, 'The sign beside the balance.'),
    logo: Nullable(Text('Where the logo is, below this server; null: there is none.', 200)),
    logoSize: Nullable(
      Type.Object(
        {
          width: Type.Integer({ description: 'In pixels.' }),
          height: Type.Integer({ description: 'In pixels.' }),
        },
        { description: 'How large it is, so that nothing moves when it comes.' },
      ),
    ),
  },
  { description: 'How it looks; the CSS of a page goes before it.' },
)

const switchNames: Record<(typeof SWITCHES)[number], string> = {
  earn: 'What a product earns.',
  ways: 'The ways to earn.',
  rewards: 'The rewards.',
  redeem: 'Redeeming.',
  tiers: 'The tiers.',
  cards: 'Punch cards.',
  history: 'What was earned and redeemed.',
  why: 'The sum behind a balance.',
  quizzes: 'Quizzes.',
  referral: 'Referring friends.',
  join: 'Joining.',
  birthday: 'Telling one’s birthday.',
  checkout: 'Using cashback at the checkout.',
}

const Switches = Type.Object(
  Object.fromEntries(
    SWITCHES.map((name) => [name, Type.Boolean({ description: switchNames[name] })]),
  ) as Record<(typeof SWITCHES)[number], ReturnType<typeof Type.Boolean>>,
  { description: 'What is shown; an element whose switch is off stays empty.' },
)

export const About = Type.Object(
  {
    name: Text('The merchant’s name.'),
    programName: Text('What the program is called.', 60),
    language: Words(LOCALES, 'The language of this answer.'),
    languages: Type.Array(Words(LOCALES, 'One of them.'), { description: 'The languages that there are.' }),
    currency: Text('Such as BRL.', 3),
    timeZone: Text('Such as America/Sao_Paulo.', 64),
    pointsName: Type.Object(
      { one: Text('One of them.', 50), many: Text('Several.', 50) },
      { description: 'What points are called, in this language.' },
    ),
    cashback: Type.Boolean({ description: 'Whether points are worth money.' }),
    appearance: Appearance,
    switches: Switches,
    links: Type.Object(
      {
        page: Nullable(
          Text(
            'The merchant’s own page about the program; without that and a page to sign in, the one on this server, where its address is known.',
            2_048,
          ),
        ),
        signIn: Nullable(Text('Where customers sign in.', 2_048)),
        privacy: Nullable(Text('Its privacy policy.', 2_048)),
      },
      { description: 'Pages of the merchant.' },
    ),
    terms: Nullable(
      Type.Object(
        {
          version: Type.Integer({
            description: 'Which one is in force: send it when a customer has agreed to it.',
          }),
          url: Text('The page that shows them; without a host it is on this server.', 2_048),
        },
        { description: 'The terms of the program; null: none are published.' },
      ),
    ),
    texts: Type.Record(Type.String(), Type.String({ description: 'With places such as {points}.' }), {
      description: 'What the elements say, by key.',
    }),
  },
  { description: 'A shop as everyone may see it.' },
)
export type About = Static<typeof About>

export const aboutShop = operation({
  id: 'shop.about',
  summary: 'Read the name, colours, switches and words of a shop',
  description:
    'Needs no token, and any cache may keep it: it carries a strong ETag. Another language than `pt-BR`, `en` ' +
    'and `es` is the merchant’s.',
  method: 'GET',
  path: '/shops/:slug',
  access: 'public',
  params: ShopParams,
  query: SpokenQuery,
  answer: About,
})

export const shopLogo = operation({
  id: 'shop.logo',
  summary: 'Read the logo of a shop',
  description:
    'As the merchant has sent it. Its address is in `appearance.logo` of the shop, and any cache may keep it for good: ' +
    'another logo has another address.',
  method: 'GET',
  path: '/shops/:slug/logo/:hash',
  access: 'public',
  params: Type.Object({
    ...ShopParams.properties,
    hash: Type.String({
      pattern: '^[A-Za-z0-9_-]{22}$',
      description: 'As in its address.',
      examples: ['mT3X0v9bQ2kzW1yLr8aPcg'],
    }),
  }),
  answerTypes: PICTURE_TYPES,
  answer: Type.Unknown(),
})

const Session = Type.Object(
  {
    token: Type.String({ description: 'For requests below `/v1/pub/me`.' }),
    expiresIn: Type.Integer({ description: 'How many seconds it is good, from when it is received.' }),
    scopes: Type.Array(Words(TOKEN_SCOPES, 'What customers may do.'), {
      description:
        'What the link was made for. One that lasts more than ten minutes is for `read` and `refer` alone.',
    }),
  },
  { description: 'What a link is good for, for some minutes.' },
)
/** Longer than any link is. */
const LINK_LENGTH_MAX = 2_048

export const openSession = operation({
  id: 'shop.session',
  summary: 'Exchange a link for a token',
  description:
    'For the page of the program alone: no page of another origin can read the answer. Whatever is wrong with the link, ' +
    'it is 401. A token lasts 15 minutes and never longer than its link, which is good for the next one.',
  method: 'POST',
  path: '/shops/:slug/sessions',
  access: 'public',
  params: ShopParams,
  body: Type.Object(
    {
      link: Type.String({
        minLength: 1,
        maxLength: LINK_LENGTH_MAX,
        description: 'What stands behind `#l=`.',
      }),
    },
    { additionalProperties: false, description: 'What a customer came with.' },
  ),
  status: 201,
  answer: Session,
})
