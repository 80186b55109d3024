import { type TSchema, Type } from 'typebox'
import { LENGTH, Nullable, STORABLE, Words } from '../schema.ts'

export { Decimal, Moment, Words } from '../schema.ts'

export const Id = (description: string) =>
  Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description })

/** A text of one line that says something. */
export const Name = (description: string, maxLength: number = LENGTH.text) =>
  Type.String({ minLength: 1, maxLength, pattern: '\\S', format: STORABLE, description })

/** How a thing is known in files and addresses: it stays when the title changes. */
export const Key = (description: string) =>
  Type.String({ pattern: '^[a-z0-9][a-z0-9-]{0,62}$', description, examples: ['ten-off'] })

/** Who did something: kind, number and the name at that time. */
export const ActorShown = Type.Object(
  {
    kind: Words(['person', 'token', 'operator', 'cli', 'system'] as const, 'What kind of actor it is.'),
    id: Nullable(Type.Integer({ description: 'Its number, where it has one.' })),
    label: Type.String({ description: 'Its name at that time.' }),
  },
  { description: 'Who did it.' },
)

export const PageQuery = {
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 100, default: 50, description: 'How many items at most.' }),
  ),
  cursor: Type.Optional(
    Type.String({ maxLength: 500, description: 'Where to go on: `nextCursor` of the page before.' }),
  ),
}

export const Page = <Item extends TSchema>(item: Item) =>
  Type.Object({
    items: Type.Array(item, { description: 'The items of this page.' }),
    nextCursor: Nullable(Type.String({ description: 'Where the next page begins; null: this is the last.' })),
  })

/** An answer without content. */
export const Empty = Type.Object({}, { description: 'Nothing.' })
