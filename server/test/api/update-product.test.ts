import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { clientOf } from '../support/client-of.ts'
import { type ShopKey, useTestApi } from '../support/test-api.ts'

const test = useTestApi()

/** Sees what is stored, past row-level security. */
let database: pg.Client
beforeAll(async () => {
  database = clientOf(test.api.databaseUrl)
  await database.connect()
})
afterAll(() => database.end())

type Body = Record<string, unknown>

/** Every member set, with a brand and a category below another one. */
function fullProduct(id: string): Body {
  return {
    OriginalId: id,
    Title: 'Aurora mug',
    Url: 'https://store.example/mug',
    ImageUrl: 'https://store.example/mug.png',
    IsActive: true,
    ProductPrice: 49.9,
    ProductBrand: { OriginalId: `${id}-brand`, Name: 'Aurora' },
    ProductCategory: {
      OriginalId: `${id}-mugs`,
      Name: 'Mugs',
      Description: 'To drink from',
      ParentCategory: {
        OriginalId: `${id}-kitchen`,
        Name: 'Kitchen',
        Description: null,
        ParentCategory: null,
      },
    },
  }
}

const resultOfFull = (id: string): Body => ({
  OriginalId: id,
  Title: 'Aurora mug',
  Url: 'https://store.example/mug',
  ImageUrl: 'https://store.example/mug.png',
  IsActive: true,
  ProductPrice: 49.9,
})

async function putRaw(id: string, payload: string | Buffer, shop: ShopKey = test.api.key) {
  return test.api.send({
    method: 'PUT',
    url: `/v1/pvt/Product/${encodeURIComponent(id)}`,
    headers: { 'content-type': 'application/json', authorization: shop.authorization },
    payload,
  })
}

/** The whole answer of an update that reached the operation. */
async function put(id: string, body: Body, shop?: ShopKey): Promise<unknown> {
  const response = await putRaw(id, JSON.stringify(body), shop)
  expect(response.statusCode).toBe(200)
  return response.json()
}

const CODES = {
  '05': { CodeName: 'ProductUnchanged', Severity: 1, HasWarning: true },
  '06': { CodeName: 'ProductCreated', Severity: 0, HasWarning: false },
  '07': { CodeName: 'ProductUpdated', Severity: 0, HasWarning: false },
} as const

const done = (code: keyof typeof CODES, result: Body) => ({
  ErrorMessage: null,
  ErrorCode: null,
  Result: result,
  Code: code,
  ...CODES[code],
  HasError: false,
})

const REFUSALS = {
  '01': 'OriginalIdRequired',
  '02': 'ProductInvalid',
  '03': 'ProductIdMismatch',
  '04': 'ProductSaveFailed',
} as const

const refused = (code: keyof typeof REFUSALS, errorCode: number, message: string | RegExp) => ({
  ErrorMessage: typeof message === 'string' ? message : expect.stringMatching(message),
  ErrorCode: errorCode,
  Result: null,
  Code: code,
  CodeName: REFUSALS[code],
  Severity: 2,
  HasWarning: false,
  HasError: true,
})

async function storedProduct(id: string, shop: ShopKey = test.api.key) {
  const { rows } = await database.query(
    `select title, url, image_url, is_active, price, brand_original_id as brand, category_original_id as category
     from product where tenant_id = $1 and original_id = $2`,
    [shop.tenantId, id],
  )
  return rows
}

/** Category → its parent, of all categories whose id begins so. */
async function storedTree(prefix: string): Promise<Record<string, string | null>> {
  const { rows } = await database.query<{ id: string; parent: string | null }>(
    `select original_id as id, parent_original_id as parent from category
     where tenant_id = $1 and starts_with(original_id, $2) order by original_id`,
    [test.api.key.tenantId, prefix],
  )
  return Object.fromEntries(rows.map(({ id, parent }) => [id, parent]))
}

/** A category with parents above it, the product's own first. */
function categoryPath(...ids: string[]): Body | null {
  return ids.reduceRight<Body | null>(
    (parent, id) => ({ OriginalId: id, Name: id, Description: null, ParentCategory: parent }),
    null,
  )
}

