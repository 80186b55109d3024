/**
 * On answers about one customer: the number of the last event that they contain. A receiver of webhooks sees by it
 * which events are already in.
 */
export const CUSTOMER_SEQUENCE_HEADER = 'Punchcard-Customer-Sequence'
