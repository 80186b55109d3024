/** What a person is asked for before a refused request can be sent again: the password once more, or a new sign-in. */
type Wanted = 'confirmation' | 'signIn'
type Ask = () => Promise<boolean>

const askers = new Map<Wanted, Ask>()
const asked = new Map<Wanted, Promise<boolean>>()

/** The shell answers. Returns what ends that. */
export function answerWith(wanted: Wanted, ask: Ask): () => void {
  askers.set(wanted, ask)
  return () => {
    askers.delete(wanted)
  }
}

/** true: it was given, and the request can be sent again. Requests that are refused meanwhile share the answer. */
export function askFor(wanted: Wanted): Promise<boolean> {
  const before = asked.get(wanted)
  if (before) return before
  const answer = (askers.get(wanted)?.() ?? Promise.resolve(false)).finally(() => asked.delete(wanted))
  asked.set(wanted, answer)
  return answer
}
