import { useState } from 'react'

/**
 * What is chosen while a slot is open. The sentence comes back from the server later than one clicks, so a second click
 * would be added to what was there before the first.
 */
export function useChosen<Value>(value: Value, isOpen: boolean): [Value, (next: Value) => void] {
  const [chosen, setChosen] = useState(value)
  if (!isOpen && chosen !== value) setChosen(value)
  return [chosen, setChosen]
}
