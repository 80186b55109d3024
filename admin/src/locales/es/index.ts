import type { en } from '../en/index.ts'
import type { TextsOf } from '../types.ts'
import { common } from './common.ts'
import { keys } from './keys.ts'
import { shell } from './shell.ts'
import { signIn } from './sign-in.ts'

export const es: TextsOf<typeof en> = { common, keys, shell, signIn }
