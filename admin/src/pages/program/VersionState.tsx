import { useTranslation } from 'react-i18next'
import type { Answer } from '../../api/client.ts'
import { Status } from '../../components/status/Status.tsx'

type State = Answer<'program.versions.list'>['items'][number]['state']

export function VersionState({ state }: { readonly state: State }) {
  const { t } = useTranslation()
  const kind = state === 'current' ? 'well' : state === 'scheduled' ? 'waiting' : 'off'
  return <Status kind={kind}>{t(`program.history.state.${state}`)}</Status>
}
