/**
 * On answers about one customer: the number of the last event that they contain. A receiver of webhooks sees by it
 * which events are already in.
 */
export const CUSTOMER_SEQUENCE_HEADER = 'Punchcard-Customer-Sequence'

/** On answers about a customer's cards: the same for the events that tell of no change of a balance, which count apart. */
export const OTHER_SEQUENCE_HEADER = 'Punchcard-Other-Sequence'
