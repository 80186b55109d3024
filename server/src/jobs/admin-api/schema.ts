import { type Static, Type } from 'typebox'
import { operation } from '../../contract/admin-api/operation.ts'
import { Id, Moment, Page, PageQuery, Words } from '../../contract/admin-api/schema.ts'
import { Nullable, Text } from '../../contract/schema.ts'

const STATES = ['queued', 'running', 'paused', 'done', 'failed', 'cancelled'] as const
const STATE = 'Queued: it waits for its first turn. Failed: a page failed five times in a row; resume it.'

export const JobAnswer = Type.Object({
  id: Id('Number of the job.'),
  kind: Text('What it does.'),
  export: Nullable(
    Type.Object(
      {
        kind: Text('Which rows, by the word with which the export was started.'),
        asOf: Nullable(
          Type.String({
            format: 'date',
            description: 'Of `lots`: at the end of which day; null: when it began.',
          }),
        ),
      },
      { description: 'Of an export: what it exports; null: the job is of another kind.' },
    ),
  ),
  state: Words(STATES, STATE),
  wish: Nullable(
    Words(['pause', 'cancel'] as const, 'What it does after its current page; null: it goes on.'),
  ),
  done: Type.Integer({ minimum: 0, description: 'How far it is.' }),
  total: Nullable(Type.Integer({ minimum: 0, description: 'How far it goes; null: not known yet.' })),
  perSecond: Nullable(
    Type.Integer({
      minimum: 0,
      description: 'How much it did per second in the last minute; null: not known yet.',
    }),
  ),
  secondsLeft: Nullable(
    Type.Integer({ minimum: 0, description: 'About how long it will take; null: not known.' }),
  ),
  createdBy: Text('Who started it, by their name at that time.'),
  createdAt: Moment('When it was started.'),
  startedAt: Nullable(Moment('When it had its first turn; null: it waits.')),
  finishedAt: Nullable(Moment('When it ended; null: it has not.')),
  expiresAt: Nullable(Moment('When the job and its result are deleted; null: it has not ended.')),
  result: Nullable(
    Type.Unsafe<Readonly<Record<string, unknown>>>({
      type: 'object',
      additionalProperties: true,
      description: 'What it found or made, as its kind says; null: nothing yet.',
    }),
  ),
  problem: Nullable(
    Type.Object(
      {
        message: Type.String({ description: 'For a person.' }),
        requestId: Type.String({ description: 'Under which the server’s log tells more.' }),
      },
      { description: 'Why it failed; null: it did not.' },
    ),
  ),
})
export type JobAnswer = Static<typeof JobAnswer>

const JobParams = Type.Object({ id: Id('Number of the job.') })
const ONE = '/tenants/:tenant/jobs/:id'

export const listJobs = operation({
  id: 'jobs.list',
  summary: 'Jobs of the kinds that the caller may start, newest first',
  method: 'GET',
  path: '/tenants/:tenant/jobs',
  permission: 'jobs.use',
  weight: 'light',
  query: Type.Object({
    kind: Type.Optional(Type.String({ maxLength: 60, description: 'Only of this kind.' })),
    state: Type.Optional(Words(STATES, 'Only in this state.')),
    ...PageQuery,
  }),
  answer: Page(JobAnswer),
})

export const getJob = operation({
  id: 'jobs.get',
  summary: 'A job and how far it is; `ETag` changes with its state and its progress',
  method: 'GET',
  path: ONE,
  permission: 'jobs.use',
  weight: 'light',
  params: JobParams,
  answer: JobAnswer,
})

export const pauseJob = operation({
  id: 'jobs.pause',
  summary: 'Pause a job after its current page; doing so again answers the same',
  method: 'POST',
  path: `${ONE}/pause`,
  permission: 'jobs.use',
  weight: 'light',
  audit: 'job.pause',
  params: JobParams,
  answer: JobAnswer,
})

export const resumeJob = operation({
  id: 'jobs.resume',
  summary: 'Go on with a job that is paused or has failed, from its last page',
  method: 'POST',
  path: `${ONE}/resume`,
  permission: 'jobs.use',
  weight: 'light',
  audit: 'job.resume',
  params: JobParams,
  answer: JobAnswer,
})

export const cancelJob = operation({
  id: 'jobs.cancel',
  summary: 'Cancel a job after its current page, for good',
  method: 'POST',
  path: `${ONE}/cancel`,
  permission: 'jobs.use',
  weight: 'light',
  audit: 'job.cancel',
  params: JobParams,
  answer: JobAnswer,
})
