import { PageLink } from '../link/PageLink.tsx'
import css from './tabs.module.css'

interface Tab {
  readonly name: string
  readonly label: string
  /** Below the merchant. */
  readonly to: string
  readonly search?: Record<string, unknown>
}

interface TabsProps {
  readonly label: string
  readonly tabs: readonly Tab[]
  /** Where the address says more than the view, such as a filter: the view that is shown. */
  readonly current?: string
}

/** Views of one page, each with an address of its own. */
export function Tabs(props: TabsProps) {
  const hasViews = props.tabs.some(({ search }) => search !== undefined)
  return (
    <nav aria-label={props.label} className={css.tabs}>
      {props.tabs.map(({ name, label, to, search }) => (
        <PageLink
          key={name}
          to={to}
          search={search ?? {}}
          className={css.tab}
          isExact
          hasViews={hasViews}
          keepsScroll={hasViews}
          aria-current={name === props.current ? 'page' : undefined}
        >
          {label}
        </PageLink>
      ))}
    </nav>
  )
}
