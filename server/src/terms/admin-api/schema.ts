import { type Static, Type } from 'typebox'
import { Body } from '../../contract/admin-api/body.ts'
import { operation } from '../../contract/admin-api/operation.ts'
import { ActorShown, Moment } from '../../contract/admin-api/schema.ts'
import { LOCALES } from '../../contract/locale.ts'
import { Nullable, Sent, Text, Words } from '../../contract/schema.ts'
import { TERMS_BYTES_MAX } from '../terms.ts'

/** Three texts, of which each character may be escaped. */
const BODY_MAX = 640 * 1024

const TERMS = '/tenants/:tenant/terms'

const text = (language: string) =>
  Text(
    `In ${language}, as Markdown: headings, paragraphs, lists, bold text, and links to https: and mailto:.`,
    TERMS_BYTES_MAX,
  )
const written = {
  'pt-BR': text('Portuguese'),
  en: text('English'),
  es: text('Spanish'),
}

const Texts = Type.Object(
  { 'pt-BR': Nullable(written['pt-BR']), en: Nullable(written.en), es: Nullable(written.es) },
  { description: 'By language; null: there is none, and your own language is shown.' },
)

const published = {
  version: Type.Integer({ description: 'Its number, from 1.' }),
  publishedAt: Moment('When it was published.'),
  publishedBy: ActorShown,
}

export const TermsAnswer = Type.Object({
  draft: Type.Object(
    {
      texts: Texts,
      isChanged: Type.Boolean({ description: 'Whether it says something else than what is in force.' }),
      changedAt: Nullable(Moment('When it was saved or published last; null: never.')),
      changedBy: Nullable(ActorShown),
    },
    { description: 'What the next version is to say.' },
  ),
  current: Nullable(
    Type.Object(
      { ...published, texts: Texts },
      { description: 'The version that is in force; null: none was published.' },
    ),
  ),
  versions: Type.Array(
    Type.Object({
      ...published,
      languages: Type.Array(Words(LOCALES, 'One of them.'), { description: 'The languages that it has.' }),
    }),
    { description: 'The newest 50, newest first. A published version never changes.' },
  ),
  agreement: Nullable(
    Type.Object(
      {
        version: Type.Integer({ description: 'The version that is in force.' }),
        agreed: Type.Integer({ description: 'How many enrolled customers have agreed to it.' }),
        enrolled: Type.Integer({ description: 'How many customers are enrolled.' }),
        isAll: Type.Boolean({
          description: 'False: both are of the newest 20,000 customers, because there are more.',
        }),
      },
      { description: 'How far customers have agreed; null: there is nothing to agree to.' },
    ),
  ),
  revision: Type.Integer({ description: 'As in the ETag.' }),
})
export type TermsAnswer = Static<typeof TermsAnswer>

export const getTerms = operation({
  id: 'terms.get',
  summary: 'Read the terms of the program: what is in force, the draft, and how many customers have agreed',
  method: 'GET',
  path: TERMS,
  permission: 'storefront.read',
  weight: 'light',
  answer: TermsAnswer,
})

export const putTermsDraft = operation({
  id: 'terms.draft.put',
  summary: 'Save the draft of the terms; at most 100 KB in each language',
  method: 'PUT',
  path: `${TERMS}/draft`,
  permission: 'storefront.write',
  weight: 'light',
  audit: 'terms.saveDraft',
  ifMatch: true,
  bodyMax: BODY_MAX,
  body: Body({
    texts: Body(
      { 'pt-BR': Sent(written['pt-BR']), en: Sent(written.en), es: Sent(written.es) },
      'By language; what is missing or null has no text.',
    ),
  }),
  answer: TermsAnswer,
})

export const publishTerms = operation({
  id: 'terms.publish',
  summary: 'Publish the draft of the terms; customers who join from now on agree to it',
  method: 'POST',
  path: `${TERMS}/publish`,
  permission: 'storefront.write',
  weight: 'light',
  audit: 'terms.publish',
  ifMatch: true,
  idempotent: true,
  answer: TermsAnswer,
})
