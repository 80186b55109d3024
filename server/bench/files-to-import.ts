/** What merchants move in with, each round something else. */
import type { ImportKind, ImportOptions } from '../src/imports/import.ts'

/** To whose list the codes are added. */
export const REWARD = 'Mug'
/** Prime to the number of lines: a file is in another order than our ids. */
const STRIDE = 7_919

export interface FileToImport {
  readonly kind: ImportKind
  readonly lines: readonly string[]
  readonly options?: Partial<ImportOptions>
}

export function balancesOf(size: number, round: number, idOf: (n: number) => string): FileToImport {
  const lines = Array.from({ length: size }, (_, n) => {
    const id = idOf(((n * STRIDE) % size) + 1)
    return `${id},${round * 100 + (n % 90) + 1}.25,2037-12-31`
  })
  return { kind: 'openingBalances', lines: ['id,points,expires_on', ...lines] }
}

export function customersOf(size: number, round: number): FileToImport {
  const lines = Array.from({ length: size }, (_, n) => {
    const id = `${round}-${n}`
    const date = `19${60 + (n % 40)}-0${1 + (n % 9)}-${10 + (n % 18)}`
    return `k${id},Customer ${id} Silva,k${id}@customers.example,+55 11 9${String(n).padStart(8, '0')},${String(round * 1e8 + n).padStart(11, '0')},${date},2024-03-01`
  })
  return { kind: 'customers', lines: ['id,name,email,phone,document,birthday,signup_date', ...lines] }
}

/** Orders that count and earn nothing, of customers who are known. */
export function ordersOf(size: number, round: number): FileToImport {
  const lines = Array.from({ length: size }, (_, n) => {
    const day = `2026-0${1 + (n % 9)}-${10 + (n % 18)}`
    const customer = ((n * STRIDE) % size) + 1
    return `h${round}-${n},c${customer},${day}T12:00:00Z,${day}T12:05:00Z,${10 + (n % 300)}.50`
  })
  return { kind: 'orders', lines: ['order_id,customer_id,placed_at,completed_at,total', ...lines] }
}

export function codesOf(size: number, round: number): FileToImport {
  const lines = Array.from({ length: size }, (_, n) => `CODE-${round}-${n}`)
  return { kind: 'couponCodes', lines: ['code', ...lines], options: { reward: REWARD } }
}
