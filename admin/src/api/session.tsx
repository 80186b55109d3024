import { createContext, type ReactNode, useContext } from 'react'
import type { Permission } from '../../../server/src/contract/permission.ts'
import type { Answer } from './client.ts'
import { useTenant } from './tenant.ts'

export type Session = Answer<'session.get'>
export type Membership = Session['memberships'][number]

const SessionContext = createContext<Session | null>(null)

export function SessionProvider({
  session,
  children,
}: {
  readonly session: Session
  readonly children: ReactNode
}) {
  return <SessionContext value={session}>{children}</SessionContext>
}

/** Who is signed in. Pages behind the sign-in have one. */
export function useSession(): Session {
  const session = useContext(SessionContext)
  if (!session) throw new Error('this page has no session')
  return session
}

/** The merchant of the page, with what the person may do for it. */
export function useMembership(): Membership {
  const tenant = useTenant()
  const found = useSession().memberships.find(({ tenant: { id } }) => id === tenant)
  if (!found) throw new Error('this page is of no merchant of this person')
  return found
}

/** The panel hides by this; the server decides. */
export function useMay(permission: Permission): boolean {
  return useMembership().permissions.includes(permission)
}
