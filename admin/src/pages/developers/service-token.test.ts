import { expect, it } from 'vitest'
import { areasOf, type Permission, warningsOf, withPermission } from './service-token.ts'

const OFFERED: readonly Permission[] = [
  'settings.read',
  'people.read',
  'tokens.write',
  'security.write',
  'approvals.decide',
  'program.read',
  'program.write',
  'program.publish',
  'codes.read',
]

it('permissions stand in areas, without those that let somebody in', () => {
  expect(areasOf(OFFERED)).toEqual([
    { name: 'settings', permissions: ['settings.read'] },
    { name: 'program', permissions: ['program.read', 'program.write', 'program.publish'] },
    { name: 'codes', permissions: ['codes.read'] },
  ])
})

it('who may change something may read it too, and nothing is chosen twice', () => {
  expect(withPermission([], 'program.publish', OFFERED)).toEqual(['program.read', 'program.publish'])
  expect(withPermission(['program.read'], 'program.write', OFFERED)).toEqual([
    'program.read',
    'program.write',
  ])
  expect(withPermission([], 'codes.read', OFFERED)).toEqual(['codes.read'])
})

it('what acts at once, or gives further rights, is warned of', () => {
  expect(warningsOf(['program.read', 'program.publish', 'keys.write'])).toEqual(['publish', 'keys'])
  expect(warningsOf(['program.write'])).toEqual([])
})
