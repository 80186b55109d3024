/**
 * The styles of what every page is made of, of Home and of the sign-in, for the first stylesheet: a file each would be a
 * request each. By their addresses, each with the names of its classes.
 */
export const FIRST_STYLES: Readonly<Record<string, unknown>> = import.meta.glob(
  ['../components/**/*.css', './shell/*.css', '../pages/{home,sign-in}/*.css'],
  { eager: true },
)
