import { isDeepStrictEqual } from 'node:util'
import { CONFIRM, notPermitted } from '../contract/admin-api/texts.ts'
import type { Permission } from '../contract/permission.ts'
import type { Problem } from '../contract/problem.ts'
import { type Caller, hasToConfirm } from '../people/actor.ts'
import type { Instant } from '../platform/clock.ts'
import { writeDomains, writeShown } from '../storefront/rules/whole.ts'
import type { StorefrontConfig } from '../tenancy/store/storefront.ts'
import type { Applied } from './apply.ts'
import { stateOf } from './configuration.ts'
import type { ProgramFile } from './file.ts'

/* A file must not be a way around the permissions of what is in it: each section asks for those that it has elsewhere. */

type FileSection = Exclude<keyof ProgramFile, 'punchcard'>

const OF_SECTION: Readonly<Record<FileSection, { readonly read: Permission; readonly write: Permission }>> = {
  settings: { read: 'settings.read', write: 'settings.write' },
  program: { read: 'program.read', write: 'program.publish' },
  tiers: { read: 'tiers.read', write: 'tiers.write' },
  rewards: { read: 'rewards.read', write: 'rewards.write' },
  quizzes: { read: 'quizzes.read', write: 'quizzes.write' },
  storefront: { read: 'storefront.read', write: 'storefront.write' },
}

const SECTIONS = Object.keys(OF_SECTION) as FileSection[]

/** The file without the sections that the caller may not read. */
export function readablePart(file: ProgramFile, { permissions }: Caller): ProgramFile {
  const hidden = SECTIONS.filter((section) => !permissions?.has(OF_SECTION[section].read))
  return Object.fromEntries(
    Object.entries(file).filter(([name]) => !(hidden as readonly string[]).includes(name)),
  ) as unknown as ProgramFile
}

/** A plan tells what there is now, so it is for callers who may read that. */
export function problemOfReading(file: ProgramFile, caller: Caller): Problem | null {
  return lacking(
    caller,
    SECTIONS.filter((section) => file[section] !== undefined).map((section) => OF_SECTION[section].read),
  )
}

/** What the file leaves as it is needs no permission to write: who may export a file may apply it again. */
export function problemOfWriting(
  { before, after, published }: Applied,
  caller: Caller,
  now: Instant,
): Problem | null {
  const [was, is] = [stateOf(before), stateOf(after)]
  const isOther = (write: (storefront: StorefrontConfig) => object) =>
    !isDeepStrictEqual(write(before.storefront), write(after.storefront))
  const leadsElsewhere = isOther(writeDomains)
  const changed = SECTIONS.filter((section) =>
    section === 'program'
      ? published !== null || !isDeepStrictEqual([was.cashback, was.rules], [is.cashback, is.rules])
      : section === 'storefront'
        ? isOther(writeShown)
        : !isDeepStrictEqual(was[section], is[section]),
  )
  const refused = lacking(caller, [
    ...changed.map((section) => OF_SECTION[section].write),
    ...(leadsElsewhere ? (['storefront.domains'] as const) : []),
  ])
  return refused ?? (leadsElsewhere && hasToConfirm(caller, now) ? CONFIRM : null)
}

function lacking({ permissions }: Caller, needed: readonly Permission[]): Problem | null {
  const missing = needed.find((permission) => !permissions?.has(permission))
  return missing === undefined ? null : notPermitted(missing)
}
