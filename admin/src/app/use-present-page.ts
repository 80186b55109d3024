import { useRouterState } from '@tanstack/react-router'
import { PAGES, type PageEntry } from './pages.ts'

/** The merchant's page that is open. */
export function usePresentPage(): PageEntry | undefined {
  const path = useRouterState({ select: ({ matches }): string => matches.at(-1)?.fullPath ?? '' })
  return PAGES.find((one) => `/t/$tenant${one.path}` === path)
}
