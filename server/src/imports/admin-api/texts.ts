import { NOT_FOUND } from '../../contract/admin-api/texts.ts'
import { localized } from '../../contract/locale.ts'
import { type Problem, problem } from '../../contract/problem.ts'
import type { ImportReason } from '../manage.ts'

const FILE_GONE = problem(
  'conflict',
  localized(
    'The upload is not complete or was deleted. Upload the file again and begin a new import.',
    'O envio não está completo ou foi excluído. Envie o arquivo de novo e comece outra importação.',
    'La carga no está completa o se eliminó. Suba el archivo de nuevo y empiece otra importación.',
  ),
)

export const PERSON_NEEDED = problem(
  'forbidden',
  localized(
    'Above the limit two people are needed, and a token is none: apply it in the panel.',
    'Acima do limite são necessárias duas pessoas, e um token não é uma: aplique no painel.',
    'Por encima del límite se necesitan dos personas, y un token no lo es: aplíquelo en el panel.',
  ),
)

export const TOO_MANY_MAPPINGS = problem(
  'tooMany',
  localized(
    '100 mappings are saved. Delete one that you no longer need.',
    'Há 100 mapeamentos salvos. Exclua um de que não precisa mais.',
    'Hay 100 asignaciones guardadas. Elimine una que ya no necesite.',
  ),
)

/** Why it was not done, for the person who wanted it. */
const PROBLEMS: Readonly<Record<ImportReason, Problem>> = {
  'import-unknown': NOT_FOUND,
  'file-gone': FILE_GONE,
  'too-many-imports': problem(
    'tooMany',
    localized(
      '100 imports were begun and not applied. They are deleted 31 days after they were begun.',
      '100 importações foram começadas e não aplicadas. Elas são excluídas 31 dias depois do início.',
      'Hay 100 importaciones empezadas y no aplicadas. Se eliminan 31 días después de empezarlas.',
    ),
  ),
  'import-begun': problem(
    'conflict',
    localized(
      'This import was applied, so it can’t be changed or applied again. Upload the file once more: lines that were done are skipped.',
      'Esta importação foi aplicada e não pode mais ser alterada nem aplicada de novo. Envie o arquivo outra vez: linhas já feitas são ignoradas.',
      'Esta importación se aplicó y ya no se puede cambiar ni aplicar de nuevo. Suba el archivo otra vez: las líneas ya hechas se omiten.',
    ),
  ),
  'import-changed': problem(
    'changed',
    localized(
      'The import was changed meanwhile. Look at it again.',
      'A importação foi alterada nesse meio-tempo. Veja de novo.',
      'La importación se cambió entretanto. Véala de nuevo.',
    ),
  ),
  'check-running': problem(
    'conflict',
    localized(
      'Its dry run is under way. Wait until it is done, or cancel it.',
      'A simulação está em andamento. Espere terminar ou cancele.',
      'La simulación está en curso. Espere a que termine o cancélela.',
    ),
  ),
  'not-checked': problem(
    'conflict',
    localized(
      'Run it dry first: what was changed since then was not looked at.',
      'Faça a simulação primeiro: o que mudou desde então não foi visto.',
      'Haga primero la simulación: lo que cambió desde entonces no se ha visto.',
    ),
  ),
  'questions-open': problem(
    'conflict',
    localized(
      'Questions are open. Answer all of them and run it dry again.',
      'Há perguntas em aberto. Responda todas e faça a simulação de novo.',
      'Hay preguntas abiertas. Responda todas y haga la simulación de nuevo.',
    ),
  ),
  'plan-old': problem(
    'changed',
    localized(
      'The dry run is older than seven days. Run it again.',
      'A simulação tem mais de sete dias. Faça de novo.',
      'La simulación tiene más de siete días. Hágala de nuevo.',
    ),
  ),
  'plan-changed': problem(
    'changed',
    localized(
      'Something that the numbers depend on has changed since the dry run: the program, the tiers or how the file is read. Run it again.',
      'Algo de que os números dependem mudou desde a simulação: o programa, os níveis ou a leitura do arquivo. Faça de novo.',
      'Algo de lo que dependen los números cambió desde la simulación: el programa, los niveles o la lectura del archivo. Hágala de nuevo.',
    ),
  ),
  'nothing-applied': problem(
    'conflict',
    localized(
      'Nothing of this import was applied.',
      'Nada desta importação foi aplicado.',
      'No se aplicó nada de esta importación.',
    ),
  ),
  'job-running': problem(
    'conflict',
    localized(
      'Another job of this import has not ended. Wait until it is done, or cancel it.',
      'Outra tarefa desta importação não terminou. Espere terminar ou cancele.',
      'Otra tarea de esta importación no ha terminado. Espere a que termine o cancélela.',
    ),
  ),
  'undo-over': problem(
    'conflict',
    localized(
      'It was applied more than 30 days ago, so it can’t be undone any more.',
      'Foi aplicada há mais de 30 dias e não pode mais ser desfeita.',
      'Se aplicó hace más de 30 días y ya no se puede deshacer.',
    ),
  ),
  'undone-before': problem(
    'conflict',
    localized('It was undone already.', 'Já foi desfeita.', 'Ya se deshizo.'),
  ),
}

export function problemOfImport({ reason }: { readonly reason: ImportReason }): Problem {
  return PROBLEMS[reason]
}
