import type { Answer } from '../../api/client.ts'

export type ApiKey = Answer<'apiKeys.list'>['items'][number]
