import { useState } from 'react'
import { useChange } from '../../../api/hooks.ts'
import type { Problem } from '../../../api/problems.ts'
import { download } from '../../../components/secret/download.ts'

/** Saves all that is known of a person as a file: the law lets them ask for it. */
export function useExport(customer: { readonly id: number; readonly publicId: string }): {
  readonly save: () => Promise<void>
  readonly problem: Problem | null
} {
  const ask = useChange('customers.export')
  const [problem, setProblem] = useState<Problem | null>(null)
  const save = async (): Promise<void> => {
    setProblem(null)
    const outcome = await ask({ params: { id: customer.id } })
    if (outcome.isDone) download(`${customer.publicId}.json`, JSON.stringify(outcome.answer, null, 2))
    else setProblem(outcome.problem)
  }
  return { save, problem }
}
