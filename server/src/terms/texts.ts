import { conflict } from '../contract/config-refusal.ts'
import { localized } from '../contract/locale.ts'

export const TOO_LONG = localized(
  'At most 100 KB in each language.',
  'No máximo 100 KB em cada idioma.',
  'Como máximo 100 KB en cada idioma.',
)

export const UNPRINTABLE = localized(
  'This text has invisible characters, such as control characters: remove them.',
  'Este texto tem caracteres invisíveis, como os de controle: remova-os.',
  'Este texto tiene caracteres invisibles, como los de control: elimínelos.',
)

export const LANGUAGE_MISSING = conflict(
  localized(
    'Write the terms in your own language first: they are shown where another language is missing.',
    'Escreva primeiro os termos no seu próprio idioma: eles aparecem quando falta outro idioma.',
    'Escriba primero los términos en su propio idioma: se muestran cuando falta otro idioma.',
  ),
  'languageMissing',
)

export const UNCHANGED = conflict(
  localized(
    'The draft says what is published already.',
    'O rascunho diz o que já está publicado.',
    'El borrador dice lo que ya está publicado.',
  ),
  'unchanged',
)

export const TOO_MANY = conflict(
  localized(
    'There are 1,000 versions already, and no more can be published.',
    'Já existem 1.000 versões, e não é possível publicar mais.',
    'Ya hay 1.000 versiones y no se pueden publicar más.',
  ),
  'tooManyVersions',
)
