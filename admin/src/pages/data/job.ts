import type { Answer } from '../../api/client.ts'
import type { StatusKind } from '../../components/status/Status.tsx'

export type Job = Answer<'jobs.list'>['items'][number]

export const LOOKS: Readonly<Record<Job['state'], StatusKind>> = {
  queued: 'waiting',
  running: 'well',
  paused: 'off',
  done: 'well',
  failed: 'bad',
  cancelled: 'off',
}

/** It may still change by itself. */
export function isMoving({ state, wish }: Job): boolean {
  return state === 'queued' || state === 'running' || wish !== null
}

export function mayPause({ state, wish }: Job): boolean {
  return (state === 'queued' || state === 'running') && wish === null
}

/** Also where it is about to pause. */
export function mayResume({ state, wish }: Job): boolean {
  return wish === 'pause' || (wish === null && (state === 'paused' || state === 'failed'))
}

export function mayCancel({ state, wish }: Job): boolean {
  return state !== 'done' && state !== 'cancelled' && wish !== 'cancel'
}
