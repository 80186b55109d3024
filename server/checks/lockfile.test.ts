import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'

const LOCK = new URL('../../package-lock.json', import.meta.url)

interface LockedPackage {
  readonly link?: boolean
  readonly integrity?: string
}

/** What is installed is what was looked at, on every platform. */
it('every locked dependency has its integrity', async () => {
  const { packages } = JSON.parse(await readFile(LOCK, 'utf8')) as { packages: Record<string, LockedPackage> }
  const dependencies = Object.entries(packages).filter(
    ([path, { link }]) => path.startsWith('node_modules/') && !link,
  )
  expect(dependencies.length).toBeGreaterThan(100)
  expect(dependencies.filter(([, { integrity }]) => !integrity).map(([path]) => path)).toEqual([])
})
