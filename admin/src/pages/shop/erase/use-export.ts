import { useNavigate, useSearch } from '@tanstack/react-router'
import { useChange } from '../../../api/hooks.ts'
import { useSending } from '../../../components/form/use-sending.ts'

/** Starts the file with all that is known of a person: the law lets them ask for it. */
export function useExport(customerId: number) {
  const ask = useChange('customers.export')
  const { problem, isBusy, send } = useSending()
  const [, follow] = useExportInAddress()
  const start = () => send(ask({ params: { id: customerId } }), ({ answer }) => follow(answer.id))
  return { start, problem, isBusy }
}

/** Which export the page follows: it is in the address, so that a link opens it, and it is there after a reload. */
export function useExportInAddress(): [number | null, (job: number | null) => void] {
  const { export: named } = useSearch({ strict: false }) as { export?: unknown }
  const navigate = useNavigate()
  const job = Number(named)
  return [
    Number.isSafeInteger(job) && job > 0 ? job : null,
    (next) =>
      void navigate({
        to: '.',
        search: (({ export: _, ...rest }: Record<string, unknown>) =>
          next === null ? rest : { ...rest, export: next }) as never,
        replace: true,
        resetScroll: false,
      }),
  ]
}
