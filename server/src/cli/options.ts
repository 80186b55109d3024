import { InvalidArgumentError, Option } from 'commander'
import { PROCESSES_MAX } from '../app/config.ts'

export function jsonOption(): Option {
  return new Option('--json', 'print one JSON object').default(false)
}

export function wholeNumber(text: string): number {
  const number = Number(text)
  if (!/^\d{1,16}$/.test(text) || !Number.isSafeInteger(number)) {
    throw new InvalidArgumentError('It must be a whole number.')
  }
  return number
}

export function processCount(text: string): number {
  const number = wholeNumber(text)
  if (number >= 1 && number <= PROCESSES_MAX) return number
  throw new InvalidArgumentError(`It must be a whole number from 1 to ${PROCESSES_MAX}.`)
}

/** The months that a report shows at most. */
const MONTHS_MAX = 120

export function monthCount(text: string): number {
  const number = wholeNumber(text)
  if (number >= 1 && number <= MONTHS_MAX) return number
  throw new InvalidArgumentError(`It must be a whole number from 1 to ${MONTHS_MAX}.`)
}
