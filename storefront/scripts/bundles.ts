/** What is built of the elements for shops that load them from the server. */
/** `hosted`: for the page of a program on the server itself. */
export const SCRIPTS = ['punchcard', 'punchcard-small', 'hosted'] as const
export const RESERVE = 'reserve'
/** What pages of shops pin. */
export const RELEASED = ['punchcard.js', 'punchcard-small.js', 'reserve.css'] as const

/** Gzipped by `gzip -9`, in bytes. */
export const BOUNDS: Readonly<Record<string, number>> = {
  'balance alone': 4_000,
  'punchcard-small.js': 4_600,
  'punchcard.js': 15_000,
  'hosted.js': 15_500,
  'reserve.css': 500,
}

/** Browsers that have `light-dark()`, `:dir()` and container queries; in older ones nothing is defined. */
export const CSS_TARGET = ['chrome123', 'firefox121', 'safari17.5']
