import { useCallback, useEffect, useRef, useState } from 'react'
import { useChange, useRead } from '../../api/hooks.ts'
import type { Problem } from '../../api/problems.ts'
import type { Draft, Program } from './program.ts'

interface Seen {
  readonly draft: Draft
  readonly etag: string | null
}

export interface DraftEditing {
  /** null: still loading. */
  readonly draft: Draft | null
  readonly etag: string | null
  readonly isSaving: boolean
  /** Why it could not be loaded or saved. */
  readonly problem: Problem | null
  /** What both began with, what was typed, and what another person saved meanwhile; null: no conflict. */
  readonly conflict: { readonly base: Program; readonly yours: Program; readonly theirs: Draft } | null
  /** Typed, and not saved because the server does not answer. */
  readonly isUnsaved: boolean
  readonly saveAgain: () => void
  /** The program as it then is; null: nothing is loaded yet. */
  readonly edit: (change: (program: Program) => Program) => Program | null
  /** Saves this although another person saved first: it was put together from both. */
  readonly overwrite: (program: Program) => Promise<void>
  readonly reload: () => Promise<void>
}

/** How often a draft that could not be saved is sent again. */
const RETRY_MS = 5_000

function useRepeated(isOn: boolean, run: () => Promise<void>): void {
  useEffect(() => {
    if (!isOn) return
    const timer = setInterval(() => void run(), RETRY_MS)
    return () => clearInterval(timer)
  })
}

/** What was changed while it was being saved is newer than what was saved. */
function withNewer(wanted: Program | null, saved: Seen): Seen {
  return wanted === null ? saved : { ...saved, draft: { ...saved.draft, program: wanted } }
}

function mayPass({ name }: Problem): boolean {
  return name === 'offline' || name === 'unavailable' || name === 'cancelled'
}

/**
 * The draft, which saves itself with every change. Changes wait for the save before them, and those that wait are
 * saved together; what is shown is what was typed, until the server has written its sentences.
 */
export function useDraft(): DraftEditing {
  const loaded = useRead('program.draft.get', {})
  const put = useChange('program.draft.put')
  const [seen, setSeen] = useState<Seen | null>(null)
  const [isSaving, setSaving] = useState(false)
  const [problem, setProblem] = useState<Problem | null>(null)
  const [conflict, setConflict] = useState<DraftEditing['conflict']>(null)
  const wanted = useRef<Program | null>(null)
  const latest = useRef<Seen | null>(null)
  const [isUnsaved, setUnsaved] = useState(false)
  /** As the server has confirmed it last. */
  const base = useRef<Program | null>(null)
  const isBusy = useRef(false)

  const keep = useCallback((next: Seen) => {
    latest.current = next
    setSeen(next)
  }, [])
  useEffect(() => {
    // What is being typed is newer than what was just read.
    if (loaded.data && !isBusy.current && wanted.current === null) {
      base.current = loaded.data.answer.program
      keep({ draft: loaded.data.answer, etag: loaded.data.etag })
    }
  }, [loaded.data, keep])

  const save = async (): Promise<void> => {
    if (isBusy.current) return
    isBusy.current = true
    setSaving(true)
    while (wanted.current !== null && latest.current !== null) {
      const program = wanted.current
      const { draft, etag } = latest.current
      const outcome = await put({ body: { program, note: draft.note }, etag })
      if (!outcome.isDone) {
        setProblem(outcome.problem)
        // While the server is away, what was typed waits for it.
        if (mayPass(outcome.problem)) {
          setUnsaved(true)
          break
        }
        wanted.current = null
        if (outcome.problem.name === 'changed') {
          const { data } = await loaded.refetch()
          if (data) setConflict({ base: base.current ?? program, yours: program, theirs: data.answer })
        }
        break
      }
      setProblem(null)
      setUnsaved(false)
      if (wanted.current === program) wanted.current = null
      base.current = program
      keep(withNewer(wanted.current, { draft: outcome.answer, etag: outcome.etag }))
    }
    isBusy.current = false
    setSaving(false)
  }

  useRepeated(isUnsaved, save)
  const edit = (change: (program: Program) => Program): Program | null => {
    const current = latest.current
    if (!current) return null
    const program = change(wanted.current ?? current.draft.program)
    wanted.current = program
    keep({ ...current, draft: { ...current.draft, program } })
    void save()
    return program
  }
  const reload = async (): Promise<void> => {
    wanted.current = null
    setProblem(null)
    setConflict(null)
    setUnsaved(false)
    const fresh = await loaded.refetch()
    if (fresh.data) base.current = fresh.data.answer.program
    if (fresh.data) keep({ draft: fresh.data.answer, etag: fresh.data.etag })
  }
  const overwrite = async (program: Program): Promise<void> => {
    await reload()
    edit(() => program)
  }
  return {
    draft: seen?.draft ?? null,
    etag: seen?.etag ?? null,
    isSaving,
    problem: problem ?? loaded.error?.problem ?? null,
    conflict,
    isUnsaved,
    saveAgain: () => void save(),
    edit,
    overwrite,
    reload,
  }
}
