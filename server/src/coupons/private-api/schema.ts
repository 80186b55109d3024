import { type Static, Type } from 'typebox'
import { Amount, DateTime, Needed, Nullable, Sent, Text } from '../../contract/schema.ts'
import { CustomerBody } from '../../customers/private-api/schema.ts'

export const CouponBody = Type.Object(
  {
    OriginalId: Sent(Text('Id of the coupon in the merchant store.')),
    CouponCode: Needed(Text('The code; unique, ignoring case.')),
    CreatedDate: Sent(DateTime('When it was made. Default: now.')),
    CouponType: Needed(
      Type.Number({
        description: '0 fixed value, 1 percent, 2 free shipping, 3 discount on shipping, 4 others.',
      }),
    ),
    IsUsed: Sent(Type.Boolean({ description: 'Whether a purchase has used it already. Default: false.' })),
    CouponValue: Needed(Amount('Value of the discount.')),
    ValidDateStart: Sent(DateTime('From when it is valid.')),
    ValidDateEnd: Sent(DateTime('When it expires.')),
    CustomerId: Sent(Text('The id, in the merchant store, of the customer who receives it.')),
    Customer: Sent(
      Type.Object(CustomerBody.properties, { description: 'Who receives it, in place of CustomerId.' }),
    ),
  },
  {
    examples: [
      {
        CouponCode: 'WELCOME-ANA',
        CouponType: 0,
        CouponValue: 10,
        ValidDateStart: '2026-01-31T00:00:00-03:00',
        ValidDateEnd: '2030-03-01T00:00:00-03:00',
        CustomerId: 'ana',
      },
    ],
  },
)
export type CouponBody = Static<typeof CouponBody>

export const CouponItem = Type.Object(
  {
    CouponCode: Type.String({ description: 'The code.' }),
    CreatedDate: Type.String({ format: 'date-time', description: 'When it was made.' }),
    IsUsed: Type.Boolean({ description: 'Whether it was used or inactivated.' }),
    CouponValue: Type.Number({ description: 'Value of the discount: money or percent, as CouponType says.' }),
    CustomerId: Type.Number({ description: 'Id of the customer here, not in the merchant store.' }),
    ValidDateStart: Nullable(Type.String({ format: 'date-time', description: 'From when it is valid.' })),
    ValidDateEnd: Nullable(Type.String({ format: 'date-time', description: 'When it expires.' })),
    CouponType: Type.Integer({
      description: '0 fixed value, 1 percent, 2 free shipping, 3 discount on shipping, 4 others.',
    }),
  },
  { $id: 'Coupon', description: 'A coupon.' },
)
export type CouponItem = Static<typeof CouponItem>
