import { type Locale, type LocalizedText, localized } from '../../contract/locale.ts'
import { type Problem, problem } from '../../contract/problem.ts'
import type { Refusal } from '../../contract/refusal.ts'
import { instantToText, instantToTextOrNull } from '../../platform/clock.ts'
import { type ExportInput, exportOf } from '../export-job.ts'
import { JOB_STATES, type Job, type JobProblem, shownState, WISHES } from '../job.ts'
import { type JobReason, OPEN_JOBS_MAX } from '../rules/change-job.ts'
import type { Pace } from '../rules/progress.ts'
import type { JobAnswer } from './schema.ts'

const FAILED_REPEATEDLY = localized(
  'It failed five times in a row. Resume it to try again from where it stopped. If it fails again, give this request ID to whoever runs the server.',
  'Falhou cinco vezes seguidas. Retome para tentar de novo de onde parou. Se falhar outra vez, informe este ID da requisição a quem administra o servidor.',
  'Falló cinco veces seguidas. Reanúdalo para volver a intentarlo desde donde quedó. Si vuelve a fallar, indica este ID de solicitud a quien administra el servidor.',
)

const FAILED: Readonly<Record<JobProblem['reason'], LocalizedText>> = {
  'failed-repeatedly': FAILED_REPEATEDLY,
  'file-too-large': localized(
    'It is too large for a file here. Export less at a time, or ask whoever runs the server for `punchcard export` or, of everything, `punchcard tenant export`.',
    'É grande demais para um arquivo aqui. Exporte menos de cada vez ou peça `punchcard export` ou, de tudo, `punchcard tenant export` a quem administra o servidor.',
    'Es demasiado grande para un archivo aquí. Exporta menos cada vez o pide `punchcard export` o, de todo, `punchcard tenant export` a quien administra el servidor.',
  ),
  'files-full': localized(
    'There is no room for its file. Delete files that you no longer need, then resume it.',
    'Não há espaço para o arquivo. Exclua arquivos de que não precisa mais e retome.',
    'No hay espacio para el archivo. Elimina archivos que ya no necesites y reanúdalo.',
  ),
  'cell-full': localized(
    'This server has no room for more files. Ask its operator, then resume it.',
    'Este servidor não tem espaço para mais arquivos. Fale com quem o administra e depois retome.',
    'Este servidor no tiene espacio para más archivos. Habla con quien lo administra y luego reanúdalo.',
  ),
  'too-many-files': localized(
    'There are too many files. Wait until some have expired, then resume it.',
    'Há arquivos demais. Espere até que alguns expirem e retome.',
    'Hay demasiados archivos. Espera a que venzan algunos y reanúdalo.',
  ),
}

export function presentJob(job: Job, pace: Pace | null, locale: Locale): JobAnswer {
  return {
    id: job.id,
    kind: job.kind,
    export: presentExport(exportOf(job)),
    state: shownState(job),
    wish: job.wish === 'none' ? null : job.wish,
    done: job.done,
    total: job.total,
    perSecond: pace?.perSecond ?? null,
    secondsLeft: pace?.secondsLeft ?? null,
    createdBy: job.byLabel,
    createdAt: instantToText(job.createdAt),
    startedAt: instantToTextOrNull(job.startedAt),
    finishedAt: instantToTextOrNull(job.finishedAt),
    expiresAt: instantToTextOrNull(job.expiresAt),
    result: job.result as JobAnswer['result'],
    problem: job.problem && {
      message: FAILED[job.problem.reason][locale],
      requestId: job.problem.requestId,
    },
  }
}

function presentExport(input: ExportInput | null): JobAnswer['export'] {
  return input && { kind: input.export, asOf: input.filter.asOf ?? null }
}

/** Of its state and its progress. */
export function versionOf({ state, wish, done }: Job): number {
  return (done * JOB_STATES.length + JOB_STATES.indexOf(state)) * WISHES.length + WISHES.indexOf(wish)
}

/** Also for operations that start a job. */
export function problemOfJob({ reason }: Refusal<JobReason>): Problem {
  return PROBLEMS[reason]
}

const ENDED = problem(
  'conflict',
  localized(
    'This job is done or cancelled, so it can’t be changed.',
    'Esta tarefa foi concluída ou cancelada e não pode mais ser alterada.',
    'Esta tarea terminó o se canceló y ya no se puede cambiar.',
  ),
)

const FILES_ERASED = problem(
  'conflict',
  localized(
    'Its files were deleted because a customer was erased. Start it again from the beginning.',
    'Os arquivos foram excluídos porque um cliente foi apagado. Comece de novo desde o início.',
    'Sus archivos se eliminaron porque se borró a un cliente. Empieza de nuevo desde el principio.',
  ),
)

const TOO_MANY = problem(
  'tooMany',
  localized(
    `${OPEN_JOBS_MAX} jobs are queued, running or paused. Wait until one is done, or cancel one.`,
    `Há ${OPEN_JOBS_MAX} tarefas na fila, em andamento ou pausadas. Espere uma terminar ou cancele uma delas.`,
    `Hay ${OPEN_JOBS_MAX} tareas en cola, en curso o en pausa. Espera a que termine una o cancela alguna.`,
  ),
)

const PROBLEMS: Readonly<Record<JobReason, Problem>> = {
  'job-ended': ENDED,
  'too-many-jobs': TOO_MANY,
  'files-erased': FILES_ERASED,
}
