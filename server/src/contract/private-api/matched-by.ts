/** On the answer to an order whose customer came without an id: by what a known customer was recognised. */
export const MATCHED_BY_HEADER = 'Punchcard-Matched-By'
/** The customer was imported by a contact alone, and has got the id of the shop with this order. */
export const CLAIM = 'claim'
