import { type Static, Type } from 'typebox'
import { PAGE_PARAMETERS } from '../../contract/private-api/paging.ts'
import { DateTime, Needed, Nullable, Sent, Text } from '../../contract/schema.ts'

/** A customer as orders and coupons bring it. */
export const CustomerBody = Type.Object({
  OriginalId: Sent(
    Text(
      "The customer's id in the merchant store. Missing: the one customer with this Document, else with this Email, " +
        'is meant; where there is none, or there are several, Email, else Document, becomes the id.',
    ),
  ),
  Name: Sent(Text('Full name.')),
  Email: Sent(Text('E-mail address.')),
  Phone: Sent(Text('Phone number.')),
  BirthdayDate: Sent(DateTime('Date of birth. Once stored, an order does not change it.')),
  SignupDate: Sent(DateTime('When the customer registered in the store.')),
  Document: Sent(Text('Any document number.')),
  IsEnrolled: Sent(
    Type.Boolean({ description: 'Whether the customer is enrolled in the program. Default: true.' }),
  ),
})
export type CustomerBody = Static<typeof CustomerBody>

export const EXAMPLE_CUSTOMER = {
  OriginalId: 'bia',
  Name: 'Bia Lima',
  Email: 'bia@example.com',
  Phone: '+55 11 98765-4321',
  BirthdayDate: '1990-05-17T00:00:00-03:00',
  Document: '123.456.789-00',
  IsEnrolled: true,
}

/** A customer that is sent by itself. */
export const SaveCustomerBody = Type.Object(
  {
    ...CustomerBody.properties,
    EnrolledDate: Sent(
      DateTime(
        'Since when the customer is enrolled. Missing, or ahead of now: since the enrolment is known.',
      ),
    ),
  },
  {
    examples: [EXAMPLE_CUSTOMER],
  },
)
export type SaveCustomerBody = Static<typeof SaveCustomerBody>

/** The same for an upsert, which goes by the id alone. */
export const UpsertCustomerBody = Type.Object(
  { ...SaveCustomerBody.properties, OriginalId: Needed(Text("The customer's id in the merchant store.")) },
  { examples: [EXAMPLE_CUSTOMER] },
)

const text = (description: string) => Nullable(Type.String({ description }))
const dateTime = (description: string) => Nullable(Type.String({ format: 'date-time', description }))

const members = {
  OriginalId: Type.String({ description: "The customer's id in the merchant store." }),
  PublicId: Type.String({ description: "The customer's id that may be shown to others." }),
  Name: text('Full name.'),
  Email: text('E-mail address.'),
  Phone: text('Phone number.'),
  BirthdayDate: dateTime('Date of birth.'),
  SignupDate: dateTime('When the customer registered in the store.'),
  Document: text('Document number.'),
  IsEnrolled: Type.Boolean({ description: 'Whether the customer is enrolled in the program.' }),
  ReferralURL: text(
    'Where friends come by the customer’s code, once one was made; read by `GET /v1/pvt/Customer/{id}` alone.',
  ),
  WhatsappReferralUrl: text('The same as a message to be sent.'),
  CurrentTier: Nullable(
    Type.Object(
      {
        Name: Type.String({ description: 'Name of the tier.' }),
        Color: text('Its color, such as #c0a060.'),
        IconUrl: text('Its icon.'),
      },
      { description: 'The tier of the customer; null: in none.' },
    ),
  ),
}

export const CustomerResult = Type.Object(members, {
  $id: 'Customer',
  description: 'A customer of the merchant.',
})
export type CustomerResult = Static<typeof CustomerResult>

export const UpsertCustomerResult = Type.Object(
  {
    ...members,
    BalanceOfPoints: Type.Number({
      description: 'What can be spent now; below zero where something is owed.',
    }),
    BalanceCashback: Type.Number({ description: 'The same in money; 0 with cashback off.' }),
    Operation: Type.String({ description: '`Created`, `Updated` or `Unchanged`.' }),
  },
  { description: 'The customer as it is now.' },
)
export type UpsertCustomerResult = Static<typeof UpsertCustomerResult>

export const BulkCustomerResult = Type.Object(
  {
    Operation: Type.String({ description: '`Created`, `Updated` or `Unchanged`.' }),
    Code: Type.String({ description: 'Two-digit business code of the outcome.' }),
    CodeName: Type.String({ description: 'Symbolic name of Code.' }),
  },
  { description: 'What came of it.' },
)
export type BulkCustomerResult = Static<typeof BulkCustomerResult>

export const FindCustomersQuery = Type.Object({
  Document: Type.Optional(Nullable(Type.String({ description: 'Compared by letters and digits alone.' }))),
  Email: Type.Optional(Nullable(Type.String({ description: 'Compared in lower case.' }))),
  Phone: Type.Optional(Nullable(Type.String({ description: 'Compared by letters and digits alone.' }))),
  ...PAGE_PARAMETERS,
})
