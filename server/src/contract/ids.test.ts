import { expectTypeOf, it } from 'vitest'
import type { CustomerId, OrderId, RecordId, TenantId } from './ids.ts'

it('ids of different things do not fit each other, and all of them are numbers', () => {
  expectTypeOf<CustomerId>().not.toExtend<RecordId>()
  expectTypeOf<RecordId>().not.toExtend<OrderId>()
  expectTypeOf<OrderId>().not.toExtend<TenantId>()
  expectTypeOf<TenantId>().not.toExtend<CustomerId>()
  expectTypeOf<CustomerId>().toExtend<number>()
  expectTypeOf<number>().toExtend<CustomerId>()
})
