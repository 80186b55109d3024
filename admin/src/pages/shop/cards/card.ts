import type { Answer } from '../../../api/client.ts'

export type CustomerCard = Answer<'customers.cards'>['items'][number]
