/** What changed of the settings, one by one: `limits` and `security` hold several. */
export interface SettingsChange {
  readonly member: string
  readonly before: unknown
  readonly after: unknown
}

type Members = Readonly<Record<string, unknown>>

export function settingsChanges(before: Members | null, after: Members | null): SettingsChange[] {
  const [was, is] = [flat(before ?? {}), flat(after ?? {})]
  const members = new Set([...was.keys(), ...is.keys()])
  return [...members].flatMap((member) => {
    const change = { member, before: was.get(member) ?? null, after: is.get(member) ?? null }
    return JSON.stringify(change.before) === JSON.stringify(change.after) ? [] : [change]
  })
}

/** One level deep; what points are called is one thing in several languages. */
function flat(members: Members): Map<string, unknown> {
  return new Map(
    Object.entries(members).flatMap(([name, value]) =>
      isGroup(value) && name !== 'pointsName' ? Object.entries(value) : [[name, value] as const],
    ),
  )
}

function isGroup(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
