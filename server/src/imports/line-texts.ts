/** Why a line is refused, for people. */
import { LOCALES, type Locale, type LocalizedText, localized } from '../contract/locale.ts'
import { type Facts, filled } from './fill-text.ts'
import type { LineReason, LineRefusal } from './line.ts'

/** `{value}` stands for a fact. */
const LINES: Readonly<Record<LineReason, LocalizedText>> = {
  'no-customer': localized(
    'The line names no customer: fill in an ID, an e-mail or a document.',
    'A linha não identifica um cliente: preencha um ID, um e-mail ou um documento.',
    'La línea no identifica a un cliente: complete un ID, un correo o un documento.',
  ),
  'not-an-email': localized(
    '“{value}” is not an e-mail address, and the line has no ID. Correct it, or add your shop’s customer ID.',
    '“{value}” não é um endereço de e-mail, e a linha não tem ID. Corrija ou acrescente o ID do cliente na sua loja.',
    '“{value}” no es una dirección de correo, y la línea no tiene ID. Corríjala o agregue el ID del cliente en su tienda.',
  ),
  'several-customers': localized(
    'Several customers have this contact: {customers}. Add a column with your shop’s customer ID.',
    'Vários clientes têm este contato: {customers}. Acrescente uma coluna com o ID do cliente na sua loja.',
    'Varios clientes tienen este contacto: {customers}. Agregue una columna con el ID del cliente en su tienda.',
  ),
  'too-long': localized('The text is too long.', 'O texto é longo demais.', 'El texto es demasiado largo.'),
  'not-storable': localized(
    'The number has more than four decimals or is 100 billion or more, or the text can’t be stored.',
    'O número tem mais de quatro casas decimais ou é de 100 bilhões ou mais, ou o texto não pode ser gravado.',
    'El número tiene más de cuatro decimales o es de 100 mil millones o más, o el texto no se puede guardar.',
  ),
  'balance-too-large': localized(
    'With this line the customer would have, or owe, 100 billion or more.',
    'Com esta linha o cliente teria, ou deveria, 100 bilhões ou mais.',
    'Con esta línea el cliente tendría, o debería, 100 mil millones o más.',
  ),
  'below-zero': localized(
    'The number can’t be below zero.',
    'O número não pode ser negativo.',
    'El número no puede ser negativo.',
  ),
  'negative-balance': localized(
    'The balance is below zero. Choose that it is owed, or correct it.',
    'O saldo é negativo. Escolha que ele seja devido, ou corrija.',
    'El saldo es negativo. Elija que quede adeudado, o corríjalo.',
  ),
  'mixed-signs': localized(
    'Points and cashback have different signs.',
    'Pontos e cashback têm sinais diferentes.',
    'Los puntos y el cashback tienen signos distintos.',
  ),
  'cashback-off': localized(
    'The line has only cashback, and cashback is off.',
    'A linha só tem cashback, e o cashback está desativado.',
    'La línea solo tiene cashback, y el cashback está desactivado.',
  ),
  expired: localized(
    'These points have expired already.',
    'Estes pontos já expiraram.',
    'Estos puntos ya vencieron.',
  ),
  'no-expiry': localized(
    'The line has no expiry date. Choose what happens to points without one.',
    'A linha não tem data de validade. Escolha o que acontece com pontos sem validade.',
    'La línea no tiene fecha de vencimiento. Elija qué pasa con los puntos que no la tienen.',
  ),
  'date-ahead': localized(
    'The date is in the future.',
    'A data está no futuro.',
    'La fecha está en el futuro.',
  ),
  'expires-before-available': localized(
    'The points would expire before they become available.',
    'Os pontos expirariam antes de ficarem disponíveis.',
    'Los puntos vencerían antes de estar disponibles.',
  ),
  'pending-without-date': localized(
    'Pending points need the date on which they become available.',
    'Pontos pendentes precisam da data em que ficam disponíveis.',
    'Los puntos pendientes necesitan la fecha en que quedan disponibles.',
  ),
  'not-a-birthday': localized(
    'The birthday is no day of the calendar, or in the future.',
    'O aniversário não existe no calendário ou está no futuro.',
    'El cumpleaños no existe en el calendario o está en el futuro.',
  ),
  'unknown-tier': localized(
    'There is no tier “{value}”.',
    'Não existe o nível “{value}”.',
    'No existe el nivel “{value}”.',
  ),
  'no-code': localized('The line has no code.', 'A linha não tem código.', 'La línea no tiene código.'),
  'unknown-coupon-type': localized(
    '“{value}” is no type of coupon. Use fixedValue, percent, freeShipping, shippingDiscount or others, or name a reward.',
    '“{value}” não é um tipo de cupom. Use fixedValue, percent, freeShipping, shippingDiscount ou others, ou indique uma recompensa.',
    '“{value}” no es un tipo de cupón. Use fixedValue, percent, freeShipping, shippingDiscount u others, o indique una recompensa.',
  ),
  'value-needed': localized(
    'A coupon of this type needs a value above 0.',
    'Um cupom deste tipo precisa de um valor acima de 0.',
    'Un cupón de este tipo necesita un valor mayor que 0.',
  ),
  'above-100-percent': localized(
    'The value is a percentage: at most 100.',
    'O valor é uma porcentagem: no máximo 100.',
    'El valor es un porcentaje: como máximo 100.',
  ),
  'ends-before-it-begins': localized(
    'The end of the validity is before its beginning.',
    'O fim da validade é anterior ao início.',
    'El fin de la validez es anterior a su inicio.',
  ),
  'coupon-over': localized(
    'The validity has ended already. Correct it, or choose to skip what has expired.',
    'A validade já terminou. Corrija ou escolha ignorar o que expirou.',
    'La validez ya terminó. Corríjala o elija omitir lo que venció.',
  ),
  'unknown-reward': localized(
    'There is no reward “{value}”.',
    'Não existe a recompensa “{value}”.',
    'No existe la recompensa “{value}”.',
  ),
  'no-reward': localized(
    'The line names no reward, and none was chosen for the file.',
    'A linha não indica uma recompensa, e nenhuma foi escolhida para o arquivo.',
    'La línea no indica una recompensa, y no se eligió ninguna para el archivo.',
  ),
  'code-elsewhere': localized(
    'This code exists already: in another list, or a customer has it.',
    'Este código já existe: em outra lista, ou um cliente o tem.',
    'Este código ya existe: en otra lista, o lo tiene un cliente.',
  ),
  'code-taken': localized(
    'Customer {customer} has this code already.',
    'O cliente {customer} já tem este código.',
    'El cliente {customer} ya tiene este código.',
  ),
  'code-listed': localized(
    'This code waits in a list of codes, to be given out with a reward.',
    'Este código está em uma lista de códigos, para ser entregue com uma recompensa.',
    'Este código está en una lista de códigos, para entregarse con una recompensa.',
  ),
  'code-exists': localized(
    'This code exists already, as another coupon.',
    'Este código já existe, como outro cupom.',
    'Este código ya existe, como otro cupón.',
  ),
  'not-a-uuid': localized('“{value}” is no UUID.', '“{value}” não é um UUID.', '“{value}” no es un UUID.'),
  'broken-line': localized(
    'The line can’t be read: it has too many cells, or a quotation mark is not closed.',
    'A linha não pode ser lida: tem células demais, ou aspas que não fecham.',
    'La línea no se puede leer: tiene demasiadas celdas o comillas sin cerrar.',
  ),
  'unclosed-quote': localized(
    'A quotation mark that opens on line {line} is not closed, so lines {line} to {last} can’t be read. Close it, or remove it.',
    'As aspas que abrem na linha {line} não fecham, por isso as linhas {line} a {last} não podem ser lidas. Feche ou remova as aspas.',
    'Las comillas que se abren en la línea {line} no se cierran, por lo que las líneas {line} a {last} no se pueden leer. Ciérrelas o quítelas.',
  ),
  'control-character': localized(
    'The cell has a character that belongs in no text.',
    'A célula tem um caractere que não pertence a um texto.',
    'La celda tiene un carácter que no pertenece a un texto.',
  ),
  'not-a-number': localized(
    '“{value}” is not a number in the form that was chosen for this column.',
    '“{value}” não é um número no formato escolhido para esta coluna.',
    '“{value}” no es un número en el formato elegido para esta columna.',
  ),
  'not-a-whole-number': localized(
    '“{value}” is not a whole number of at least 0.',
    '“{value}” não é um número inteiro a partir de 0.',
    '“{value}” no es un número entero desde 0.',
  ),
  'not-a-yes-or-no': localized(
    '“{value}” is neither yes nor no.',
    '“{value}” não é sim nem não.',
    '“{value}” no es sí ni no.',
  ),
  'not-a-date': localized(
    '“{value}” is not a date in the form that was chosen for this column.',
    '“{value}” não é uma data no formato escolhido para esta coluna.',
    '“{value}” no es una fecha en el formato elegido para esta columna.',
  ),
  'scientific-notation': localized(
    '“{value}” is a number that a spreadsheet has shortened: digits are lost. Format the column as text and export it again.',
    '“{value}” é um número que a planilha abreviou: há dígitos perdidos. Formate a coluna como texto e exporte de novo.',
    '“{value}” es un número que la hoja de cálculo abrevió: se perdieron dígitos. Dé formato de texto a la columna y exporte de nuevo.',
  ),
  'short-year': localized(
    'Write the year of “{value}” with four digits.',
    'Escreva o ano de “{value}” com quatro dígitos.',
    'Escriba el año de “{value}” con cuatro dígitos.',
  ),
  'no-year': localized('“{value}” has no year.', '“{value}” não tem ano.', '“{value}” no tiene año.'),
  'no-order': localized(
    'The line has no order ID.',
    'A linha não tem o ID do pedido.',
    'La línea no tiene el ID del pedido.',
  ),
  'value-missing': localized(
    'This value is missing, and every order needs it.',
    'Falta este valor, e todo pedido precisa dele.',
    'Falta este valor, y todo pedido lo necesita.',
  ),
  'unknown-state': localized(
    '“{value}” is no state of an order. Write complete, pending or cancelled, or leave the column out.',
    '“{value}” não é um estado de pedido. Escreva complete, pending ou cancelled, ou deixe a coluna de fora.',
    '“{value}” no es un estado de pedido. Escriba complete, pending o cancelled, o deje fuera la columna.',
  ),
  'complete-and-cancelled': localized(
    'The order is complete and cancelled at once.',
    'O pedido está concluído e cancelado ao mesmo tempo.',
    'El pedido está completo y cancelado a la vez.',
  ),
  'before-placed': localized(
    'The date is before the order was placed.',
    'A data é anterior à do pedido.',
    'La fecha es anterior a la del pedido.',
  ),
  'returned-above-total': localized(
    'More was returned than the order’s total.',
    'Foi devolvido mais do que o total do pedido.',
    'Se devolvió más que el total del pedido.',
  ),
  'wrong-quantity': localized(
    'The quantity must be a whole number from 1 to 999.',
    'A quantidade deve ser um número inteiro de 1 a 999.',
    'La cantidad debe ser un número entero de 1 a 999.',
  ),
  'earned-before-complete': localized(
    'The order isn’t complete, so it has earned nothing yet. Add the date on which it was completed, or leave the points out.',
    'O pedido não está concluído, então ainda não gerou pontos. Acrescente a data de conclusão ou deixe os pontos de fora.',
    'El pedido no está completo, así que aún no generó puntos. Agregue la fecha en que se completó o deje fuera los puntos.',
  ),
  'unknown-customer': localized(
    'No customer has this public ID. Import the customers first, or add a column with your shop’s customer ID.',
    'Nenhum cliente tem este ID público. Importe os clientes primeiro, ou acrescente uma coluna com o ID do cliente na sua loja.',
    'Ningún cliente tiene este ID público. Importe primero los clientes, o agregue una columna con el ID del cliente en su tienda.',
  ),
  'lines-differ': localized(
    'The lines of this order say different things here. What is true of the whole order must be the same on all of its lines, or blank.',
    'As linhas deste pedido dizem coisas diferentes aqui. O que vale para o pedido inteiro deve ser igual em todas as linhas, ou ficar em branco.',
    'Las líneas de este pedido dicen cosas distintas aquí. Lo que vale para todo el pedido debe ser igual en todas sus líneas, o quedar en blanco.',
  ),
  'lines-apart': localized(
    'This order has other lines further up in the file. Sort the file by order ID, so that they follow each other.',
    'Este pedido tem outras linhas mais acima no arquivo. Ordene o arquivo pelo ID do pedido, para que fiquem juntas.',
    'Este pedido tiene otras líneas más arriba en el archivo. Ordene el archivo por el ID del pedido, para que queden juntas.',
  ),
  'too-many-lines': localized(
    'An order can have 500 lines.',
    'Um pedido pode ter 500 linhas.',
    'Un pedido puede tener 500 líneas.',
  ),
  unanswered: localized(
    'How this column is written has to be answered first.',
    'Primeiro é preciso responder como esta coluna está escrita.',
    'Primero hay que responder cómo está escrita esta columna.',
  ),
}

