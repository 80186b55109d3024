import { expect, it } from 'vitest'
import { restartAfter } from './restart-delay.ts'

it('waits twice as long each time, up to half a minute', () => {
  const delays: number[] = []
  for (let failures = 0; delays.length < 9; ) {
    const next = restartAfter(failures, 100)
    failures = next.failures
    delays.push(next.delayMs)
  }
  expect(delays).toEqual([500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000])
})

it('stays at half a minute, however often it fails', () => {
  expect(restartAfter(5_000, 100).delayMs).toBe(30_000)
})

it('begins anew after a process that lived for a minute', () => {
  expect(restartAfter(7, 59_999)).toEqual({ failures: 8, delayMs: 30_000 })
  expect(restartAfter(7, 60_000)).toEqual({ failures: 1, delayMs: 500 })
})