describe('a product', () => {
  it('is created, and answered as it was stored', async () => {
    expect(await put('full', fullProduct('full'))).toEqual(done('06', resultOfFull('full')))
    expect(await storedProduct('full')).toEqual([
      {
        title: 'Aurora mug',
        url: 'https://store.example/mug',
        image_url: 'https://store.example/mug.png',
        is_active: true,
        price: '49.9000',
        brand: 'full-brand',
        category: 'full-mugs',
      },
    ])
  })

  it('needs nothing but its id and title', async () => {
    const result = {
      OriginalId: 'bare',
      Title: 'T',
      Url: null,
      ImageUrl: null,
      IsActive: true,
      ProductPrice: null,
    }
    expect(await put('bare', { OriginalId: 'bare', Title: 'T' })).toEqual(done('06', result))
    const allNull = {
      ...{ OriginalId: 'bare', Title: 'T', Url: null, ImageUrl: null, IsActive: null },
      ...{ ProductPrice: null, ProductBrand: null, ProductCategory: null },
    }
    expect(await put('bare', allNull)).toEqual(done('05', result))
  })

  it('that is sent again as it was changes nothing, and that is a warning', async () => {
    await put('again', fullProduct('again'))
    expect(await put('again', fullProduct('again'))).toEqual(done('05', resultOfFull('again')))
  })

  it.each<[string, Body]>([
    ['Title', { Title: 'Another mug' }],
    ['Url', { Url: null }],
    ['ImageUrl', { ImageUrl: 'https://store.example/other.png' }],
    ['IsActive', { IsActive: false }],
    ['ProductPrice', { ProductPrice: 49.91 }],
    ['ProductPrice to none', { ProductPrice: null }],
  ])('is updated when only its %s changed', async (_case, change) => {
    await put('member', fullProduct('member'))
    const expected = done('07', { ...resultOfFull('member'), ...change })
    expect(await put('member', { ...fullProduct('member'), ...change })).toEqual(expected)
    await put('member', fullProduct('member'))
  })

  it.each<[string, Body]>([
    ['the name of its brand', { ProductBrand: { OriginalId: 'nested-brand', Name: 'Aurora Ltd' } }],
    ['the brand', { ProductBrand: { OriginalId: 'another-brand', Name: 'Aurora' } }],
    ['the brand to none', { ProductBrand: null }],
    ['the category to its parent', { ProductCategory: categoryPath('nested-kitchen') }],
    ['the category to none', { ProductCategory: null }],
  ])('is updated when only %s changed', async (_case, change) => {
    await put('nested', fullProduct('nested'))
    const changed = { ...fullProduct('nested'), ...change }
    expect(await put('nested', changed)).toEqual(done('07', resultOfFull('nested')))
    expect(await put('nested', changed)).toEqual(done('05', resultOfFull('nested')))
    await put('nested', fullProduct('nested'))
  })

  it.each<[string, Body]>([
    ['the name of a parent category', { Name: 'Home' }],
    ['the description of a parent category', { Description: 'All for the kitchen' }],
    ['the parent of a parent category', { ParentCategory: categoryPath('parent-house') }],
  ])('is updated when only %s changed', async (_case, change) => {
    const withParent = (parent: Body): Body => ({
      ...fullProduct('parent'),
      ProductCategory: { ...categoryPath('parent-mugs'), ParentCategory: parent },
    })
    const parent = categoryPath('parent-kitchen') ?? {}
    await put('parent', withParent(parent))
    const changed = withParent({ ...parent, ...change })
    expect(await put('parent', changed)).toEqual(done('07', resultOfFull('parent')))
    expect(await put('parent', changed)).toEqual(done('05', resultOfFull('parent')))
  })

  it('may have any id that a path can carry', async () => {
    for (const id of ['a/b?c#d', 'ção ☕ 😀', '...', '%2F', 'a b+c', "'; drop table product --", '0']) {
      expect(await put(id, fullProduct(id))).toEqual(done('06', resultOfFull(id)))
      expect(await storedProduct(id)).toHaveLength(1)
    }
  })

  it('of another tenant with the same id is another product', async () => {
    const other = await test.api.openShop()
    await put('shared', fullProduct('shared'))
    const theirs = {
      ...fullProduct('shared'),
      Title: 'Theirs',
      ProductBrand: { OriginalId: 'shared-brand', Name: 'B' },
    }
    expect(await put('shared', theirs, other)).toEqual(
      done('06', { ...resultOfFull('shared'), Title: 'Theirs' }),
    )
    expect(await put('shared', fullProduct('shared'))).toEqual(done('05', resultOfFull('shared')))
    expect(await put('shared', theirs, other)).toMatchObject({ Code: '05' })
    expect([await storedProduct('shared'), await storedProduct('shared', other)]).toMatchObject([
      [{ title: 'Aurora mug' }],
      [{ title: 'Theirs' }],
    ])
  })
})

