/** What people read about imports: why a line or a file is refused, and what has to be answered. */
import { LOCALES, type Locale, type LocalizedText, localized } from '../contract/locale.ts'
import type { ImportQuestion } from './import.ts'
import type { LineReason, LineRefusal } from './line.ts'
import type { FileReason } from './reading/format.ts'

type Facts = Readonly<Record<string, string>>

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

const FILES: Readonly<Record<FileReason, LocalizedText>> = {
  empty: localized('The file is empty.', 'O arquivo está vazio.', 'El archivo está vacío.'),
  'header-only': localized(
    'The file has a header and no lines.',
    'O arquivo tem um cabeçalho e nenhuma linha.',
    'El archivo tiene un encabezado y ninguna línea.',
  ),
  'unclosed-quote': localized(
    'The first line can’t be read: a quotation mark is not closed, or something follows it in its cell. Correct that line.',
    'A primeira linha não pode ser lida: há aspas que não fecham, ou algo depois delas na célula. Corrija essa linha.',
    'La primera línea no se puede leer: hay comillas sin cerrar, o algo después de ellas en la celda. Corrija esa línea.',
  ),
  'excel-workbook': localized(
    'This is an Excel workbook. Save it as CSV and upload that file.',
    'Isto é uma planilha do Excel. Salve como CSV e envie esse arquivo.',
    'Esto es un libro de Excel. Guárdelo como CSV y suba ese archivo.',
  ),
  zip: localized(
    'This is a ZIP archive. Unpack it and upload the file that is in it.',
    'Isto é um arquivo ZIP. Descompacte e envie o arquivo que está dentro.',
    'Esto es un archivo ZIP. Descomprímalo y suba el archivo que contiene.',
  ),
  pdf: localized(
    'This is a PDF. Export the data as CSV and upload that file.',
    'Isto é um PDF. Exporte os dados como CSV e envie esse arquivo.',
    'Esto es un PDF. Exporte los datos como CSV y suba ese archivo.',
  ),
  html: localized(
    'This is a web page. Some systems call it “.xls”: open it in a spreadsheet, save it as CSV and upload that file.',
    'Isto é uma página da web. Alguns sistemas a chamam de “.xls”: abra em uma planilha, salve como CSV e envie esse arquivo.',
    'Esto es una página web. Algunos sistemas la llaman “.xls”: ábrala en una hoja de cálculo, guárdela como CSV y suba ese archivo.',
  ),
  'json-document': localized(
    'This is one JSON document. Write one JSON object per line (NDJSON), or CSV.',
    'Isto é um único documento JSON. Grave um objeto JSON por linha (NDJSON), ou CSV.',
    'Esto es un único documento JSON. Escriba un objeto JSON por línea (NDJSON), o CSV.',
  ),
  binary: localized(
    'This is no text. Upload a CSV or NDJSON file.',
    'Isto não é texto. Envie um arquivo CSV ou NDJSON.',
    'Esto no es texto. Suba un archivo CSV o NDJSON.',
  ),
  'packed-twice': localized(
    'The file is packed twice. Unpack it once.',
    'O arquivo está compactado duas vezes. Descompacte uma vez.',
    'El archivo está comprimido dos veces. Descomprímalo una vez.',
  ),
  'damaged-gzip': localized(
    'The packed file is damaged or not complete. Upload it again.',
    'O arquivo compactado está danificado ou incompleto. Envie de novo.',
    'El archivo comprimido está dañado o incompleto. Súbalo de nuevo.',
  ),
  'unpacks-too-large': localized(
    'Unpacked, the file is larger than 8 GB or more than 200 times as large as packed. Divide it.',
    'Descompactado, o arquivo passa de 8 GB ou de 200 vezes o tamanho compactado. Divida o arquivo.',
    'Descomprimido, el archivo supera 8 GB o 200 veces su tamaño comprimido. Divídalo.',
  ),
  'not-encoded-so': localized(
    'At octet {byte} is a character that is not {encoding}.',
    'No octeto {byte} há um caractere que não é {encoding}.',
    'En el octeto {byte} hay un carácter que no es {encoding}.',
  ),
  'line-too-long': localized(
    'Line {line} is longer than 1 MiB. Is a quotation mark not closed?',
    'A linha {line} passa de 1 MiB. Há aspas que não fecham?',
    'La línea {line} supera 1 MiB. ¿Hay comillas sin cerrar?',
  ),
  'too-many-columns': localized(
    'Line {line} has more than 500 columns. Leave out those that you don’t need.',
    'A linha {line} tem mais de 500 colunas. Deixe de fora as que não precisa.',
    'La línea {line} tiene más de 500 columnas. Deje fuera las que no necesita.',
  ),
  'log-too-long': localized(
    'A log may have {lines} lines. Export balances instead, or divide it by customer.',
    'Um histórico pode ter {lines} linhas. Exporte saldos, ou divida por cliente.',
    'Un historial puede tener {lines} líneas. Exporte saldos, o divídalo por cliente.',
  ),
}

export function unreadableFileText(reason: FileReason, facts: Facts, locale: Locale): string {
  return filled(FILES[reason][locale], { line: '1', ...facts })
}

