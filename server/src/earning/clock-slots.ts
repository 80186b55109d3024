import type { RuleWords } from './language.ts'
import { type HourWindow, WEEKDAYS, type Weekday } from './members.ts'
import type { Slot } from './slot.ts'
import { clockText } from './words.ts'

/* The slots of weekdays and hours. */

export function weekdaysSlot(days: ReadonlySet<Weekday>, words: RuleWords): Slot {
  // From Monday on, however they were written.
  const inOrder = WEEKDAYS.filter((day) => days.has(day))
  return { slot: '/when/days', kind: 'weekdays', value: inOrder, display: words.weekdays(inOrder) }
}

export function hoursSlot(hours: readonly HourWindow[], words: RuleWords): Slot {
  const value = hours.map(({ from, until }) => ({ from: clockText(from), until: clockText(until) }))
  return { slot: '/when/hours', kind: 'hours', value, display: words.hours(value) }
}
