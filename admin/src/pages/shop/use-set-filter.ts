import { useNavigate } from '@tanstack/react-router'

/** Changes members of a filter in the address; what is empty is left out of it. */
export function useSetFilter<Filter extends object>(filter: Filter): (changed: Partial<Filter>) => void {
  const navigate = useNavigate()
  return (changed) => {
    const all = Object.entries({ ...filter, ...changed }).filter(([, value]) => value)
    void navigate({ to: '.', search: Object.fromEntries(all) as never, replace: true })
  }
}
