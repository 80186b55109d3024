/** Every page that there is, for the looks at all of them and for the pictures. */
export interface Route {
  readonly name: string
  readonly path: string
}

/** Before the sign-in. */
export const OUTSIDE: readonly Route[] = [
  { name: 'sign-in', path: '/panel/sign-in' },
  { name: 'reset', path: '/panel/reset' },
  { name: 'new-password', path: `/panel/reset/${'a'.repeat(43)}` },
]

/** Of a merchant: below `/panel/t/{tenant}`. */
export const INSIDE: readonly Route[] = [
  { name: 'home', path: '/' },
  { name: 'program', path: '/program' },
  { name: 'add-rule', path: '/program?dialog=add' },
  { name: 'history', path: '/program/history' },
  { name: 'version', path: '/program/history/1' },
  { name: 'keys', path: '/developers/keys' },
]
