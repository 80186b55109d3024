import type { FastifyReply } from 'fastify'
import type { Account } from '../../accounts/account.ts'
import {
  CUSTOMER_SEQUENCE_HEADER,
  OTHER_SEQUENCE_HEADER,
} from '../../contract/private-api/customer-sequence.ts'

/** Which events an answer about a customer's cards contains, of both series. */
export function tellSequences(reply: FastifyReply, { sequence, otherSequence }: Account): void {
  void reply.header(CUSTOMER_SEQUENCE_HEADER, sequence)
  void reply.header(OTHER_SEQUENCE_HEADER, otherSequence)
}
