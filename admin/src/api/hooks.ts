import {
  QueryCache,
  QueryClient,
  type UseQueryResult,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import {
  type Answer,
  type Answered,
  call,
  callForFile,
  type Input,
  newKey,
  type OperationId,
} from './client.ts'
import { askFor } from './confirmation.ts'
import { type Problem, ProblemError, problemOf } from './problems.ts'
import { useTenant } from './tenant.ts'

export const queries = new QueryClient({
  queryCache: new QueryCache({ onError: (error) => void signInAgain(error) }),
  defaultOptions: {
    queries: {
      retry: (count, error) => count < 2 && error instanceof ProblemError && mayPass(error.problem),
      staleTime: 5_000,
      refetchOnWindowFocus: true,
    },
  },
})

/** The session ended while a page was open: after the next sign-in the page reads everything again. */
async function signInAgain(error: unknown): Promise<void> {
  if (!(error instanceof ProblemError) || error.problem.name !== 'unauthenticated') return
  if (await askFor('signIn')) await queries.invalidateQueries()
}

function mayPass({ name }: Problem): boolean {
  return name === 'offline' || name === 'unavailable'
}

interface ReadOptions {
  readonly isOff?: boolean
  /** How often it is asked again. */
  readonly everyMs?: number
  /** Show what was there until the next answer comes. */
  readonly keep?: boolean
  /** It says nothing in words: another language is no reason to ask again. */
  readonly isWordless?: boolean
  /** Its ETag changes with every answer: asked again, the server may say that nothing has changed. */
  readonly isTagged?: boolean
}

function queryOf<Id extends OperationId>(
  id: Id,
  tenant: number | null,
  input: Input<Id>,
  language: string | null,
  isTagged = false,
) {
  const queryKey = [tenant, domainOf(id), id, input as unknown, language]
  return {
    queryKey,
    queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
      call(id, tenant, input, {
        signal,
        before: isTagged ? queries.getQueryData<Answered<Id>>(queryKey) : undefined,
      }),
  }
}

/**
 * While the code of the pages still loads: who is signed in is then known when they are first drawn. undefined: the
 * server did not tell it, and the page that asks again says why.
 */
export async function readSessionAhead(): Promise<Answer<'session.get'> | undefined> {
  const query = queryOf('session.get', null, {}, null)
  await queries.prefetchQuery(query)
  return queries.getQueryData<Answered<'session.get'>>(query.queryKey)?.answer
}

/** What the server knows, kept under `[tenant, domain, …]`. */
export function useRead<Id extends OperationId>(
  id: Id,
  input: Input<Id>,
  { isOff = false, everyMs, keep = false, isWordless = false, isTagged = false }: ReadOptions = {},
): UseQueryResult<Answered<Id>, ProblemError> {
  const tenant = useTenant()
  const language = useTranslation().i18n.language
  return useQuery<Answered<Id>, ProblemError>({
    ...queryOf(id, tenant, input, isWordless ? null : language, isTagged),
    enabled: !isOff,
    ...(everyMs === undefined ? {} : { refetchInterval: everyMs }),
    ...(keep ? { placeholderData: (before: Answered<Id> | undefined) => before } : {}),
  })
}

type Paged = { readonly items: readonly unknown[]; readonly nextCursor: string | null }
export type Item<Id extends OperationId> =
  Answer<Id> extends { readonly items: readonly (infer One)[] } ? One : never

export interface Listed<One> {
  readonly items: readonly One[]
  readonly isLoading: boolean
  readonly problem: Problem | null
  readonly more: (() => void) | null
  readonly isLoadingMore: boolean
  /** After a problem. */
  readonly tryAgain: () => void
}

/** A list page by page; never a total. */
export function useList<Id extends OperationId>(
  id: Id,
  input: Input<Id>,
  { isOff = false, everyMs }: Pick<ReadOptions, 'isOff' | 'everyMs'> = {},
): Listed<Item<Id>> & { readonly first: Answer<Id> | undefined } {
  const tenant = useTenant()
  const language = useTranslation().i18n.language
  const found = useInfiniteQuery({
    queryKey: [tenant, domainOf(id), id, 'pages', input as unknown, language],
    queryFn: ({ pageParam, signal }) => {
      const query = { ...(input as { query?: object }).query, ...(pageParam ? { cursor: pageParam } : {}) }
      return call(id, tenant, { ...input, query } as Input<Id>, { signal })
    },
    initialPageParam: null as string | null,
    getNextPageParam: (last) => (last.answer as Partial<Paged>).nextCursor ?? null,
    enabled: !isOff,
    ...(everyMs === undefined ? {} : { refetchInterval: everyMs }),
  })
  const items = found.data?.pages.flatMap((page) => (page.answer as Paged).items as Item<Id>[]) ?? []
  // A page of a filter may be short, also empty, while there is more: then it is looked on.
  const isLookedOn = items.length === 0 && found.hasNextPage && !found.isError
  const { fetchNextPage, isFetchingNextPage } = found
  useEffect(() => {
    if (isLookedOn && !isFetchingNextPage) void fetchNextPage()
  }, [isLookedOn, isFetchingNextPage, fetchNextPage])
  return {
    items,
    // What a list says beside its items.
    first: found.data?.pages[0]?.answer,
    isLoading: found.isPending || isLookedOn,
    problem: found.error ? problemOf(found.error) : null,
    more: found.hasNextPage ? () => void found.fetchNextPage() : null,
    isLoadingMore: found.isFetchingNextPage,
    tryAgain: () => void found.refetch(),
  }
}

export type Outcome<Id extends OperationId> =
  | ({ readonly isDone: true } & Answered<Id>)
  | { readonly isDone: false; readonly problem: Problem }

/**
 * Changes something: asks for the password again where the server wants it and for a sign-in where the session has
 * ended, sends once more with the same key where the answer was lost, and has what the domain shows read again.
 */
export function useChange<Id extends OperationId>(id: Id): (input: Input<Id>) => Promise<Outcome<Id>> {
  const tenant = useTenant()
  const client = useQueryClient()
  return async (input) => {
    const whole = { ...input, key: input.key ?? newKey() }
    try {
      const answered = await sendConfirmed(id, () => call(id, tenant, whole))
      void client.invalidateQueries({ queryKey: [tenant, domainOf(id)] })
      return { isDone: true, ...answered }
    } catch (thrown) {
      return { isDone: false, problem: problemOf(thrown) }
    }
  }
}

type Fetched =
  | { readonly isDone: true; readonly file: Blob }
  | { readonly isDone: false; readonly problem: Problem }

/** Fetches a file, and asks for the password again where it tells who customers are. */
export function useFetchFile<Id extends OperationId>(id: Id): (input: Input<Id>) => Promise<Fetched> {
  const tenant = useTenant()
  return async (input) => {
    try {
      return { isDone: true, file: await sendConfirmed(id, () => callForFile(id, tenant, input)) }
    } catch (thrown) {
      return { isDone: false, problem: problemOf(thrown) }
    }
  }
}

async function sendConfirmed<Result>(id: OperationId, send: () => Promise<Result>): Promise<Result> {
  try {
    return await send()
  } catch (thrown) {
    const { name } = problemOf(thrown)
    if (name === 'offline') return await send()
    if (name === 'confirm') return await sendAfter('confirmation', send)
    if (name === 'unauthenticated' && !SIGN_IN.has(id)) return await sendAfter('signIn', send)
    throw thrown
  }
}

/** They answer a wrong password or code by themselves. */
const SIGN_IN: ReadonlySet<OperationId> = new Set(['session.create', 'session.secondFactor'])

async function sendAfter<Result>(
  wanted: Parameters<typeof askFor>[0],
  send: () => Promise<Result>,
): Promise<Result> {
  if (!(await askFor(wanted))) throw new ProblemError({ name: 'cancelled', title: '', detail: '' })
  return await send()
}

/** `program.draft.put` belongs to `program`. */
function domainOf(id: OperationId): string {
  return id.split('.', 1)[0] ?? id
}
