import fc from 'fast-check'
import { expect, it } from 'vitest'
import { endOfFile, endOfList, headOfFile, headOfList, rowsOfList } from './person-file-text.ts'

const row = fc.record({ id: fc.integer(), text: fc.string(), within: fc.array(fc.object()) })

it('is what JSON.stringify writes of the whole, however the rows of a list are cut', () => {
  fc.assert(
    fc.property(
      fc.record({ id: fc.integer(), name: fc.string(), former: fc.array(fc.string()) }),
      fc.array(fc.array(row, { maxLength: 4 }), { minLength: 1, maxLength: 4 }),
      fc.array(row, { maxLength: 3 }),
      (profile, pages, others) => {
        let text = headOfFile(profile) + headOfList('orders')
        let count = 0
        for (const page of pages) {
          text += rowsOfList(page, count)
          count += page.length
        }
        text += endOfList(count) + headOfList('others') + rowsOfList(others, 0) + endOfList(others.length)
        const whole = { ...profile, orders: pages.flat(), others }
        expect(text + endOfFile()).toBe(`${JSON.stringify(whole, null, 2)}\n`)
      },
    ),
  )
})
