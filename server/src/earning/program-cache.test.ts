import { expect, it } from 'vitest'
import { unreadableProgram } from './format.ts'
import { EMPTY_PROGRAM, type Program } from './program.ts'
import { ProgramCache } from './program-cache.ts'
import { parseProgram } from './program-schema.ts'

const IDS = 2_000

function large(version: number): Program {
  const ids = Array.from({ length: IDS }, (_, number) => `p${number}`)
  const rules = [{ id: 1, kind: 'product', ids, points: '1' }]
  return parseProgram({ version, cashback: { isOn: false, pointValue: '0' }, rules })
}

it('keeps as much as there is room for, the newest', () => {
  const cache = new ProgramCache(1_000_000)
  for (let version = 1; version <= 10; version += 1) cache.set(`merchant ${version}`, large(version))
  const kept = Array.from({ length: 10 }, (_, place) => cache.get(`merchant ${place + 1}`)?.version)
  expect(kept).toEqual([...Array(7).fill(undefined), 8, 9, 10])
})

it('keeps a thousand small ones where few large ones have room', () => {
  const cache = new ProgramCache(3_000_000)
  for (let merchant = 1; merchant <= 1_000; merchant += 1) cache.set(`merchant ${merchant}`, EMPTY_PROGRAM)
  expect(cache.get('merchant 1')).toBe(EMPTY_PROGRAM)
  // The same once more takes no more room.
  for (let time = 0; time < 1_000; time += 1) cache.set('merchant 1', EMPTY_PROGRAM)
  expect(cache.get('merchant 2')).toBe(EMPTY_PROGRAM)
})

it('gives up one that is larger than all room, and holds the rest in order', () => {
  const cache = new ProgramCache(10_000)
  cache.set('large', large(1))
  expect(cache.get('large')).toBeUndefined()
  cache.set('small', EMPTY_PROGRAM)
  expect(cache.get('small')).toBe(EMPTY_PROGRAM)
})

it('keeps one that is newer than the process', () => {
  const cache = new ProgramCache()
  const newer = unreadableProgram(1, 2, 99)
  cache.set('newer', newer)
  expect(cache.get('newer')).toBe(newer)
})
