import { isRefusal, type Refusal, refusal } from '../refusal.ts'

/**
 * The error enumeration of the specification: number and name, spellings included. `ErrorCode` and
 * `ErrorDescriptions[].Description` carry the number.
 */
export const ERROR = {
  Campaign_InvalidDateRange: 0,
  Campaign_Conflict: 1,
  Reward_PointsShouldBePositive: 2,
  Reward_ValueShouldBePositive: 3,
  Reward_ValueShouldBe100PercentMax: 4,
  Reward_ValueShouldBe999ValueMax: 5,
  Reward_PointsShouldBe9999ValueMax: 6,
  General_FieldCannotBeNullOrBlank: 7,
  General_FieldCannotBeDefault: 8,
  General_BiggerThanZero: 9,
  Genaral_LengthLimitExceeded: 10,
  Order_OrderCompletedNeddCompletedDate: 11,
  Order_OrderCompletedDateMustBeAfterPlacementDate: 12,
  Order_CompletedOrderCannotBeCancelled: 13,
  Order_CancelledOrderRequiresCancellationDate: 14,
  Order_OrderCancellationDateBeforePlacementDate: 15,
  Points_PointsCannotBeZero: 16,
  FileUpload_NoFileReceived: 17,
  FileUpload_MoreThanOneFileReceived: 18,
  Objective_AmountOfPointsCannotBeLessThanOne: 19,
  Objective_DiscountValueCannotBeLessThanOne: 20,
  Objective_OrderMinimumValueCannotBeLessThanZero: 21,
  Objective_DaysToWaitToGrantPointsCannotBeLessThanZero: 22,
  Objective_CanceledStatusListMustHaveAValue: 23,
  Objective_CompletedStatusListMustHaveAValue: 24,
  FileUpload_InvalidFormat: 25,
  Objective_SignupStartDateMustHaveAValidValue: 26,
  FileUpload_FileTooLarge: 27,
  FileUpload_InvalidDimensions: 28,
  Account_UserAlreadyExists: 29,
  DaysToWaitToGrantPointsInvalidValue: 30,
  OrderMinimumValueInvalidValue: 31,
  ChangeActiveUser_UniqueAdmin: 32,
  ApiOrder_OrderIsCancelled: 33,
  PublicApiProductService_ObjectiveDisabled: 34,
  PublicApiProductService_ErrorCalculatingPoints: 35,
  ApiExternalOrder_Cant_Insert_Update: 36,
  ApiExternalOrder_Order_Not_Found: 37,
  ApiExternalProduct_Cant_Insert_Update: 38,
  ApiExternalErro_Original_Id_Cant_Be_Null: 39,
  ApiExternalCustomer_Cant_Insert: 40,
  ApiExternalCustomer_Cant_Update: 41,
  ApiReviewsKeysValidation: 42,
  ApiExternalRewardConfiguration_Error: 43,
  ApiExternalRewardConfiguration_Get_Error: 44,
  ApiExternal_Error_Page_Size: 45,
  ApiExternalRewardRedeem_Error_Customer_not_Found: 46,
  ApiExternalRewardRedeem_Error_Unable_to_Reedem: 47,
  ApiExternalObjective_not_found: 48,
  ApiExternalObjective_inactive: 49,
  ApiExternalCustomer_document_email_empty: 50,
  ApiExternalCustomer_documen_AlphaNumeric_only: 51,
  ApiExternalAffiliate_coupon_empty: 52,
  ApiExternalCustomObjective_max_bonification_reached: 53,
  ApiExternalObjective_type_incorrect: 54,
  ApiExternalCoupon_Customer_Not_Found: 55,
  ApiExternalCoupon_Cant_Update_Coupon: 56,
  ApiExternalCoupon_Not_found: 57,
  Referral_FriendAlreadyExists: 58,
  Customer_NotFound: 59,
  Tier_NotFound: 60,
  TierBenefit_Reward_Required: 61,
  ChangePoints_CannotAddPointsWithWrongOperationType: 62,
  ChangePoints_CannotRemovePointsWithWrongOperationType: 63,
  ChangePoints_CannotBeZeroPoints: 64,
  ChangePoints_ChangeKeyCannotBeNull: 65,
  ChangePoints_ChangeKeyAlreadyExists: 66,
  ChangePoints_ReasonCannotBeNullOrBlank: 67,
  ApiCustomer_InsertAlreadyExists: 68,
  ApiCustomer_ChangeCashback_Inactive: 69,
  ApiCustomer_RedeemCashback_Error: 70,
  ImportCoupons_AllCouponsAlreadyExists: 71,
  ApiCustomer_CannotChangeBirthday: 72,
  ApiRewardCancel_NotFound: 73,
  ApiRewardCancel_AlreadyCanceled: 74,
  ApiRewardCancel_InternalError: 75,
  ApiPartnerKeysValidation: 76,
  GenericError: 77,
  Account_UserWithoutLastName: 78,
  ApiDomain_NotFound: 79,
  ApiTenant_NotFound: 80,
  PdvUser_InvalidCredentials: 81,
  ApiReward_NoActiveRewards: 82,
  PdvReward_CustomerMismatch: 83,
  PdvReward_CoupomNotFound: 84,
  PdvReward_CoupomAlreadyUsed: 85,
  PdvReward_CoupomAlreadyRefunded: 86,
  PdvReward_RewardNotFound: 87,
  PdvReward_PurchaseValueInvalid: 88,
  PdvReward_CashbackValueInvalid: 89,
  PdvUser_NotFound: 90,
  PdvUser_NotInserted: 91,
  PdvOrder_WrongAmountOfPoints: 92,
  PdvOrder_ExcededMaxValue: 93,
  PdvOrder_NotEnoughPoints: 94,
  PdvOrder_OrderIdAlreadyExists: 95,
  PdvOrder_CreationError: 96,
  PdvOrder_CancellationError: 97,
  PdvOrder_NotFound: 98,
  PdvOrder_CustomerMismatch: 99,
  PdvOrder_OriginalIdUpdateError: 100,
  PdvBranch_NotInserted: 101,
  PdvBranch_OriginalIdAlreadyExists: 102,
  Too_Many_Requests: 103,
  PdvCustomer_AlreadyCompleted: 104,
  Quiz_QuizNotFound: 105,
  Quiz_MinimumAmountOfOptions: 106,
  Quiz_MaximumAmountOfOptions: 107,
  Quiz_MaximumAmountOfQuestions: 108,
  BillingGroupParticipants_ParticipantTenantIdIsActive: 109,
  BillingGroup_BillingGroupTenantIdIsActive: 110,
  BillingGroup_DuplicateTenantId: 111,
  AffiliateCouponGenericError: 112,
  AffiliateCouponNoExistsInPlatform: 113,
  AffiliateSettingsNotExist: 114,
  EndDate_ManageAdditionalBonuses: 115,
  AdditionalBonuses_ManageAdditionalBonuses: 116,
  Reinstall_The_App: 117,
  NewCustomer_EmailAlreadyUsed: 118,
  NewCustomer_DocumentAlreadyUsed: 119,
  WebhookSubscription_TopicRequired: 120,
} as const