describe('the price', () => {
  it.each([
    [0, '0.0000', 0],
    [-0, '0.0000', 0],
    [0.0001, '0.0001', 0],
    [12.3456, '12.3456', 12.35],
    [12.345, '12.3450', 12.35],
    [99_999_999_999, '99999999999.0000', 99_999_999_999],
  ])('%d is stored exactly and answered as money', async (price, stored, answered) => {
    const answer = await put('price', { OriginalId: 'price', Title: 'T', ProductPrice: price })
    expect(answer).toMatchObject({ HasError: false, Result: { ProductPrice: answered } })
    expect(await storedProduct('price')).toMatchObject([{ price: stored }])
  })

  it('that changed in the fourth decimal has changed', async () => {
    await put('cent', { OriginalId: 'cent', Title: 'T', ProductPrice: 1.0001 })
    expect(await put('cent', { OriginalId: 'cent', Title: 'T', ProductPrice: 1.0002 })).toMatchObject({
      Code: '07',
    })
  })
})

describe('the category tree', () => {
  it('is stored as it was sent, each category with the one above it', async () => {
    const path = categoryPath('tree-mugs', 'tree-kitchen', 'tree-house')
    await put('tree', { ...fullProduct('tree'), ProductCategory: { ...path, Description: 'To drink from' } })
    expect(await storedTree('tree-')).toEqual({
      'tree-house': null,
      'tree-kitchen': 'tree-house',
      'tree-mugs': 'tree-kitchen',
    })
    const { rows } = await database.query(
      `select name, description from category where original_id = 'tree-mugs' and tenant_id = $1`,
      [test.api.key.tenantId],
    )
    expect(rows).toEqual([{ name: 'tree-mugs', description: 'To drink from' }])
    expect(await storedProduct('tree')).toMatchObject([{ category: 'tree-mugs' }])
  })

  it('is shared by products, and follows the one that was sent last', async () => {
    await put('one', { ...fullProduct('one'), ProductCategory: categoryPath('s-mugs', 's-kitchen') })
    await put('two', {
      ...fullProduct('two'),
      ProductCategory: categoryPath('s-cups', 's-kitchen', 's-house'),
    })
    await put('three', { ...fullProduct('three'), ProductCategory: categoryPath('s-mugs', 's-gifts') })
    expect(await storedTree('s-')).toEqual({
      's-cups': 's-kitchen',
      's-gifts': null,
      's-house': null,
      's-kitchen': 's-house',
      's-mugs': 's-gifts',
    })
  })

  it('can be turned upside down without a circle', async () => {
    await put('up', { ...fullProduct('up'), ProductCategory: categoryPath('u-a', 'u-b', 'u-c') })
    await put('up', { ...fullProduct('up'), ProductCategory: categoryPath('u-c', 'u-b', 'u-a') })
    expect(await storedTree('u-')).toEqual({ 'u-a': null, 'u-b': 'u-a', 'u-c': 'u-b' })
  })

  it('may have 10 levels', async () => {
    const ids = Array.from({ length: 10 }, (_, level) => `deep-${level}`)
    const product = { ...fullProduct('deep'), ProductCategory: categoryPath(...ids) }
    expect(await put('deep', product)).toMatchObject({ Code: '06' })
    expect(Object.keys(await storedTree('deep-'))).toHaveLength(10)
  })
})

