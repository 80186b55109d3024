/** What people read about imports: why a file is refused, and what has to be answered. */
import { type Locale, type LocalizedText, localized } from '../contract/locale.ts'
import { type Facts, filled } from './fill-text.ts'
import type { ImportQuestion } from './import.ts'
import type { FileReason } from './reading/format.ts'

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
  countsTwice: localized(
    'Import {imports} has brought the same purchases in another form, so they would count twice towards tiers. Is that right?',
    'A importação {imports} já trouxe as mesmas compras de outra forma, então elas contariam duas vezes para os níveis. Está certo?',
    'La importación {imports} ya trajo las mismas compras de otra forma, así que contarían dos veces para los niveles. ¿Es correcto?',
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
  codesGivenOut: localized(
    'Codes that were given out already are left out: {lines}.',
    'Códigos já entregues ficam de fora: {lines}.',
    'Los códigos ya entregados quedan fuera: {lines}.',
  ),
  couponsOutOfUse: localized(
    'Coupons that were used or taken out of use are left out: {lines}.',
    'Cupons já usados ou desativados ficam de fora: {lines}.',
    'Los cupones usados o desactivados quedan fuera: {lines}.',
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
