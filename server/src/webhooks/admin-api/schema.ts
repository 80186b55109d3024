import { type Static, Type } from 'typebox'
import { Body, IdParams, Url } from '../../contract/admin-api/body.ts'
import { operation } from '../../contract/admin-api/operation.ts'
import { Id, Moment } from '../../contract/admin-api/schema.ts'
import { Nullable, Text } from '../../contract/schema.ts'

const TOPIC_NAMES = [
  'Point_Add',
  'Point_Update',
  'Point_Removed',
  'Stamp_Add',
  'Stamp_Removed',
  'Card_Completed',
  'Reward_Given',
  'Reward_TakenBack',
  'Points_Expiring',
] as const
/** Which topics there are is for the domain to say, with its code. */
const topics = Type.Array(Text(`One of ${TOPIC_NAMES.join(', ')}.`, 40), {
  maxItems: 10,
  description: 'The events it receives.',
})
const headers = Type.Record(Type.String(), Type.String({ maxLength: 1_024 }), {
  maxProperties: 20,
  description:
    'Sent with every request, like an Authorization of the receiver. Values are never shown again.',
})
const overlapHours = Type.Integer({
  minimum: 0,
  maximum: 720,
  description: 'How long the old secret signs too.',
})

export const EndpointAnswer = Type.Object(
  {
    id: Id('Its number.'),
    url: Url('Where events are sent.'),
    topics: Type.Array(Type.Enum([...TOPIC_NAMES]), { description: 'The events it receives.' }),
    description: Text('What it is for.'),
    headerNames: Type.Array(Text('The name of a header.'), {
      description: 'What is sent with every request.',
    }),
    state: Type.Enum(['active', 'paused', 'disabled'], {
      description: 'disabled: by us, because it failed for days.',
    }),
    stateReason: Nullable(Text('Why it is so.')),
    stateSince: Moment('Since when.'),
    failingSince: Nullable(Moment('Since when nothing has arrived; null: it works, or nothing was sent.')),
    leftOutAt: Nullable(Moment('Until when one success in a hundred was kept; null: every attempt is.')),
    previousSecretUntil: Nullable(Moment('Until when the secret before the present one signs too.')),
    backlog: Type.Object(
      {
        events: Type.Integer({ description: 'Events that it has not had yet, counted up to 10,000.' }),
        oldest: Nullable(Moment('When the oldest of them happened.')),
        held: Type.Integer({ description: 'Events that failed, and those that wait behind them.' }),
        parked: Type.Integer({ description: 'Events that were given up.' }),
      },
      { description: 'What it has still to get.' },
    ),
    last24Hours: Type.Object(
      {
        sent: Type.Integer({ description: 'Attempts, probes of a failing endpoint among them.' }),
        failed: Type.Integer({ description: 'Those that were not received.' }),
        p50Ms: Nullable(
          Type.Integer({ description: 'Half of the received ones took at most so long; null: none.' }),
        ),
        p95Ms: Nullable(Type.Integer({ description: 'The same for 95%.' })),
      },
      { description: 'What was sent in the last 24 hours.' },
    ),
    hours: Type.Array(
      Type.Object({
        at: Moment('When the hour began.'),
        sent: Type.Integer({ description: 'Attempts in this hour.' }),
        failed: Type.Integer({ description: 'Those that were not received.' }),
      }),
      { description: 'The last 48 hours, oldest first; hours in which nothing was sent are left out.' },
    ),
    createdAt: Moment('When it was made.'),
    version: Type.Integer({ description: 'As in the ETag.' }),
  },
  { description: 'An endpoint.' },
)
export type EndpointAnswer = Static<typeof EndpointAnswer>

const endpointParams = IdParams('Number of the endpoint.')

export const listEndpoints = operation({
  id: 'webhooks.list',
  summary: 'List the webhook endpoints',
  method: 'GET',
  path: '/tenants/:tenant/webhook-endpoints',
  permission: 'webhooks.read',
  weight: 'light',
  answer: Type.Object({
    items: Type.Array(EndpointAnswer, { description: 'All: there are at most 20.' }),
    nextCursor: Type.Null({ description: 'Always null: there is one page.' }),
  }),
})

