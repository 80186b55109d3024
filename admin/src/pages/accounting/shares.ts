import { tenthsOfPercent } from '../../format/decimal.ts'

/** `0.187` as tenths of a percent. */
export function percentOf(share: string): number | null {
  return tenthsOfPercent(share, '1')
}

/** A share as people type it, in percent, as the API takes it: `18.7` is `0.187`. null: that is no number. */
export function shareOfPercent(percent: string): string | null {
  if (!/^\d{1,3}(\.\d{1,2})?$/.test(percent)) return null
  const [whole = '0', decimals = ''] = percent.split('.')
  const digits = `${whole}${decimals.padEnd(2, '0')}`.padStart(5, '0')
  return `${digits.slice(0, -4).replace(/^0+(?=\d)/, '')}.${digits.slice(-4)}`
}

/** The other way: `0.187` is `18.7`. */
export function percentOfShare(share: string): string {
  const [whole = '0', decimals = ''] = share.split('.')
  const digits = `${whole}${decimals.padEnd(4, '0').slice(0, 4)}`
  const text = `${digits.slice(0, -2)}.${digits.slice(-2)}`
  return text.replace(/^0+(?=\d)/, '').replace(/\.?0+$/, '')
}
