import { localized } from '../../contract/locale.ts'
import type { ProblemList } from '../../contract/problem-list.ts'
import { monthsLater } from '../../platform/calendar.ts'
import { type LocalDate, localDateFromText, localDateToText } from '../../platform/zone.ts'
import type { InactivityInput } from '../settings-input.ts'
import type { Inactivity } from '../tenant.ts'

/** How far ahead counting may start. */
const MONTHS_AHEAD = 24

/**
 * The setting as it becomes; null: points do not end that way. Where it is switched on or becomes stricter, counting
 * starts anew, tomorrow at the earliest: so no change of the setting ends anything on the same day.
 */
export function changedInactivity(
  list: ProblemList,
  stored: Inactivity | undefined,
  input: InactivityInput | null,
  today: LocalDate,
): Inactivity | null {
  if (input === null) return null
  const months = input.months ?? stored?.months
  if (months === undefined) {
    list.add('/inactivity/months', MONTHS_NEEDED)
    return stored ?? null
  }
  const noticeDays = input.noticeDays ?? stored?.noticeDays ?? 0
  const isStricter = !stored || months < stored.months || noticeDays < stored.noticeDays
  const { startsOn } = input
  const isKept = stored !== undefined && !isStricter && (startsOn ?? stored.startsOn) === stored.startsOn
  if (isKept) return { months, noticeDays, startsOn: stored.startsOn }
  if (startsOn === undefined) {
    // What was to start later still does.
    const latest = Math.max(today + 1, localDateFromText(stored?.startsOn ?? '') ?? 0)
    return { months, noticeDays, startsOn: localDateToText(latest) }
  }
  const first = localDateFromText(startsOn)
  if (first === null || first <= today || first > monthsLater(today, MONTHS_AHEAD)) {
    list.add('/inactivity/startsOn', STARTS_TOMORROW)
  }
  return { months, noticeDays, startsOn }
}

const MONTHS_NEEDED = localized(
  'Say after how many months without activity points expire.',
  'Informe depois de quantos meses sem atividade os pontos expiram.',
  'Indique después de cuántos meses sin actividad vencen los puntos.',
)
const STARTS_TOMORROW = localized(
  'A date from tomorrow up to two years ahead: changing this setting expires nothing on the same day.',
  'Uma data de amanhã até dois anos à frente: mudar esta configuração não faz nada expirar no mesmo dia.',
  'Una fecha desde mañana hasta dentro de dos años: cambiar esta configuración no hace vencer nada el mismo día.',
)
