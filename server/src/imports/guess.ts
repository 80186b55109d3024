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
  orderId: `order order_number order_no order_code order_name id_order purchase_id transaction_id sale_id invoice
    pedido id_pedido id_do_pedido numero_do_pedido numero_pedido codigo_do_pedido codigo_pedido id_venda venda
    id_de_pedido id_del_pedido numero_de_pedido numero_del_pedido orden id_orden id_de_orden`,
  placedAt: `order_date ordered_at placed_on placed order_placed_at purchase_date purchased_at date created_at created_on
    data_do_pedido data_pedido data_da_compra data_compra criado_em data fecha_del_pedido fecha_pedido fecha_de_pedido
    fecha_de_compra fecha_compra fecha`,
  completedAt: `completed completed_on paid_at paid_on fulfilled_at delivered_at invoiced_at completion_date
    data_de_conclusao concluido_em data_de_entrega data_do_faturamento faturado_em pago_em entregue_em
    fecha_de_finalizacion completado_el fecha_de_entrega pagado_el entregado_el facturado_el`,
  cancelledAt: `canceled_at cancelled_on canceled_on cancellation_date cancelado_em data_de_cancelamento
    data_do_cancelamento cancelado_el fecha_de_cancelacion`,
  isCompleted: `completed_flag is_complete concluido esta_concluido completo`,
  isCancelled: `is_canceled is_cancelled_or_returned cancelado esta_cancelado`,
  state: `order_state`,
  status: `order_status financial_status fulfillment_status situacao status_do_pedido estado estado_del_pedido`,
  total: `order_total total_price total_amount grand_total order_amount order_value amount valor_total total_do_pedido
    valor_do_pedido valor importe importe_total total_del_pedido monto monto_total`,
  returned: `refunded refund refunded_amount total_refunded devolvido valor_devolvido estornado devuelto reembolsado
    monto_devuelto`,
  shipping: `shipping_cost shipping_price shipping_total freight frete valor_do_frete envio costo_de_envio flete`,
  coupon: `coupon_code discount_code voucher cupom codigo_do_cupom cupon codigo_de_cupon codigo_del_cupon`,
  paymentMethod: `payment payment_type payment_gateway forma_de_pagamento meio_de_pagamento metodo_de_pagamento
    forma_de_pago medio_de_pago metodo_de_pago`,
  branch: `store outlet location shop_name filial loja unidade sucursal tienda local`,
  salesPerson: `sales_rep salesperson seller cashier vendedor vendedora atendente cajero`,
  earnedPoints: `points_earned awarded_points points_awarded pontos_ganhos pontos_do_pedido pontos_gerados
    puntos_ganados puntos_del_pedido puntos_generados`,
  earnedCashback: `cashback_earned cashback_ganho cashback_gerado cashback_do_pedido cashback_ganado
    cashback_generado cashback_del_pedido`,
  productId: `sku product_sku item_id lineitem_sku variant_id id_produto id_do_produto codigo_do_produto
    codigo_produto id_producto id_del_producto codigo_de_producto codigo_del_producto`,
  productName: `product product_title item item_name lineitem_name produto nome_do_produto producto
    nombre_del_producto descricao_do_produto`,
  productPrice: `line_total line_price item_total product_total lineitem_total valor_da_linha valor_do_item
    preco_total importe_de_linea total_de_linea`,
  quantity: `qty lineitem_quantity item_quantity quantidade qtd qtde cantidad`,
  brandId: `brand_code id_marca codigo_da_marca codigo_de_marca`,
  brandName: `brand vendor marca nome_da_marca nombre_de_la_marca`,
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

/** What a name means by itself in a file of this kind: there, these are not of the customer. */
const OF_KIND: Readonly<Partial<Record<ImportKind, Readonly<Partial<Record<Member, string>>>>>> = {
  orders: {
    orderId: 'id reference codigo external_id transaction_id',
    placedAt: 'created_at created_on date_created',
    productPrice: 'price preco precio',
  },
}

/** By its plain name, what a column of such a file may be: of several members the first one of its kind. */
function memberNames(kind: ImportKind): ReadonlyMap<string, Member> {
  const found = new Map<string, Member>()
  for (const names of [OF_KIND[kind] ?? {}, SYNONYMS]) {
    for (const member of membersOf(kind)) {
      for (const name of (names[member] ?? '').split(/\s+/).map(plain)) {
        if (name !== '' && !found.has(name)) found.set(name, member)
      }
    }
  }
  return found
}

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
  const memberOf = memberNames(kind)
  for (const member of membersOf(kind)) {
    const fitting = known.filter((column) => fits(kind, member, column) && !isTaken(found, column.name))
    const exact = fitting.filter(({ title }) => plain(title) === plain(member))
    const others = fitting.filter(({ title }) => memberOf.get(plain(title)) === member)
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
  const known = memberNames(kind)
  const names = new Set(membersOf(kind).map(plain))
  return columns.some(({ title }) => known.has(plain(title)) || names.has(plain(title)))
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
