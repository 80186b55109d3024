import { type Static, Type } from 'typebox'
import { LOCALES } from '../../contract/locale.ts'
import { DateTime, Sent, Text, Words } from '../../contract/schema.ts'

export const TermsQuery = Type.Object({
  Language: Sent(Text('Such as `en`; missing or another one: the merchant’s.', 35)),
})

export const TermsResult = Type.Object(
  {
    Html: Type.String({
      description: 'Headings, paragraphs, lists, bold text and links. It is safe to show in a page as it is.',
    }),
    Version: Type.Integer({ description: 'Its number: what a customer agrees to.' }),
    Language: Words(LOCALES, 'The language of the text: another one than was asked for where it is missing.'),
    PublishedDate: DateTime('When it was published.'),
  },
  { $id: 'Terms', description: 'The terms of the program that are in force.' },
)
export type TermsResult = Static<typeof TermsResult>
