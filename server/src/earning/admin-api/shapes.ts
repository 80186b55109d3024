import { type Static, Type } from 'typebox'
import { ActorShown, Decimal, Moment } from '../../contract/admin-api/schema.ts'
import { LENGTH, Nullable, Text } from '../../contract/schema.ts'
import { PICKED_KINDS } from '../kinds.ts'
import { ContentSchema, type ProgramContent } from '../program-json.ts'
import { WAITING_MAX } from '../schedule.ts'
import type { HoursShown } from '../slot.ts'
import type { GoodUntil } from '../validity.ts'

/* What the operations on the program take and answer. */

// ── rules as sentences ──────────────────────────────────────────────────────────────────────────────────────

const SLOT_KINDS = [
  'number',
  'money',
  'days',
  'picker',
  'date',
  'choice',
  'weekdays',
  'hours',
  'set',
  'expiry',
] as const
export const PICKED = [...PICKED_KINDS, 'action', 'reward'] as const

/** A piece of a sentence: plain text, or (with `slot`) something that is edited in place. */
const SentencePart = Type.Object(
  {
    text: Type.Optional(Type.String({ description: 'Plain text; with `slot` there is none.' })),
    slot: Type.Optional(
      Type.String({
        description:
          'JSON pointer within the rule, like `/points`. `/bonus` is no member: it says which of `multiplier` and `points` the rule has.',
      }),
    ),
    kind: Type.Optional(Type.Enum([...SLOT_KINDS], { description: 'What is edited there.' })),
    value: Type.Optional(
      Type.Unsafe<string | number | null | readonly string[] | readonly HoursShown[] | GoodUntil>({
        anyOf: [
          { type: 'string' },
          { type: 'number' },
          { type: 'null' },
          { type: 'array', items: { type: 'string' } },
          {
            type: 'array',
            items: {
              type: 'object',
              properties: {
                from: { type: 'string', description: 'Like `16:00`.' },
                until: { type: 'string', description: 'The first minute after it, like `18:00`.' },
              },
              required: ['from', 'until'],
            },
          },
          {
            type: 'object',
            properties: {
              monthEnd: { type: 'integer', description: 'So many months later, until the end of the month.' },
              yearDay: { type: 'string', description: 'Until the end of this day, like `03-31`.' },
              years: { type: 'integer', description: 'So many years later; with `yearDay`.' },
            },
          },
        ],
        description:
          'The member: decimal text of `number` and `money`, a number or null of `days`, ids of `picker`, names like `tue` of `weekdays` and of a `set`, beginnings and ends of `hours`, `goodUntil` of `expiry`.',
      }),
    ),
    display: Type.Optional(Type.String({ description: 'The value as the sentence says it.' })),
    options: Type.Optional(
      Type.Array(
        Type.Object({
          value: Type.String({ description: 'The value of the member.' }),
          display: Type.String({ description: 'How the sentence says it.' }),
        }),
        { maxItems: 20, description: 'Of a `choice` or a `set`: all there are.' },
      ),
    ),
    picks: Type.Optional(Type.Enum([...PICKED], { description: 'Of a `picker`: what is picked.' })),
  },
  { description: 'Text, or a slot with its value.' },
)

const RuleView = Type.Object(
  {
    pointer: Type.String({ description: 'Its place in the program, like `/rules/1`.' }),
    id: Nullable(Type.Integer({ description: 'Of the rule; null: it has none, which is a problem.' })),
    kind: Nullable(Type.String({ description: 'Of the rule; null: none that there is.' })),
    name: Type.String({ description: 'For people; empty: none.' }),
    isActive: Type.Boolean({ description: 'Whether it does anything.' }),
    sentence: Nullable(Type.String({ description: 'What it says; null: it is wrong, see the problems.' })),
    parts: Type.Array(SentencePart, {
      description:
        'The sentence in pieces, for editing in place. A rule with a wrong value has them too; none: it has the wrong shape.',
    }),
  },
  { description: 'A rule as a sentence.' },
)

export const Rules = Type.Array(RuleView, { description: 'The rules as sentences.' })

// ── problems, warnings, changes ─────────────────────────────────────────────────────────────────────────────

const FieldProblem = Type.Object(
  {
    pointer: Type.String({ description: 'JSON pointer within the program.' }),
    code: Type.Optional(Type.String({ description: 'The name of the catalog of errors.' })),
    message: Type.String({ description: 'For a person.' }),
  },
  { description: 'Why it can not be published.' },
)
export const Problems = Type.Array(FieldProblem, {
  description: 'All that is wrong; none: it can be published.',
})

