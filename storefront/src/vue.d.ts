/**
 * The elements in templates: `import type {} from '@punchcard-loyalty/storefront/vue'` once in a project with Vue 3, whose
 * compiler is told that they are no components: `isCustomElement: (tag) => tag.startsWith('punchcard-')`.
 */
import type { EmitFn, HTMLAttributes, PublicProps } from 'vue'
import type { ElementAttributes, ElementEvents } from './elements.d.ts'

export type { ElementAttributes, ElementEvents } from './elements.d.ts'

type Elements = {
  [Name in keyof ElementAttributes]: new () => HTMLElement & {
    /** For templates alone: the element has none of it. */
    readonly $props: HTMLAttributes & ElementAttributes[Name] & PublicProps
    readonly $emit: EmitFn<{ [Event in keyof ElementEvents]: (event: ElementEvents[Event]) => void }>
  }
}

declare module 'vue' {
  interface GlobalComponents extends Elements {}
}
