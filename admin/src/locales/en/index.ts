import { beyondHome } from './beyond-home.ts'
import { inside } from './inside.ts'
import { outside } from './outside.ts'

/** All keys that there are; only its type is used. */
export const en = { ...outside, ...inside, ...beyondHome } as const
