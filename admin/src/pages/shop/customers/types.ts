import type { Answer } from '../../../api/client.ts'

export type Customer = Answer<'customers.get'>
export type Explained = Answer<'customers.balanceExplained'>
export type Claim = Answer<'customers.claims'>['items'][number]
