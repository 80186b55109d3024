import { type Static, Type } from 'typebox'
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

const text = () => Nullable(Type.String())
const dateTime = () => Nullable(Type.String({ format: 'date-time' }))

export const CustomerResult = Type.Object(
  {
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
  },
  { $id: 'Customer' },
)
export type CustomerResult = Static<typeof CustomerResult>
