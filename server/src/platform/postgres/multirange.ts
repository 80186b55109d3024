import { type Instant, instantToText } from '../clock.ts'

/** From a moment on until before another one, which may be infinite. */
export interface MomentRange {
  readonly from: Instant
  readonly to: Instant
}

/** As text of a `tstzmultirange`. */
export function multirange(ranges: readonly MomentRange[]): string {
  return `{${ranges.map(({ from, to }) => `[${textOf(from)},${textOf(to)})`).join()}}`
}

/** What an index finds them by, as text: from the first moment on until before the last one. */
export function hullOf(ranges: readonly MomentRange[]): { readonly from: string; readonly until: string } {
  return {
    from: textOf(Math.min(...ranges.map(({ from }) => from))),
    until: textOf(Math.max(...ranges.map(({ to }) => to))),
  }
}

function textOf(at: Instant): string {
  if (Number.isFinite(at)) return instantToText(at)
  return at > 0 ? 'infinity' : '-infinity'
}