const Warning = Type.Object(
  {
    pointer: Type.String({
      description: 'JSON pointer within what it is about: the program, or the settings.',
    }),
    name: Type.String({ description: 'A word for code, like `unknownId`.' }),
    message: Type.String({ description: 'For a person.' }),
    otherRule: Type.Optional(
      Type.Integer({ description: 'Number of another rule that it is about, as with `otherCard`.' }),
    ),
  },
  { description: 'A likely mistake; it doesn’t block anything.' },
)
export const Warnings = Type.Array(Warning, { description: 'Likely mistakes.' })

const Change = Type.Object(
  {
    kind: Type.Enum(['added', 'removed', 'changed'], { description: 'What became of it.' }),
    ruleId: Nullable(Type.Integer({ description: 'Of the rule; null: the cashback.' })),
    member: Nullable(Type.String({ description: 'Of a changed rule, like `multiplier`; null: the whole.' })),
    before: Type.Unknown({ description: 'As it was; null: it was not there.' }),
    after: Type.Unknown({ description: 'As it is; null: it is gone.' }),
    sentence: Type.String({ description: 'The change, for a person.' }),
  },
  { description: 'One difference between two programs.' },
)
export const Changes = (description: string) => Type.Array(Change, { description })

// ── versions and the draft ──────────────────────────────────────────────────────────────────────────────────

export const versionMembers = {
  version: Type.Integer({ description: 'Its number.' }),
  state: Type.Enum(['current', 'scheduled', 'past', 'cancelled'], {
    description: 'cancelled: it was scheduled, and never took effect.',
  }),
  effectiveAt: Moment('From when on is earned by it.'),
  publishedAt: Moment('When it was published.'),
  publishedBy: Nullable(ActorShown),
  note: Nullable(Type.String({ description: 'Why.' })),
  source: Nullable(
    Type.String({ description: 'panel, token, cli or job; null: published without an author.' }),
  ),
}
export const VersionSummary = Type.Object(versionMembers, { description: 'A published version.' })
const Content = (description: string) => Type.Unsafe<ProgramContent>({ ...ContentSchema, description })
export const VersionView = Type.Object(
  { ...versionMembers, program: Content('The program.'), rules: Rules },
  { description: 'A published version with its rules.' },
)

/** Also one that is wrong is kept, so nothing is asked of it but that it is an object. */
export const AnyProgram = (description: string) =>
  Type.Unsafe<ProgramContent>({ type: 'object', maxProperties: 20, description })

const DraftSummary = Type.Object(
  {
    basedOn: Type.Integer({ description: 'The version that it is a change to; 0: none.' }),
    note: Nullable(Type.String({ description: 'Why.' })),
    savedBy: Nullable(ActorShown),
    savedAt: Moment('When it was last saved.'),
    problems: Type.Integer({ description: 'How many things are wrong with it.' }),
    changes: Type.Integer({ description: 'How many differences to the version that it is based on it has.' }),
  },
  { description: 'What is being prepared.' },
)

const Waiting = Type.Object(
  {
    version: versionMembers.version,
    effectiveAt: versionMembers.effectiveAt,
    publishedBy: Nullable(ActorShown),
    note: versionMembers.note,
    changes: Changes('Differences to what counts until then.'),
  },
  { description: 'A version that takes effect later.' },
)

export const Overview = Type.Object({
  current: Nullable(VersionView),
  scheduled: Nullable(VersionView),
  queue: Type.Array(Waiting, {
    maxItems: WAITING_MAX,
    description: 'All versions that take effect later, the next first; `scheduled` is that one.',
  }),
  draft: Nullable(DraftSummary),
  combining: Type.String({ description: 'What adds up and what competes, in one sentence.' }),
})

export const Draft = Type.Object({
  exists: Type.Boolean({ description: 'false: nothing is being prepared, and this is the current program.' }),
  basedOn: Type.Integer({ description: 'The version that it is a change to; 0: none.' }),
  note: Nullable(Type.String({ description: 'Why.' })),
  savedBy: Nullable(ActorShown),
  savedAt: Nullable(Moment('When it was last saved.')),
  program: AnyProgram('As it was saved, also where it is wrong.'),
  rules: Rules,
  problems: Problems,
  warnings: Warnings,
  changes: Changes('Differences to the version that it is based on.'),
})

// ── preview ─────────────────────────────────────────────────────────────────────────────────────────────────

const Money = (description: string) =>
  Type.String({ pattern: '^\\d{1,11}(\\.\\d{1,4})?$', maxLength: 20, description })
const Id = (description: string) => Text(description, LENGTH.text)

