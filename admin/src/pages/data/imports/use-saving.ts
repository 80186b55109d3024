import { useRef } from 'react'
import type { Input } from '../../../api/client.ts'
import { useChange } from '../../../api/hooks.ts'
import { useSending } from '../../../components/form/use-sending.ts'
import type { StepProps } from './import.ts'

export type Changed = Input<'imports.change'>['body']
/** Answers whether it is saved. */
export type Save = (change: Changed) => Promise<boolean>

/** Saves each answer when it is given, one after the other: what the page shows is what the server would do. */
export function useSaving({ imported, etag }: StepProps) {
  const change = useChange('imports.change')
  const { send, ...sending } = useSending()
  const last = useRef<Promise<unknown>>(Promise.resolve())
  /** Of the last change, which may not have been read again yet. */
  const saved = useRef<string | null>(null)
  const saveNow = async (body: Changed): Promise<boolean> => {
    let isDone = false
    const seen = saved.current ?? etag
    saved.current = null
    await send(change({ params: { id: imported.id }, etag: seen, body }), (changed) => {
      isDone = true
      saved.current = changed.etag
    })
    return isDone
  }
  const save: Save = (body) => {
    const next = last.current.then(() => saveNow(body))
    last.current = next
    return next
  }
  return { ...sending, save }
}
