import { type Static, Type } from 'typebox'
import { PAGE_PARAMETERS } from '../../contract/private-api/paging.ts'
import { DateTime, Nullable, Sent, Text } from '../../contract/schema.ts'

/** A customer as orders and coupons bring it. */
export const CustomerBody = Type.Object({
  OriginalId: Sent(
    Text("The customer's id in the merchant store. Missing: Email, else Document, takes its place."),
  ),
  Name: Sent(Text('Full name.')),
  Email: Sent(Text('E-mail address.')),
  Phone: Sent(Text('Phone number.')),
  BirthdayDate: Sent(DateTime('Date of birth. Once stored, an order does not change it.')),
  SignupDate: Sent(DateTime('When the customer registered in the store.')),
  Document: Sent(Text('Any document number.')),
  IsEnrolled: Sent(
    Type.Boolean({ description: 'Whether the customer takes part in the points plan. Default: true.' }),
  ),
})
export type CustomerBody = Static<typeof CustomerBody>

export const EXAMPLE_CUSTOMER = {
  OriginalId: 'c-17',
  Name: 'Ana Souza',
  Email: 'ana@example.com',
  Phone: '+55 11 98765-4321',
  BirthdayDate: '1990-05-17',
  Document: '123.456.789-00',
  IsEnrolled: true,
}

/** A customer that is sent by itself. */
export const SaveCustomerBody = Type.Object(
  {
    ...CustomerBody.properties,
    EnrolledDate: Sent(
      DateTime(
        'Since when the customer takes part. Missing, or ahead of now: since it is known to take part.',
      ),
    ),
  },
  {
    examples: [EXAMPLE_CUSTOMER],
  },
)
export type SaveCustomerBody = Static<typeof SaveCustomerBody>

const text = () => Nullable(Type.String())
const dateTime = () => Nullable(Type.String({ format: 'date-time' }))

const members = {
  OriginalId: Type.String(),
  PublicId: Type.String(),
  Name: text(),
  Email: text(),
  Phone: text(),
  BirthdayDate: dateTime(),
  SignupDate: dateTime(),
  Document: text(),
  IsEnrolled: Type.Boolean(),
  ReferralURL: text(),
  WhatsappReferralUrl: text(),
  CurrentTier: Nullable(Type.Object({ Name: Type.String(), Color: text(), IconUrl: text() })),
}

export const CustomerResult = Type.Object(members, { $id: 'Customer' })
export type CustomerResult = Static<typeof CustomerResult>

export const UpsertCustomerResult = Type.Object({
  ...members,
  BalanceOfPoints: Type.Number({ description: 'What can be spent now; below zero where something is owed.' }),
  BalanceCashback: Type.Number({ description: 'The same in money; 0 with cashback off.' }),
  Operation: Type.String({ description: '`Created`, `Updated` or `Unchanged`.' }),
})
export type UpsertCustomerResult = Static<typeof UpsertCustomerResult>

export const BulkCustomerResult = Type.Object({
  Operation: Type.String({ description: '`Created`, `Updated` or `Unchanged`.' }),
  Code: Type.String({ description: 'Two-digit business code of the outcome.' }),
  CodeName: Type.String({ description: 'Symbolic name of Code.' }),
})
export type BulkCustomerResult = Static<typeof BulkCustomerResult>

export const FindCustomersQuery = Type.Object({
  Document: Type.Optional(Nullable(Type.String({ description: 'Compared by letters and digits alone.' }))),
  Email: Type.Optional(Nullable(Type.String({ description: 'Compared in lower case.' }))),
  Phone: Type.Optional(Nullable(Type.String({ description: 'Compared by letters and digits alone.' }))),
  ...PAGE_PARAMETERS,
})
