export type Facts = Readonly<Record<string, string>>

/** A text with the facts that stand for its `{name}`s. */
export function filled(text: string, facts: Facts): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) =>
    Object.hasOwn(facts, name) ? (facts[name] ?? '') : '',
  )
}
