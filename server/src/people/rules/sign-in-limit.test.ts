import { describe, expect, it } from 'vitest'
import { countForAccount, countForNetwork, countForSender, type SignInLimit } from './sign-in-limit.ts'

const MINUTE = 60_000

/** What happens to one who tries every second: the seconds at which a password was looked at. */
function triesOf(count: typeof countForSender, seconds: number): number[] {
  let last: SignInLimit | null = null
  const looked: number[] = []
  for (let second = 0; second < seconds; second += 1) {
    const counted = count(last, second * 1_000)
    if (!('next' in counted)) continue
    last = counted.next
    looked.push(second)
  }
  return looked
}

describe('a sender', () => {
  it('may fail five times, then waits one minute, and twice as long after each further failure', () => {
    const looked = triesOf(countForSender, 6 * 3_600)
    expect(looked.slice(0, 5)).toEqual([0, 1, 2, 3, 4])
    const waits = looked.slice(5).map((second, index) => (second - (looked[index + 4] ?? 0)) / 60)
    expect(waits.slice(0, 9)).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60])
  })

  it('is looked at no more than 12 times within any hour', () => {
    const looked = triesOf(countForSender, 24 * 3_600)
    for (const from of looked) {
      expect(looked.filter((second) => second >= from && second < from + 3_600).length).toBeLessThanOrEqual(
        12,
      )
    }
  })

  it('says how long to wait', () => {
    const blocked = { failures: 5, blockedUntil: 10 * MINUTE, forgetAt: 100 * MINUTE }
    expect(countForSender(blocked, 9 * MINUTE)).toEqual({ retryAfterMs: MINUTE })
    expect(countForSender(blocked, 10 * MINUTE)).toMatchObject({ next: { failures: 6 } })
  })

  it('is forgotten after a day without a failure', () => {
    const blocked = { failures: 40, blockedUntil: 10 * MINUTE, forgetAt: 100 * MINUTE }
    expect(countForSender(blocked, 100 * MINUTE)).toMatchObject({
      next: { failures: 1, blockedUntil: null },
    })
  })
})

describe('an account, from everywhere', () => {
  it('may fail 30 times, then once in two minutes', () => {
    const looked = triesOf(countForAccount, 3_600)
    expect(looked.slice(0, 30)).toEqual(Array.from({ length: 30 }, (_, second) => second))
    expect(looked.slice(30, 33)).toEqual([149, 269, 389])
    expect(looked.length).toBeLessThanOrEqual(60)
  })
})

describe('a network', () => {
  it('may fail 50 times within the hour that its first failure begins', () => {
    expect(triesOf(countForNetwork, 3_600)).toEqual(Array.from({ length: 50 }, (_, second) => second))
    expect(triesOf(countForNetwork, 2 * 3_600).slice(50, 52)).toEqual([3_600, 3_601])
  })

  it('says how long to wait', () => {
    const full = { failures: 50, blockedUntil: null, forgetAt: 60 * MINUTE }
    expect(countForNetwork(full, 45 * MINUTE)).toEqual({ retryAfterMs: 15 * MINUTE })
  })
})