const QUESTIONS: Readonly<Record<string, LocalizedText>> = {
  encoding: localized(
    'At octet {byte} the file is not {encoding}. Should it be read as Windows-1252?',
    'No octeto {byte} o arquivo não é {encoding}. Deve ser lido como Windows-1252?',
    'En el octeto {byte} el archivo no es {encoding}. ¿Debe leerse como Windows-1252?',
  ),
  delimiter: localized('What separates the cells?', 'O que separa as células?', '¿Qué separa las celdas?'),
  header: localized(
    'Does the first line name the columns?',
    'A primeira linha tem os nomes das colunas?',
    '¿La primera línea tiene los nombres de las columnas?',
  ),
  column: localized(
    'Several columns could be {member}. Which one is it?',
    'Várias colunas podem ser {member}. Qual delas é?',
    'Varias columnas podrían ser {member}. ¿Cuál es?',
  ),
  decimal: localized(
    'How are the numbers in “{column}” written?',
    'Como os números de “{column}” estão escritos?',
    '¿Cómo están escritos los números de “{column}”?',
  ),
  dates: localized(
    'How are the dates in “{column}” written?',
    'Como as datas de “{column}” estão escritas?',
    '¿Cómo están escritas las fechas de “{column}”?',
  ),
  expiresWhenMissing: localized(
    'When do points without an expiry date expire? {lines} lines have none.',
    'Quando expiram os pontos sem data de validade? {lines} linhas não têm.',
    '¿Cuándo vencen los puntos sin fecha de vencimiento? {lines} líneas no la tienen.',
  ),
}

export function questionText({ kind, column, facts }: ImportQuestion, locale: Locale): string {
  if (kind === 'unreadable') return unreadableFileText(facts.reason as FileReason, facts, locale)
  return filled(QUESTIONS[kind]?.[locale] ?? kind, { ...facts, ...(column !== null && { column }) })
}

const WARNINGS: Readonly<Record<string, LocalizedText>> = {
  encodedTwice: localized(
    'The text looks encoded twice, such as “SÃ£o” for “São”. Export it again as UTF-8.',
    'O texto parece codificado duas vezes, como “SÃ£o” em vez de “São”. Exporte de novo em UTF-8.',
    'El texto parece codificado dos veces, como “SÃ£o” en lugar de “São”. Expórtelo de nuevo en UTF-8.',
  ),
  sameName: localized(
    'Another column before {place} is called “{column}” too. It is read only if you choose {place} as a column.',
    'Outra coluna antes de {place} também se chama “{column}”. Ela só é lida se você escolher {place} como coluna.',
    'Otra columna antes de {place} también se llama “{column}”. Solo se lee si elige {place} como columna.',
  ),
  unclosedQuotes: localized(
    'A quotation mark that opens on line {line} is not closed. With it, {lines} lines can’t be read, and nothing on them counts.',
    'As aspas que abrem na linha {line} não fecham. Por isso, {lines} linhas não podem ser lidas e nada nelas conta.',
    'Las comillas que se abren en la línea {line} no se cierran. Por eso, {lines} líneas no se pueden leer y nada en ellas cuenta.',
  ),
  equalLines: localized(
    'Lines that are equal to a line before them: {lines}. All of them are added. If the file was exported twice, they are doubled.',
    'Linhas iguais a uma linha anterior: {lines}. Todas são somadas. Se o arquivo foi exportado em dobro, elas estão dobradas.',
    'Líneas iguales a una línea anterior: {lines}. Todas se suman. Si el archivo se exportó dos veces, están duplicadas.',
  ),
  erasedPersons: localized(
    'These lines are about persons who were erased, and are left out: {lines}.',
    'Estas linhas são de pessoas que foram apagadas e ficam de fora: {lines}.',
    'Estas líneas son de personas que se borraron y quedan fuera: {lines}.',
  ),
  shortDocuments: localized(
    '{count} of {lines} documents are shorter than the usual {length} digits: a spreadsheet may have dropped leading zeros.',
    '{count} de {lines} documentos têm menos que os {length} dígitos usuais: uma planilha pode ter removido zeros à esquerda.',
    '{count} de {lines} documentos tienen menos de los {length} dígitos usuales: una hoja de cálculo pudo quitar ceros a la izquierda.',
  ),
  largeShare: localized(
    'Line {line} alone has {value} points, {percent}% of all.',
    'Só a linha {line} tem {value} pontos, {percent}% de todos.',
    'Solo la línea {line} tiene {value} puntos, {percent}% de todos.',
  ),
  farAbove: localized(
    'Line {line} has {value}, more than 100 times the median of {median}.',
    'A linha {line} tem {value}, mais de 100 vezes a mediana de {median}.',
    'La línea {line} tiene {value}, más de 100 veces la mediana de {median}.',
  ),
}

export function warningText(kind: string, facts: Facts, locale: Locale): string {
  return filled(WARNINGS[kind]?.[locale] ?? kind, facts)
}

function filled(text: string, facts: Facts): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) =>
    Object.hasOwn(facts, name) ? (facts[name] ?? '') : '',
  )
}
