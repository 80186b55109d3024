import { type Static, Type } from 'typebox'
import { Nullable, Sent, Text } from '../../contract/schema.ts'

export const AvailableTiersBody = Type.Object(
  { CustomerId: Sent(Text("The customer's id in the merchant store; null: nobody in particular.")) },
  { examples: [{ CustomerId: 'ana' }] },
)
export type AvailableTiersBody = Static<typeof AvailableTiersBody>

const text = () => Nullable(Type.String())

export const TierItem = Type.Object(
  {
    Id: Type.Number(),
    Image: text(),
    Color: text(),
    Name: Type.String(),
    Order: Type.Number(),
    Benefits: Type.Array(
      Type.Object({
        IsUsed: Type.Boolean({ description: 'Whether the customer has redeemed the reward.' }),
        Description: Type.String(),
        Type: Type.Integer({ description: '0 reward, 1 multiplier, 2 text.' }),
        SubType: Nullable(Type.Number()),
        Objective: Nullable(
          Type.Object({
            RewardConfigurationId: Type.Optional(Type.Integer()),
            Multiplier: Type.Optional(Type.Number()),
          }),
        ),
      }),
    ),
    Goals: Type.Array(
      Type.Object({
        Name: Type.String(),
        GoalValue: Type.Number(),
        CurrentValue: Type.Number(),
        PercentToGoal: Type.Number({ description: 'At most 100.' }),
      }),
    ),
  },
  { $id: 'Tier' },
)
export type TierItem = Static<typeof TierItem>

export const AvailableTiers = Type.Object(
  {
    CurrentTier: Nullable(Type.Unsafe<TierItem>(Type.Ref('Tier#'))),
    NextTiers: Type.Array(Type.Unsafe<TierItem>(Type.Ref('Tier#')), {
      description: 'Those above the current one.',
    }),
    AllTiers: Type.Array(Type.Unsafe<TierItem>(Type.Ref('Tier#'))),
  },
  { $id: 'AvailableTiers' },
)
export type AvailableTiers = Static<typeof AvailableTiers>
