import { type LocalizedText, localized } from '../locale.ts'

/** Failures before an operation was reached, by their HTTP status; 200: nothing failed, and it is a hint. */
export const STATUS_TEXTS: Readonly<Record<number, LocalizedText>> = {
  200: localized(
    'The call was done, but it had members that Punchcard does not know. Check their names, or stop sending them.',
    'A chamada foi feita, mas tinha campos que o Punchcard não conhece. Confira os nomes ou deixe de enviá-los.',
    'La llamada se realizó, pero tenía campos que Punchcard no conoce. Revise los nombres o deje de enviarlos.',
  ),
  400: localized(
    'The body is not JSON, or not of the kind that the operation takes. Correct the request.',
    'O corpo não é JSON, ou não é do tipo que a operação aceita. Corrija a requisição.',
    'El cuerpo no es JSON, o no es del tipo que la operación acepta. Corrija la solicitud.',
  ),
  403: localized(
    'The API key may not do this. Use another one, or make one with the scope that the message names.',
    'A chave de API não pode fazer isto. Use outra, ou crie uma com o escopo que a mensagem indica.',
    'La clave de API no puede hacer esto. Use otra, o cree una con el alcance que el mensaje indica.',
  ),
  413: localized(
    'The body is too large. Send less at once.',
    'O corpo é grande demais. Envie menos de uma vez.',
    'El cuerpo es demasiado grande. Envíe menos a la vez.',
  ),
  414: localized(
    'A part of the path is too long. Correct the path.',
    'Uma parte do caminho é longa demais. Corrija o caminho.',
    'Una parte de la ruta es demasiado larga. Corrija la ruta.',
  ),
  415: localized(
    'The body must be sent as it is, with Content-Type: application/json.',
    'O corpo deve ser enviado como está, com Content-Type: application/json.',
    'El cuerpo debe enviarse tal cual, con Content-Type: application/json.',
  ),
  503: localized(
    'The server was busy, stopping, or did not reach its database. Send the same request again: nothing is counted twice.',
    'O servidor estava ocupado, parando, ou não alcançou o banco de dados. Envie a mesma requisição de novo: nada conta duas vezes.',
    'El servidor estaba ocupado, deteniéndose, o no alcanzó su base de datos. Envíe la misma solicitud de nuevo: nada cuenta dos veces.',
  ),
}
