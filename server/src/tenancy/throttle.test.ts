import { describe, expect, it } from 'vitest'
import { Budget, ConcurrencyLimit, Throttle } from './throttle.ts'

describe('a throttle of 3 failures in 1,000 ms', () => {
  const create = () => new Throttle({ failuresMax: 3, windowMs: 1_000 })

  function failing(throttle: ReturnType<typeof create>, who: string, ...times: number[]): void {
    for (const now of times) throttle.countFailure(who, now)
  }

  it('lets anyone try who has not failed', () => expect(create().retryAfterMs('anna', 0)).toBe(0))

  it('lets one fail three times, then makes it wait for the end of the window', () => {
    const throttle = create()
    failing(throttle, 'anna', 100, 200)
    expect(throttle.retryAfterMs('anna', 300)).toBe(0)
    failing(throttle, 'anna', 400)
    expect(throttle.retryAfterMs('anna', 400)).toBe(700)
    expect(throttle.retryAfterMs('anna', 1_099)).toBe(1)
    expect(throttle.retryAfterMs('anna', 1_100)).toBe(0)
  })

  it('counts anew in the next window', () => {
    const throttle = create()
    failing(throttle, 'anna', 0, 0, 0, 1_000)
    expect(throttle.retryAfterMs('anna', 1_000)).toBe(0)
    failing(throttle, 'anna', 1_001, 1_002)
    expect(throttle.retryAfterMs('anna', 1_002)).toBe(998)
  })

  it('makes nobody else wait', () => {
    const throttle = create()
    failing(throttle, 'anna', 0, 0, 0)
    expect(throttle.retryAfterMs('bert', 0)).toBe(0)
  })

  it('is not lengthened by failures while one waits', () => {
    const throttle = create()
    failing(throttle, 'anna', 0, 0, 0, 500, 900)
    expect(throttle.retryAfterMs('anna', 900)).toBe(100)
  })

  it('forgets the oldest first, so that inventing names neither fills memory nor frees a recent one', () => {
    const throttle = create()
    failing(throttle, 'oldest', 0, 0, 0)
    failing(throttle, 'recent', 0, 0, 0)
    for (let count = 0; count < 99_999; count += 1) throttle.countFailure(`invented ${count}`, 1)
    expect(throttle.retryAfterMs('oldest', 1)).toBe(0)
    expect(throttle.retryAfterMs('recent', 1)).toBe(999)
  })
})

describe('a budget of 3 at once and 2 a second', () => {
  const create = () => new Budget({ burst: 3, perSecond: 2 })

  it('gives three at once, then makes one wait for the next drop', () => {
    const budget = create()
    for (let count = 0; count < 3; count += 1) expect(budget.take('anna', 0)).toBe(0)
    expect(budget.take('anna', 0)).toBe(500)
    expect(budget.take('anna', 400)).toBeCloseTo(100)
    expect(budget.take('anna', 500)).toBe(0)
    expect(budget.take('anna', 500)).toBe(500)
    expect(budget.take('bert', 500)).toBe(0)
  })

  it('never holds more than three', () => {
    const budget = create()
    budget.take('anna', 0)
    for (let count = 0; count < 3; count += 1) expect(budget.take('anna', 100_000)).toBe(0)
    expect(budget.take('anna', 100_000)).toBe(500)
  })

  it('takes back what was not needed', () => {
    const budget = create()
    for (let count = 0; count < 100; count += 1) {
      expect(budget.take('anna', 0)).toBe(0)
      budget.giveBack('anna', 0)
    }
    budget.giveBack('anna', 0)
    for (let count = 0; count < 3; count += 1) expect(budget.take('anna', 0)).toBe(0)
    expect(budget.take('anna', 0)).toBeGreaterThan(0)
  })

  it('forgets the oldest first', () => {
    const budget = create()
    for (const who of ['oldest', 'recent']) for (let count = 0; count < 3; count += 1) budget.take(who, 0)
    for (let count = 0; count < 99_999; count += 1) budget.take(`invented ${count}`, 0)
    expect(budget.take('recent', 0)).toBeGreaterThan(0)
    expect(budget.take('oldest', 0)).toBe(0)
  })
})

describe('limit of two at a time', () => {
  it('lets two of one work, the others after them in order, and nobody else waits', async () => {
    const limit = new ConcurrencyLimit(2)
    const begun: string[] = []
    const ends: (() => void)[] = []
    const work = (name: string) => () => {
      begun.push(name)
      return new Promise<string>((resolve) => ends.push(() => resolve(name)))
    }
    const all = ['a1', 'a2', 'a3', 'a4'].map((name) => limit.run('anna', work(name)))
    all.push(limit.run('bert', work('b1')))
    await Promise.resolve()
    expect(begun).toEqual(['a1', 'a2', 'b1'])
    ends.shift()?.()
    expect(await all[0]).toBe('a1')
    expect(begun).toEqual(['a1', 'a2', 'b1', 'a3'])
    while (ends.length > 0) {
      ends.shift()?.()
      await new Promise(setImmediate)
    }
    expect(await Promise.all(all)).toEqual(['a1', 'a2', 'a3', 'a4', 'b1'])
  })

  it('goes on after a failure', async () => {
    const limit = new ConcurrencyLimit(1)
    const failed = limit.run('anna', () => Promise.reject(new Error('no')))
    const next = limit.run('anna', async () => 'yes')
    await expect(failed).rejects.toThrow('no')
    expect(await next).toBe('yes')
    expect(await limit.run('anna', async () => 'again')).toBe('again')
  })
})
