/** The name that a number stands for, such as one of a column. One without a name is a mistake, and is not hidden. */
export function nameOf<Name extends string, Value>(
  numbers: Readonly<Record<Name, Value>>,
  value: Value,
): Name {
  const found = (Object.keys(numbers) as Name[]).find((name) => numbers[name] === value)
  if (found === undefined) throw new Error(`nothing has the number ${String(value)}`)
  return found
}
