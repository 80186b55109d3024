import type { FieldProblem } from '../../contract/field-problem.ts'
import type { LocalizedText } from '../../contract/locale.ts'

const LENGTH_MIN = 12
/** A second factor makes up for what a shorter one lacks. */
const LENGTH_MIN_WITH_FACTOR = 8
const LENGTH_MAX = 256
/** A name shorter than this is part of too many words. */
const NAME_MIN = 4

export interface PasswordContext {
  readonly email: string
  /** The merchants that the person works for. */
  readonly tenantNames: readonly string[]
  readonly hasSecondFactor: boolean
  readonly isCommon: (password: string) => boolean
}

/** Why a new password is not taken; null: it is. There are no rules about kinds of characters: length is what helps. */
export function problemOfPassword(password: string, context: PasswordContext): LocalizedText | null {
  const length = [...password].length
  const least = context.hasSecondFactor ? LENGTH_MIN_WITH_FACTOR : LENGTH_MIN
  if (length < least) return tooShort(least)
  if (password.length > LENGTH_MAX) return TOO_LONG
  const plain = plainOf(password)
  const [mailbox = ''] = context.email.split('@')
  if (plain === plainOf(context.email) || plain === plainOf(mailbox)) return IS_EMAIL
  if (context.tenantNames.some((name) => isMadeOf(plain, plainOf(name)))) return IS_NAME
  if (context.isCommon(plain) || isMonotonous(plain)) return COMMON
  return null
}

export function fieldProblemOfPassword(
  pointer: string,
  password: string,
  context: PasswordContext,
): FieldProblem | null {
  const message = problemOfPassword(password, context)
  return message && { pointer, code: 'weakPassword', message }
}

/** Accents and capitals don't make a password harder to guess. */
function plainOf(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}

/** The name, perhaps with a year or a few signs behind it. */
function isMadeOf(password: string, name: string): boolean {
  const bare = name.replace(/[^\p{L}\p{N}]/gu, '')
  if (bare.length < NAME_MIN) return false
  const rest = password.replace(/[^\p{L}\p{N}]/gu, '').replace(bare, '')
  return password.replace(/[^\p{L}\p{N}]/gu, '').includes(bare) && /^\p{N}*$/u.test(rest)
}

/** Up to three different characters, however often. */
function isMonotonous(password: string): boolean {
  return new Set(password).size <= 3
}

function tooShort(least: number): LocalizedText {
  return {
    en: `The password needs at least ${least} characters. A few words that do not belong together are easy to remember.`,
    'pt-BR': `A senha precisa de pelo menos ${least} caracteres. Algumas palavras sem relação entre si são fáceis de lembrar.`,
    es: `La contraseña necesita al menos ${least} caracteres. Unas palabras sin relación entre sí son fáciles de recordar.`,
  }
}

const TOO_LONG: LocalizedText = {
  en: `The password may have at most ${LENGTH_MAX} characters.`,
  'pt-BR': `A senha pode ter no máximo ${LENGTH_MAX} caracteres.`,
  es: `La contraseña puede tener como máximo ${LENGTH_MAX} caracteres.`,
}

const IS_EMAIL: LocalizedText = {
  en: 'The password can’t be your email address: attackers try that first.',
  'pt-BR': 'A senha não pode ser o endereço de e-mail: é a primeira coisa que se tenta.',
  es: 'La contraseña no puede ser la dirección de correo: es lo primero que se prueba.',
}

const IS_NAME: LocalizedText = {
  en: 'The password must not be the name of the merchant: that is among the first things that are tried.',
  'pt-BR': 'A senha não pode ser o nome da loja: está entre as primeiras coisas que se tentam.',
  es: 'La contraseña no puede ser el nombre de la tienda: está entre lo primero que se prueba.',
}

const COMMON: LocalizedText = {
  en: 'This password is among the most common ones, which are tried first. Choose another one.',
  'pt-BR': 'Esta senha está entre as mais comuns, que são tentadas primeiro. Escolha outra.',
  es: 'Esta contraseña está entre las más comunes, que se prueban primero. Elija otra.',
}
