/** The elements in JSX: `import type {} from '@punchcard-loyalty/storefront/react'` once in a project with React 19. */
import type { DetailedHTMLProps, HTMLAttributes } from 'react'

type Punchcard<Own> = DetailedHTMLProps<HTMLAttributes<HTMLElement>, HTMLElement> & Own

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'punchcard-balance': Punchcard<{ expiring?: boolean }>
      'punchcard-earn': Punchcard<
        { worth?: boolean; mine?: boolean } & (
          | { product: string; price: number | string }
          | { items: string; total: number | string }
        )
      >
      'punchcard-page': Punchcard<unknown>
      'punchcard-summary': Punchcard<unknown>
      'punchcard-cards': Punchcard<unknown>
      'punchcard-rewards': Punchcard<{ limit?: number }>
      'punchcard-coupons': Punchcard<{ limit?: number }>
      'punchcard-history': Punchcard<{ limit?: number }>
      'punchcard-tier': Punchcard<unknown>
      'punchcard-referral': Punchcard<unknown>
      'punchcard-friend': Punchcard<{ code?: string | undefined }>
      'punchcard-join': Punchcard<{
        'onpunchcard-joined'?: (event: CustomEvent) => void
        'onpunchcard-left'?: (event: CustomEvent) => void
      }>
      'punchcard-redeem': Punchcard<{
        total?: number | string
        maximum?: number | string | undefined
        applied?: number | string | undefined
        until?: string | undefined
        message?: string | undefined
        'onpunchcard-apply'?: (event: CustomEvent<{ readonly amount: string }>) => void
        'onpunchcard-remove'?: (event: CustomEvent) => void
      }>
    }
  }
}
