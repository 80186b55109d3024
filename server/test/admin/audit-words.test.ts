/** What the audit log calls every change of a merchant, in each language of the panel. */
import { expect, it } from 'vitest'
import { audit as en } from '../../../admin/src/locales/en/audit.ts'
import { audit as es } from '../../../admin/src/locales/es/audit.ts'
import { audit as ptBr } from '../../../admin/src/locales/pt-BR/audit.ts'
import { isOfTenant } from '../../src/contract/admin-api/operation.ts'
import { registeredOperations } from '../support/registered.ts'

/** Told by an operation whose own action is another one. */
const BESIDE = ['approval.request']
/** It is refused before anything is told. */
const NEVER_TOLD = ['reward.validate']

it.each([
  ['en', en],
  ['pt-BR', ptBr],
  ['es', es],
] as const)('every action has words in %s', async (_, { actions }) => {
  const operations = await registeredOperations()
  const told = operations.filter(isOfTenant).flatMap(({ audit }) => audit ?? [])
  const words = actions as Readonly<Record<string, Readonly<Record<string, string>>>>
  const missing = [...told, ...BESIDE].filter((action) => {
    const [domain = '', verb = ''] = action.split('.')
    return !NEVER_TOLD.includes(action) && !words[domain]?.[verb]
  })
  expect([...new Set(missing)]).toEqual([])
})