describe('text at its limit is accepted', () => {
  const longest = (character: string): Body => ({
    ...fullProduct('long'),
    Title: character.repeat(250),
    Url: character.repeat(2_048),
    ImageUrl: character.repeat(2_048),
    ProductBrand: { OriginalId: character.repeat(250), Name: character.repeat(250) },
    ProductCategory: {
      OriginalId: character.repeat(250),
      Name: character.repeat(250),
      Description: character.repeat(4_000),
    },
  })

  // A character is what a person counts, not the UTF-16 units of JavaScript.
  it.each(['x', 'ç', '😀'])('%s', async (character) => {
    expect(await put('long', longest(character))).toMatchObject({ HasError: false })
    const id = character.repeat(250)
    expect(await put(id, { OriginalId: id, Title: 'T' })).toMatchObject({ Code: '06' })
  })
})

const categoryWith = (change: Body): Body => ({ ProductCategory: { ...categoryPath('c'), ...change } })
const parentWith = (change: Body): Body =>
  categoryWith({ ParentCategory: { ...categoryPath('p'), ...change } })
const brandWith = (change: Body): Body => ({ ProductBrand: { OriginalId: 'b', Name: 'B', ...change } })

/** Changes of a good product that are refused, with the field that the message must name. */
const WRONG: Record<string, [change: Body, code: keyof typeof REFUSALS, errorCode: number, field: string]> = {
  'no OriginalId': [{ OriginalId: undefined }, '01', 39, 'OriginalId'],
  'OriginalId null': [{ OriginalId: null }, '01', 39, 'OriginalId'],
  'OriginalId blank': [{ OriginalId: '  ' }, '01', 39, 'OriginalId'],
  'brand without OriginalId': [brandWith({ OriginalId: undefined }), '01', 39, 'ProductBrand.OriginalId'],
  'brand OriginalId null': [brandWith({ OriginalId: null }), '01', 39, 'ProductBrand.OriginalId'],
  'brand OriginalId blank': [brandWith({ OriginalId: '' }), '01', 39, 'ProductBrand.OriginalId'],
  'category without OriginalId': [
    categoryWith({ OriginalId: undefined }),
    '01',
    39,
    'ProductCategory.OriginalId',
  ],
  'category OriginalId null': [categoryWith({ OriginalId: null }), '01', 39, 'ProductCategory.OriginalId'],
  'parent category OriginalId null': [
    parentWith({ OriginalId: null }),
    '01',
    39,
    'ProductCategory.ParentCategory.OriginalId',
  ],

  'no Title': [{ Title: undefined }, '02', 7, 'Title'],
  'Title null': [{ Title: null }, '02', 7, 'Title'],
  'Title empty': [{ Title: '' }, '02', 7, 'Title'],
  'Title blank': [{ Title: ' \t\n' }, '02', 7, 'Title'],

  'price below 0': [{ ProductPrice: -0.01 }, '02', 9, 'ProductPrice'],
  'price far below 0': [{ ProductPrice: -99_999_999_999 }, '02', 9, 'ProductPrice'],
  'price with 5 decimals': [{ ProductPrice: 1.00001 }, '02', 10, 'ProductPrice'],
  'price of a hair': [{ ProductPrice: 1e-7 }, '02', 10, 'ProductPrice'],
  'price of 1e11': [{ ProductPrice: 1e11 }, '02', 10, 'ProductPrice'],

  'another id in the path': [{ OriginalId: 'another' }, '03', 38, 'OriginalId'],
  'an id in other letters in the path': [{ OriginalId: 'WRONG' }, '03', 38, 'OriginalId'],

  'unknown member': [{ Weight: 3 }, '02', 38, 'Weight'],
  'unknown member that is null': [{ Weight: null }, '02', 38, 'Weight'],
  'member in other letters': [{ title: 'T' }, '02', 8, 'title'],
  'unknown member of the brand': [brandWith({ Country: 'BR' }), '02', 38, 'ProductBrand.Country'],
  'unknown member of the category': [categoryWith({ Slug: 's' }), '02', 38, 'ProductCategory.Slug'],
  'unknown member of a parent': [parentWith({ Slug: 's' }), '02', 38, 'ProductCategory.ParentCategory.Slug'],

  '11 levels of categories': [
    { ProductCategory: categoryPath(...Array.from({ length: 11 }, (_, level) => `l${level}`)) },
    '02',
    38,
    'ProductCategory',
  ],
  'category its own parent': [
    { ProductCategory: categoryPath('a', 'a') },
    '02',
    38,
    'ProductCategory.ParentCategory',
  ],
  'category its own grandparent': [
    { ProductCategory: categoryPath('a', 'b', 'a') },
    '02',
    38,
    'ProductCategory.ParentCategory.ParentCategory',
  ],

  'OriginalId a number': [{ OriginalId: 5 }, '02', 38, 'OriginalId'],
  'Title a boolean': [{ Title: true }, '02', 38, 'Title'],
  'Url a number': [{ Url: 5 }, '02', 38, 'Url'],
  'ImageUrl an object': [{ ImageUrl: {} }, '02', 38, 'ImageUrl'],
  'IsActive text': [{ IsActive: 'true' }, '02', 38, 'IsActive'],
  'IsActive a number': [{ IsActive: 1 }, '02', 38, 'IsActive'],
  'price text': [{ ProductPrice: '9.90' }, '02', 38, 'ProductPrice'],
  'price an array': [{ ProductPrice: [9.9] }, '02', 38, 'ProductPrice'],
  'brand text': [{ ProductBrand: 'aurora' }, '02', 38, 'ProductBrand'],
  'brand an array': [{ ProductBrand: [] }, '02', 38, 'ProductBrand'],
  'brand name a number': [brandWith({ Name: 5 }), '02', 38, 'ProductBrand.Name'],
  'category text': [{ ProductCategory: 'mugs' }, '02', 38, 'ProductCategory'],
  'category description a number': [
    categoryWith({ Description: 5 }),
    '02',
    38,
    'ProductCategory.Description',
  ],
  'parent category text': [categoryWith({ ParentCategory: 'k' }), '02', 38, 'ProductCategory.ParentCategory'],
  'parent category name a number': [parentWith({ Name: 5 }), '02', 38, 'ProductCategory.ParentCategory.Name'],

  'Title of 251': [{ Title: 'x'.repeat(251) }, '02', 10, 'Title'],
  'Title of 251 emoji': [{ Title: '😀'.repeat(251) }, '02', 10, 'Title'],
  'OriginalId of 251': [{ OriginalId: 'x'.repeat(251) }, '02', 10, 'OriginalId'],
  'Url of 2,049': [{ Url: 'x'.repeat(2_049) }, '02', 10, 'Url'],
  'ImageUrl of 2,049': [{ ImageUrl: 'x'.repeat(2_049) }, '02', 10, 'ImageUrl'],
  'brand OriginalId of 251': [
    brandWith({ OriginalId: 'x'.repeat(251) }),
    '02',
    10,
    'ProductBrand.OriginalId',
  ],
  'brand Name of 251': [brandWith({ Name: 'x'.repeat(251) }), '02', 10, 'ProductBrand.Name'],
  'category OriginalId of 251': [
    categoryWith({ OriginalId: 'x'.repeat(251) }),
    '02',
    10,
    'ProductCategory.OriginalId',
  ],
  'category Name of 251': [categoryWith({ Name: 'x'.repeat(251) }), '02', 10, 'ProductCategory.Name'],
  'category Description of 4,001': [
    categoryWith({ Description: 'x'.repeat(4_001) }),
    '02',
    10,
    'ProductCategory.Description',
  ],
  'parent category Name of 251': [
    parentWith({ Name: 'x'.repeat(251) }),
    '02',
    10,
    'ProductCategory.ParentCategory.Name',
  ],
}

