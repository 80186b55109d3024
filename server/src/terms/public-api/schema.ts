import { type Static, Type } from 'typebox'
import { LOCALES } from '../../contract/locale.ts'
import { operation } from '../../contract/public-api/operation.ts'
import { ShopParams, SpokenQuery } from '../../contract/public-api/schema.ts'
import { Moment, Words } from '../../contract/schema.ts'

export const Terms = Type.Object(
  {
    version: Type.Integer({ description: 'Which one it is: what a customer agrees to.' }),
    language: Words(LOCALES, 'The language of the text: another one than was asked for where it is missing.'),
    publishedAt: Moment('When it was published.'),
    html: Type.String({
      description:
        'Headings (`h2` to `h4`), paragraphs, lists, bold text and links. Everything else that was written is text in ' +
        'it, so it is safe to show in a page as it is.',
    }),
  },
  { description: 'The terms of the program that are in force.' },
)
export type Terms = Static<typeof Terms>

export const readTerms = operation({
  id: 'shop.terms',
  summary: 'Read the terms of the program',
  description:
    'Needs no token, and any cache may keep it: it carries a strong ETag. Where none are published there is nothing ' +
    'here: `terms` of the shop is null.',
  method: 'GET',
  path: '/shops/:slug/terms',
  access: 'public',
  params: ShopParams,
  query: SpokenQuery,
  answer: Terms,
})
