import { Type } from 'typebox'
import { Body } from '../contract/admin-api/body.ts'
import { operation } from '../contract/admin-api/operation.ts'
import { Id, Moment, Words } from '../contract/admin-api/schema.ts'
import { Nullable, Sent, Text } from '../contract/schema.ts'
import { WAITING_MAX } from '../earning/schedule.ts'
import { JobAnswer } from '../jobs/admin-api/schema.ts'
import { type ProgramFile, SentFileSchema } from './file.ts'
import type { Change } from './plan.ts'

const FILE_PATH = '/tenants/:tenant/program-file'
const FILE_MAX_BYTES = 1024 * 1024

const File = Type.Unsafe<ProgramFile>(SentFileSchema)

const Changes = Type.Unsafe<readonly Change[]>(
  Type.Array(
    Type.Object({
      kind: Words(['add', 'change', 'remove', 'archive', 'keep'] as const, 'What is done; keep: nothing.'),
      section: Words(
        ['settings', 'cashback', 'rule', 'tier', 'reward', 'quiz', 'storefront'] as const,
        'To what.',
      ),
      key: Type.String({ description: 'Its key, or the id of a rule; empty where there is only one.' }),
      label: Type.String({ description: 'Its name.' }),
      members: Type.Array(
        Type.Object({
          member: Type.String({ description: 'Like `coupon.validDays`.' }),
          before: Type.Unknown({ description: 'As it is.' }),
          after: Type.Unknown({ description: 'As it will be.' }),
        }),
        { description: 'The members that differ.' },
      ),
    }),
    { description: 'What has to be done, in this order.' },
  ),
)

const Basis = Type.String({
  maxLength: 100,
  description: 'Identifies everything that the merchant had when this was read. It changes with any change.',
})

const effectiveAt = Sent(Moment('From when on is earned by the new program; default: at once.'))

const Carried = Type.Array(
  Type.Object({
    version: Type.Integer({ description: 'The version, as it is numbered now.' }),
    effectiveAt: Moment('When it takes effect.'),
  }),
  {
    maxItems: WAITING_MAX,
    description: 'Versions that take effect later and have to be changed too: that needs `carry`.',
  },
)

const Warnings = Type.Array(
  Type.Object(
    {
      pointer: Type.String({ description: 'JSON pointer within the file.' }),
      rule: Nullable(
        Type.Object(
          {
            id: Type.Integer({ description: 'Its id.' }),
            name: Type.String({ description: 'Its name; empty: it has none.' }),
          },
          { description: 'The rule that it is about; null: the whole program, or the settings.' },
        ),
      ),
      name: Type.String({ description: 'A word for code, like `unknownId`.' }),
      message: Type.String({ description: 'For a person.' }),
    },
    { description: 'A likely mistake; it doesn’t block anything.' },
  ),
  { description: 'Likely mistakes in the settings and the program of the file, as the panel tells them.' },
)

const prune = Type.Optional(
  Type.Boolean({ description: 'Whether what is not in the file is archived; default: no.' }),
)

export const getProgramFile = operation({
  id: 'programFile.get',
  summary: 'All that is configuration, as one file',
  method: 'GET',
  path: FILE_PATH,
  permission: 'program.read',
  weight: 'light',
  answer: Type.Object({ file: File, basis: Basis }),
})

const PlanJob = { ...JobAnswer, description: 'The job that plans the file.' }

const Plan = Type.Object({ changes: Changes, carried: Carried, warnings: Warnings, basis: Basis })

export const planProgramFile = operation({
  id: 'programFile.plan',
  summary:
    'What a file would change; nothing is changed. One with more than 200 rules, tiers, rewards and quizzes is planned by a job: 202',
  method: 'POST',
  path: `${FILE_PATH}/plan`,
  permission: 'program.read',
  weight: 'heavy',
  isQuestion: true,
  bodyMax: FILE_MAX_BYTES,
  body: Body({ file: File, prune, effectiveAt }),
  answer: Type.Union([Plan, Type.Object({ job: PlanJob })]),
})

export const getProgramPlan = operation({
  id: 'programFile.getPlan',
  summary:
    'The plan that a job has made of a large file, or what is wrong with the file, as a small one is answered',
  method: 'GET',
  path: `${FILE_PATH}/plans/:id`,
  permission: 'program.read',
  weight: 'light',
  params: Type.Object({ id: Id('Number of the job.') }),
  answer: Type.Object({
    job: PlanJob,
    plan: Type.Union([Plan, Type.Null()], { description: 'null: the job is not done.' }),
  }),
})

export const applyProgramFile = operation({
  id: 'programFile.apply',
  summary: 'Make everything as a file says, all of it or nothing',
  method: 'POST',
  path: `${FILE_PATH}/apply`,
  permission: 'program.publish',
  weight: 'heavy',
  audit: 'programFile.apply',
  bodyMax: FILE_MAX_BYTES,
  body: Body({
    file: File,
    prune,
    basis: Sent({
      ...Basis,
      description:
        'Of the plan: refused if anything has changed since. Required for more than 200 rules, tiers, rewards and quizzes.',
    }),
    effectiveAt,
    carry: Type.Optional(
      Type.Boolean({
        description:
          'Whether the program is also changed in the versions that take effect later, where that is needed. Default: false.',
      }),
    ),
    note: Sent(Text('Why, such as a commit.', 1_000)),
  }),
  answer: Type.Object({
    changes: Changes,
    version: Type.Union([Type.Integer(), Type.Null()], {
      description: 'The version of the program that was published; null: it was not changed.',
    }),
    warnings: Warnings,
  }),
})
