/** Commands that wait for the till at once: two or more of its batches. */
const AT_ONCE = 200

/** Does lines one by one. All of them have ended when it answers: nothing of a page that is given up goes on. */
export async function throughTill<Line, Done>(
  lines: readonly Line[],
  run: (line: Line) => Promise<Done>,
): Promise<readonly Done[]> {
  const done: Done[] = []
  for (let at = 0; at < lines.length; at += AT_ONCE) {
    for (const one of await Promise.allSettled(lines.slice(at, at + AT_ONCE).map(run))) {
      if (one.status === 'rejected') throw one.reason
      done.push(one.value)
    }
  }
  return done
}
