import { once } from 'node:events'
import { Socket } from 'node:net'
import { expect, it } from 'vitest'
import { RequestsInProgress } from './requests-in-progress.ts'

it('counts requests as work until they are answered, and keeps a connection busy until they are sent', () => {
  const underWay = new RequestsInProgress(3)
  const [one, other] = [new Socket(), new Socket()]
  underWay.begin(one)
  underWay.begin(other)
  expect(underWay.atWork).toBe(2)
  underWay.finishWork(one)
  expect(underWay.atWork).toBe(1)
  expect(underWay.isBusy(one)).toBe(true)
  underWay.end(one)
  expect([underWay.isBusy(one), underWay.isBusy(other)]).toEqual([false, true])
})

it('does not count what a connection sends beyond its bound', () => {
  const underWay = new RequestsInProgress(3)
  const socket = new Socket()
  expect(Array.from({ length: 1_000 }, () => underWay.begin(socket)).filter(Boolean)).toHaveLength(3)
  expect(underWay.atWork).toBe(3)
  underWay.finishWork(socket)
  // Answered, and not read: there is still no room.
  expect(underWay.begin(socket)).toBe(false)
  underWay.end(socket)
  expect(underWay.begin(socket)).toBe(true)
})

it('forgets whoever hangs up', async () => {
  const underWay = new RequestsInProgress(3)
  const socket = new Socket()
  underWay.begin(socket)
  underWay.begin(socket)
  underWay.finishWork(socket)
  socket.destroy()
  await once(socket, 'close')
  expect(underWay.atWork).toBe(0)
  // What was still at work ends later.
  underWay.finishWork(socket)
  underWay.begin(socket)
  expect(underWay.atWork).toBe(0)
})
