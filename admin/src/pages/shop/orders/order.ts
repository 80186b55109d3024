import type { Answer } from '../../../api/client.ts'

export type Order = Answer<'orders.get'>
