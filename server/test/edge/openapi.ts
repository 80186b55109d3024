/** The private API, as its document has it. */
import { readDocument } from './api-document.ts'

export const { operations, resolveReference, problemOfAnswer } = await readDocument('openapi.json', 'Failure')
