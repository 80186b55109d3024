import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { usePageAddress } from '../link/PageLink.tsx'
import { toast } from '../toast/toast.tsx'

interface Thing {
  readonly id: number
  readonly version: number
}

type Outcome<Refused, Done = { readonly etag: string | null }> =
  | ({ readonly isDone: true } & Done)
  | { readonly isDone: false; readonly problem: Refused }

interface OfVersion {
  readonly params: { readonly id: number }
  readonly etag: string | null
}

interface ArchivingOptions<One extends Thing, Refused> {
  readonly archive: (input: OfVersion) => Promise<Outcome<Refused>>
  readonly unarchive: (input: OfVersion) => Promise<Outcome<Refused>>
  readonly duplicate: (
    input: Pick<OfVersion, 'params'>,
  ) => Promise<Outcome<Refused, { readonly answer: { readonly id: number } }>>
  readonly says: {
    readonly archived: (thing: One) => string
    readonly unarchived: (thing: One) => string
    readonly duplicated: string
  }
  /** Where one of them has its page. */
  readonly pageOf: (id: number) => string
  /** What is refused is told to the page. */
  readonly onProblem: (problem: Refused | null) => void
}

export interface Archiving<One> {
  archive(thing: One): Promise<void>
  unarchive(thing: One): Promise<void>
  duplicate(thing: One): Promise<void>
}

/** What one does with something that is archived rather than deleted: put it away, bring it back, make a copy. */
export function useArchiving<One extends Thing, Refused>(
  options: ArchivingOptions<One, Refused>,
): Archiving<One> {
  const { archive, unarchive, duplicate, says, pageOf, onProblem } = options
  const { t } = useTranslation()
  const navigate = useNavigate()
  const address = usePageAddress()
  const seen = ({ id, version }: One): OfVersion => ({ params: { id }, etag: `"r${version}"` })
  /** It comes back as it was, switched on or off. */
  const bringBack = async (input: OfVersion): Promise<boolean> => {
    const outcome = await unarchive(input)
    onProblem(outcome.isDone ? null : outcome.problem)
    return outcome.isDone
  }
  return {
    async archive(thing) {
      const outcome = await archive(seen(thing))
      if (!outcome.isDone) return onProblem(outcome.problem)
      onProblem(null)
      const { etag } = outcome
      toast(says.archived(thing), {
        label: t('common.undo'),
        run: () => void bringBack({ params: { id: thing.id }, etag }),
      })
    },
    async unarchive(thing) {
      if (await bringBack(seen(thing))) toast(says.unarchived(thing))
    },
    async duplicate(thing) {
      const outcome = await duplicate({ params: { id: thing.id } })
      if (!outcome.isDone) return onProblem(outcome.problem)
      toast(says.duplicated)
      await navigate({ to: address(pageOf(outcome.answer.id)) })
    },
  }
}
