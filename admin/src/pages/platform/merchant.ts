import type { Answer } from '../../api/client.ts'

export type Merchant = Answer<'platform.listMerchants'>['items'][number]
