import { type Static, Type } from 'typebox'
import { Amount, DateTime, Nullable, Sent, Text } from '../../contract/schema.ts'
import { CustomerBody } from '../../customers/private-api/schema.ts'

export const CouponBody = Type.Object(
  {
    OriginalId: Sent(Text('Id of the coupon in the merchant store.')),
    CouponCode: Sent(Text('The code; unique, ignoring case.')),
    CreatedDate: Sent(DateTime('When it was made. Default: now.')),
    CouponType: Sent(
      Type.Number({
        description: '0 fixed value, 1 percent, 2 free shipping, 3 discount on shipping, 4 others.',
      }),
    ),
    IsUsed: Sent(Type.Boolean({ description: 'Whether a purchase has used it already. Default: false.' })),
    CouponValue: Sent(Amount('Value of the discount.')),
    ValidDateStart: Sent(DateTime('From when it is valid.')),
    ValidDateEnd: Sent(DateTime('When it expires.')),
    CustomerId: Sent(Text('The id, in the merchant store, of the customer who receives it.')),
    Customer: Sent(CustomerBody),
  },
  {
    examples: [
      {
        CouponCode: 'WELCOME-ANA',
        CouponType: 0,
        CouponValue: 10,
        ValidDateStart: '2026-01-31T00:00:00-03:00',
        ValidDateEnd: '2026-03-01T00:00:00-03:00',
        CustomerId: 'ana',
      },
    ],
  },
)
export type CouponBody = Static<typeof CouponBody>

export const CouponItem = Type.Object(
  {
    CouponCode: Type.String(),
    CreatedDate: Type.String({ format: 'date-time' }),
    IsUsed: Type.Boolean({ description: 'Whether it was used or inactivated.' }),
    CouponValue: Type.Number(),
    CustomerId: Type.Number({ description: 'Id of the customer here, not in the merchant store.' }),
    ValidDateStart: Nullable(Type.String({ format: 'date-time' })),
    ValidDateEnd: Nullable(Type.String({ format: 'date-time' })),
    CouponType: Type.Integer({
      description: '0 fixed value, 1 percent, 2 free shipping, 3 discount on shipping, 4 others.',
    }),
  },
  { $id: 'Coupon' },
)
export type CouponItem = Static<typeof CouponItem>