describe('what is refused', () => {
  it.each(Object.entries(WRONG))('%s', async (_case, [change, code, errorCode, field]) => {
    const answer = await put('wrong', { ...fullProduct('wrong'), ...change })
    // The field stands as a word of its own at the start: “ProductBrand.Name is too long …”.
    const namesField = new RegExp(`^${field.replaceAll('.', '[.]')} `)
    expect(answer).toEqual(refused(code, errorCode, namesField))
    expect(await storedProduct('wrong')).toEqual([])
  })

  it.each(['1e400', '-1e400', '1e999999'])('a price of %s, which no double can hold', async (price) => {
    const response = await putRaw('wrong', `{"OriginalId":"wrong","Title":"T","ProductPrice":${price}}`)
    expect(response.statusCode).toBe(200)
    expect(response.json()).toEqual(refused('02', 10, 'ProductPrice is too large.'))
  })

  it('leaves brand and categories of a refused product unwritten', async () => {
    await put('wrong', { ...fullProduct('wrong'), OriginalId: 'another' })
    expect(await storedTree('wrong-')).toEqual({})
  })

  it('names the first of several problems by their order in the error table', async () => {
    const nothingRight = { OriginalId: null, Title: ' ', ProductPrice: -1 }
    expect(await put('wrong', nothingRight)).toMatchObject({ Code: '01', ErrorCode: 39 })
    expect(await put('wrong', { ...nothingRight, OriginalId: 'x' })).toMatchObject({
      Code: '02',
      ErrorCode: 7,
    })
    expect(await put('wrong', { ...nothingRight, OriginalId: 'x', Title: 'T' })).toMatchObject({
      ErrorCode: 9,
    })
  })
})

