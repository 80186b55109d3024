import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { codeOf } from '../../contract/private-api/errors.ts'
import { isRefusal } from '../../contract/refusal.ts'
import { readCashbackChange, readPointsChange } from './read.ts'
import type { CashbackBody, PointsBody } from './schema.ts'

const blank = fc.constantFrom(undefined, null, '', ' \t')

/** The checks of a body in their order: what fails each of them, and what passes. */
const body = fc.record({
  ChangeKey: fc.oneof(blank, fc.constant('key')),
  Reason: fc.oneof(blank, fc.constant('reason')),
  Value: fc.constantFrom(undefined, null, 0, -0, 5, -5, 0.0001),
  OperationType: fc.constantFrom(undefined, null, 0, 1, 2, -1, 0.5),
})

function expectedCode({ ChangeKey, Reason, Value, OperationType }: CashbackBody): number | null {
  if (!ChangeKey?.trim()) return 65
  if (!Reason?.trim()) return 67
  if (!Value) return 64
  if (OperationType !== 0 && OperationType !== 1) return 8
  if (Value < 0 && OperationType === 0) return 63
  return null
}

describe('a cashback change that was sent', () => {
  it('is refused for the first of its faults, by the name of the field', () => {
    fc.assert(
      fc.property(body, (sent) => {
        const change = readCashbackChange(sent as CashbackBody)
        const code = expectedCode(sent as CashbackBody)
        if (isRefusal(change)) {
          expect(codeOf(change)).toBe(code)
          expect(change.message.startsWith(`${change.field} `)).toBe(true)
        } else {
          expect(code).toBeNull()
        }
      }),
      { numRuns: 1_000 },
    )
  })

  it.each([
    [5, 0, 'add', 50_000n],
    [5, 1, 'remove', 50_000n],
    [-5, 1, 'remove', 50_000n],
    [0.0001, 0, 'add', 1n],
  ] as const)('%d with operation %d is to %s', (Value, OperationType, kind, quantity) => {
    expect(readCashbackChange({ Value, OperationType, Reason: ' because ', ChangeKey: ' k ' })).toEqual({
      kind,
      unit: 'cashback',
      quantity,
      reason: ' because ',
      changeKey: ' k ',
    })
  })
})

/** The same but for the name, and for points, whose sign has to fit the operation. */
function expectedCodeOfPoints({ Points, ...body }: PointsBody): number | null {
  const code = expectedCode({ ...body, Value: Math.abs(Points ?? 0) })
  if (code !== null || !Points) return code
  if (Points > 0 && body.OperationType === 1) return 62
  return Points < 0 && body.OperationType === 0 ? 63 : null
}

describe('a change of points that was sent', () => {
  it('is refused for the first of its faults, by the name of the field', () => {
    fc.assert(
      fc.property(body, ({ Value, ...sent }) => {
        const points = { ...sent, Points: Value } as PointsBody
        const change = readPointsChange(points)
        const code = expectedCodeOfPoints(points)
        if (isRefusal(change)) {
          expect(codeOf(change)).toBe(code)
          expect(change.message.startsWith(`${change.field} `)).toBe(true)
        } else {
          expect(code).toBeNull()
        }
      }),
      { numRuns: 1_000 },
    )
  })

  it.each([
    [5, 0, 'add', 50_000n],
    [-5, 1, 'remove', 50_000n],
  ] as const)('%d with operation %d is to %s', (Points, OperationType, kind, quantity) => {
    expect(readPointsChange({ Points, OperationType, Reason: 'r', ChangeKey: 'k' })).toEqual({
      kind,
      unit: 'points',
      quantity,
      reason: 'r',
      changeKey: 'k',
    })
  })
})
