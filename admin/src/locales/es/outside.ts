import type { outside as en } from '../en/outside.ts'
import type { TextsOf } from '../types.ts'
import { common } from './common.ts'
import { shell } from './shell.ts'
import { signIn } from './sign-in.ts'

export const outside: TextsOf<typeof en> = { common, shell, signIn }