export type ErrorName = keyof typeof ERROR
export type ErrorCode = (typeof ERROR)[ErrorName]

const NAMES = new Map<number, ErrorName>(
  Object.entries(ERROR).map(([name, code]) => [code, name as ErrorName]),
)

export function errorName(code: ErrorCode): ErrorName {
  const name = NAMES.get(code)
  if (name === undefined) throw new Error(`no error has the number ${code}`)
  return name
}

/** null: the catalog has no such number. */
export function nameOfCode(code: number): ErrorName | null {
  return NAMES.get(code) ?? null
}

/** A refusal in the terms of this API: its reason is a name of the catalog. */
export type ApiRefusal = Refusal<ErrorName>

/** One table per domain: the error of this API for each reason of the domain. */
export type ErrorTable<Reason extends string> = Readonly<Record<Reason, ErrorName>>

/** Translates a refusal of the domain into the terms of this API; any other answer stays as it is. */
export function inApiTerms<Value, Reason extends string>(
  answer: Value | Refusal<Reason>,
  errors: ErrorTable<Reason>,
): Exclude<Value, Refusal> | ApiRefusal {
  if (!isRefusal(answer)) return answer as Exclude<Value, Refusal>
  const { reason, message, field } = answer as Refusal<Reason>
  return refusal(errors[reason], message, field)
}

/** The number of the error. */
export function codeOf({ reason }: ApiRefusal): ErrorCode {
  return ERROR[reason]
}

/** A refusal about one member. The message begins with the member's name. */
export function wrongField(reason: ErrorName, name: string, text: string): ApiRefusal {
  return refusal(reason, `${name} ${text}`, name)
}
