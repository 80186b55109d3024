import { InvalidArgumentError, Option } from 'commander'

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
