/** Proof, for the other workers, that this one lives. It ends with the process, or with its connection. */
export interface Presence {
  readonly worker: number
  isPresent(): boolean
}
