import { common } from './common.ts'
import { keys } from './keys.ts'
import { shell } from './shell.ts'
import { signIn } from './sign-in.ts'

/** One file a domain; the other languages have the same keys. */
export const en = { common, keys, shell, signIn } as const
