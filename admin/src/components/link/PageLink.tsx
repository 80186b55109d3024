import { Link, useParams } from '@tanstack/react-router'
import type { ComponentProps, ReactNode } from 'react'

interface PageLinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  /** Below the merchant: `/rewards/3`. */
  readonly to: string
  readonly search?: Record<string, unknown>
  /** Marked as the present page only where the address is the same, not also below it. */
  readonly isExact?: boolean
  /** Two links to one page that differ in what is behind the question mark. */
  readonly hasViews?: boolean
  /** Another view of the same page: the page stays where it was scrolled to. */
  readonly keepsScroll?: boolean
  readonly children: ReactNode
}

/** A link to another page of the same merchant. */
export function PageLink(props: PageLinkProps) {
  const { to, isExact = false, hasViews = false, keepsScroll = false, ...rest } = props
  const active = { exact: isExact, includeSearch: hasViews }
  return <Link {...rest} to={usePageAddress()(to)} activeOptions={active} resetScroll={!keepsScroll} />
}

export function usePageAddress(): (to: string) => string {
  const { tenant } = useParams({ strict: false }) as { tenant?: string }
  return (to) => (tenant === undefined ? to : `/t/${tenant}${to}`)
}
