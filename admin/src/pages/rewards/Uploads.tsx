import { useTranslation } from 'react-i18next'
import { useList } from '../../api/hooks.ts'
import { useMay } from '../../api/session.tsx'
import { Section } from '../../components/layout/Page.tsx'
import { Status } from '../../components/status/Status.tsx'
import { ListedTable } from '../../components/table/ListedTable.tsx'
import { useFormat } from '../../format/use-format.ts'
import { UndoUpload, type Upload } from './UndoUpload.tsx'

/** The files that a list was filled from. */
export function Uploads({ listId }: { readonly listId: number }) {
  const { t } = useTranslation()
  const format = useFormat()
  const mayWrite = useMay('rewards.write')
  const listed = useList('couponLists.listUploads', { params: { id: listId } })
  if (listed.items.length === 0 && !listed.problem) return null
  return (
    <Section title={t('couponLists.uploads.title')} about={t('couponLists.uploads.about')}>
      <ListedTable
        label={t('couponLists.uploads.title')}
        listed={listed}
        keyOf={({ id }) => id}
        columns={[
          {
            head: t('couponLists.uploads.file'),
            onPhone: 'subject',
            cell: ({ file }) => file ?? t('couponLists.uploads.noFile'),
          },
          {
            head: t('couponLists.added'),
            onPhone: 'date',
            cell: ({ createdAt }) => format.moment(createdAt),
          },
          {
            head: t('couponLists.codes'),
            onPhone: 'figure',
            isNumber: true,
            cell: ({ codes }) => format.number(codes),
          },
          { head: t('common.state'), onPhone: 'note', cell: (upload) => <UploadState upload={upload} /> },
        ]}
        actions={(upload) =>
          mayWrite && canBeUndone(upload) ? <UndoUpload listId={listId} upload={upload} /> : null
        }
      />
    </Section>
  )
}

function canBeUndone({ undoneAt, isUsed, removed }: Upload): boolean {
  return undoneAt === null && (!isUsed || removed > 0)
}

function UploadState({ upload }: { readonly upload: Upload }) {
  const { t } = useTranslation()
  const format = useFormat()
  if (upload.undoneAt) {
    return (
      <Status kind="off">
        {t('couponLists.uploads.undone', { moment: format.moment(upload.undoneAt) })}
      </Status>
    )
  }
  return upload.isUsed ? (
    <Status kind="well">{t('couponLists.uploads.used')}</Status>
  ) : (
    <Status kind="well">{t('couponLists.uploads.unused')}</Status>
  )
}
