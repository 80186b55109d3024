import type { Instant } from '../platform/clock.ts'

/* Links that let a person in once. Who has one can use it, so that each is shown once and kept as a hash. */

const INVITATION_MS = 72 * 3_600_000
/** The person is shut out and has just asked for it, so they are waiting; a longer life only helps a link that leaks. */
const RESET_MS = 3_600_000

export function endOfInvitation(now: Instant): Instant {
  return now + INVITATION_MS
}

export function endOfReset(now: Instant): Instant {
  return now + RESET_MS
}

export function invitationLink(origin: string, token: string): string {
  return `${origin}/panel/join/${token}`
}

export function resetLink(origin: string, token: string): string {
  return `${origin}/panel/reset/${token}`
}
