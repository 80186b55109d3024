import { expect, it } from 'vitest'
import { bytesOfPart, FILE_BYTES_MAX, PART_BYTES, partsOf } from '../file.ts'
import { refuseFile } from './file-quota.ts'

const QUOTAS = { ofTenant: 5_000_000_000, ofCell: 50_000_000_000 }
const NONE = { ofTenant: 0, ofCell: 0 }

it.each([
  [FILE_BYTES_MAX, NONE, null],
  [FILE_BYTES_MAX + 1, NONE, 'file-too-large'],
  [1_000, { ofTenant: 4_999_999_000, ofCell: 4_999_999_000 }, null],
  [1_001, { ofTenant: 4_999_999_000, ofCell: 4_999_999_000 }, 'files-full'],
  [1, { ofTenant: 0, ofCell: 50_000_000_000 }, 'cell-full'],
])('a file of %i octets beside %o: %s', (bytes, used, reason) => {
  expect(refuseFile(bytes, used, QUOTAS)?.reason ?? null).toBe(reason)
})

it('says how much is used, and what to do', () => {
  const refused = refuseFile(1_000_000_000, { ofTenant: 4_200_000_000, ofCell: 0 }, QUOTAS)
  expect(refused?.message).toBe(
    'Your files have 4.2 GB of 5 GB. Delete files that you no longer need, or wait until they expire.',
  )
})

it.each([
  [0, 1, [0]],
  [1, 1, [1]],
  [PART_BYTES, 1, [PART_BYTES]],
  [PART_BYTES + 1, 2, [PART_BYTES, 1]],
])('an upload of %i octets has %i parts', (bytes, parts, sizes) => {
  expect(partsOf(bytes)).toBe(parts)
  expect(sizes.map((_, index) => bytesOfPart(bytes, index + 1))).toEqual(sizes)
  expect([bytesOfPart(bytes, 0), bytesOfPart(bytes, parts + 1)]).toEqual([null, null])
})