export const createEndpoint = operation({
  id: 'webhooks.create',
  summary: 'Add a webhook endpoint; its secret is shown once',
  method: 'POST',
  path: '/tenants/:tenant/webhook-endpoints',
  permission: 'webhooks.write',
  confirm: true,
  also: 'customers.personal',
  weight: 'light',
  audit: 'webhook.create',
  showsSecret: true,
  body: Body({
    url: Url('Where events are sent: https.'),
    topics,
    description: Type.Optional(Text('What it is for.')),
    headers: Type.Optional(headers),
  }),
  answer: Type.Object({
    endpoint: EndpointAnswer,
    secret: Text('What its requests are signed with: shown only now.'),
  }),
  status: 201,
})

export const getEndpoint = operation({
  id: 'webhooks.get',
  summary: 'Read a webhook endpoint',
  method: 'GET',
  path: '/tenants/:tenant/webhook-endpoints/:id',
  permission: 'webhooks.read',
  weight: 'light',
  params: endpointParams,
  answer: EndpointAnswer,
})

export const changeEndpoint = operation({
  id: 'webhooks.change',
  summary: 'Change a webhook endpoint',
  method: 'PATCH',
  path: '/tenants/:tenant/webhook-endpoints/:id',
  permission: 'webhooks.write',
  confirm: true,
  also: 'customers.personal',
  weight: 'light',
  audit: 'webhook.update',
  ifMatch: true,
  params: endpointParams,
  body: Body({
    url: Type.Optional(Url('Where events are sent: https.')),
    topics: Type.Optional(topics),
    description: Type.Optional(Text('What it is for.')),
    headers: Type.Optional(headers),
  }),
  answer: EndpointAnswer,
})

export const deleteEndpoint = operation({
  id: 'webhooks.delete',
  summary: 'Remove a webhook endpoint',
  method: 'DELETE',
  path: '/tenants/:tenant/webhook-endpoints/:id',
  permission: 'webhooks.write',
  weight: 'light',
  audit: 'webhook.delete',
  ifMatch: true,
  params: endpointParams,
  answer: Type.Null(),
  status: 204,
})

export const pauseEndpoint = operation({
  id: 'webhooks.pause',
  summary: 'Send nothing for a while; what happens meanwhile is sent later',
  method: 'POST',
  path: '/tenants/:tenant/webhook-endpoints/:id/pause',
  permission: 'webhooks.write',
  weight: 'light',
  audit: 'webhook.pause',
  params: endpointParams,
  answer: EndpointAnswer,
})

export const resumeEndpoint = operation({
  id: 'webhooks.resume',
  summary: 'Send again, also what was disabled',
  method: 'POST',
  path: '/tenants/:tenant/webhook-endpoints/:id/resume',
  permission: 'webhooks.write',
  weight: 'light',
  audit: 'webhook.resume',
  params: endpointParams,
  answer: EndpointAnswer,
})

export const testEndpoint = operation({
  id: 'webhooks.test',
  summary: 'Send a made-up event at once, and say what came back',
  method: 'POST',
  path: '/tenants/:tenant/webhook-endpoints/:id/test',
  permission: 'webhooks.write',
  weight: 'light',
  audit: 'webhook.test',
  params: endpointParams,
  answer: Type.Object({
    isReceived: Type.Boolean({ description: 'Whether it was answered with 2xx.' }),
    status: Nullable(Type.Integer({ description: 'The HTTP status; null: there was no answer.' })),
    durationMs: Type.Integer({ description: 'How long it took; 0: there was no answer.' }),
    text: Text('The first 1 KiB of what came back; the same for every address that gave no answer.', 1_024),
  }),
})

export const rotateSecret = operation({
  id: 'webhooks.rotate',
  summary: 'Make a new secret; the old one signs too for some hours',
  method: 'POST',
  path: '/tenants/:tenant/webhook-endpoints/:id/rotate',
  permission: 'webhooks.write',
  weight: 'light',
  confirm: true,
  audit: 'webhook.rotate',
  showsSecret: true,
  params: endpointParams,
  body: Body({ overlapHours }),
  answer: Type.Object({
    endpoint: EndpointAnswer,
    secret: Text('What its requests are signed with: shown only now.'),
  }),
})
