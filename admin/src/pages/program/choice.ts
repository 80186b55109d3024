/** Something that a field offers. */
export interface Choice {
  readonly id: string
  readonly label: string
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}

function isExactly({ id, label }: Choice, search: string): boolean {
  return isSame(id, search) || isSame(label, search)
}

/** Those that a search will find again, until its answer is there. */
export function matching(choices: readonly Choice[], search: string): readonly Choice[] {
  const wanted = search.toLowerCase()
  return choices.filter((one) => [one.id, one.label].some((text) => text.toLowerCase().includes(wanted)))
}

/**
 * What is offered for a search, first what has just this name or id: Enter takes the first. What was chosen before is
 * offered while nothing is searched for, and what is not found can be used as an id.
 */
export function optionsOf(
  choices: readonly Choice[],
  chosen: Choice,
  search: string,
  wordsOf: (id: string) => string,
): readonly Choice[] {
  const all = new Map(choices.map((one) => [one.id, one]))
  if (chosen.id !== '' && !all.has(chosen.id)) all.set(chosen.id, chosen)
  if (search === '') return [...all.values()]
  const exact = choices.filter((one) => isExactly(one, search))
  const others = [...all.values()].filter((one) => !exact.includes(one))
  const unknown = exact.length > 0 || all.has(search) ? [] : [{ id: search, label: wordsOf(search) }]
  return [...exact, ...others, ...unknown]
}
