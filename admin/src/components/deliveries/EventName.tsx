interface EventNameProps {
  readonly event: { readonly id: string; readonly topic: string | null }
}

/** `Point_Add` is one word: it is not broken where a column is narrow. An id may be. */
export function EventName({ event: { id, topic } }: EventNameProps) {
  return topic === null ? <code>{id}</code> : <code className="nowrap">{topic}</code>
}
