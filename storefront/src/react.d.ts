/** The elements in JSX: `import type {} from '@punchcard-loyalty/storefront/react'` once in a project with React 19. */
import type { DetailedHTMLProps, HTMLAttributes } from 'react'
import type { ElementAttributes, ElementEvents } from './elements.d.ts'

export type { ElementAttributes, ElementEvents } from './elements.d.ts'

type Handlers = { [Name in keyof ElementEvents as `on${Name}`]?: (event: ElementEvents[Name]) => void }
type Elements = {
  [Name in keyof ElementAttributes]: DetailedHTMLProps<HTMLAttributes<HTMLElement>, HTMLElement> &
    Handlers &
    ElementAttributes[Name]
}

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements extends Elements {}
  }
}
