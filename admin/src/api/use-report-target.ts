import { useMay } from './session.tsx'

interface Opens {
  readonly opens?: { readonly to: string; readonly search: Record<string, unknown> }
}

/** The way to a page of a report, where the person may see reports. */
export function useReportTarget(): (to: string, search?: Record<string, unknown>) => Opens {
  const mayRead = useMay('reports.read')
  return (to, search = {}) => (mayRead ? { opens: { to, search } } : {})
}
