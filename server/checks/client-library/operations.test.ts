import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { type OpenApi, readOperations } from './operations.ts'

const API = JSON.parse(readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8')) as OpenApi

it('an operation for which the client library has no method is told, with what to do', () => {
  const { getCustomer } = Object.fromEntries(
    Object.values(API.paths).flatMap((verbs) => Object.values(verbs).map((one) => [one.operationId, one])),
  )
  if (!getCustomer) throw new Error('the API has changed')
  const paths = { ...API.paths, '/v1/pvt/New/{id}': { delete: { ...getCustomer, operationId: 'doNew' } } }
  expect(() => readOperations({ ...API, paths })).toThrow(
    /no method for the operation doNew \(DELETE \/v1\/pvt\/New\/\{id\}\): name one in \S*methods\.ts/,
  )
})

it('a method whose operation is gone is told', () => {
  const { '/v1/pvt/Account': _, ...paths } = API.paths
  expect(() => readOperations({ ...API, paths })).toThrow('no operation getAccount')
})
