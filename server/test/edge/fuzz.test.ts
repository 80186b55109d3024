import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { useTestApi } from '../support/test-api.ts'

const test = useTestApi()

/** Text of any 16-bit units: halves of surrogate pairs and NUL characters included. */
const anyText = fc
  .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 20 })
  .map((units) => String.fromCharCode(...units))
const anyValue = fc.oneof(
  fc.jsonValue({ maxDepth: 4 }),
  anyText,
  fc.double(),
  fc.constantFrom(1e11, -0, 1e308, 0.00001, '', null),
)

const brand = fc.record({ OriginalId: anyValue, Name: anyValue }, { requiredKeys: [] })
const { category } = fc.letrec<{ category: unknown }>((tie) => ({
  category: fc.record(
    {
      OriginalId: fc.oneof(anyText, anyValue),
      Name: anyValue,
      Description: anyValue,
      ParentCategory: fc.oneof({ depthSize: 'small' }, fc.constant(null), tie('category'), anyValue),
    },
    { requiredKeys: [] },
  ),
}))

/** A product in shape, with anything in it. */
const nearlyProduct = fc.record(
  {
    OriginalId: fc.oneof({ weight: 3, arbitrary: fc.constant('fuzz') }, anyValue),
    Title: fc.oneof(anyText, anyValue),
    Url: anyValue,
    ImageUrl: anyValue,
    IsActive: fc.oneof(fc.boolean(), anyValue),
    ProductPrice: anyValue,
    ProductBrand: fc.oneof(brand, anyValue),
    ProductCategory: fc.oneof(category, anyValue),
  },
  { requiredKeys: [] },
)

async function expectNoFault(payload: Buffer | string, url = '/v1/pvt/Product/fuzz'): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  const answer = await test.api.send({ method: 'PUT', url, payload, headers })
  expect([200, 400]).toContain(answer.statusCode)
  expect(answer.json()).toMatchObject({ HasError: expect.any(Boolean) })
}

const RUNS = { numRuns: 250 }

describe('PUT Product never fails on our side', () => {
  it('whatever the bytes', async () => {
    const bytes = fc.uint8Array({ maxLength: 300 })
    await fc.assert(
      fc.asyncProperty(bytes, (body) => expectNoFault(Buffer.from(body))),
      RUNS,
    )
  })

  it('whatever the JSON', async () => {
    await fc.assert(
      fc.asyncProperty(fc.json({ maxDepth: 6 }), (body) => expectNoFault(body)),
      RUNS,
    )
  })

  it('whatever the members of a product', async () => {
    await fc.assert(
      fc.asyncProperty(nearlyProduct, (product) => expectNoFault(JSON.stringify(product))),
      RUNS,
    )
  })

  it('whatever bytes of a good body are turned over', async () => {
    const good = JSON.stringify({
      OriginalId: 'fuzz',
      Title: 'Caneca',
      ProductPrice: 1.5,
      ProductBrand: { OriginalId: 'b', Name: 'B' },
      ProductCategory: { OriginalId: 'c', ParentCategory: { OriginalId: 'd' } },
    })
    const turns = fc.array(fc.tuple(fc.nat(good.length - 1), fc.integer({ min: 0, max: 255 })), {
      minLength: 1,
      maxLength: 4,
    })
    await fc.assert(
      fc.asyncProperty(turns, (changes) => {
        const body = Buffer.from(good)
        for (const [index, byte] of changes) body[index] = byte
        return expectNoFault(body)
      }),
      RUNS,
    )
  })

  it('whatever the id in the path', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', minLength: 1, maxLength: 30 }), (id) =>
        expectNoFault(
          JSON.stringify({ OriginalId: id, Title: 'T' }),
          `/v1/pvt/Product/${encodeURIComponent(id)}`,
        ),
      ),
      // A path of dots is taken as a way up by whoever makes the request.
      { ...RUNS, numRuns: 150, examples: [['%00'], ['\u0000'], ['__proto__'], ['constructor']] },
    )
  })
})
