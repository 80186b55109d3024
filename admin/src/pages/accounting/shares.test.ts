import { expect, it } from 'vitest'
import { percentOf, percentOfShare, shareOfPercent } from './shares.ts'

it.each([
  ['20', '0.2000', '20'],
  ['18.7', '0.1870', '18.7'],
  ['0', '0.0000', '0'],
  ['0.05', '0.0005', '0.05'],
  ['95', '0.9500', '95'],
  ['100', '1.0000', '100'],
])('%s percent is the share %s', (percent, share, again) => {
  expect(shareOfPercent(percent)).toBe(share)
  expect(percentOfShare(share)).toBe(again)
})

it('what is no percentage is none', () => {
  for (const text of ['', '-1', '1.234', 'much', '1e3', '1000']) expect(shareOfPercent(text)).toBeNull()
  expect(percentOfShare('0.2')).toBe('20')
  expect(percentOf('0.187')).toBe(187)
})
