import { rm } from 'node:fs/promises'
import type { TestProject } from 'vitest/node'
import { type DevServer, startDevServer } from './dev-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    devServer: DevServer
  }
}

/**
 * One server for all tests of the panel, built with the kit in it. Where the panel was built just before and nobody
 * looks at the kit, PANEL_IS_BUILT leaves it as it is: two runs at once would take it from each other.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  if (!process.env.PANEL_IS_BUILT)
    await rm(new URL('../../../server/panel/', import.meta.url), { recursive: true, force: true })
  const { server, stop } = await startDevServer()
  project.provide('devServer', server)
  return stop
}
