import { InvalidArgumentError, Option } from 'commander'

export function jsonOption(): Option {
  return new Option('--json', 'print one JSON object').default(false)
}

export function wholeNumber(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError('It must be a whole number.')
  return Number(text)
}
