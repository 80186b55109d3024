import { describe, expect, test } from 'vitest'
import { median, quantile, ratiosToItself, spreadOf } from './figures.ts'

describe('what is said of several rounds', () => {
  test('the median is the middle one, or between the middle two', () => {
    expect(median([9, 1, 5])).toBe(5)
    expect(median([10, 1, 2, 4])).toBe(3)
    expect(median([7])).toBe(7)
  })

  test('of no rounds there is none', () => {
    expect(median([])).toBeNaN()
  })

  test('a share of the way lies between two numbers', () => {
    expect(quantile([0, 10, 20, 30, 40], 0.25)).toBe(10)
    expect(quantile([0, 10], 0.99)).toBeCloseTo(9.9)
  })

  test('the spread names the least and the most beside the median', () => {
    expect(spreadOf([1.236, 3, 2.004], 2)).toEqual({ median: 2, least: 1.24, most: 3 })
  })

  test('neighbouring turns of one side tell the noise', () => {
    // here there, there here, here there
    expect(
      ratiosToItself([
        [100, 200],
        [110, 220],
        [121, 210],
      ]),
    ).toEqual([220 / 200, 121 / 110])
    expect(ratiosToItself([[1, 2]])).toEqual([])
  })
})
