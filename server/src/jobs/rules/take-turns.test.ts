import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isRefusal } from '../../contract/refusal.ts'
import { hasEnded, JOB_STATES, type Job, shownState, WISHES } from '../job.ts'
import {
  beginAgain,
  cancelAtOnce,
  changeJob,
  fulfilWish,
  JOB_CHANGES,
  OPEN_JOBS_MAX,
  refuseTooMany,
} from './change-job.ts'
import { firstRows, nextRows, ROWS_MAX } from './page-size.ts'
import { paceOf } from './progress.ts'
import { afterFailure, afterPage, beginTurn, endTurn, nextJob, nextTurnAt, readyAt } from './take-turns.ts'

const T = 1_000_000
const RESULT_DAYS = 7
const WEEK_MS = 7 * 86_400_000
const PROBLEM = { reason: 'failed-repeatedly', requestId: 'turn-1' } as const

const made: Job = {
  ...{ tenantId: 1, id: 12, kind: 'count', state: 'queued', wish: 'none', input: {}, checkpoint: null },
  ...{ done: 0, total: null, result: null, problem: null, byActor: 'person:7', byLabel: 'Ana' },
  ...{ createdAt: T, startedAt: null, finishedAt: null, expiresAt: null, failures: 0, turnAt: T },
  ...{ leaseNumber: 0, erasedAt: null },
}
const change = (job: Job, what: (typeof JOB_CHANGES)[number]) =>
  changeJob(job, what, { now: T, resultDays: RESULT_DAYS })

describe('a job that people change', () => {
  it('waits for the current page while a worker has it, and changes at once otherwise', () => {
    const running = beginTurn(made, T)
    expect(change(made, 'pause')).toMatchObject({ state: 'paused', wish: 'none' })
    expect(change(running, 'pause')).toMatchObject({ state: 'running', wish: 'pause' })
    expect(change(made, 'cancel')).toMatchObject({
      state: 'cancelled',
      finishedAt: T,
      expiresAt: T + WEEK_MS,
    })
    expect(change(running, 'cancel')).toMatchObject({ state: 'running', wish: 'cancel' })
  })

  it('ends as cancelled where what it was asked for is gone', () => {
    const page = { checkpoint: 3, done: 3, finished: false, isVoid: true } as const
    expect(afterPage(beginTurn(made, T), page, T, RESULT_DAYS)).toMatchObject({
      ...{ state: 'cancelled', finishedAt: T, expiresAt: T + WEEK_MS },
    })
  })

  it('is paused or cancelled between two pages, as was wished', () => {
    const running = beginTurn(made, T)
    expect(fulfilWish(running, T, RESULT_DAYS)).toBe(running)
    expect(fulfilWish({ ...running, wish: 'pause' }, T, RESULT_DAYS)).toMatchObject({
      state: 'paused',
      wish: 'none',
    })
    expect(fulfilWish({ ...running, wish: 'cancel' }, T, RESULT_DAYS)).toMatchObject({ state: 'cancelled' })
  })

  it('goes on from its checkpoint when it is resumed, also after it has failed', () => {
    const failed = {
      ...made,
      state: 'failed',
      failures: 5,
      checkpoint: 7,
      problem: PROBLEM,
      expiresAt: T,
    } as const
    expect(change(failed, 'resume')).toMatchObject({
      ...{ state: 'queued', failures: 0, problem: null, checkpoint: 7, finishedAt: null, expiresAt: null },
    })
    expect(change({ ...made, state: 'running', wish: 'pause' }, 'resume')).toMatchObject({ wish: 'none' })
    // A wish to cancel stays: what was cancelled may have told people so.
    expect(change({ ...made, state: 'running', wish: 'cancel' }, 'resume')).toMatchObject({ wish: 'cancel' })
  })

  it('never leaves an end but by resuming one that has failed, and twice is as once', () => {
    const jobs = fc.record({
      state: fc.constantFrom(...JOB_STATES),
      wish: fc.constantFrom(...WISHES),
    })
    fc.assert(
      fc.property(jobs, fc.constantFrom(...JOB_CHANGES), (found, what) => {
        const job: Job = { ...made, ...found }
        const changed = change(job, what)
        if (isRefusal(changed)) {
          expect(hasEnded(job)).toBe(true)
          return
        }
        expect(job.state).not.toBe('done')
        if (job.state === 'cancelled') expect(changed).toBe(job)
        if (job.state === 'failed') expect(['queued', 'cancelled']).toContain(changed.state)
        expect(change(changed, what)).toEqual(changed)
      }),
    )
  })

  it('that has failed is not resumed when its files went with a customer who was erased', () => {
    const failed = { ...made, state: 'failed', failures: 5, erasedAt: T } as const
    expect(change(failed, 'resume')).toMatchObject({ reason: 'files-erased' })
    expect(change(failed, 'cancel')).toMatchObject({ state: 'cancelled' })
    expect(change({ ...failed, state: 'paused' }, 'resume')).toMatchObject({ state: 'queued' })
  })

  it('is cancelled in its turn where its files must not wait, and the turn saves nothing more', () => {
    const running = beginTurn(made, T)
    const leaseNumber = running.leaseNumber + 1
    expect(cancelAtOnce(running, T, RESULT_DAYS)).toMatchObject({ state: 'cancelled', leaseNumber })
  })

  it('begins again without a checkpoint, and stays paused or failed if it was', () => {
    const begun = { ...made, state: 'running', checkpoint: 5, done: 5, startedAt: T } as const
    expect(beginAgain({ ...begun, state: 'failed' })).toMatchObject({ state: 'failed', checkpoint: null })
    expect(beginAgain(begun)).toMatchObject({ state: 'queued', checkpoint: null, done: 0, startedAt: null })
    expect(beginAgain({ ...begun, state: 'paused' })).toMatchObject({ state: 'paused', checkpoint: null })
  })

  it('is running for people between two turns', () => {
    expect(shownState(made)).toBe('queued')
    expect(shownState(endTurn(beginTurn(made, T), T))).toBe('running')
  })

  it('is one of ten at most', () => {
    expect(refuseTooMany(OPEN_JOBS_MAX - 1)).toBeNull()
    expect(refuseTooMany(OPEN_JOBS_MAX)).toMatchObject({ reason: 'too-many-jobs' })
  })
})

