/** One request, as the reference shows it. */
export interface Example {
  readonly path?: Readonly<Record<string, string | number>>
  readonly query?: Readonly<Record<string, string | number | boolean>>
  readonly body?: unknown
}
