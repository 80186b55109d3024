import { createContext, useContext } from 'react'

/** The merchant that the address of the page names; null: the page is no merchant's. */
export const TenantContext = createContext<number | null>(null)

export function useTenant(): number | null {
  return useContext(TenantContext)
}