describe('text that PostgreSQL cannot keep', () => {
  const FIELDS: [string, (text: string) => Body][] = [
    ['OriginalId', (text) => ({ OriginalId: text })],
    ['Title', (text) => ({ Title: text })],
    ['Url', (text) => ({ Url: text })],
    ['ImageUrl', (text) => ({ ImageUrl: text })],
    ['ProductBrand.OriginalId', (text) => brandWith({ OriginalId: text })],
    ['ProductBrand.Name', (text) => brandWith({ Name: text })],
    ['ProductCategory.OriginalId', (text) => categoryWith({ OriginalId: text })],
    ['ProductCategory.Name', (text) => categoryWith({ Name: text })],
    ['ProductCategory.Description', (text) => categoryWith({ Description: text })],
    ['ProductCategory.ParentCategory.Name', (text) => parentWith({ Name: text })],
  ]

  it.each(FIELDS)('is refused in %s', async (field, change) => {
    for (const text of ['a\u0000b', 'a\ud800b', '\udc00', '\ude00\ud83d']) {
      const answer = await put('odd', { ...fullProduct('odd'), ...change(text) })
      const message = `${field} contains a character that cannot be stored (NUL or half of a surrogate pair).`
      expect(answer).toEqual(refused('02', 38, message))
    }
  })

  it('is refused as the name of a member', async () => {
    for (const name of ['\u0000', '\ud800', '\ud800😀"']) {
      const answer = await put('odd', { ...fullProduct('odd'), [name]: 1 })
      expect(answer).toEqual(refused('02', 38, `${name} is not a member of this body: remove it.`))
    }
  })

  it('is no trouble in the path', async () => {
    for (const path of ['%00', 'a%00b', '%ED%A0%80', '%FF', '%']) {
      const response = await test.api.send({
        method: 'PUT',
        url: `/v1/pvt/Product/${path}`,
        payload: fullProduct('odd'),
      })
      expect(response.statusCode).toBeLessThan(500)
      expect(response.json()).toMatchObject({ HasError: true, Result: null })
    }
  })
})

