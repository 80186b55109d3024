/** Guesses which column is what, by its name in three languages and by its values. A guess is shown as one. */

import type { ImportKind } from './import.ts'
import { ADDED_COLUMNS } from './mapping.ts'
import { styleKind } from './member-type.ts'
import { type Member, membersOf, typeOf } from './members.ts'
import type { LookedColumn } from './reading/look.ts'

/** Without case, accents and punctuation. */
const SYNONYMS: Readonly<Record<Member, string>> = {
  originalId: `id customer_id client_id user_id shop_id external_id merchant_id reference customer_code
    id_cliente cliente_id codigo codigo_cliente codigo_do_cliente id_do_cliente id_usuario codigo_de_cliente`,
  email: `e-mail email_address customer_email user_email correo correo_electronico correio correio_eletronico
    endereco_de_email e-mail_do_cliente email_cliente`,
  document: `documento cpf cnpj cpf_cnpj dni rut nif nit rfc cuit cuil ruc cedula curp tax_id document_number
    numero_do_documento numero_de_documento identificacion`,
  name: `full_name customer_name client_name nome nome_completo nome_do_cliente nombre nombre_completo
    nombre_del_cliente cliente customer client`,
  firstName: `first given_name primeiro_nome prenome primer_nombre nombres forename`,
  lastName: `last surname family_name sobrenome ultimo_nome apellido apellidos`,
  phone: `phone_number telephone mobile mobile_phone cell cell_phone whatsapp telefone celular fone telefono
    telefono_movil movil numero_de_telefone`,
  birthday: `birth_date date_of_birth dob birth nascimento data_de_nascimento data_nascimento aniversario
    cumpleanos fecha_de_nacimiento fecha_nacimiento nacimiento`,
  signupDate: `signup sign_up_date signed_up_at registered_at registration_date created_at created_on date_created
    customer_since member_since data_de_cadastro data_cadastro cadastro fecha_de_registro fecha_de_alta fecha_registro`,
  enrolledDate: `enrolled_at enrolled_on enrollment_date joined_at join_date joined activation_date data_de_adesao
    adesao data_de_inscricao fecha_de_inscripcion fecha_de_adhesion`,
  isEnrolled: `enrolled is_member participa participante inscrito inscripto esta_inscrito`,
  publicId: `uuid public_uuid`,
  points: `point points_balance point_balance balance current_points available_points reward_points loyalty_points
    points_available approved_points points_approved pontos saldo saldo_de_pontos saldo_pontos pontos_disponiveis
    total_de_pontos puntos saldo_de_puntos puntos_disponibles total_points`,
  cashback: `cashback_balance cash_back credits credits_balance store_credit wallet saldo_cashback saldo_de_cashback
    credito creditos carteira saldo_em_reais monedero`,
  pendingPoints: `pending points_pending pontos_pendentes pontos_a_liberar puntos_pendientes`,
  availableOn: `available_at available_date available_from disponivel_em data_de_liberacao liberacao disponible_desde
    disponible_el`,
  earnedOn: `earned_at earned_date issued_on issued_at granted_on credited_at data_do_credito data_de_credito
    data_de_ganho fecha_de_acreditacion ganado_el`,
  expiresOn: `expires_at expires expiry expiry_date expiration expiration_date expire_date points_expiry valid_until
    validade data_de_validade vencimento data_de_vencimento expira_em valido_ate vence vence_el vence_em vencimiento
    fecha_de_vencimiento caducidad fecha_de_caducidad valido_hasta`,
  key: `transaction_id movement_id lot_id record_id entry_id id_transacao id_da_transacao id_movimento chave
    id_de_transaccion clave`,
  tier: `tier_name level vip_tier vip_status vip_level loyalty_tier nivel nome_do_nivel categoria nombre_del_nivel`,
  tierUntil: `tier_expires tier_expires_at tier_expiry tier_expiration tier_valid_until validade_do_nivel nivel_ate
    nivel_hasta vencimiento_del_nivel`,
  spend: `total_spent total_spend lifetime_spend amount_spent lifetime_value gasto total_gasto valor_gasto
    gasto_total total_em_compras`,
  orderCount: `orders orders_count number_of_orders total_orders pedidos numero_de_pedidos quantidade_de_pedidos
    total_de_pedidos ordenes cantidad_de_pedidos`,
  progressDay: `spend_date data_do_gasto fecha_del_gasto`,
  activeOn: `last_active last_activity last_activity_at last_order last_order_date last_order_at last_purchase
    ultima_compra ultimo_pedido ultima_atividade ultima_actividad data_da_ultima_compra fecha_de_la_ultima_compra`,
  birthdayAwardedYear: `birthday_reward_year birthday_year_awarded ano_do_bonus_de_aniversario`,
  code: `coupon coupon_code voucher voucher_code discount_code promo_code cupom codigo_do_cupom codigo_cupom codigo cupon
    codigo_de_cupon codigo_del_cupon`,
  type: `coupon_type discount_type kind tipo tipo_de_cupom tipo_de_desconto tipo_de_cupon tipo_de_descuento`,
  value: `coupon_value discount discount_value amount valor valor_do_cupom valor_do_desconto desconto valor_del_cupon
    descuento monto importe`,
  createdAt: `created created_on date_created issued_at issued_on criado_em data_de_criacao emitido_em creado_el
    fecha_de_creacion emitido_el`,
  validFrom: `starts_at starts_on start_date valid_since valido_desde valido_a_partir_de inicio data_de_inicio inicio_da_validade
    fecha_de_inicio inicio_de_validez`,
  validUntil: `valid_to expires expires_at expires_on expiry expiry_date expiration expiration_date end_date ends_at validade
    data_de_validade valido_ate vencimento expira_em vence vence_el valido_hasta fecha_de_vencimiento vencimiento
    fin_de_validez`,
  rewardId: `reward reward_name reward_key recompensa id_da_recompensa premio id_del_premio beneficio id_de_recompensa`,
  list: `list_name code_list lista nome_da_lista lista_de_codigos nombre_de_la_lista`,
  isAssigned: `assigned given_out given entregue atribuido entregado asignado`,
  isUsed: `used redeemed was_used usado utilizado foi_usado canjeado`,
  usedAt: `used_on redeemed_at redeemed_on usado_em utilizado_em data_de_uso usado_el fecha_de_uso canjeado_el`,
  inactivatedAt: `inactive_since cancelled_at disabled_at desativado_em cancelado_em inativado_em desactivado_el anulado_el`,
}

