import { type Static, Type } from 'typebox'
import { Body, IdParams } from '../../contract/admin-api/body.ts'
import { operation } from '../../contract/admin-api/operation.ts'
import { Empty, Id, Moment, Name, Page, PageQuery, Words } from '../../contract/admin-api/schema.ts'
import { Nullable, Text } from '../../contract/schema.ts'

const STATES = ['writing', 'complete', 'deleted'] as const
const REASONS = ['asked', 'expired', 'customerErased', 'jobEnded', 'tenantDeleted'] as const
/** As `PART_BYTES` of `jobs/file.ts`, which the panel can't import; a test compares them. */
export const UPLOAD_PART_BYTES = 4 * 1024 * 1024
const NAME_MAX = 250

const FileAnswer = Type.Object({
  id: Id('Number of the file.'),
  jobId: Nullable(Id('The job whose result it is; null: it was uploaded.')),
  name: Text('What it is called.'),
  purpose: Text('What it is for, such as `export` or `import`.'),
  bytes: Type.Integer({ minimum: 0, description: 'Its size; of a result that is written, so far.' }),
  lines: Nullable(Type.Integer({ minimum: 0, description: 'How many lines it has; null: not known.' })),
  sha256: Nullable(Type.String({ description: 'Of all its octets, in hex; null: it is not complete.' })),
  holdsPersons: Type.Boolean({
    description: 'It tells who customers are. Downloading it needs more, and erasing a customer deletes it.',
  }),
  state: Words(STATES, 'Whether it is being written, complete or deleted.'),
  createdAt: Moment('When it was begun.'),
  expiresAt: Moment('When it is deleted by itself.'),
  deletedBecause: Nullable(Words(REASONS, 'Why it was deleted; null: it was not.')),
})
export type FileAnswer = Static<typeof FileAnswer>

const FileParams = IdParams('Number of the file.')
const ONE = '/tenants/:tenant/files/:id'

export const listFiles = operation({
  id: 'files.list',
  summary: 'Files of jobs that the caller may start, and uploads for those who may upload, newest first',
  method: 'GET',
  path: '/tenants/:tenant/files',
  permission: 'jobs.use',
  weight: 'light',
  query: Type.Object({
    job: Type.Optional(Type.Integer({ minimum: 1, maximum: 2 ** 53 - 1, description: 'Only of this job.' })),
    ...PageQuery,
  }),
  answer: Page(FileAnswer),
})

export const beginUpload = operation({
  id: 'files.create',
  summary: 'Begin an upload; its room is kept for 30 days',
  method: 'POST',
  path: '/tenants/:tenant/files',
  permission: 'files.upload',
  weight: 'light',
  audit: 'file.upload',
  status: 201,
  body: Body({
    name: Name('What the file is called.', NAME_MAX),
    bytes: Type.Integer({ minimum: 1, maximum: 2 ** 53 - 1, description: 'Its size. At most 2 GB.' }),
    purpose: Words(['import'] as const, 'What it is for.'),
  }),
  answer: Type.Object({
    id: Id('Number of the file.'),
    partBytes: Type.Integer({ description: 'The size of each part but the last.' }),
    parts: Type.Integer({ description: 'How many parts to send, numbered from 1.' }),
    expiresAt: Moment('When it is deleted by itself.'),
  }),
})

export const sendPart = operation({
  id: 'files.sendPart',
  summary: 'Send a part of an upload, in any order; the same part again replaces it',
  method: 'PUT',
  path: `${ONE}/parts/:number`,
  permission: 'files.upload',
  weight: 'light',
  audit: 'file.upload',
  octetBodyMax: UPLOAD_PART_BYTES,
  status: 204,
  params: Type.Object({
    id: Id('Number of the file.'),
    number: Type.Integer({ minimum: 1, maximum: 2 ** 31 - 1, description: 'Number of the part, from 1.' }),
  }),
  answer: Empty,
})

export const completeUpload = operation({
  id: 'files.complete',
  summary: 'End an upload: all parts are there, and have the hash that was said',
  method: 'POST',
  path: `${ONE}/complete`,
  permission: 'files.upload',
  // It reads all parts for their hash.
  weight: 'heavy',
  audit: 'file.upload',
  params: FileParams,
  body: Body({
    sha256: Type.Optional(
      Type.String({ pattern: '^[0-9a-f]{64}$', description: 'What the whole file should have, in hex.' }),
    ),
  }),
  answer: FileAnswer,
})

export const downloadFile = operation({
  id: 'files.download',
  summary:
    'Download a file. One that holds persons needs `customers.export` and `customers.personal`, and asks for a confirmation',
  method: 'GET',
  path: ONE,
  permission: 'jobs.use',
  weight: 'light',
  audit: 'file.download',
  isDownload: true,
  params: FileParams,
  answer: Empty,
})

export const deleteFile = operation({
  id: 'files.delete',
  summary: 'Delete a file; doing so again answers the same',
  method: 'DELETE',
  path: ONE,
  permission: 'jobs.use',
  weight: 'light',
  audit: 'file.delete',
  params: FileParams,
  answer: FileAnswer,
})

export const downloadJobFiles = operation({
  id: 'jobs.downloadFiles',
  summary: 'Download all files of a job as one tar archive, with the same needs as each of them',
  method: 'GET',
  path: '/tenants/:tenant/jobs/:id/files.tar',
  permission: 'jobs.use',
  weight: 'light',
  audit: 'file.download',
  isDownload: true,
  params: IdParams('Number of the job.'),
  answer: Empty,
})
