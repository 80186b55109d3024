import { Type } from 'typebox'
import { LARGE_BODY_MAX, operation } from '../../contract/admin-api/operation.ts'
import { ActorShown, Moment, Page, PageQuery } from '../../contract/admin-api/schema.ts'
import { Nullable, Text } from '../../contract/schema.ts'
import type { ProgramContent } from '../program-json.ts'
import { WAITING_MAX } from '../schedule.ts'
import {
  AnyProgram,
  Basket,
  Changes,
  Draft,
  Overview,
  PICKED,
  PreviewedCards,
  Problems,
  previewMembers,
  Rules,
  VersionSummary,
  VersionView,
  versionMembers,
  Warnings,
} from './shapes.ts'

/*
 * What a merchant does with its program. One revision counts everything that is done to it (drafts, publishing,
 * cancelling what is scheduled): it is the ETag of all of them, so people publish only what they have seen.
 */

const PROGRAM = '/tenants/:tenant/program'

export const getProgram = operation({
  id: 'program.get',
  summary: 'The program: what is current, what takes effect later, and whether there is a draft',
  method: 'GET',
  path: PROGRAM,
  permission: 'program.read',
  weight: 'light',
  answer: Overview,
})

export const getDraft = operation({
  id: 'program.draft.get',
  summary: 'The draft; without one, the current program to begin with',
  method: 'GET',
  path: `${PROGRAM}/draft`,
  permission: 'program.read',
  weight: 'light',
  answer: Draft,
})

export const putDraft = operation({
  id: 'program.draft.put',
  summary: 'Saves the draft, also one that is wrong',
  method: 'PUT',
  path: `${PROGRAM}/draft`,
  permission: 'program.write',
  weight: 'light',
  audit: 'program.saveDraft',
  ifMatch: true,
  bodyMax: LARGE_BODY_MAX,
  body: Type.Object(
    {
      program: AnyProgram('The whole program.'),
      note: Type.Optional(Nullable(Text('Why.', 1_000))),
      basedOn: Type.Optional(
        Nullable(
          Type.Integer({
            minimum: 1,
            maximum: 2_147_483_647,
            description:
              'The version that it is a change to: the current one or one that is scheduled. Default: as before, and of a new draft the current one. Publishing over a rule that another person has changed since needs it.',
          }),
        ),
      ),
    },
    { additionalProperties: false },
  ),
  answer: Draft,
})

export const deleteDraft = operation({
  id: 'program.draft.delete',
  summary: 'Throws the draft away',
  method: 'DELETE',
  path: `${PROGRAM}/draft`,
  permission: 'program.write',
  weight: 'light',
  audit: 'program.deleteDraft',
  ifMatch: true,
  answer: Draft,
})

export const validateProgram = operation({
  id: 'program.validate',
  summary: 'What is wrong with a program, and what may not be meant; nothing is saved',
  method: 'POST',
  path: `${PROGRAM}/validate`,
  permission: 'program.read',
  weight: 'light',
  isQuestion: true,
  bodyMax: LARGE_BODY_MAX,
  body: Type.Object(
    { program: Type.Optional(AnyProgram('Default: the draft.')) },
    { additionalProperties: false },
  ),
  answer: Type.Object({
    problems: Problems,
    warnings: Warnings,
    rules: Rules,
    changes: Changes('Differences to the current version.'),
  }),
})

export const previewProgram = operation({
  id: 'program.preview',
  summary: 'What an order would earn, line by line, under the draft and under what is current',
  method: 'POST',
  path: `${PROGRAM}/preview`,
  permission: 'program.read',
  weight: 'light',
  isQuestion: true,
  bodyMax: LARGE_BODY_MAX,
  body: Type.Object(
    {
      of: Type.Unsafe<'draft' | number | ProgramContent>({
        anyOf: [
          { const: 'draft' },
          { type: 'integer', minimum: 1, maximum: 2_147_483_647 },
          { type: 'object', maxProperties: 20 },
        ],
        description: 'The draft, a version by its number, or a program.',
      }),
      order: Type.Optional(Basket),
      orderId: Type.Optional(
        Text("An order that there is, by its id in the merchant's store, instead of `order`."),
      ),
      customerId: Type.Optional(
        Text("By the id in the merchant's store: whose tier counts, and whether it is their first order."),
      ),
      tierId: Type.Optional(
        Nullable(Type.Integer({ minimum: 1, description: 'A tier instead of that of a customer.' })),
      ),
      isFirstPurchase: Type.Optional(
        Type.Boolean({ description: 'Default: whether it is that of the customer; without one, no.' }),
      ),
    },
    { additionalProperties: false },
  ),
  answer: Type.Object({
    ...previewMembers,
    cards: PreviewedCards,
    current: Type.Object(previewMembers, { description: 'The same under what is current.' }),
  }),
})

// ── publishing ──────────────────────────────────────────────────────────────────────────────────────────────

