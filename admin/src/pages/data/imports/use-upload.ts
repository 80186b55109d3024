import { useState } from 'react'
import { useChange } from '../../../api/hooks.ts'
import type { Problem } from '../../../api/problems.ts'

export interface UploadProgress {
  readonly done: number
  readonly total: number
}

export type Uploaded =
  | { readonly isDone: true; readonly fileId: number }
  | { readonly isDone: false; readonly problem: Problem }

/** How often a part is sent whose answer was lost, or that the server had no time for. */
const TRIES = 4
const PAUSE_MS = 1_000

/** Sends a file in parts: one that is lost is sent again, and not the whole file. */
export function useUpload(): {
  readonly progress: UploadProgress | null
  readonly upload: (file: File) => Promise<Uploaded>
} {
  const begin = useChange('files.create')
  const sendPart = useChange('files.sendPart')
  const complete = useChange('files.complete')
  const [progress, setProgress] = useState<UploadProgress | null>(null)
  const upload = async (file: File): Promise<Uploaded> => {
    setProgress({ done: 0, total: file.size })
    try {
      const begun = await begin({ body: { name: file.name, bytes: file.size, purpose: 'import' } })
      if (!begun.isDone) return begun
      const { id, parts, partBytes } = begun.answer
      for (let number = 1; number <= parts; number += 1) {
        const part = file.slice((number - 1) * partBytes, number * partBytes)
        const body = new Uint8Array(await part.arrayBuffer())
        const sent = await patiently(() => sendPart({ params: { id, number }, body }))
        if (!sent.isDone) return sent
        setProgress({ done: Math.min(number * partBytes, file.size), total: file.size })
      }
      const whole = await patiently(() => complete({ params: { id }, body: {} }))
      return whole.isDone ? { isDone: true, fileId: id } : whole
    } finally {
      setProgress(null)
    }
  }
  return { progress, upload }
}

type Sent = { readonly isDone: true } | { readonly isDone: false; readonly problem: Problem }

async function patiently<Outcome extends Sent>(send: () => Promise<Outcome>): Promise<Outcome> {
  for (let tries = 1; ; tries += 1) {
    const outcome = await send()
    if (outcome.isDone || tries === TRIES || !mayPass(outcome.problem)) return outcome
    await new Promise((go) => setTimeout(go, PAUSE_MS * tries))
  }
}

function mayPass({ name }: Problem): boolean {
  return name === 'offline' || name === 'unavailable' || name === 'tooMany'
}