describe('turns', () => {
  it('go to the job whose last turn is longest ago, and to none that waits for a retry', () => {
    const jobs = [
      { id: 1, failures: 0, turnAt: T + 3 },
      { id: 2, failures: 0, turnAt: T + 2 },
      { id: 3, failures: 3, turnAt: T },
    ]
    expect(nextJob(jobs, T + 10)?.id).toBe(2)
    expect(nextJob(jobs, T + 30_000)?.id).toBe(3)
    expect(nextTurnAt(jobs, T + 10)).toBe(T + 10)
    expect(nextTurnAt(jobs.slice(2), T + 10)).toBe(T + 30_000)
    expect([nextJob([], T), nextTurnAt([], T)]).toEqual([null, null])
  })

  it('of jobs that never end differ by one at most, whichever order they were created in', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10 }), fc.integer({ min: 1, max: 100 }), (count, turns) => {
        let jobs = Array.from({ length: count }, (_, index): Job => ({ ...made, id: index + 1 }))
        for (let turn = 1; turn <= turns; turn += 1) {
          const next = nextJob(jobs, T + turn)
          jobs = jobs.map((job) => (job === next ? endTurn(beginTurn(job, T + turn), T + turn) : job))
        }
        const taken = jobs.map(({ leaseNumber }) => leaseNumber)
        expect(Math.max(...taken) - Math.min(...taken)).toBeLessThanOrEqual(1)
      }),
    )
  })

  it('that fail are repeated after 1, 5, 30 and 30 seconds; the fifth failure in a row ends the job', () => {
    let job = beginTurn(made, T)
    const waits: number[] = []
    for (let failures = 1; failures < 5; failures += 1) {
      job = afterFailure(job, PROBLEM, T, RESULT_DAYS)
      expect(job).toMatchObject({ state: 'queued', problem: null, failures })
      waits.push(readyAt(job) - T)
    }
    expect(waits).toEqual([1_000, 5_000, 30_000, 30_000])
    expect(afterFailure(job, PROBLEM, T, RESULT_DAYS)).toMatchObject({
      ...{ state: 'failed', problem: PROBLEM, finishedAt: T, expiresAt: T + WEEK_MS },
    })
    const moved = afterPage(job, { checkpoint: 1, done: 1, finished: false }, T, RESULT_DAYS)
    expect(afterFailure(moved, PROBLEM, T, RESULT_DAYS)).toMatchObject({ state: 'queued', failures: 1 })
  })

  it('save what a page has done, and keep the total and the result that an earlier page told', () => {
    const running = beginTurn(made, T)
    const first = afterPage(running, { checkpoint: 5, done: 5, total: 9, finished: false }, T, RESULT_DAYS)
    expect(first).toMatchObject({ state: 'running', checkpoint: 5, done: 5, total: 9, finishedAt: null })
    const last = afterPage(
      first,
      { checkpoint: 9, done: 9, result: { sum: 1 }, finished: true },
      T,
      RESULT_DAYS,
    )
    expect(last).toMatchObject({ state: 'done', total: 9, result: { sum: 1 }, expiresAt: T + WEEK_MS })
  })
})

describe('the rows of a page', () => {
  it('are halved above 200 ms, doubled below 50, and stay within their bounds', () => {
    expect(nextRows(1_000, 201)).toBe(500)
    expect(nextRows(500, 100)).toBe(500)
    expect(nextRows(500, 49)).toBe(ROWS_MAX)
    expect(nextRows(ROWS_MAX, 1)).toBe(ROWS_MAX)
    expect(nextRows(1, 10_000)).toBe(1)
  })

  it('begin smaller after each failure', () => {
    expect([0, 1, 4, 100].map(firstRows)).toEqual([1_000, 500, 62, 1])
  })
})

describe('the rate of a job', () => {
  it('is that of the last minute, and the time left follows from it', () => {
    const samples = [
      { at: T - 61_000, done: 0 },
      { at: T - 10_000, done: 1_000 },
      { at: T, done: 3_000 },
    ]
    expect(paceOf(samples, 5_000, T)).toEqual({ perSecond: 200, secondsLeft: 10 })
    expect(paceOf(samples, null, T)).toEqual({ perSecond: 200, secondsLeft: null })
    expect(paceOf([...samples, { at: T + 40_000, done: 3_000 }], 5_000, T + 55_000)).toEqual({
      ...{ perSecond: 0, secondsLeft: null },
    })
  })

  it('is unknown after one look, and after a job that began again', () => {
    expect(paceOf([{ at: T, done: 5 }], 10, T)).toBeNull()
    expect(
      paceOf(
        [
          { at: T - 9_000, done: 5 },
          { at: T, done: 0 },
        ],
        10,
        T,
      ),
    ).toBeNull()
  })
})
