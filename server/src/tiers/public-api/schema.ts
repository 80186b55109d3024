import { type Static, Type } from 'typebox'
import { Nullable, Text } from '../../contract/schema.ts'

const color = Nullable(Text('Its colour, such as #a7a9ac.', 50))
const image = Nullable(Text('The address of its picture.', 2_048))
const benefits = Type.Array(Type.String(), { description: 'What it gives, in the merchant’s words.' })

/** A tier as everyone may see it. */
export const ShownTier = Type.Object(
  {
    name: Text('Its name.'),
    color,
    image,
    goals: Type.Array(Type.String(), {
      description: 'What has to be reached for it, all of it. None: it is not reached by itself.',
    }),
    benefits,
  },
  { description: 'A tier.' },
)
export type ShownTier = Static<typeof ShownTier>

const OwnGoal = Type.Object(
  {
    text: Text('What is missing, in words.'),
    of: Text('What is reached, in words.'),
    percent: Type.Number({ minimum: 0, maximum: 100, description: 'Rounded down: 100 is reached.' }),
  },
  { description: 'One of the goals, all of which have to be met.' },
)

/** The tier that a customer has, and the way to the next one. */
export const OwnTier = Type.Object(
  {
    name: Nullable(Text('Its name; null: they have none yet.')),
    color,
    image,
    since: Nullable(
      Type.String({
        format: 'date',
        description: 'Since when; null: not known of the one that all begin with.',
      }),
    ),
    benefits,
    next: Nullable(
      Type.Object(
        {
          name: Text('Its name.'),
          goals: Type.Array(OwnGoal, { description: 'What has to be reached for it.' }),
        },
        { description: 'The next tier that can be reached; null: there is none.' },
      ),
    ),
  },
  { description: 'The tier that they have; null: there is none to have, or tiers are switched off.' },
)
export type OwnTier = Static<typeof OwnTier>
