/** The samples on the panel's page Webhooks are what webhooks send, to the last member. */
import type { TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { expect, it } from 'vitest'
import { SAMPLE_PAYLOADS } from '../../../admin/src/pages/developers/sample-payloads.ts'
import { TOPIC } from '../../src/events/event.ts'
import {
  CardPayload,
  EventPayload,
  ExpiringPayload,
  RewardPayload,
  StampPayload,
} from '../../src/webhooks/private-api/schema.ts'

const BODIES: Readonly<Record<keyof typeof SAMPLE_PAYLOADS, TSchema>> = {
  Point_Add: EventPayload,
  Point_Update: EventPayload,
  Point_Removed: EventPayload,
  Stamp_Add: StampPayload,
  Stamp_Removed: StampPayload,
  Card_Completed: CardPayload,
  Reward_Given: RewardPayload,
  Reward_TakenBack: RewardPayload,
  Points_Expiring: ExpiringPayload,
}

/** Paths of all members of objects; those of a list are told by its first item. */
function membersOf(value: unknown, path = ''): string[] {
  if (Array.isArray(value)) return value.slice(0, 1).flatMap((one) => membersOf(one, `${path}[]`))
  if (value === null || typeof value !== 'object') return []
  return Object.entries(value).flatMap(([name, one]) => [
    `${path}.${name}`,
    ...membersOf(one, `${path}.${name}`),
  ])
}

interface ObjectSchema {
  readonly properties?: Readonly<Record<string, ObjectSchema>>
}

function describedIn({ properties = {} }: ObjectSchema, path = ''): string[] {
  return Object.entries(properties).flatMap(([name, one]) => [
    `${path}.${name}`,
    ...describedIn(one, `${path}.${name}`),
  ])
}

it('there is one for every topic', () => {
  expect(Object.keys(SAMPLE_PAYLOADS).toSorted()).toEqual(Object.values(TOPIC).toSorted())
})

it.each(Object.entries(BODIES))(
  'the sample of %s has every member of its body and no other',
  (topic, body) => {
    const sample = SAMPLE_PAYLOADS[topic as keyof typeof SAMPLE_PAYLOADS]
    expect(Value.Errors(body, sample)).toEqual([])
    const members = membersOf(sample).filter((path) => !path.includes('[]'))
    expect(members.toSorted()).toEqual(describedIn(body as ObjectSchema).toSorted())
  },
)
