import { describe, expect, it } from 'vitest'
import { judge, percentile, type Seen } from './judge.ts'

const GOOD: Seen = {
  memory: { serve: { first: 100, last: 110 }, work: { first: 100, last: 90 } },
  crashes: [],
  quiet: { requests: 4, failures: [], attacked: [10, 30], baseline: [5, 10] },
  faults: [],
  errors: [],
  verified: { accounts: 3, differences: 0 },
}

const missed = (seen: Partial<Seen>): string[] =>
  judge({ ...GOOD, ...seen })
    .filter(({ isMet }) => !isMet)
    .map(({ text }) => text)

describe('a soak', () => {
  it('is passed at its bounds', () => {
    expect(missed({})).toEqual([])
  })

  it.each<[string, Partial<Seen>, RegExp]>([
    ['memory grows', { memory: { work: { first: 100, last: 111 } } }, /^memory of work: .* 1\.11 times/],
    ['a process ends', { crashes: ['serve ended with 1'] }, /^1 processes.*\n.*serve ended with 1$/],
    [
      'a request of the quiet merchant fails',
      { quiet: { ...GOOD.quiet, failures: ['late'] } },
      /^1 of 4 requests.*\n.*late$/,
    ],
    [
      'the quiet merchant waits too long',
      { quiet: { ...GOOD.quiet, attacked: [10, 31] } },
      /p99: 31\.0 ms beside attackers, 10\.0 ms .* 3\.10 times/,
    ],
    ['nothing was measured', { quiet: { ...GOOD.quiet, baseline: [] } }, /NaN times/],
    ['an attacker meets a fault', { faults: ['500'] }, /^1 answers to attackers/],
    ['an error is logged', { errors: ['{}'] }, /^1 errors in the logs/],
    [
      'an account does not add up',
      { verified: { accounts: 3, differences: 1 } },
      /3 accounts, 1 differences/,
    ],
    ['nothing was verified', { verified: { accounts: 0, differences: 0 } }, /0 accounts/],
  ])('is failed when %s', (_case, seen, text) => {
    expect(missed(seen)).toEqual([expect.stringMatching(text)])
  })

  it('takes the percentile that so many stay below or at', () => {
    const hundred = Array.from({ length: 100 }, (_, index) => 100 - index)
    expect(percentile(hundred, 0.99)).toBe(99)
    expect(percentile(hundred, 0.5)).toBe(50)
  })
})
