import { useTranslation } from 'react-i18next'
import { useList } from '../../../api/hooks.ts'
import { useMay, useSession } from '../../../api/session.tsx'

/** Who `person:7` is; without the permission to read people, only that it was a person. */
export function useActorName(isNeeded: boolean): (actor: string) => string {
  const { t } = useTranslation()
  const { person } = useSession()
  const mayRead = useMay('people.read')
  const people = useList('people.list', { query: { limit: 100 } }, { isOff: !isNeeded || !mayRead })
  return (actor) => {
    const id = Number(/^person:(\d+)$/.exec(actor)?.[1])
    if (id === person.id) return person.name
    return people.items.find((one) => one.id === id)?.name ?? t('customers.timeline.somebody')
  }
}