export const publishDraft = operation({
  id: 'program.publish',
  summary: 'Publishes the draft, now or at a time',
  method: 'POST',
  path: `${PROGRAM}/publish`,
  permission: 'program.publish',
  weight: 'light',
  audit: 'program.publish',
  ifMatch: true,
  idempotent: true,
  status: 201,
  body: Type.Object(
    {
      effectiveAt: Type.Optional(
        Nullable(Moment('From when on is earned by it. Default, and null: at once.')),
      ),
      note: Type.Optional(Nullable(Text("Why. Default: the draft's note.", 1_000))),
      carry: Type.Optional(
        Type.Boolean({
          description:
            'Whether the change is also made in the versions that take effect later, and in one that was published since the draft began. Default: false. Where it is needed and not sent, the answer is 409 `carryNeeded` with `versions`; where another version changes the same rule in another way, 409 `carryConflict` with `conflicts`, and nothing is published.',
        }),
      ),
    },
    { additionalProperties: false },
  ),
  answer: Type.Object({
    version: versionMembers.version,
    state: versionMembers.state,
    effectiveAt: versionMembers.effectiveAt,
    publishedBy: Nullable(ActorShown),
    changes: Changes('Differences to the version before it.'),
    carried: Type.Array(
      Type.Object({
        from: Type.Integer({ description: 'The version that waited. It is cancelled.' }),
        version: Type.Integer({ description: 'What takes effect instead, with the change.' }),
        effectiveAt: Moment('When: as before.'),
      }),
      { maxItems: WAITING_MAX, description: 'Versions that take effect later and were changed too.' },
    ),
  }),
})

export const cancelScheduled = operation({
  id: 'program.scheduled.delete',
  summary: 'Cancels a version that is scheduled; its number stays used',
  method: 'DELETE',
  path: `${PROGRAM}/scheduled`,
  permission: 'program.publish',
  weight: 'light',
  audit: 'program.cancelScheduled',
  ifMatch: true,
  query: Type.Object({
    version: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 2_147_483_647,
        description: 'Which one. Default: the last. The others stay as they are.',
      }),
    ),
  }),
  answer: Overview,
})

// ── history ─────────────────────────────────────────────────────────────────────────────────────────────────

const versionParams = Type.Object({
  version: Type.Integer({ minimum: 1, maximum: 2_147_483_647, description: 'The number of a version.' }),
})

export const listVersions = operation({
  id: 'program.versions.list',
  summary: 'The published versions, newest first',
  method: 'GET',
  path: `${PROGRAM}/versions`,
  permission: 'program.read',
  weight: 'light',
  query: Type.Object(PageQuery),
  answer: Page(VersionSummary),
})

export const getVersion = operation({
  id: 'program.versions.get',
  summary: 'One published version with its rules',
  method: 'GET',
  path: `${PROGRAM}/versions/:version`,
  permission: 'program.read',
  weight: 'light',
  params: versionParams,
  answer: VersionView,
})

export const diffVersion = operation({
  id: 'program.versions.diff',
  summary: 'What a version changed, in sentences',
  method: 'GET',
  path: `${PROGRAM}/versions/:version/diff`,
  permission: 'program.read',
  weight: 'light',
  params: versionParams,
  query: Type.Object({
    against: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 2_147_483_647,
        description:
          'The version that it is compared with; 0: none. Default: the one that counts until it does.',
      }),
    ),
  }),
  answer: Type.Object({
    version: Type.Integer({ description: 'The version.' }),
    against: Type.Integer({ description: 'What it was compared with.' }),
    changes: Changes('From the other to this one.'),
  }),
})

export const restoreVersion = operation({
  id: 'program.versions.restore',
  summary: 'Puts a version into the draft; publishing that is a rollback',
  method: 'POST',
  path: `${PROGRAM}/versions/:version/restore`,
  permission: 'program.write',
  weight: 'light',
  audit: 'program.restore',
  ifMatch: true,
  params: versionParams,
  answer: Draft,
})

export const listChoices = operation({
  id: 'program.choices',
  summary: 'What a picker of a rule offers, from the catalog and the tiers',
  method: 'GET',
  path: `${PROGRAM}/choices`,
  permission: 'program.read',
  weight: 'light',
  query: Type.Object({
    of: Type.Enum([...PICKED], { description: 'What is picked.' }),
    search: Type.Optional(Text('The beginning of its id or name.')),
  }),
  answer: Type.Object({
    items: Type.Array(
      Type.Object({
        id: Type.String({ description: 'For `ids` of the rule.' }),
        label: Type.String({ description: 'For people.' }),
        contents: Type.Optional(
          Type.Object(
            {
              names: Type.Array(Type.String(), { maxItems: 3, description: 'Of its first products.' }),
              more: Type.Integer({
                minimum: 0,
                description:
                  'How many more products it has. Of a larger catalog, the first 20,000 are counted.',
              }),
            },
            {
              description:
                'What is in a brand or category, with all categories below it. Only where `search` is its ID.',
            },
          ),
        ),
      }),
      { maxItems: 50, description: 'Up to 50.' },
    ),
  }),
})
