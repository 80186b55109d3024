import { describe, expect, it } from 'vitest'
import { defineJob, jobKinds } from './define.ts'

const kind = {
  kind: 'count',
  permission: 'program.read',
  step: async () => ({ checkpoint: 1, done: 1, finished: true }),
  onMove: 'restart',
  onErase: 'nothing',
  isReadOnly: true,
  resultDays: 7,
} as const

describe('a kind of jobs', () => {
  it('does not compile where it does not say what becomes of it when its merchant moves or a customer is erased', () => {
    const { onMove: _, ...withoutMove } = kind
    const { onErase: __, ...withoutErase } = kind
    // @ts-expect-error it has no onMove
    defineJob(withoutMove)
    // @ts-expect-error it has no onErase
    defineJob(withoutErase)
    expect(defineJob(kind).kind).toBe('count')
  })

  it('has a name of its own', () => {
    expect(() => jobKinds([defineJob(kind), defineJob(kind)])).toThrow('the same name')
  })
})
