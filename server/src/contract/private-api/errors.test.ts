import { describe, expect, it } from 'vitest'
import { isRefusal, refusal } from '../refusal.ts'
import { codeOf, ERROR, type ErrorCode, errorName, inApiTerms } from './errors.ts'

/** The enumeration as the specification writes it, spelling mistakes included: clients compare against it. */
const ENUMERATION = `
  0 Campaign_InvalidDateRange; 1 Campaign_Conflict; 2 Reward_PointsShouldBePositive;
  3 Reward_ValueShouldBePositive; 4 Reward_ValueShouldBe100PercentMax; 5 Reward_ValueShouldBe999ValueMax;
  6 Reward_PointsShouldBe9999ValueMax; 7 General_FieldCannotBeNullOrBlank; 8 General_FieldCannotBeDefault;
  9 General_BiggerThanZero; 10 Genaral_LengthLimitExceeded; 11 Order_OrderCompletedNeddCompletedDate;
  12 Order_OrderCompletedDateMustBeAfterPlacementDate; 13 Order_CompletedOrderCannotBeCancelled;
  14 Order_CancelledOrderRequiresCancellationDate; 15 Order_OrderCancellationDateBeforePlacementDate;
  16 Points_PointsCannotBeZero; 17 FileUpload_NoFileReceived; 18 FileUpload_MoreThanOneFileReceived;
  19 Objective_AmountOfPointsCannotBeLessThanOne; 20 Objective_DiscountValueCannotBeLessThanOne;
  21 Objective_OrderMinimumValueCannotBeLessThanZero;
  22 Objective_DaysToWaitToGrantPointsCannotBeLessThanZero; 23 Objective_CanceledStatusListMustHaveAValue;
  24 Objective_CompletedStatusListMustHaveAValue; 25 FileUpload_InvalidFormat;
  26 Objective_SignupStartDateMustHaveAValidValue; 27 FileUpload_FileTooLarge;
  28 FileUpload_InvalidDimensions; 29 Account_UserAlreadyExists; 30 DaysToWaitToGrantPointsInvalidValue;
  31 OrderMinimumValueInvalidValue; 32 ChangeActiveUser_UniqueAdmin; 33 ApiOrder_OrderIsCancelled;
  34 PublicApiProductService_ObjectiveDisabled; 35 PublicApiProductService_ErrorCalculatingPoints;
  36 ApiExternalOrder_Cant_Insert_Update; 37 ApiExternalOrder_Order_Not_Found;
  38 ApiExternalProduct_Cant_Insert_Update; 39 ApiExternalErro_Original_Id_Cant_Be_Null;
  40 ApiExternalCustomer_Cant_Insert; 41 ApiExternalCustomer_Cant_Update; 42 ApiReviewsKeysValidation;
  43 ApiExternalRewardConfiguration_Error; 44 ApiExternalRewardConfiguration_Get_Error;
  45 ApiExternal_Error_Page_Size; 46 ApiExternalRewardRedeem_Error_Customer_not_Found;
  47 ApiExternalRewardRedeem_Error_Unable_to_Reedem; 48 ApiExternalObjective_not_found;
  49 ApiExternalObjective_inactive; 50 ApiExternalCustomer_document_email_empty;
  51 ApiExternalCustomer_documen_AlphaNumeric_only; 52 ApiExternalAffiliate_coupon_empty;
  53 ApiExternalCustomObjective_max_bonification_reached; 54 ApiExternalObjective_type_incorrect;
  55 ApiExternalCoupon_Customer_Not_Found; 56 ApiExternalCoupon_Cant_Update_Coupon;
  57 ApiExternalCoupon_Not_found; 58 Referral_FriendAlreadyExists; 59 Customer_NotFound; 60 Tier_NotFound;
  61 TierBenefit_Reward_Required; 62 ChangePoints_CannotAddPointsWithWrongOperationType;
  63 ChangePoints_CannotRemovePointsWithWrongOperationType; 64 ChangePoints_CannotBeZeroPoints;
  65 ChangePoints_ChangeKeyCannotBeNull; 66 ChangePoints_ChangeKeyAlreadyExists;
  67 ChangePoints_ReasonCannotBeNullOrBlank; 68 ApiCustomer_InsertAlreadyExists;
  69 ApiCustomer_ChangeCashback_Inactive; 70 ApiCustomer_RedeemCashback_Error;
  71 ImportCoupons_AllCouponsAlreadyExists; 72 ApiCustomer_CannotChangeBirthday;
  73 ApiRewardCancel_NotFound; 74 ApiRewardCancel_AlreadyCanceled; 75 ApiRewardCancel_InternalError;
  76 ApiPartnerKeysValidation; 77 GenericError; 78 Account_UserWithoutLastName; 79 ApiDomain_NotFound;
  80 ApiTenant_NotFound; 81 PdvUser_InvalidCredentials; 82 ApiReward_NoActiveRewards;
  83 PdvReward_CustomerMismatch; 84 PdvReward_CoupomNotFound; 85 PdvReward_CoupomAlreadyUsed;
  86 PdvReward_CoupomAlreadyRefunded; 87 PdvReward_RewardNotFound; 88 PdvReward_PurchaseValueInvalid;
  89 PdvReward_CashbackValueInvalid; 90 PdvUser_NotFound; 91 PdvUser_NotInserted;
  92 PdvOrder_WrongAmountOfPoints; 93 PdvOrder_ExcededMaxValue; 94 PdvOrder_NotEnoughPoints;
  95 PdvOrder_OrderIdAlreadyExists; 96 PdvOrder_CreationError; 97 PdvOrder_CancellationError;
  98 PdvOrder_NotFound; 99 PdvOrder_CustomerMismatch; 100 PdvOrder_OriginalIdUpdateError;
  101 PdvBranch_NotInserted; 102 PdvBranch_OriginalIdAlreadyExists; 103 Too_Many_Requests;
  104 PdvCustomer_AlreadyCompleted; 105 Quiz_QuizNotFound; 106 Quiz_MinimumAmountOfOptions;
  107 Quiz_MaximumAmountOfOptions; 108 Quiz_MaximumAmountOfQuestions;
  109 BillingGroupParticipants_ParticipantTenantIdIsActive; 110 BillingGroup_BillingGroupTenantIdIsActive;
  111 BillingGroup_DuplicateTenantId; 112 AffiliateCouponGenericError;
  113 AffiliateCouponNoExistsInPlatform; 114 AffiliateSettingsNotExist;
  115 EndDate_ManageAdditionalBonuses; 116 AdditionalBonuses_ManageAdditionalBonuses;
  117 Reinstall_The_App; 118 NewCustomer_EmailAlreadyUsed; 119 NewCustomer_DocumentAlreadyUsed;
  120 WebhookSubscription_TopicRequired
`

