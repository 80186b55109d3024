import { expect, it } from 'vitest'
import { notesOf, withRelease } from './changelog-text.ts'

const BEFORE = `# Changelog

## [Unreleased]

### Added

- Tips.

## [0.1.0] - 2026-11-15

- Everything.
`

it('makes a version of what is unreleased, once', () => {
  const after = withRelease(BEFORE, '0.2.0', new Date('2026-12-31T23:59:59Z'))
  expect(after).toContain('## [Unreleased]\n\n## [0.2.0] - 2026-12-31\n\n### Added\n\n- Tips.\n\n## [0.1.0]')
  expect(() => withRelease(after, '0.2.0', new Date())).toThrow('has the version 0.2.0 already')
  expect(notesOf(after, '0.2.0')).toBe('### Added\n\n- Tips.')
})

it('prints the last version too, and refuses one that there is not', () => {
  expect(notesOf(BEFORE, '0.1.0')).toBe('- Everything.')
  expect(() => notesOf(BEFORE, '9.9.9')).toThrow('no version 9.9.9')
})
