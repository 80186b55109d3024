import { expect, it } from 'vitest'
import { bodyOf, NEW_CUSTOMER } from './add-values.ts'

it('a new customer is sent without what was left empty', () => {
  expect(bodyOf({ ...NEW_CUSTOMER, originalId: ' c-17 ', name: ' Rosa ', phone: '  ' })).toEqual({
    originalId: 'c-17',
    name: 'Rosa',
    isEnrolled: true,
  })
  expect(bodyOf({ ...NEW_CUSTOMER, originalId: 'c-17', birthday: '1990-02-03', isEnrolled: false })).toEqual({
    originalId: 'c-17',
    birthday: '1990-02-03T00:00:00Z',
    isEnrolled: false,
  })
})
