import { type LocalizedText, localized } from '../../contract/locale.ts'
import { invalid, type Problem, problem } from '../../contract/problem.ts'
import type { Refusal } from '../../contract/refusal.ts'
import { instantToText } from '../../platform/clock.ts'
import { type DeletedBecause, PART_BYTES, partsOf, type StoredFile } from '../file.ts'
import type { UploadReason } from '../files.ts'
import type { FileAnswer } from './files-schema.ts'

export function presentFile(file: StoredFile): FileAnswer {
  return {
    id: file.id,
    jobId: file.jobId,
    name: file.name,
    purpose: file.purpose,
    bytes: file.bytes,
    lines: file.lines,
    sha256: file.sha256?.toString('hex') ?? null,
    holdsPersons: file.holdsPersons,
    state: file.state,
    createdAt: instantToText(file.createdAt),
    expiresAt: instantToText(file.expiresAt),
    deletedBecause: file.deletedBecause,
  }
}

export function presentBegun({ id, bytes, expiresAt }: StoredFile) {
  return { id, partBytes: PART_BYTES, parts: partsOf(bytes), expiresAt: instantToText(expiresAt) }
}

const WRITING = problem(
  'conflict',
  localized(
    'This file is not complete yet.',
    'Este arquivo ainda não está completo.',
    'Este archivo todavía no está completo.',
  ),
)

export const OF_RUNNING_JOB = problem(
  'conflict',
  localized(
    'A job is writing this file. Cancel the job instead.',
    'Uma tarefa está gravando este arquivo. Cancele a tarefa.',
    'Una tarea está escribiendo este archivo. Cancela la tarea.',
  ),
)

const DELETED: Readonly<Record<DeletedBecause, LocalizedText>> = {
  asked: localized('This file was deleted.', 'Este arquivo foi excluído.', 'Este archivo se eliminó.'),
  expired: localized('This file has expired.', 'Este arquivo expirou.', 'Este archivo venció.'),
  customerErased: localized(
    'This file was deleted because a customer was erased. Start the export again.',
    'Este arquivo foi excluído porque um cliente foi apagado. Inicie a exportação de novo.',
    'Este archivo se eliminó porque se borró a un cliente. Inicia la exportación de nuevo.',
  ),
  jobEnded: localized(
    'This file was deleted with its job.',
    'Este arquivo foi excluído com a sua tarefa.',
    'Este archivo se eliminó con su tarea.',
  ),
  tenantDeleted: localized(
    'This file was deleted with its merchant.',
    'Este arquivo foi excluído com o lojista.',
    'Este archivo se eliminó con su comercio.',
  ),
}

/** Why a file can't be read; null: it can. */
export function problemOfState({ state, deletedBecause }: StoredFile): Problem | null {
  if (state === 'complete') return null
  return state === 'writing' ? WRITING : problem('notFound', DELETED[deletedBecause ?? 'asked'])
}

export const NO_FILES = problem(
  'notFound',
  localized(
    'This job has no complete files.',
    'Esta tarefa não tem arquivos completos.',
    'Esta tarea no tiene archivos completos.',
  ),
)

export const OTHER_HASH = invalid([
  {
    pointer: '/sha256',
    message: localized(
      'The file has another hash. Send the parts again that differ, then complete it.',
      'O arquivo tem outro hash. Envie de novo as partes que diferem e conclua.',
      'El archivo tiene otro hash. Envía otra vez las partes que difieren y complétalo.',
    ),
  },
])

/** `message` names sizes and numbers, so the sentence of each reason is made with it. */
export function problemOfUpload({ reason, message }: Refusal<UploadReason>): Problem {
  const { name, pt, es, pointer } = UPLOADS[reason]
  const detail = localized(message, pt, es)
  return pointer === undefined ? problem(name, detail) : invalid([{ pointer, message: detail }])
}

interface UploadText {
  readonly name: 'conflict' | 'notFound' | 'validation'
  readonly pt: string
  readonly es: string
  readonly pointer?: string
}

const UPLOADS: Readonly<Record<UploadReason, UploadText>> = {
  'file-too-large': {
    name: 'validation',
    pointer: '/bytes',
    pt: 'Um arquivo tem no máximo 2 GB.',
    es: 'Un archivo tiene como máximo 2 GB.',
  },
  'files-full': {
    name: 'conflict',
    pt: 'Não há espaço para este arquivo. Exclua arquivos de que não precisa mais ou espere até que expirem.',
    es: 'No hay espacio para este archivo. Elimina archivos que ya no necesites o espera a que venzan.',
  },
  'cell-full': {
    name: 'conflict',
    pt: 'Este servidor não tem espaço para mais arquivos. Fale com quem o administra ou tente quando houver arquivos expirados.',
    es: 'Este servidor no tiene espacio para más archivos. Habla con quien lo administra o inténtalo cuando hayan vencido archivos.',
  },
  'too-many-files': {
    name: 'conflict',
    pt: 'Há arquivos demais. Espere até que alguns expirem.',
    es: 'Hay demasiados archivos. Espera a que venzan algunos.',
  },
  'file-gone': {
    name: 'notFound',
    pt: 'Não há um envio assim em andamento. Comece de novo: POST files.',
    es: 'No hay un envío así en curso. Empieza de nuevo: POST files.',
  },
  'wrong-part': {
    name: 'conflict',
    pt: 'Esta parte não existe neste arquivo ou tem outro tamanho.',
    es: 'Esta parte no existe en este archivo o tiene otro tamaño.',
  },
  'wrong-digest': {
    name: 'conflict',
    pt: 'Content-Digest não é o dos octetos. Envie a parte de novo.',
    es: 'Content-Digest no es el de los octetos. Envía la parte otra vez.',
  },
  'parts-missing': {
    name: 'conflict',
    pt: 'Faltam partes deste arquivo. Envie-as e conclua.',
    es: 'Faltan partes de este archivo. Envíalas y complétalo.',
  },
}
