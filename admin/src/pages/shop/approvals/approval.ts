import type { Answer } from '../../../api/client.ts'

export type Approval = Answer<'approvals.list'>['items'][number]