const specified = ENUMERATION.split(';').map((entry) => {
  const [number = '', name = ''] = entry.trim().split(' ')
  return [name, Number(number)] as const
})

describe('the error enumeration', () => {
  it('has the 121 names and numbers of the specification, in their order, and no other', () => {
    expect(specified).toHaveLength(121)
    expect(specified.map(([, number]) => number)).toEqual(Array.from({ length: 121 }, (_, index) => index))
    expect(Object.entries(ERROR)).toEqual(specified)
  })

  it('finds the name of every number', () => {
    expect(specified.map(([, number]) => errorName(number as ErrorCode))).toEqual(
      specified.map(([name]) => name),
    )
  })

  it('knows no name for another number', () => {
    for (const number of [-1, 121, 1.5, Number.NaN]) {
      expect(() => errorName(number as ErrorCode)).toThrow(`no error has the number ${number}`)
    }
  })
})

describe('a refusal', () => {
  const errors = { unknown: 'Customer_NotFound', long: 'Genaral_LengthLimitExceeded' } as const

  it('of a domain is said in the terms of the API, with the field only when there is one', () => {
    const unknown = inApiTerms(refusal('unknown', 'There is no such customer.'), errors)
    expect(unknown).toStrictEqual(refusal('Customer_NotFound', 'There is no such customer.'))
    expect(unknown).not.toHaveProperty('field')
    expect(codeOf(unknown)).toBe(59)
    const long = inApiTerms(refusal('long', 'Title is too long.', 'Title'), errors)
    expect(long).toStrictEqual(refusal('Genaral_LengthLimitExceeded', 'Title is too long.', 'Title'))
    expect(codeOf(long)).toBe(10)
  })

  it('is told from every other answer', () => {
    const answer: { kind: string } | ReturnType<typeof refusal> = { kind: 'add' }
    expect(inApiTerms(answer, errors)).toBe(answer)
    for (const other of [null, undefined, 'refusal', 0, [], { reason: 'unknown' }]) {
      expect(isRefusal(other)).toBe(false)
    }
    expect(isRefusal(refusal('unknown', 'No.'))).toBe(true)
  })
})
