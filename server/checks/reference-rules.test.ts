import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { type OpenApi, type Operation, problemsOfDescription } from './reference-rules.ts'

const headers = { 'Punchcard-Request-Id': {} }
const text = { type: 'string', description: 'A text.' }
const good: Operation = {
  operationId: 'read',
  parameters: [{ name: 'id', in: 'path', required: true, description: 'Which.', schema: {}, example: 1 }],
  requestBody: {
    content: { 'application/json': { schema: { properties: { a: text } }, example: { a: '' } } },
  },
  responses: {
    200: { headers, content: { 'application/json': { schema: { $ref: '#/x/Answer' }, example: {} } } },
    503: { headers },
  },
}

function documentWith(operation: object, more: object = {}): OpenApi {
  return {
    tags: [{ name: 'things', description: 'All of them.' }],
    paths: { '/thing': { post: { ...good, ...operation } } },
    components: { schemas: { Answer: { description: 'It.', properties: { b: text } } } },
    ...more,
  }
}

const body = (schema: object) => ({
  requestBody: { content: { 'application/json': { schema, example: {} } } },
})

describe('what we ask of a description', () => {
  it.each(['openapi.json', 'openapi-admin.json', 'openapi-storefront.json'])('holds for %s', async (name) => {
    const document = JSON.parse(await readFile(new URL(`../${name}`, import.meta.url), 'utf8')) as OpenApi
    expect(problemsOfDescription(document)).toEqual([])
  })
})

describe('the rules for a description', () => {
  it('find nothing in one that keeps them', () => {
    expect(problemsOfDescription(documentWith({}))).toEqual([])
  })

  it.each<[string, OpenApi, string]>([
    [
      'a member without a description',
      documentWith(body({ properties: { a: { type: 'string' } } })),
      'post /thing >.a has no description',
    ],
    [
      'one deep inside',
      documentWith(body({ items: { anyOf: [{ properties: { a: { ...text, properties: { c: {} } } } }] } })),
      'post /thing >[].a.c has no description',
    ],
    [
      'a reference to what is not described',
      documentWith(body({ properties: { a: { $ref: '#/x/Nothing' } } })),
      'post /thing >.a has no description',
    ],
    [
      'a parameter without a description',
      documentWith({ parameters: [{ name: 'q', in: 'query', schema: {} }] }),
      'post /thing ?q has no description',
    ],
    [
      'a parameter that is needed, without an example',
      documentWith({
        parameters: [{ name: 'q', in: 'query', required: true, description: 'Q.', schema: {} }],
      }),
      'post /thing ?q has no example',
    ],
    [
      'a format of ours',
      documentWith(body({ properties: { a: { ...text, format: 'storable' } } })),
      'post /thing >.a: the format “storable” is a word of our own',
    ],
    [
      'a keyword of ours',
      documentWith(body({ properties: { a: { ...text, decimal: true } } })),
      'post /thing >.a: “decimal” is a word of our own',
    ],
    [
      'a body without an example',
      documentWith({ requestBody: { content: { 'application/json': { schema: {} } } } }),
      'post /thing has no example of its body (application/json)',
    ],
    [
      'an answer without an example',
      documentWith({ responses: { 200: { headers, content: { 'application/json': { schema: {} } } } } }),
      'post /thing has no example of its answer (application/json)',
    ],
    [
      'an answer without its request id',
      documentWith({ responses: { 204: {} } }),
      'post /thing 204 does not tell of its request id',
    ],
    [
      'a tag that says nothing',
      documentWith({}, { tags: [{ name: 'things', description: 'things' }] }),
      'the tag “things” has no description',
    ],
    [
      'a webhook without an example',
      documentWith(
        {},
        {
          webhooks: {
            added: { post: { ...good, requestBody: { content: { 'application/json': { schema: {} } } } } },
          },
        },
      ),
      'post added has no example of its body (application/json)',
    ],
  ])('find %s', (_case, document, problem) => {
    expect(problemsOfDescription(document)).toEqual([problem])
  })
})
