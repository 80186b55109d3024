import { type Static, Type } from 'typebox'
import { PAGE_PARAMETERS } from '../../contract/private-api/paging.ts'
import { Needed, Nullable, Text } from '../../contract/schema.ts'

const integer = (description: string) => Nullable(Type.Integer({ description }))

export const Objective = Type.Object(
  {
    Id: Type.Number({ description: "Id of the program's rule; operations name it by this." }),
    Title: Type.String({ description: "Name of the rule, else what it is for in the merchant's language." }),
    Description: Type.String({ description: "What the rule says, in the merchant's language." }),
    AmountOfPoints: Nullable(
      Type.Number({
        description:
          'Points that it grants; of purchases, for each amount that Description names; null where they depend.',
      }),
    ),
    Active: Type.Boolean({ description: 'Always true here.' }),
    Details: Type.Object(
      {
        Key: Nullable(Type.String({ description: 'Key of a custom action.' })),
        LimitPerDay: integer('How often a customer can earn with it on one day; null: no limit.'),
        LimitEver: integer('How often in all; null: no limit.'),
        Completed: integer(
          'How often this customer has earned with it; null: not asked for, or not counted.',
        ),
        RemainingToday: integer('How often they still can today; null: not asked for, or no limit.'),
      },
      { description: 'How often it can be done.' },
    ),
    Type: Type.Integer({
      description: '0 purchase, 1 signup, 2 birthday, 3 referral, 4 quiz, 5 custom, 6 first purchase.',
    }),
  },
  { $id: 'Objective', description: 'Something that earns points.' },
)
export type Objective = Static<typeof Objective>

export const ObjectivesQuery = Type.Object({
  ...PAGE_PARAMETERS,
  CustomerId: Type.Optional(
    Nullable(
      Type.String({
        description: "The customer's id in the merchant store; missing: no customer in particular.",
      }),
    ),
  ),
})

export const GrantBody = Type.Object(
  {
    CustomerId: Needed(Text("The customer's id in the merchant store.")),
    Key: Needed(Text('Which one of its kind, such as the id of the review: the same one is granted once.')),
  },
  { examples: [{ CustomerId: 'ana', Key: 'review-4711' }] },
)
export type GrantBody = Static<typeof GrantBody>

export const GrantResult = Type.Object(
  {
    IsNew: Type.Boolean({ description: 'false: it was granted before, and nothing has changed.' }),
    PointsAwarded: Type.Number({ description: 'Points that were granted now; 0 if it is not new.' }),
    PointId: Type.Number({ description: 'Id of the point record.' }),
    AvailableDate: Nullable(
      Type.String({ format: 'date-time', description: 'From when the points can be spent.' }),
    ),
    PointsBalance: Type.Number({ description: "The customer's points now." }),
    CashbackBalance: Type.Number({ description: 'The same in money; 0 with cashback off.' }),
  },
  { $id: 'ObjectiveGrant', description: 'What was granted.' },
)
export type GrantResult = Static<typeof GrantResult>
