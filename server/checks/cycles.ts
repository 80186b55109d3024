type Graph = ReadonlyMap<string, ReadonlySet<string>>

/** One shortest circle for each knot of nodes that lead to each other, each closed with its first node. */
export function findCycles(neighbours: Graph): string[][] {
  const reported = new Set<string>()
  const cycles: string[][] = []
  for (const start of [...neighbours.keys()].sort()) {
    if (reported.has(start)) continue
    const back = shortestPath(neighbours, start)
    if (!back) continue
    for (const node of back) reported.add(node)
    cycles.push([start, ...back])
  }
  return cycles
}

/** From a node back to itself; null: it is in no circle. */
function shortestPath(neighbours: Graph, start: string): string[] | null {
  const paths = [...(neighbours.get(start) ?? [])].map((node) => [node])
  const seen = new Set(paths.flat())
  for (const path of paths) {
    const last = path.at(-1) ?? start
    if (last === start) return path
    for (const next of neighbours.get(last) ?? []) {
      if (seen.has(next)) continue
      seen.add(next)
      paths.push([...path, next])
    }
  }
  return null
}