const NEAREST = localized(
  ' Did you mean “{nearest}”?',
  ' Você quis dizer “{nearest}”?',
  ' ¿Quiso decir “{nearest}”?',
)

export function refusedLineText(
  { reason, facts }: Pick<LineRefusal, 'reason' | 'facts'>,
  locale: Locale,
): string {
  const text = filled(LINES[reason][locale], facts)
  return facts.nearest === undefined ? text : text + filled(NEAREST[locale], facts)
}

/**
 * A sentence that was written into a file in the language of another person, in this one. What is no sentence of ours stays
 * as it is: the file may have been corrected by hand.
 */
export function refusalIn(locale: Locale, reason: string, sentence: string): string {
  if (!Object.hasOwn(LINES, reason)) return sentence
  const texts = LINES[reason as LineReason]
  for (const written of LOCALES) {
    const facts = factsIn(sentence, texts[written] + NEAREST[written]) ?? factsIn(sentence, texts[written])
    if (facts) return refusedLineText({ reason: reason as LineReason, facts }, locale)
  }
  return sentence
}

/** What stands for each `{name}` of a text; null: it is not this text. */
function factsIn(sentence: string, text: string): Facts | null {
  const seen = new Set<string>()
  const pattern = text.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{(\w+)\}/g, (_, name: string) => {
    if (seen.has(name)) return `\\k<${name}>`
    seen.add(name)
    return `(?<${name}>.*)`
  })
  const found = new RegExp(`^${pattern}$`, 's').exec(sentence)
  return found && { ...found.groups }
}
