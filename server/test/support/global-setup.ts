import type { TestProject } from 'vitest/node'
import { ensureServer } from './ensure-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    templateDatabase: string
  }
}

/** Migrates one database, once; each test file works on its own copy of it. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const stop = await ensureServer()
  // Loaded now: it reads the address of the server that may only just have been started.
  const { createTemplate } = await import('./template.ts')
  const template = await createTemplate(`punchcard_test_${process.pid}`)
  project.provide('templateDatabase', template.name)
  return async () => {
    await template.drop()
    await stop()
  }
}
