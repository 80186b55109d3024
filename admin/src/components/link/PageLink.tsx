import { Link, useParams } from '@tanstack/react-router'
import type { ComponentProps, ReactNode } from 'react'

interface PageLinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  /** Below the merchant: `/rewards/3`. */
  readonly to: string
  readonly search?: Record<string, unknown>
  readonly children: ReactNode
}

/** A link to another page of the same merchant. */
export function PageLink({ to, ...rest }: PageLinkProps) {
  return <Link {...rest} to={usePageAddress()(to)} />
}

export function usePageAddress(): (to: string) => string {
  const { tenant } = useParams({ strict: false }) as { tenant?: string }
  return (to) => (tenant === undefined ? to : `/t/${tenant}${to}`)
}
