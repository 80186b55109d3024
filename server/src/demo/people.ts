import type { CustomerBody } from '../customers/private-api/schema.ts'
import { instantToText } from '../platform/clock.ts'
import { Random } from '../platform/random.ts'
import { type LocalDate, startOfDay } from '../platform/zone.ts'

const DAY_MS = 86_400_000

/** How a customer shops: every week, now and then, or twice in all. */
interface Habit {
  /** Of a hundred customers. */
  readonly share: number
  /** Days between two visits, at least and at most. */
  readonly gap: readonly [number, number]
  /** Products in a basket, at least and at most. */
  readonly basket: readonly [number, number]
  /** After so many visits they come no more; null: they stay. */
  readonly visits: readonly [number, number] | null
  /** The days after the opening in which they come for the first time. */
  readonly joins: readonly [number, number]
}

const HABITS = {
  regular: { share: 30, gap: [9, 26], basket: [1, 3], visits: null, joins: [0, 300] },
  occasional: { share: 32, gap: [30, 80], basket: [1, 3], visits: null, joins: [0, 330] },
  enthusiast: { share: 9, gap: [6, 16], basket: [1, 5], visits: null, joins: [0, 200] },
  passerBy: { share: 17, gap: [5, 40], basket: [1, 2], visits: [1, 2], joins: [0, 420] },
  /** Came often in the first weeks and never again: their points expire, and their tier is lost. */
  lapsed: { share: 12, gap: [2, 6], basket: [4, 8], visits: [3, 5], joins: [0, 6] },
} as const satisfies Record<string, Habit>

export interface Person {
  readonly id: string
  readonly publicId: string
  readonly body: CustomerBody
  readonly habit: Habit
  readonly joinsOn: LocalDate
  /** Whether they do not take part in the program at first. */
  readonly hesitates: boolean
  readonly seed: number
}

const FIRST_NAMES =
  'Ana Beatriz Bruno Caio Camila Carla Clara Cecília Daniel Diego Eduarda Elisa Fábio Felipe Fernanda Gabriel Gustavo Heitor Helena Igor Isabela João Joana Júlia Larissa Laura Leandro Letícia Lucas Luiza Manuela Marcelo Mariana Mateus Miguel Natália Otávio Paula Pedro Rafael Renata Rodrigo Sofia Tiago Valentina Vinícius Vitória Yasmin'.split(
    ' ',
  )
const LAST_NAMES =
  'Almeida Alves Araújo Barbosa Barros Batista Borges Campos Cardoso Carvalho Castro Cavalcanti Correia Costa Cunha Dias Duarte Farias Fernandes Ferreira Freitas Gomes Lima Lopes Machado Martins Melo Mendes Monteiro Moraes Moreira Nascimento Nogueira Nunes Oliveira Pereira Pinto Ramos Ribeiro Rocha Rodrigues Santana Santos Silva Souza Teixeira Vieira'.split(
    ' ',
  )

/** The customers of the demo merchant, who are the same in every run. */
export function makePeople(count: number, seed: number, opening: LocalDate, timeZone: string): Person[] {
  const random = new Random(seed)
  const taken = new Set<string>()
  return Array.from({ length: count }, (_, index) => {
    const number = String(index + 1).padStart(3, '0')
    const name = newName(random, taken)
    const habit: Habit = HABITS[random.weighted(SHARES)]
    const hesitates = index % 25 === 7
    const joins = hesitates ? random.between(0, 20) : random.between(...habit.joins)
    return {
      id: `demo-${number}`,
      publicId: publicId(random),
      habit,
      joinsOn: opening + joins,
      hesitates,
      seed: seed + index + 1,
      body: {
        OriginalId: `demo-${number}`,
        Name: name,
        Email: `${plain(name)}@example.com`,
        Phone: `+55 11 5555-${String(1_000 + index)}`,
        SignupDate: instantToText(startOfDay(opening + joins, timeZone)),
        ...(!hesitates && random.chance(70) ? { BirthdayDate: birthday(random, timeZone) } : {}),
      },
    }
  })
}

const SHARES = Object.fromEntries(Object.entries(HABITS).map(([name, { share }]) => [name, share])) as Record<
  keyof typeof HABITS,
  number
>

function newName(random: Random, taken: Set<string>): string {
  for (;;) {
    const name = `${random.one(FIRST_NAMES)} ${random.one(LAST_NAMES)}`
    if (taken.has(name)) continue
    taken.add(name)
    return name
  }
}

function plain(name: string): string {
  return name
    .normalize('NFD')
    .replace(/[^A-Za-z ]/g, '')
    .toLowerCase()
    .replaceAll(' ', '.')
}

function birthday(random: Random, timeZone: string): string {
  const born = Date.UTC(random.between(1955, 2005), random.between(0, 11), random.between(1, 28))
  return instantToText(startOfDay(born / DAY_MS, timeZone))
}

/** The form of a random UUID. */
function publicId(random: Random): string {
  const digits = Array.from({ length: 32 }, () => random.between(0, 15).toString(16))
  digits[12] = '4'
  digits[16] = random.one(['8', '9', 'a', 'b'])
  return digits.join('').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