describe('many at once', () => {
  const EVERYONE = Array.from({ length: 20 }, (_, index) => index)

  it('updates of the same product all succeed, and one of them is what is stored', async () => {
    const answers = await Promise.all(
      EVERYONE.map((number) =>
        put('same', {
          ...fullProduct('same'),
          Title: `T${number}`,
          Url: `u${number}`,
          ProductBrand: { OriginalId: 'same-brand', Name: `B${number}` },
          ProductCategory: { ...categoryPath('same-a', 'same-b'), Name: `C${number}` },
        }),
      ),
    )
    const codes = answers.map((answer) => (answer as { Code: string }).Code).sort()
    expect(codes).toEqual(['06', ...Array.from({ length: 19 }, () => '07')])
    const { rows } = await database.query<Record<string, string>>(
      `select substr(title, 2) as title, substr(url, 2) as url, substr(brand.name, 2) as brand,
         substr(category.name, 2) as category
       from product
       join brand on brand.tenant_id = product.tenant_id and brand.original_id = brand_original_id
       join category on category.tenant_id = product.tenant_id and category.original_id = category_original_id
       where product.tenant_id = $1 and product.original_id = 'same'`,
      [test.api.key.tenantId],
    )
    // All of one sender, in every table: no half of another one.
    expect(rows).toHaveLength(1)
    expect(new Set(Object.values(rows[0] ?? {})).size).toBe(1)
  })

  it('the same product sent 20 times is created once and then unchanged', async () => {
    const answers = await Promise.all(EVERYONE.map(() => put('twenty', fullProduct('twenty'))))
    const codes = answers.map((answer) => (answer as { Code: string }).Code).sort()
    expect(codes).toEqual([...Array.from({ length: 19 }, () => '05'), '06'])
  })

  it('different products that share categories in every order all succeed, and the tree has no circle', async () => {
    const ids = ['many-a', 'many-b', 'many-c', 'many-d', 'many-e']
    const answers = await Promise.all(
      EVERYONE.map((number) => {
        const turned = ids.map((_, index) => ids[(index + number) % ids.length] ?? '')
        const path = number % 2 === 0 ? turned : turned.toReversed()
        return put(`many${number}`, {
          ...fullProduct(`many${number}`),
          ProductBrand: { OriginalId: 'many-brand', Name: `B${number % 3}` },
          ProductCategory: categoryPath(...path),
        })
      }),
    )
    for (const answer of answers) expect(answer).toMatchObject({ Code: '06', HasError: false })
    const tree = await storedTree('many-')
    expect(Object.keys(tree)).toEqual(ids)
    for (const id of ids) {
      let steps = 0
      for (let above = tree[id]; above; above = tree[above]) steps += 1
      expect(steps).toBeLessThan(ids.length)
    }
  })
})

describe('a race for the same rows', () => {
  /** Fails the first so many tries to write rows of this id, as PostgreSQL does in a race. */
  async function loseRaces(table: string, id: string, count: number): Promise<void> {
    const name = `lose_${table}_${count}`
    await database.query(`
      create sequence ${name};
      grant usage on sequence ${name} to punchcard_app;
      create function ${name}() returns trigger language plpgsql as $$
      begin
        if nextval('${name}') <= ${count} then raise exception 'lost' using errcode = 'serialization_failure'; end if;
        return new;
      end $$;
      create trigger ${name} before insert on ${table} for each row
      when (new.original_id = '${id}') execute function ${name}();`)
  }

  // The statements travel together: the first to fail makes the others fail too, for another reason.
  it.each([
    ['brand', 'race-brand-brand'],
    ['category', 'race-category-mugs'],
    ['product', 'race-product'],
  ])('that is lost twice at the %s is tried again', async (table, id) => {
    await loseRaces(table, id, 2)
    const product = `race-${table}`
    expect(await put(product, fullProduct(product))).toEqual(done('06', resultOfFull(product)))
  })

  it('that is lost every time is answered as a failure to save, and nothing is left of it', async () => {
    await loseRaces('product', 'always', 1_000)
    const answer = await put('always', fullProduct('always'))
    expect(answer).toEqual(refused('04', 38, 'The product could not be saved: send it again.'))
    expect(await storedTree('always-')).toEqual({})
  })
})
