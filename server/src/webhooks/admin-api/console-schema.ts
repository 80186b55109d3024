import { type Static, Type } from 'typebox'
import { Body, IdParams } from '../../contract/admin-api/body.ts'
import { operation } from '../../contract/admin-api/operation.ts'
import { Id, Moment, Page, PageQuery, Words } from '../../contract/admin-api/schema.ts'
import { Nullable, Text } from '../../contract/schema.ts'
import { CustomerShown } from '../../customers/admin-api/schema.ts'

const Topic = Words(
  [
    'Point_Add',
    'Point_Update',
    'Point_Removed',
    'Stamp_Add',
    'Stamp_Removed',
    'Card_Completed',
    'Reward_Given',
    'Reward_TakenBack',
    'Points_Expiring',
  ] as const,
  'What happened.',
)
const Position = Type.String({
  pattern: '^\\d{1,20}-\\d{1,15}$',
  description: 'Its place in the log, by which it is found.',
  examples: ['281474976711383-4711'],
})

/** An event as its receivers know it, and of whom it tells. */
const EventShown = Type.Object(
  {
    id: Text('As in `webhook-id`.'),
    position: Nullable(Position),
    topic: Nullable(Topic),
    customer: Nullable(
      CustomerShown('The customer it is about; masked without the permission `customers.personal`.'),
    ),
  },
  { description: 'The event that was sent. Nothing but its name is known once the log no longer has it.' },
)

export const attemptMembers = {
  id: Id('Number of the attempt.'),
  at: Moment('When it was sent.'),
  isTest: Type.Boolean({ description: 'It was a made-up event.' }),
  event: EventShown,
  attempt: Type.Integer({ description: 'Which attempt of its event it was, from 1.' }),
  isReceived: Type.Boolean({ description: 'Whether it was answered with 2xx.' }),
  status: Nullable(Type.Integer({ description: 'The HTTP status; null: there was no answer.' })),
  durationMs: Type.Integer({ description: 'How long it took.' }),
  text: Text('The first 1 KiB of what came back, or why nothing did.', 1_024),
}
const AttemptItem = Type.Object(attemptMembers)
export type AttemptItem = Static<typeof AttemptItem>

const HeaderShown = Type.Object({
  name: Text('Its name.'),
  value: Text('Its value; left out for custom headers.', 4_096),
})

const RequestShown = Type.Object(
  {
    url: Text('Where it was sent.', 2_048),
    headers: Type.Array(HeaderShown, { description: 'What was sent with it.' }),
    body: Text('The body, byte for byte.', 100_000),
  },
  {
    description:
      'Made again from the event, with the customer as of now and signed with the present secret, for the time of the ' +
      'attempt. Without the permission `customers.personal` the customer is masked, and there is no signature.',
  },
)
export type RequestShown = Static<typeof RequestShown>

const endpointParams = IdParams('Number of the endpoint.')

export const listAttempts = operation({
  id: 'webhooks.attempts',
  summary: 'List what was sent to an endpoint, newest first: failures of 30 days, and what was received of 7',
  method: 'GET',
  path: '/tenants/:tenant/webhook-endpoints/:id/attempts',
  permission: 'webhooks.read',
  weight: 'light',
  params: endpointParams,
  query: Type.Object({
    ...PageQuery,
    outcome: Type.Optional(
      Words(['received', 'failed', 'unanswered'] as const, 'unanswered: failed, and no status came back.'),
    ),
    status: Type.Optional(
      Type.Integer({ minimum: 100, maximum: 999, description: 'Answered with this HTTP status.' }),
    ),
  }),
  answer: Page(AttemptItem),
})

export const getAttempt = operation({
  id: 'webhooks.attempt',
  summary: 'Read an attempt with its request and its answer',
  method: 'GET',
  path: '/tenants/:tenant/webhook-endpoints/:id/attempts/:attempt',
  permission: 'webhooks.read',
  weight: 'light',
  params: Type.Object({ id: Id('Number of the endpoint.'), attempt: Id('Number of the attempt.') }),
  answer: Type.Object({
    ...attemptMembers,
    request: Nullable(RequestShown),
    isMasked: Type.Boolean({ description: 'Whether the customer in the request is masked.' }),
    waiting: Nullable(
      Type.Object(
        {
          attempts: Type.Integer({ description: 'How often it was tried.' }),
          nextAttemptAt: Nullable(Moment('When it is tried again; null: as soon as its turn has come.')),
          parkedAt: Nullable(Moment('When it was given up.')),
        },
        { description: 'The event has not been received since; null: it has, or nothing is kept of it.' },
      ),
    ),
  }),
})

const ParkedItem = Type.Object({
  event: EventShown,
  attempts: Type.Integer({ description: 'How often it was tried.' }),
  parkedAt: Moment('When it was given up.'),
  lastAnswer: Nullable(
    Type.Object(
      {
        status: Nullable(Type.Integer({ description: 'The HTTP status; null: there was no answer.' })),
        text: Text('The first 1 KiB of what came back, or why nothing did.', 1_024),
      },
      { description: 'What was answered last; null: it is no longer known.' },
    ),
  ),
})
export type ParkedItem = Static<typeof ParkedItem>

export const listParked = operation({
  id: 'webhooks.parked',
  summary: 'List the events that were given up, the last one first',
  method: 'GET',
  path: '/tenants/:tenant/webhook-endpoints/:id/parked',
  permission: 'webhooks.read',
  weight: 'light',
  params: endpointParams,
  query: Type.Object(PageQuery),
  answer: Page(ParkedItem),
})

export const replayEvents = operation({
  id: 'webhooks.replay',
  summary: 'Send events again: one, those of a time, or what failed since a moment',
  method: 'POST',
  path: '/tenants/:tenant/webhook-endpoints/:id/replay',
  permission: 'webhooks.write',
  confirm: true,
  also: 'customers.personal',
  weight: 'light',
  audit: 'webhook.replay',
  idempotent: true,
  params: endpointParams,
  body: Body(
    {
      event: Type.Optional(
        Text('One event: its `webhook-id`, or its place in the log, which finds it sooner.', 60),
      ),
      from: Type.Optional(Moment('Everything that happened from here, and was sent before …')),
      to: Type.Optional(Moment('… up to here, exclusive.')),
      failedSince: Type.Optional(
        Moment('What was given up since then, and at once what waits for its next attempt.'),
      ),
    },
    'Exactly one of `event`, `from` with `to`, `failedSince`.',
  ),
  answer: Type.Object({
    events: Type.Integer({ description: 'How many are sent again.' }),
    isAll: Type.Boolean({
      description: 'False: there are more than the 10,000 that one request sends again.',
    }),
  }),
})

export const getEvent = operation({
  id: 'webhooks.event',
  summary: 'Read an event as its receivers get it',
  method: 'GET',
  path: '/tenants/:tenant/events/:position',
  permission: 'webhooks.read',
  weight: 'light',
  params: Type.Object({ position: Position }),
  answer: Type.Object({
    id: Text('As in `webhook-id`.'),
    position: Position,
    topic: Topic,
    customer: CustomerShown('The customer it is about; masked without the permission `customers.personal`.'),
    sequence: Type.Integer({ description: 'As in `punchcard-customer-sequence`.' }),
    occurredAt: Moment('When it happened.'),
    headers: Type.Array(HeaderShown, {
      description: 'Those that are the same for every endpoint and attempt.',
    }),
    body: Text('The body, with the customer as of now.', 100_000),
    isMasked: Type.Boolean({ description: 'Whether the customer in the body is masked.' }),
  }),
})
