import { expect, it } from 'vitest'
import { webhookId } from '../events/event.ts'
import { eventNamed } from './event-names.ts'

it('an event is found by the name that receivers see', () => {
  expect(webhookId(eventNamed('evt_7_4711_3'))).toBe('evt_7_4711_3')
  for (const name of [
    '123',
    'evt_7',
    'evt_7_123456',
    'evt_7_1_2_3',
    'evt_7_x',
    'evt_7_1_99999999999999999',
  ]) {
    expect(() => eventNamed(name), name).toThrow()
  }
})
