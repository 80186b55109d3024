/** Sets an entry and forgets the oldest one where there would be too many: what senders invent must not fill memory. */
export function setBounded<Key, Value>(map: Map<Key, Value>, key: Key, value: Value, max: number): void {
  // Deleted and set again, an entry is the youngest.
  map.delete(key)
  if (map.size >= max) {
    const oldest = map.keys().next()
    if (!oldest.done) map.delete(oldest.value)
  }
  map.set(key, value)
}
