import pg from 'pg'
import { decimalFromText } from '../decimal.ts'
import { parseTimestamp } from './timestamps.ts'

const INT8 = 20
const TIMESTAMPTZ = 1184
const NUMERIC = 1700

/** bigint columns are ids and counts, far below 2^53; numeric columns are all (18,4). */
export const valueTypes = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === INT8) return Number
    if (oid === NUMERIC) return decimalFromText
    if (oid === TIMESTAMPTZ) return parseTimestamp
    return pg.types.getTypeParser(oid, format)
  },
} as pg.CustomTypesConfig
