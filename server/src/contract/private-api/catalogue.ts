import { type LocalizedText, localized } from '../locale.ts'
import { STATUS_TEXTS } from './catalogue-statuses.ts'
import { type ErrorName, nameOfCode } from './errors.ts'

/**
 * What each error means and what to do about it, for those who look why a call was refused. The message of an answer
 * names the member; these are the same for every call. `catalogue.test.ts` holds that each error of the reference has one.
 */
const TEXTS: Readonly<Partial<Record<ErrorName, LocalizedText>>> = {
  Campaign_InvalidDateRange: localized(
    'The end lies before the beginning. Correct one of the two dates.',
    'O fim vem antes do início. Corrija uma das duas datas.',
    'El fin es anterior al inicio. Corrija una de las dos fechas.',
  ),
  Reward_PointsShouldBePositive: localized(
    'The points must be above zero.',
    'Os pontos devem ser maiores que zero.',
    'Los puntos deben ser mayores que cero.',
  ),
  Reward_ValueShouldBePositive: localized(
    'The value must be above zero.',
    'O valor deve ser maior que zero.',
    'El valor debe ser mayor que cero.',
  ),
  Reward_ValueShouldBe100PercentMax: localized(
    'A percentage can’t be above 100.',
    'Uma porcentagem não pode passar de 100.',
    'Un porcentaje no puede superar 100.',
  ),
  Reward_ValueShouldBe999ValueMax: localized(
    'The value is above what a reward may be worth.',
    'O valor está acima do que uma recompensa pode valer.',
    'El valor supera lo que una recompensa puede valer.',
  ),
  Reward_PointsShouldBe9999ValueMax: localized(
    'The points are above what a reward may cost.',
    'Os pontos estão acima do que uma recompensa pode custar.',
    'Los puntos superan lo que una recompensa puede costar.',
  ),
  General_FieldCannotBeNullOrBlank: localized(
    'A member that the operation needs is missing or blank. Send it.',
    'Falta um campo de que a operação precisa, ou ele está em branco. Envie-o.',
    'Falta un campo que la operación necesita, o está en blanco. Envíelo.',
  ),
  General_FieldCannotBeDefault: localized(
    'A member has a value that can’t be read, such as a date in another form. Send it as the reference says.',
    'Um campo tem um valor que não pode ser lido, como uma data em outro formato. Envie-o como diz a referência.',
    'Un campo tiene un valor que no se puede leer, como una fecha en otro formato. Envíelo como dice la referencia.',
  ),
  General_BiggerThanZero: localized(
    'A number must not be below zero, or must be above it. Correct it.',
    'Um número não pode ser negativo, ou deve ser maior que zero. Corrija-o.',
    'Un número no puede ser negativo, o debe ser mayor que cero. Corríjalo.',
  ),
  Genaral_LengthLimitExceeded: localized(
    'A text or list is too long, or a number is out of range or has more than four decimals. Send less.',
    'Um texto ou lista é longo demais, ou um número está fora do intervalo ou tem mais de quatro casas decimais. Envie menos.',
    'Un texto o una lista es demasiado largo, o un número está fuera de rango o tiene más de cuatro decimales. Envíe menos.',
  ),
  Order_OrderCompletedNeddCompletedDate: localized(
    'A completed order needs the date of its completion.',
    'Um pedido concluído precisa da data da conclusão.',
    'Un pedido completado necesita la fecha en que se completó.',
  ),
  Order_OrderCompletedDateMustBeAfterPlacementDate: localized(
    'An order can’t be completed before it was placed. Correct one of the two dates.',
    'Um pedido não pode ser concluído antes de ser feito. Corrija uma das duas datas.',
    'Un pedido no puede completarse antes de hacerse. Corrija una de las dos fechas.',
  ),
  Order_CompletedOrderCannotBeCancelled: localized(
    'One message can’t complete and cancel an order. Send one of the two.',
    'Uma mensagem não pode concluir e cancelar um pedido. Envie uma das duas coisas.',
    'Un mensaje no puede completar y cancelar un pedido. Envíe una de las dos cosas.',
  ),
  Order_CancelledOrderRequiresCancellationDate: localized(
    'A cancelled order needs the date of its cancellation.',
    'Um pedido cancelado precisa da data do cancelamento.',
    'Un pedido cancelado necesita la fecha de la cancelación.',
  ),
  Order_OrderCancellationDateBeforePlacementDate: localized(
    'An order can’t be cancelled before it was placed. Correct one of the two dates.',
    'Um pedido não pode ser cancelado antes de ser feito. Corrija uma das duas datas.',
    'Un pedido no puede cancelarse antes de hacerse. Corrija una de las dos fechas.',
  ),
  ApiOrder_OrderIsCancelled: localized(
    'The order was cancelled, and stays so. Send a new order under another id.',
    'O pedido foi cancelado e continua assim. Envie um novo pedido com outro id.',
    'El pedido fue cancelado y así queda. Envíe un pedido nuevo con otro id.',
  ),
  PublicApiProductService_ObjectiveDisabled: localized(
    'The program has no rule for purchases that is switched on. Switch one on in the panel, under Rules.',
    'O programa não tem regra de compra ligada. Ligue uma no painel, em Regras.',
    'El programa no tiene una regla de compra activada. Active una en el panel, en Reglas.',
  ),
  PublicApiProductService_ErrorCalculatingPoints: localized(
    'Can’t calculate what these products earn: a member is wrong, or the currency differs.',
    'Não é possível dizer o que estes produtos rendem: um campo está errado, ou a moeda é outra.',
    'No se puede decir qué rinden estos productos: un campo es incorrecto, o la moneda es otra.',
  ),
  ApiExternalOrder_Cant_Insert_Update: localized(
    'The order can’t be taken as it was sent: a member has the wrong type, or contradicts what is known of it.',
    'O pedido não pode ser aceito como foi enviado: um campo tem o tipo errado, ou contradiz o que já se sabe dele.',
    'El pedido no se puede aceptar como se envió: un campo tiene el tipo equivocado o contradice lo que ya se sabe.',
  ),
  ApiExternalOrder_Order_Not_Found: localized(
    'There is no order with this id. Send the order first, or correct the id.',
    'Não há pedido com este id. Envie o pedido primeiro ou corrija o id.',
    'No hay ningún pedido con este id. Envíe primero el pedido o corrija el id.',
  ),
  ApiExternalProduct_Cant_Insert_Update: localized(
    'The product can’t be taken as it was sent: a member is unknown, has the wrong type, or its categories are wrong.',
    'O produto não pode ser aceito como foi enviado: um campo é desconhecido, tem o tipo errado, ou as categorias estão erradas.',
    'El producto no se puede aceptar como se envió: un campo es desconocido, tiene el tipo equivocado o sus categorías son incorrectas.',
  ),
  ApiExternalErro_Original_Id_Cant_Be_Null: localized(
    'The id of your store is missing: OriginalId names the thing at every later call.',
    'Falta o id da sua loja: OriginalId identifica a coisa em todas as chamadas seguintes.',
    'Falta el id de su tienda: OriginalId identifica la cosa en todas las llamadas siguientes.',
  ),
  ApiExternalCustomer_Cant_Insert: localized(
    'The customer can’t be made as it was sent: a member has the wrong type or form.',
    'O cliente não pode ser criado como foi enviado: um campo tem o tipo ou formato errado.',
    'El cliente no se puede crear como se envió: un campo tiene el tipo o formato equivocado.',
  ),
  ApiExternalCustomer_Cant_Update: localized(
    'The customer can’t be changed as it was sent: a member has the wrong type or form, or belongs to another one.',
    'O cliente não pode ser alterado como foi enviado: um campo tem o tipo ou formato errado, ou pertence a outro.',
    'El cliente no se puede cambiar como se envió: un campo tiene el tipo o formato equivocado, o pertenece a otro.',
  ),
  ApiExternalRewardConfiguration_Get_Error: localized(
    'There is no reward with this id. See the list of rewards.',
    'Não há recompensa com este id. A lista de recompensas diz quais existem.',
    'No hay ninguna recompensa con este id. La lista de recompensas dice cuáles existen.',
  ),
  ApiExternal_Error_Page_Size: localized(
    'The size of a page is out of its bounds. The message says which they are.',
    'O tamanho da página está fora dos limites. A mensagem diz quais são.',
    'El tamaño de la página está fuera de sus límites. El mensaje dice cuáles son.',
  ),
  ApiExternalRewardRedeem_Error_Customer_not_Found: localized(
    'There is no customer with this id. Send an order or the customer first, or correct the id.',
    'Não há cliente com este id. Envie um pedido ou o cliente primeiro, ou corrija o id.',
    'No hay ningún cliente con este id. Envíe primero un pedido o el cliente, o corrija el id.',
  ),
  ApiExternalRewardRedeem_Error_Unable_to_Reedem: localized(
    'The customer can’t redeem this reward now. The message says why: points, dates, limits or tier.',
    'O cliente não pode resgatar esta recompensa agora. A mensagem diz por quê: pontos, datas, limites ou nível.',
    'El cliente no puede canjear esta recompensa ahora. El mensaje dice por qué: puntos, fechas, límites o nivel.',
  ),
  ApiExternalObjective_not_found: localized(
    'There is no such rule in the program. Ask for the active ones, and use their ids.',
    'Não há tal regra no programa. Consulte as ativas e use os ids delas.',
    'No existe tal regla en el programa. Consulte las activas y use sus ids.',
  ),
  ApiExternalObjective_inactive: localized(
    'The rule is switched off, or its time is over.',
    'A regra está desligada, ou seu período terminou.',
    'La regla está desactivada o su período terminó.',
  ),
  ApiExternalCustomer_document_email_empty: localized(
    'A customer is found by e-mail, document or phone. Send one of them.',
    'Um cliente é encontrado por e-mail, documento ou telefone. Envie um deles.',
    'Un cliente se encuentra por correo, documento o teléfono. Envíe uno de ellos.',
  ),
  ApiExternalCustomObjective_max_bonification_reached: localized(
    'The customer has had this action as often as the rule allows.',
    'O cliente já teve esta ação tantas vezes quanto a regra permite.',
    'El cliente ya ha tenido esta acción tantas veces como permite la regla.',
  ),
  ApiExternalObjective_type_incorrect: localized(
    'This rule isn’t a custom action. Use the id of one that is.',
    'Esta regra não é para ações próprias. Use o id de uma que seja.',
    'Esta regla no es para acciones propias. Use el id de una que lo sea.',
  ),
  ApiExternalCoupon_Customer_Not_Found: localized(
    'There is no customer with this id for whom a coupon could be made.',
    'Não há cliente com este id para quem criar um cupom.',
    'No hay ningún cliente con este id para quien crear un cupón.',
  ),
  ApiExternalCoupon_Cant_Update_Coupon: localized(
    'The coupon can’t be made or changed as it was sent. The message names the member.',
    'O cupom não pode ser criado ou alterado como foi enviado. A mensagem indica o campo.',
    'El cupón no se puede crear o cambiar como se envió. El mensaje indica el campo.',
  ),
  ApiExternalCoupon_Not_found: localized(
    'There is no coupon with this code. Compare it with the one that was issued.',
    'Não há cupom com este código. Compare-o com o que foi emitido.',
    'No hay ningún cupón con este código. Compárelo con el que se emitió.',
  ),
  Customer_NotFound: localized(
    'There is no customer with this id. Send an order or the customer first, or correct the id.',
    'Não há cliente com este id. Envie um pedido ou o cliente primeiro, ou corrija o id.',
    'No hay ningún cliente con este id. Envíe primero un pedido o el cliente, o corrija el id.',
  ),
  ChangePoints_CannotAddPointsWithWrongOperationType: localized(
    'To add, the amount must be positive and the operation an addition.',
    'Para adicionar, o valor deve ser positivo e a operação, uma adição.',
    'Para agregar, el valor debe ser positivo y la operación, una adición.',
  ),
  ChangePoints_CannotRemovePointsWithWrongOperationType: localized(
    'To remove, the operation must be a removal, and the amount fit it.',
    'Para remover, a operação deve ser uma remoção, e o valor deve corresponder.',
    'Para quitar, la operación debe ser una resta, y el valor debe corresponder.',
  ),
  ChangePoints_CannotBeZeroPoints: localized(
    'A change of zero changes nothing. Send another amount.',
    'Uma mudança de zero não muda nada. Envie outro valor.',
    'Un cambio de cero no cambia nada. Envíe otro valor.',
  ),
  ChangePoints_ChangeKeyCannotBeNull: localized(
    'ChangeKey is missing: by it a change that is sent twice is done once.',
    'Falta ChangeKey: por ela, uma mudança enviada duas vezes é feita uma só vez.',
    'Falta ChangeKey: por ella, un cambio enviado dos veces se hace una sola vez.',
  ),
  ChangePoints_ChangeKeyAlreadyExists: localized(
    'This ChangeKey was used for another change. Use a new one for each change.',
    'Esta ChangeKey já foi usada para outra mudança. Use uma nova para cada mudança.',
    'Esta ChangeKey ya se usó para otro cambio. Use una nueva para cada cambio.',
  ),
  ChangePoints_ReasonCannotBeNullOrBlank: localized(
    'A change by hand needs a reason, which the customer’s history shows.',
    'Uma mudança manual precisa de um motivo, que o histórico do cliente mostra.',
    'Un cambio manual necesita un motivo, que el historial del cliente muestra.',
  ),
  ApiCustomer_InsertAlreadyExists: localized(
    'There is a customer with this id already. Change it, or use the upsert.',
    'Já existe um cliente com este id. Altere-o ou use o upsert.',
    'Ya existe un cliente con este id. Cámbielo o use el upsert.',
  ),
  ApiCustomer_ChangeCashback_Inactive: localized(
    'Cashback is switched off in the program. Switch it on in the panel, under Rules.',
    'O cashback está desligado no programa. Ligue-o no painel, em Regras.',
    'El cashback está desactivado en el programa. Actívelo en el panel, en Reglas.',
  ),
  ApiCustomer_RedeemCashback_Error: localized(
    'The cashback can’t be taken: the balance is too small, or something is owed.',
    'O cashback não pode ser retirado: o saldo é pequeno demais, ou há algo devido.',
    'No se puede tomar el cashback: el saldo es insuficiente o hay una deuda.',
  ),
  ApiCustomer_CannotChangeBirthday: localized(
    'The birthday of this customer can’t be changed any more.',
    'A data de nascimento deste cliente não pode mais ser alterada.',
    'La fecha de nacimiento de este cliente ya no se puede cambiar.',
  ),
  ApiRewardCancel_NotFound: localized(
    'There is no redemption with this id or key.',
    'Não há resgate com este id ou chave.',
    'No hay ningún canje con este id o clave.',
  ),
  ApiRewardCancel_AlreadyCanceled: localized(
    'The redemption was cancelled before. Its points are given back once.',
    'O resgate já foi cancelado. Seus pontos são devolvidos uma só vez.',
    'El canje ya fue cancelado. Sus puntos se devuelven una sola vez.',
  ),
  ApiRewardCancel_InternalError: localized(
    'The redemption can’t be cancelled, because its coupon was used.',
    'O resgate não pode ser cancelado, porque o cupom foi usado.',
    'El canje no se puede cancelar, porque su cupón fue usado.',
  ),
  GenericError: localized(
    'Something went wrong on our side. Send it again; if it stays so, report it with the request id.',
    'Algo deu errado do nosso lado. Envie de novo; se continuar, informe com o id da requisição.',
    'Algo salió mal de nuestro lado. Envíelo de nuevo; si continúa, infórmelo con el id de la solicitud.',
  ),
  ApiReward_NoActiveRewards: localized(
    'No reward is active for this. Make one in the panel, under Rewards.',
    'Nenhuma recompensa está ativa para isto. Crie uma no painel, em Recompensas.',
    'Ninguna recompensa está activa para esto. Cree una en el panel, en Recompensas.',
  ),
  PdvReward_CustomerMismatch: localized(
    'The coupon belongs to another customer.',
    'O cupom pertence a outro cliente.',
    'El cupón pertenece a otro cliente.',
  ),
  PdvReward_CoupomNotFound: localized(
    'There is no coupon with this code. Compare it with the one that was issued.',
    'Não há cupom com este código. Compare-o com o que foi emitido.',
    'No hay ningún cupón con este código. Compárelo con el que se emitió.',
  ),
  PdvReward_CoupomAlreadyUsed: localized(
    'The coupon was used before, and is good once.',
    'O cupom já foi usado, e vale uma só vez.',
    'El cupón ya fue usado, y vale una sola vez.',
  ),
  PdvReward_CoupomAlreadyRefunded: localized(
    'The coupon was given back or made useless, and can’t be used any more.',
    'O cupom foi devolvido ou inutilizado, e não pode mais ser usado.',
    'El cupón fue devuelto o anulado, y ya no se puede usar.',
  ),
  PdvReward_RewardNotFound: localized(
    'There is no such reward, or it is not offered at a till.',
    'Não há tal recompensa, ou ela não é oferecida no caixa.',
    'No existe tal recompensa, o no se ofrece en la caja.',
  ),
  PdvReward_PurchaseValueInvalid: localized(
    'The value of the purchase is missing, wrong, or below what the reward asks for.',
    'O valor da compra falta, está errado ou é menor do que a recompensa exige.',
    'El valor de la compra falta, es incorrecto o es menor de lo que la recompensa exige.',
  ),
  PdvReward_CashbackValueInvalid: localized(
    'The cashback to use is wrong, or more than the reward or the purchase allows.',
    'O cashback a usar está errado ou é mais do que a recompensa ou a compra permite.',
    'El cashback a usar es incorrecto o supera lo que la recompensa o la compra permite.',
  ),
  PdvOrder_WrongAmountOfPoints: localized(
    'The points that were sent are not those that the reward costs.',
    'Os pontos enviados não são os que a recompensa custa.',
    'Los puntos enviados no son los que cuesta la recompensa.',
  ),
  PdvOrder_ExcededMaxValue: localized(
    'That is more than is left, or more than may be given at once.',
    'Isso é mais do que resta, ou mais do que pode ser dado de uma vez.',
    'Eso es más de lo que queda, o más de lo que se puede dar de una vez.',
  ),
  PdvOrder_NotEnoughPoints: localized(
    'The customer has not enough points or cashback for it.',
    'O cliente não tem pontos ou cashback suficientes.',
    'El cliente no tiene puntos o cashback suficientes.',
  ),
  PdvOrder_CancellationError: localized(
    'It can’t be cancelled in its present state. The message says why.',
    'Não pode ser cancelado no estado atual. A mensagem diz por quê.',
    'No se puede cancelar en su estado actual. El mensaje dice por qué.',
  ),
  PdvOrder_CustomerMismatch: localized(
    'The order or redemption belongs to another customer.',
    'O pedido ou resgate pertence a outro cliente.',
    'El pedido o canje pertenece a otro cliente.',
  ),
  Too_Many_Requests: localized(
    'Too many requests in a second. Wait for the seconds in Retry-After, and send fewer at once, or as a list.',
    'Requisições demais em um segundo. Espere os segundos de Retry-After e envie menos de uma vez, ou em lista.',
    'Demasiadas solicitudes en un segundo. Espere los segundos de Retry-After y envíe menos a la vez, o como lista.',
  ),
  Quiz_QuizNotFound: localized(
    'There is no such quiz, or it is not open now.',
    'Não há tal quiz, ou ele não está aberto agora.',
    'No existe tal cuestionario, o no está abierto ahora.',
  ),
  ImportCoupons_AllCouponsAlreadyExists: localized(
    'There is a coupon with this code already. Choose another code.',
    'Já existe um cupom com este código. Escolha outro código.',
    'Ya existe un cupón con este código. Elija otro código.',
  ),
  NewCustomer_EmailAlreadyUsed: localized(
    'Another customer has this e-mail address.',
    'Outro cliente tem este endereço de e-mail.',
    'Otro cliente tiene esta dirección de correo.',
  ),
  NewCustomer_DocumentAlreadyUsed: localized(
    'Another customer has this document.',
    'Outro cliente tem este documento.',
    'Otro cliente tiene este documento.',
  ),
}

const UNKNOWN = localized(
  'The message says what is wrong.',
  'A mensagem diz o que está errado.',
  'El mensaje dice qué está mal.',
)

/** What the catalog says about a failure of the private API. */
export function catalogueText(status: number, code: number | null): LocalizedText {
  const name = code === null ? null : nameOfCode(code)
  if (name) return TEXTS[name] ?? UNKNOWN
  return STATUS_TEXTS[status] ?? UNKNOWN
}
