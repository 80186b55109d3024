import type { TenantId } from '../../contract/ids.ts'
import { type LocalizedText, localized } from '../../contract/locale.ts'
import { programOf } from '../../earning/manage/program-state.ts'
import { rewardsGivenBy } from '../../earning/program.ts'
import { standingAt } from '../../earning/schedule.ts'
import { findStandingVersions, lockPublishing } from '../../earning/store.ts'
import type { Instant } from '../../platform/clock.ts'
import type { Tx } from '../../platform/postgres/database.ts'

/** A rule that gives a reward, and in which version of the program; of several, the first that counts. */
export interface GivingRule {
  readonly id: number
  readonly name: string
  readonly version: number
  /** Whether that version counts already, or waits for its time. */
  readonly isCurrent: boolean
}

/** The rules that give a reward now or in a version that is scheduled. None is published until the transaction ends. */
export async function findGivingRules(
  tx: Tx,
  tenantId: TenantId,
  rewardId: number,
  now: Instant,
): Promise<GivingRule[]> {
  await lockPublishing(tx, tenantId, now)
  return (await rulesGiving(tx, tenantId, now)).get(rewardId) ?? []
}

/** By reward, the rules that give it now or will. */
export async function rulesGiving(
  tx: Tx,
  tenantId: TenantId,
  now: Instant,
): Promise<Map<number, GivingRule[]>> {
  const { current, waiting } = standingAt(await findStandingVersions(tx, tenantId), now)
  const found = new Map<number, GivingRule[]>()
  for (const stored of [...(current ? [current] : []), ...waiting]) {
    for (const rule of programOf(stored).rules) {
      if (!rule.isActive) continue
      const { id, name } = rule
      for (const { rewardId } of rewardsGivenBy(rule)) {
        const others = found.get(rewardId) ?? []
        if (others.some((other) => other.id === id)) continue
        const giving = { id, name, version: stored.version, isCurrent: stored === current }
        found.set(rewardId, [...others, giving])
      }
    }
  }
  return found
}

/** Why it can't be archived, with the rules' names. */
export function givenByRules(rules: readonly GivingRule[]): LocalizedText {
  const names = (open: string, close: string): string =>
    rules.map(({ id, name }) => `${open}${name === '' ? id : name}${close}`).join(', ')
  return localized(
    `Rules give this reward: ${names('“', '”')}. Change them first, in scheduled versions too.`,
    `Há regras que dão esta recompensa: ${names('“', '”')}. Altere-as primeiro, também nas versões agendadas.`,
    `Hay reglas que dan esta recompensa: ${names('«', '»')}. Cámbialas primero, también en las versiones programadas.`,
  )
}
