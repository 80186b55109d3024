/** How many characters have to be added, left out or replaced to make one of the other (Levenshtein). */
export function editDistance(from: string, to: string): number {
  const wanted = [...to]
  let row = [...Array(wanted.length + 1).keys()]
  for (const [index, character] of [...from].entries()) {
    const next = [index + 1]
    for (const [place, other] of wanted.entries()) {
      const replaced = (row[place] ?? 0) + (character === other ? 0 : 1)
      next.push(Math.min(replaced, (row[place + 1] ?? 0) + 1, (next[place] ?? 0) + 1))
    }
    row = next
  }
  return row[wanted.length] ?? 0
}
