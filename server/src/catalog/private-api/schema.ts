import { type Static, Type } from 'typebox'
import { Amount, LENGTH, Needed, Nullable, Sent, Text } from '../../contract/schema.ts'

const ProductBrandBody = Type.Object(
  {
    OriginalId: Sent(Text('Id of the brand in the merchant store.')),
    Name: Sent(Text('Name of the brand.')),
  },
  { additionalProperties: false, description: 'The brand of the product.' },
)

/** Recursive: the schema refers to itself by its name. */
export const ProductCategoryBody = Type.Object(
  {
    OriginalId: Sent(Text('Id of the category in the merchant store.')),
    Name: Sent(Text('Name of the category.')),
    Description: Sent(Text('Description of the category.', LENGTH.description)),
    ParentCategory: Type.Optional(
      Type.Unsafe<unknown>({
        anyOf: [{ $ref: 'ProductCategory#' }, { type: 'null' }],
        description: 'The category above this one; at most 10 levels.',
      }),
    ),
  },
  { $id: 'ProductCategory', additionalProperties: false, description: 'A category, with those above it.' },
)

export interface CategoryBody {
  OriginalId?: string | null
  Name?: string | null
  Description?: string | null
  ParentCategory?: CategoryBody | null
}

export const EXAMPLE_PRODUCT = {
  OriginalId: 'mug-01',
  Title: 'Aurora mug',
  Url: 'https://store.example/mug-01',
  ImageUrl: null,
  IsActive: true,
  ProductPrice: 49.9,
  ProductBrand: { OriginalId: 'aurora', Name: 'Aurora' },
  ProductCategory: {
    OriginalId: 'mugs',
    Name: 'Mugs',
    Description: null,
    ParentCategory: { OriginalId: 'kitchen', Name: 'Kitchen', Description: null, ParentCategory: null },
  },
}

export const ProductBody = Type.Object(
  {
    OriginalId: Needed(Text('Id of the product in the merchant store; the same as in the path.')),
    Title: Needed(Text('Product name.')),
    Url: Sent(Text('Direct URL of the product in the merchant store.', LENGTH.url)),
    ImageUrl: Sent(Text('Product image URL.', LENGTH.url)),
    IsActive: Sent(
      Type.Boolean({ description: 'Whether the product is active in the store. Default: true.' }),
    ),
    ProductPrice: Sent(Amount('What the customer pays for the product.')),
    ProductBrand: Sent(ProductBrandBody),
    ProductCategory: Type.Optional(
      Type.Unsafe<CategoryBody | null>({
        anyOf: [{ $ref: 'ProductCategory#' }, { type: 'null' }],
        description: 'The category of the product, with those above it.',
      }),
    ),
  },
  {
    additionalProperties: false,
    examples: [EXAMPLE_PRODUCT],
  },
)
export type ProductBody = Static<typeof ProductBody>

export const ProductResult = Type.Object(
  {
    OriginalId: Type.String({ description: 'Id of the product in the merchant store.' }),
    Title: Type.String({ description: 'Product name.' }),
    Url: Nullable(Type.String({ description: 'URL of the product.' })),
    ImageUrl: Nullable(Type.String({ description: 'URL of its image.' })),
    IsActive: Type.Boolean({ description: 'Whether it is active.' }),
    ProductPrice: Nullable(Type.Number({ description: 'What the customer pays for it.' })),
  },
  { description: 'The product as it is stored.' },
)
export type ProductResult = Static<typeof ProductResult>

export const BulkProductResult = Type.Object(
  {
    Code: Type.String({ description: 'Two-digit business code of the outcome.' }),
    CodeName: Type.String({ description: 'Symbolic name of Code.' }),
    Severity: Type.Integer({ description: '0 success, 1 warning.' }),
  },
  { description: 'What came of it.' },
)
export type BulkProductResult = Static<typeof BulkProductResult>
