import { useRead } from '../../../api/hooks.ts'

/** Jobs are of another domain: what changed about one is asked again by this. */
export function useRefresh(id: number): () => void {
  const found = useRead('imports.get', { params: { id } })
  return () => void found.refetch()
}
