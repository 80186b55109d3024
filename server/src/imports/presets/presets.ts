import { plain } from '../guess.ts'
import type { Mapping } from '../mapping.ts'
import type { Member } from '../members.ts'
import type { LookedColumn } from '../reading/look.ts'
import {
  loyaltyLion,
  myCred,
  myCredLog,
  odoo,
  punchcard,
  punchcardCodes,
  punchcardCoupons,
  punchcardOrders,
  rivo,
  rivoLog,
  smile,
  woocommerce,
  yotpo,
} from './from-vendors.ts'
import type { Preset } from './preset.ts'

/** In the order in which people choose among them. There is none without a source. */
export const PRESETS: readonly Preset[] = [
  ...[smile, loyaltyLion, yotpo, rivo, rivoLog, woocommerce, myCred, myCredLog, odoo, punchcard],
  ...[punchcardCoupons, punchcardCodes, punchcardOrders],
]

export function findPreset(name: string): Preset | null {
  return PRESETS.find((preset) => preset.name === name) ?? null
}

const MOST = 0.8

interface PresetMapping {
  readonly mapping: Mapping
  /** Columns of one name: a person says which of them is meant. */
  readonly several: Readonly<Partial<Record<Member, readonly string[]>>>
}

/** Of the columns that the file has. What calls customers by their e-mail in place of an id is an e-mail. */
export function mappingOfPreset(preset: Preset, columns: readonly LookedColumn[]): PresetMapping {
  const found = Object.entries(preset.columns).flatMap(([member, names]) => {
    const called = names
      .map((name) => columns.filter((one, index) => isCalled(one, index, name)))
      .find(({ length }) => length > 0)
    return called ? [[member as Member, called] as const] : []
  })
  const several = found.filter(([, called]) => called.length > 1)
  const mapped = found.flatMap(([member, [column, other]]) =>
    column && !other ? [[member, column] as const] : [],
  )
  const hasEmail = found.some(([member]) => member === 'email')
  const named = mapped.map(([member, column]): [Member, string] => {
    const isEmail = column.filled > 0 && column.emails >= column.filled * MOST
    return [member === 'originalId' && isEmail && !hasEmail ? 'email' : member, column.name]
  })
  return {
    mapping: { ...preset.rules, columns: Object.fromEntries(named) },
    several: Object.fromEntries(several.map(([member, called]) => [member, called.map(({ name }) => name)])),
  }
}

function isCalled({ title }: LookedColumn, index: number, wanted: string): boolean {
  return wanted.startsWith('#') ? wanted === `#${index + 1}` : plain(title) === plain(wanted)
}
