import { useChange } from '../../../api/hooks.ts'
import { useSending } from '../../../components/form/use-sending.ts'
import { download } from '../../../components/secret/download.ts'

/** Saves all that is known of a person as a file: the law lets them ask for it. */
export function useExport(customer: { readonly id: number; readonly publicId: string }) {
  const ask = useChange('customers.export')
  const { problem, send } = useSending()
  const save = () =>
    send(ask({ params: { id: customer.id } }), ({ answer }) =>
      download(`${customer.publicId}.json`, JSON.stringify(answer, null, 2)),
    )
  return { save, problem }
}
