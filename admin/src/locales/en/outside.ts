import { common } from './common.ts'
import { shell } from './shell.ts'
import { signIn } from './sign-in.ts'

/** What is read before one is signed in. */
export const outside = { common, shell, signIn } as const
