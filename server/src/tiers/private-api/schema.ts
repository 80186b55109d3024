import { type Static, Type } from 'typebox'
import { Nullable, Sent, Text } from '../../contract/schema.ts'

export const AvailableTiersBody = Type.Object(
  { CustomerId: Sent(Text("The customer's id in the merchant store; null: no customer in particular.")) },
  { examples: [{ CustomerId: 'ana' }] },
)
export type AvailableTiersBody = Static<typeof AvailableTiersBody>

const text = (description: string) => Nullable(Type.String({ description }))

export const TierItem = Type.Object(
  {
    Id: Type.Number({ description: 'Number of the tier.' }),
    Image: text('Its icon.'),
    Color: text('Its color, such as #c0a060.'),
    Name: Type.String({ description: 'Its name.' }),
    Order: Type.Number({ description: 'Its place, from the lowest.' }),
    Benefits: Type.Array(
      Type.Object({
        IsUsed: Type.Boolean({ description: 'Whether the customer has redeemed the reward.' }),
        Description: Type.String({ description: "What it gives, in the merchant's words." }),
        Type: Type.Integer({ description: '0 reward, 1 multiplier, 2 text.' }),
        SubType: Nullable(Type.Number({ description: 'Always null.' })),
        Objective: Nullable(
          Type.Object(
            {
              RewardConfigurationId: Type.Optional(
                Type.Integer({ description: 'The reward that it gives, of type 0.' }),
              ),
              Multiplier: Type.Optional(
                Type.Number({ description: 'By how much points are multiplied, of type 1.' }),
              ),
            },
            { description: 'What the benefit refers to; null: its text says all.' },
          ),
        ),
      }),
      { description: 'What the tier gives.' },
    ),
    Goals: Type.Array(
      Type.Object({
        Name: Type.String({ description: 'What is counted.' }),
        GoalValue: Type.Number({ description: 'What must be reached.' }),
        CurrentValue: Type.Number({ description: 'What the customer has reached.' }),
        PercentToGoal: Type.Number({ description: 'At most 100.' }),
      }),
      { description: 'What has to be reached for it.' },
    ),
  },
  { $id: 'Tier', description: 'A tier, and how far the customer is from it.' },
)
export type TierItem = Static<typeof TierItem>

export const AvailableTiers = Type.Object(
  {
    CurrentTier: Nullable(Type.Unsafe<TierItem>(Type.Ref('Tier#'))),
    NextTiers: Type.Array(Type.Unsafe<TierItem>(Type.Ref('Tier#')), {
      description: 'Those above the current one.',
    }),
    AllTiers: Type.Array(Type.Unsafe<TierItem>(Type.Ref('Tier#')), {
      description: 'All of them, the lowest first.',
    }),
  },
  { $id: 'AvailableTiers', description: 'The tier of a customer, and the others.' },
)
export type AvailableTiers = Static<typeof AvailableTiers>