/** A name may mean one thing in one kind of file, and another one in another. */
const MEANT_BY = new Map(
  Object.entries(SYNONYMS).map(([member, names]) => [
    member as Member,
    new Set(names.split(/\s+/).map(plain)),
  ]),
)

export function plain(name: string): string {
  return name
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
}

export interface Guess {
  readonly columns: Readonly<Partial<Record<Member, string>>>
  /** Several columns that could be the same: a person says which. */
  readonly several: Readonly<Partial<Record<Member, readonly string[]>>>
}

/** A column that is called as the member itself comes first. */
export function guessColumns(kind: ImportKind, columns: readonly LookedColumn[]): Guess {
  const known = columns.filter(({ name }) => !(ADDED_COLUMNS as readonly string[]).includes(name))
  const found = new Map<Member, string[]>()
  for (const member of membersOf(kind)) {
    const fitting = known.filter((column) => fits(kind, member, column) && !isTaken(found, column.name))
    const exact = fitting.filter(({ title }) => plain(title) === plain(member))
    const others = fitting.filter(({ title }) => MEANT_BY.get(member)?.has(plain(title)))
    const names = (exact.length > 0 ? exact : others).map(({ name }) => name)
    if (names.length > 0) found.set(member, names)
  }
  if (!found.has('email') && membersOf(kind).includes('email')) {
    const emails = known.filter((column) => isEmail(column) && !isTaken(found, column.name))
    if (emails.length > 0)
      found.set(
        'email',
        emails.map(({ name }) => name),
      )
  }
  const [only, another] = known
  if (kind === 'couponCodes' && only && !another && found.size === 0) found.set('code', [only.name])
  const sure = [...found].flatMap(([member, [name, other]]) => (name && !other ? [[member, name]] : []))
  const several = [...found].filter(([, names]) => names.length > 1)
  return { columns: Object.fromEntries(sure), several: Object.fromEntries(several) }
}

/** Whether any of them is called as a column of this kind of file. */
export function hasKnownNames(kind: ImportKind, columns: readonly LookedColumn[]): boolean {
  const titles = new Set(columns.map(({ title }) => plain(title)))
  return membersOf(kind).some(
    (member) => titles.has(plain(member)) || !(MEANT_BY.get(member)?.isDisjointFrom(titles) ?? true),
  )
}

function isTaken(found: ReadonlyMap<Member, readonly string[]>, name: string): boolean {
  return [...found.values()].some((names) => names.includes(name))
}

const MOST = 0.8

function isEmail({ filled, emails }: LookedColumn): boolean {
  return filled > 0 && emails >= filled * MOST
}

/** Values that are mostly something else speak against a name. */
function fits(kind: ImportKind, member: Member, column: LookedColumn): boolean {
  if (column.filled === 0) return true
  const type = styleKind(typeOf(kind, member))
  if (type === 'number') return column.emails === 0 && share(column.numbers.counts, column.filled) > 1 - MOST
  if (type === 'date') return column.emails === 0 && share(column.dates.counts, column.filled) > 1 - MOST
  if (member === 'email') return column.emails > 0
  return member === 'originalId' || !isEmail(column)
}

/** Of the values that are of this type. Numbers of JSON give no evidence and count as such. */
function share(counts: Readonly<Record<string, number>>, filled: number): number {
  return 1 - (counts.none ?? 0) / filled
}