export const Basket = Type.Object(
  {
    total: Money('What was paid in all.'),
    products: Type.Optional(
      Type.Array(
        Type.Object(
          {
            id: Type.Optional(
              Id("The product, by its id in the merchant's store. Left out: one that no rule names."),
            ),
            price: Type.Optional(Nullable(Money('The price of the line; null: not known.'))),
            brandId: Type.Optional(Nullable(Id('Its brand. Default: what the catalog says.'))),
            categoryId: Type.Optional(
              Nullable(Id('Its category, which is in those above it too. Default: what the catalog says.')),
            ),
            quantity: Type.Optional(
              Type.Integer({
                minimum: 1,
                maximum: 999,
                description: 'How many items the line is. Default: 1.',
              }),
            ),
            isMarked: Type.Optional(
              Type.Boolean({ description: 'Whether the shop marks the line, as a sale item for example.' }),
            ),
          },
          { additionalProperties: false },
        ),
        { maxItems: 250, description: 'The lines.' },
      ),
    ),
    shippingValue: Type.Optional(Nullable(Money('What of the total is shipping; null: not known.'))),
    paymentMethodId: Type.Optional(Nullable(Id('How it was paid.'))),
    branchId: Type.Optional(Nullable(Id('Where it was placed.'))),
    placedAt: Type.Optional(Moment('When. Default: now.')),
  },
  { additionalProperties: false, description: 'An order as it could be.' },
)

const PreviewLine = Type.Object(
  {
    ruleId: Nullable(Type.Integer({ description: "Of the rule; null: a benefit of the customer's tier." })),
    kind: Type.String({ description: 'Of the rule, or `tierBenefit`.' }),
    name: Type.String({ description: 'Of the rule.' }),
    sentence: Type.String({ description: 'Why these points.' }),
    amount: Nullable(Decimal('What it was computed on.')),
    count: Nullable(Type.Integer({ description: 'How many lines it applied to, where that counts.' })),
    points: Decimal('What it adds.'),
  },
  { description: 'What one rule gives.' },
)

export const NotMore = Type.Object(
  {
    ruleId: Type.Integer({ description: 'Of the rule.' }),
    name: Type.String({ description: 'Of the rule; empty: none.' }),
    why: Type.Enum(
      [
        'notYet',
        'over',
        'otherDay',
        'otherHour',
        'otherTier',
        'otherBranch',
        'otherPayment',
        'belowItsMinimum',
        'notAmongFirst',
        'noSuchLine',
        'beaten',
        'limitReached',
        'capped',
        'excluded',
        'unpriced',
        'cardDone',
        'cardClosed',
        'beforeCard',
      ],
      { description: 'A word for code.' },
    ),
    sentence: Type.String({ description: 'For a person: a clause.' }),
  },
  { description: 'A rule that gives nothing, or takes something, and why.' },
)

const PreviewedCard = Type.Object(
  {
    ruleId: Type.Integer({ description: 'Id of the card’s rule.' }),
    name: Type.String({ description: 'What the card is called; empty: it has no name.' }),
    perStamp: Nullable(
      Decimal('Of a card that counts money: what is spent for one stamp, and all stamps here are money.'),
    ),
    before: Decimal('Stamps on it before; below zero: owed.'),
    stamps: Decimal('What the order would give.'),
    after: Decimal('Stamps on it afterwards; below zero: owed.'),
    size: Decimal('What fills the card that the customer has now.'),
    sizeAfter: Decimal('What fills the card that the customer would have afterwards.'),
    fills: Type.Integer({ description: 'How often it would be full.' }),
    prize: Decimal('Points for a full card; 0: none.'),
    reward: Nullable(Type.String({ description: 'The reward for a full card; null: none.' })),
    sentence: Type.String({ description: 'The same for a person.' }),
  },
  { description: 'What the order would do to one card.' },
)
export type PreviewedCard = Static<typeof PreviewedCard>
export const PreviewedCards = Type.Array(PreviewedCard, {
  description: 'What it would do to the cards of the customer; without one, to cards on which nothing is.',
})

export const previewMembers = {
  points: Decimal('What is earned.'),
  cashback: Decimal('What that is worth.'),
  availableAt: Nullable(Moment('From when it can be used; null: nothing is earned.')),
  expiresAt: Nullable(Moment('The last second in which it is good; null: never.')),
  nothing: Nullable(Type.String({ description: 'Why nothing is earned.' })),
  counted: Decimal('What of the order counts: its total without what is left out.'),
  lines: Type.Array(PreviewLine, { description: 'They add up to the points.' }),
  notMore: Type.Array(NotMore, {
    description: 'Why it is not more: bonuses that give nothing, and what is left out or cut off.',
  }),
}
