/* Made by `npm run generate` from the operations of the private API. */

export interface RevokedTokens {
  /** All tokens of the customer that were made until `Since` are refused. */
  IsRevoked: true
  /** Until when they were made. */
  Since: string
}

export interface CustomerLink {
  /** Where the customer sees their points. What it proves them with stands behind “#”: no log has it. */
  Url: string
  /** Until when it opens. */
  ExpiresAt: string
}

export interface CustomerToken {
  /** For the browser, which sends it as `Authorization: Bearer …`. */
  Token: string
  /** How long it is good, from when it is received. */
  ExpiresInSeconds: number
  /** Until when it is good. */
  ExpiresAt: string
  /** 0 member, 1 opted out, 2 known to the shop alone: they may join. */
  State: number
  /** The answers that were to come along, by name; null: none. */
  Initial: Record<string, unknown> | null
}

export interface ProductCategory {
  /** Id of the category in the merchant store. */
  OriginalId?: string | null | undefined
  /** Name of the category. */
  Name?: string | null | undefined
  /** Description of the category. */
  Description?: string | null | undefined
  /** The category above this one; at most 10 levels. */
  ParentCategory?: ProductCategory | null | undefined
}

export interface ProductPoints {
  /** Id of the product, as it was sent. */
  Id: string
  /** Points that it would earn. */
  Points: number
  /** The same in money; 0 with cashback off. */
  Cashback: number
}

export interface Customer {
  /** The customer's id in the merchant store. */
  OriginalId: string
  /** The customer's id that may be shown to others. */
  PublicId: string
  /** Full name. */
  Name: string | null
  /** E-mail address. */
  Email: string | null
  /** Phone number. */
  Phone: string | null
  /** Date of birth. */
  BirthdayDate: string | null
  /** When the customer registered in the store. */
  SignupDate: string | null
  /** Document number. */
  Document: string | null
  /** Whether the customer is enrolled in the program. */
  IsEnrolled: boolean
  /** Where friends come by the customer’s code, once one was made; read by `GET /v1/pvt/Customer/{id}` alone. */
  ReferralURL: string | null
  /** The same as a message to be sent. */
  WhatsappReferralUrl: string | null
  /** The tier of the customer; null: in none. */
  CurrentTier: {
    /** Name of the tier. */
    Name: string
    /** Its color, such as #c0a060. */
    Color: string | null
    /** Its icon. */
    IconUrl: string | null
  } | null
}

export interface Order {
  /** The order's number here. */
  Id: number
  /** Id of the order in the merchant store. */
  OriginalId: string
  /** When it was placed. */
  OrderPlacementDate: string
  /** When it was completed. */
  OrderCompletedDate: string | null
  /** When it was cancelled. */
  OrderCancelledDate: string | null
  /** Status in the merchant's order system. */
  OrderStatus: string | null
  /** Whether it is cancelled. */
  IsCancelledOrReturned: boolean
  /** Whether it is complete. */
  IsCompleted: boolean
  /** Total without shipping costs. */
  OrderTotal: number
  /** The customer, as the order left it. */
  Customer: {
    /** The customer's id in the merchant store. */
    OriginalId: string
    /** Full name. */
    Name: string | null
    /** E-mail address. */
    Email: string | null
    /** Phone number. */
    Phone: string | null
    /** Date of birth. */
    BirthdayDate: string | null
    /** When the customer registered in the store. */
    SignupDate: string | null
    /** Document number. */
    Document: string | null
    /** Whether the customer is enrolled in the program. */
    IsEnrolled: boolean
    /** The customer's number here. */
    Id: number
    /** Points that can be spent now; below zero where something is owed. */
    PointsBalance: number
    /** The same as PointsBalance. */
    BalanceOfPoints: number
    /** The cashback balance in money; 0 with cashback off. */
    Cashback: number
    /** When the date of birth was last sent. */
    BirthdayUpdateDate: string | null
    /** The first word of Name. */
    FirstName: string | null
    /** The customer's id that may be shown to others. */
    PublicId: string
    /** Always null. */
    SecondaryId: string | null
    /** How many complete orders the customer has, with those of an earlier system. */
    OrderCount: number
    /** Always null. */
    ReasonEnrolled: string | null
    /** Always null. */
    AdminId: number | null
    /** Always null. */
    EmailAdmin: string | null
    /** Since when the customer is enrolled. */
    EnrolledDate: string | null
    /** Name of the tier; null: in none. */
    TierName: string | null
    /** Always null. */
    Origin: number | null
    /** Always null. */
    RfmGroup: number | null
    /** Always null. */
    RfmGroupName: string | null
    /** Always null. */
    Affiliate: {
      /** Its number. */
      Id: number
      /** The customer's number here. */
      CustomerId: number
      /** Whether it is active. */
      IsActive: boolean
      /** Its code. */
      AffiliateCoupon: string | null
      /** When it was last changed. */
      LastUpdated: string | null
      /** Codes of theirs. */
      CouponHistories: {
        /** Its number. */
        Id: number
        /** Number of the affiliate. */
        AffiliateId: number
        /** The code. */
        Coupon: string | null
        /** Since when it is theirs. */
        AssociatedDate: string | null
      }[]
    } | null
  }
  /** What was bought, line by line. */
  Products: {
    /** Id of the product in the merchant store. */
    OriginalId: string
    /** Product name. */
    Title: string | null
    /** URL of the product. */
    Url: string | null
    /** URL of its image. */
    ImageUrl: string | null
    /** As it was sent. */
    IsActive: boolean
    /** What the customer paid for the product. */
    ProductPrice: number | null
  }[]
  /** When it was last changed. */
  UpdatedDate: string
  /** Coupon code that was used on it. */
  Coupon: string | null
  /** 0 initial, 1 pending, 2 complete, 3 cancelled, 4 ignored. */
  State: number
  /** 0 platform, 1 external API, 2 file. */
  Origin: number
  /** Further facts of the merchant about the order. */
  Metadatas: {
    /** Its place in the list, from 1. */
    Id: number
    /** The order's number here. */
    OrderId: number
    /** Name. */
    Name: string
    /** Value. */
    Value: string | null
  }[]
}

export interface OrderCancel {
  /** Whether the order is cancelled now. */
  isCanceled: boolean
  /** When it was last changed. */
  UpdatedAt: string
  /** The State of the order after the call. */
  Status: number
}

export interface OrderReturn {
  /** true: the part was returned. */
  isCanceled: boolean
  /** When it was last changed. */
  UpdatedAt: string
  /** The State of the order after the call. */
  Status: number
  /** Of what the order had earned. */
  PointsTakenBack: number
  /** The same in money. */
  CashbackTakenBack: number
  /** What should have been taken back, was spent already and is written off. */
  WrittenOff: {
    /** Points. */
    Points: number
    /** The same in money. */
    Cashback: number
  }
  /** Of what was redeemed for the order. */
  PointsReturned: number
  /** The same in money. */
  CashbackReturned: number
  /** What is left of OrderTotal; 0: the order is cancelled. */
  RemainingTotal: number
}

export interface CustomerPoints {
  /** Whether the customer exists. */
  CustomerExists: boolean
  /** The customer's number here, as text. */
  InternalId: string | null
  /** Points that can be spent now; below zero where something is owed. */
  PointsBalance: number
  /** What expires, soonest first; at most 100. */
  PointsToExpire: {
    /** How many points expire. */
    Points: number
    /** The last second in which they are good. */
    When: string
  }[]
  /** The same in money; 0 with cashback off. */
  CashbackBalance: number
  /** Always null. */
  RedeemKey: string | null
  /** Newest first; at most 100. */
  PointHistory: {
    /** Number of the point record. */
    Id: number
    /** When it was recorded. */
    DateReceived: string
    /** The last second in which added points are good; null: they do not expire. */
    ExpirationDate: string | null
    /** Points; below zero where they were taken. */
    Amount: number
    /** The same in money. */
    CashbackAmount: number
    /** Id of the outlet, where an order named it. */
    BranchId: string | null
    /** Name of the outlet. */
    BranchName: string | null
  }[]
  /** The customer's name. */
  Name: string | null
  /** Why there is no customer; null where there is one. */
  Error: string | null
}

export interface Explanation {
  /** Version of the program that decided; null where no program did. */
  ProgramVersion: number | null
  /** Their points add up to those of the record exactly. */
  Lines: {
    /** What it is for: purchase, tierBenefit, reward, expired and so on. */
    Kind: string
    /** Id of the rule of the program; null where no rule made it. */
    RuleId: number | null
    /** Name of that rule. */
    Name: string | null
    /** The money that it was computed on, or that was redeemed or changed. */
    Amount: number | null
    /** How many lines of the order it applied to. */
    Count: number | null
    /** The tier, quiz, reward, payment method or branch that it names, or the key of a change. */
    ReferenceId: string | null
    /** What this line adds; below zero where it takes. */
    Points: number
    /** A sentence for a person, in the merchant's language. */
    Text: string
  }[]
  /** Why there are no points: noRule, belowMinimum, excluded, capped, notEnrolled, imported, pending or cancelled; null where there are. */
  NoneReason: string | null
}

export interface HistoryItem {
  /** Id of the record; webhooks call it PointId. */
  Id: number
  /** When it was recorded. */
  Date: string
  /** What it is about, in a few words of the merchant's language. */
  Title: string
  /** Below zero where points were taken; 0 for a move between tiers. */
  Points: number
  /** 0 purchase, 1 signup, 2 birthday, 3 referral, 4 quiz, 5 manual, 6 redeem, 7 redeem returned, 8 expiry, 9 order cancelled, 10 import, 11 order adjusted, 12 customers merged, 13 prize of a full card; null for a move between tiers. */
  PointType: number | null
  /** Whether its order was cancelled, or its redemption returned. */
  IsCanceled: boolean
  /** Code of the coupon that the redemption issued. */
  CouponCode: string | null
  /** Whether that redemption was returned. */
  CouponRefunded: boolean
  /** Whether that coupon was used. */
  CouponIsUsed: boolean
  /** Whether that coupon can still be used today. */
  CouponIsAvailable: boolean
  /** CashbackValue as it is written in the merchant’s language; null with cashback off. */
  CashbackDescription: string | null
  /** What the points were worth when they were recorded. */
  CashbackValue: number
  /** Whether it is a move between tiers. */
  IsTierHistory: boolean
  /** 0 none, 1 up, 2 down. */
  TierUpdate: number
  /** The tier that the customer moved to. */
  TierName: string | null
  /** Those of the redemption. */
  Metadatas: {
    /** Name. */
    Name: string
    /** Value. */
    Value: string | null
  }[]
  /** Id of the order in the merchant store. */
  OrderId: string | null
  /** Of points that were added: from when they can be spent. */
  AvailableDate: string | null
  /** Of points that were added: the last second in which they are good. */
  ExpirationDate: string | null
  /** Of points that were added: what is left of them. */
  RemainingPoints: number | null
  /** The same in money. */
  RemainingCashback: number | null
  /** Where points that were taken came from; the first 100. */
  Origins: {
    /** Id of the record whose points were used. */
    PointId: number
    /** What was used of them; below zero where it was given back. */
    UsedPoints: number
    /** The same in money. */
    UsedCashback: number
  }[]
  Explanation: Explanation | null
}

export interface PendingPoints {
  /** All points that wait, and the estimates. */
  TotalPendingPoints: number
  /** The same in money; null with cashback off. */
  TotalPendingCashback: number | null
  /** Points that wait, the soonest first (at most 100), then the 50 newest orders that are pending. */
  PendingOrders: {
    /** When the order was placed; without an order, when the points were recorded. */
    OrderDate: string
    /** Total of the order. */
    OrderValue: number | null
    /** Points that wait, or that it would earn. */
    PendingPoints: number
    /** The same in money; null with cashback off. */
    PendingCashback: number | null
    /** Id of the order in the merchant store; null where no order earned them. */
    OrderId: string | null
    /** From when they can be spent; null: not known yet. */
    AvailableDate: string | null
    /** Whether the order is not complete yet, and would earn this with the current program. */
    IsEstimate: boolean
  }[]
}

export interface ReadOrder {
  /** The order's number here. */
  Id: number
  /** Id of the order in the merchant store. */
  OriginalId: string
  /** When it was placed. */
  OrderPlacementDate: string
  /** When it was completed. */
  OrderCompletedDate: string | null
  /** When it was cancelled. */
  OrderCancelledDate: string | null
  /** Status in the merchant's order system. */
  OrderStatus: string | null
  /** Whether it is cancelled. */
  IsCancelledOrReturned: boolean
  /** Whether it is complete. */
  IsCompleted: boolean
  /** Total without shipping costs. */
  OrderTotal: number
  /** The customer, as the order left it. */
  Customer: {
    /** The customer's id in the merchant store. */
    OriginalId: string
    /** Full name. */
    Name: string | null
    /** E-mail address. */
    Email: string | null
    /** Phone number. */
    Phone: string | null
    /** Date of birth. */
    BirthdayDate: string | null
    /** When the customer registered in the store. */
    SignupDate: string | null
    /** Document number. */
    Document: string | null
    /** Whether the customer is enrolled in the program. */
    IsEnrolled: boolean
    /** The customer's number here. */
    Id: number
    /** Points that can be spent now; below zero where something is owed. */
    PointsBalance: number
    /** The same as PointsBalance. */
    BalanceOfPoints: number
    /** The cashback balance in money; 0 with cashback off. */
    Cashback: number
    /** When the date of birth was last sent. */
    BirthdayUpdateDate: string | null
    /** The first word of Name. */
    FirstName: string | null
    /** The customer's id that may be shown to others. */
    PublicId: string
    /** Always null. */
    SecondaryId: string | null
    /** How many complete orders the customer has, with those of an earlier system. */
    OrderCount: number
    /** Always null. */
    ReasonEnrolled: string | null
    /** Always null. */
    AdminId: number | null
    /** Always null. */
    EmailAdmin: string | null
    /** Since when the customer is enrolled. */
    EnrolledDate: string | null
    /** Name of the tier; null: in none. */
    TierName: string | null
    /** Always null. */
    Origin: number | null
    /** Always null. */
    RfmGroup: number | null
    /** Always null. */
    RfmGroupName: string | null
    /** Always null. */
    Affiliate: {
      /** Its number. */
      Id: number
      /** The customer's number here. */
      CustomerId: number
      /** Whether it is active. */
      IsActive: boolean
      /** Its code. */
      AffiliateCoupon: string | null
      /** When it was last changed. */
      LastUpdated: string | null
      /** Codes of theirs. */
      CouponHistories: {
        /** Its number. */
        Id: number
        /** Number of the affiliate. */
        AffiliateId: number
        /** The code. */
        Coupon: string | null
        /** Since when it is theirs. */
        AssociatedDate: string | null
      }[]
    } | null
  }
  /** What was bought, line by line. */
  Products: {
    /** Id of the product in the merchant store. */
    OriginalId: string
    /** Product name. */
    Title: string | null
    /** URL of the product. */
    Url: string | null
    /** URL of its image. */
    ImageUrl: string | null
    /** As it was sent. */
    IsActive: boolean
    /** What the customer paid for the product. */
    ProductPrice: number | null
  }[]
  /** When it was last changed. */
  UpdatedDate: string
  /** Coupon code that was used on it. */
  Coupon: string | null
  /** 0 initial, 1 pending, 2 complete, 3 cancelled, 4 ignored. */
  State: number
  /** 0 platform, 1 external API, 2 file. */
  Origin: number
  /** Further facts of the merchant about the order. */
  Metadatas: {
    /** Its place in the list, from 1. */
    Id: number
    /** The order's number here. */
    OrderId: number
    /** Name. */
    Name: string
    /** Value. */
    Value: string | null
  }[]
  /** The outlet where the purchase was made. */
  Branch: {
    /** Id in the merchant store. */
    OriginalId: string | null
    /** Name. */
    Name: string | null
  } | null
  /** Who made the sale. */
  TenantSalesman: {
    /** Id in the merchant store. */
    OriginalId: string | null
    /** Name. */
    Name: string | null
  } | null
  /** Coupon code of another system. */
  ExternalCoupon: string | null
  Reward: RewardResult | null
  /** Of a pending order: what it would earn with the current program. */
  EstimatedBonus: {
    /** Whether it earns, or would earn, anything. */
    GenerateBonus: boolean
    /** Points that it would earn, or that stand recorded. */
    EstimatedPoints: number
    /** The same in money; 0 with cashback off. */
    EstimatedCashback: number
    /** EstimatedCashback as it is written in the merchant's language. */
    EstimatedCashbackFormatted: string
  }
  /** How it was paid. */
  PaymentMethod: {
    /** Id in the merchant store. */
    OriginalId: string | null
    /** Name. */
    Name: string | null
  } | null
  /** What is recorded for it now. */
  PointsGranted: number
  /** The same in money. */
  CashbackGranted: number
  /** From when its points can be spent; null: it has none. */
  AvailableDate: string | null
  /** Returns of a part. */
  Returns: {
    /** Key of the return. */
    CancelKey: string
    /** Net value that was given back. */
    ValueToRefund: number
    /** When it was returned. */
    Date: string
    /** Points that were taken back. */
    Points: number
    /** The same in money. */
    Cashback: number
  }[]
  /** What was returned of OrderTotal. */
  ReturnedTotal: number
  Explanation: Explanation
}

export interface ListedOrder {
  /** The order's number here. */
  Id: number
  /** Id of the order in the merchant store. */
  OriginalId: string
  /** When it was placed. */
  OrderPlacementDate: string
  /** When it was completed. */
  OrderCompletedDate: string | null
  /** When it was cancelled. */
  OrderCancelledDate: string | null
  /** Status in the merchant's order system. */
  OrderStatus: string | null
  /** Whether it is cancelled. */
  IsCancelledOrReturned: boolean
  /** Whether it is complete. */
  IsCompleted: boolean
  /** Total without shipping costs. */
  OrderTotal: number
  /** What was bought, line by line. */
  Products: {
    /** Id of the product in the merchant store. */
    OriginalId: string
    /** Product name. */
    Title: string | null
    /** URL of the product. */
    Url: string | null
    /** URL of its image. */
    ImageUrl: string | null
    /** As it was sent. */
    IsActive: boolean
    /** What the customer paid for the product. */
    ProductPrice: number | null
  }[]
  /** When it was last changed. */
  UpdatedDate: string
  /** Coupon code that was used on it. */
  Coupon: string | null
  /** 0 initial, 1 pending, 2 complete, 3 cancelled, 4 ignored. */
  State: number
  /** 0 platform, 1 external API, 2 file. */
  Origin: number
  /** Further facts of the merchant about the order. */
  Metadatas: {
    /** Its place in the list, from 1. */
    Id: number
    /** The order's number here. */
    OrderId: number
    /** Name. */
    Name: string
    /** Value. */
    Value: string | null
  }[]
  /** The outlet where the purchase was made. */
  Branch: {
    /** Id in the merchant store. */
    OriginalId: string | null
    /** Name. */
    Name: string | null
  } | null
  /** Who made the sale. */
  TenantSalesman: {
    /** Id in the merchant store. */
    OriginalId: string | null
    /** Name. */
    Name: string | null
  } | null
  /** Coupon code of another system. */
  ExternalCoupon: string | null
  Reward: RewardResult | null
  /** Of a pending order: what it would earn with the current program. */
  EstimatedBonus: {
    /** Whether it earns, or would earn, anything. */
    GenerateBonus: boolean
    /** Points that it would earn, or that stand recorded. */
    EstimatedPoints: number
    /** The same in money; 0 with cashback off. */
    EstimatedCashback: number
    /** EstimatedCashback as it is written in the merchant's language. */
    EstimatedCashbackFormatted: string
  }
  /** How it was paid. */
  PaymentMethod: {
    /** Id in the merchant store. */
    OriginalId: string | null
    /** Name. */
    Name: string | null
  } | null
  /** What is recorded for it now. */
  PointsGranted: number
  /** The same in money. */
  CashbackGranted: number
  /** From when its points can be spent; null: it has none. */
  AvailableDate: string | null
  /** Returns of a part. */
  Returns: {
    /** Key of the return. */
    CancelKey: string
    /** Net value that was given back. */
    ValueToRefund: number
    /** When it was returned. */
    Date: string
    /** Points that were taken back. */
    Points: number
    /** The same in money. */
    Cashback: number
  }[]
  /** What was returned of OrderTotal. */
  ReturnedTotal: number
  Explanation: Explanation
}

export interface Objective {
  /** Id of the program's rule; operations name it by this. */
  Id: number
  /** Name of the rule, else what it is for in the merchant's language. */
  Title: string
  /** What the rule says, in the merchant's language. */
  Description: string
  /** Points that it grants; of purchases, for each amount that Description names; null where they depend. */
  AmountOfPoints: number | null
  /** Always true here. */
  Active: boolean
  /** How often it can be done. */
  Details: {
    /** Key of a custom action. */
    Key: string | null
    /** How often a customer can earn with it on one day; null: no limit. */
    LimitPerDay: number | null
    /** How often in all; null: no limit. */
    LimitEver: number | null
    /** How often this customer has earned with it; null: not asked for, or not counted. */
    Completed: number | null
    /** How often they still can today; null: not asked for, or no limit. */
    RemainingToday: number | null
  }
  /** 0 purchase, 1 signup, 2 birthday, 3 referral, 4 quiz, 5 custom, 6 first purchase. */
  Type: number
}

export interface ObjectiveGrant {
  /** false: it was granted before, and nothing has changed. */
  IsNew: boolean
  /** Points that were granted now; 0 if it is not new. */
  PointsAwarded: number
  /** Id of the point record. */
  PointId: number
  /** From when the points can be spent. */
  AvailableDate: string | null
  /** The customer's points now. */
  PointsBalance: number
  /** The same in money; 0 with cashback off. */
  CashbackBalance: number
}

export interface Card {
  /** Id of the card's rule; operations name it by this. */
  CardId: number
  /** What the card is called. */
  Name: string
  /** What gives stamps and what they earn, in the merchant's language. */
  Text: string
  /** What gives stamps: 0 items, 1 orders, 2 money that is spent. */
  Counts: number
  /** 0 open, 1 done, 2 not started, 3 over, 4 ended by the merchant. */
  State: number
  /** How many stamps fill it; of a card that counts money, how much. A card that was begun keeps it. */
  Size: number
  /** Of a card that counts money, the same as Size; else null. */
  GoalAmount: number | null
  /** Of a card that counts money, what is spent for one stamp; else null. */
  StampAmount: number | null
  /** From when it takes stamps; null: from when it was published. */
  StartDate: string | null
  /** The last second in which it takes stamps; null: it has no end. */
  EndDate: string | null
  /** What a full card earns. A card that was begun keeps it. */
  Prize: {
    /** The reward that a full card earns; null: none. */
    RewardConfigurationId: number | null
    /** What that reward is called. */
    Title: string | null
    /** Points for a full card; null: none. */
    Points: number | null
  }
}

export interface CustomerCard {
  /** Id of the card's rule; operations name it by this. */
  CardId: number
  /** What the card is called. */
  Name: string
  /** What gives stamps and what they earn, in the merchant's language. */
  Text: string
  /** What gives stamps: 0 items, 1 orders, 2 money that is spent. */
  Counts: number
  /** 0 open, 1 done, 2 not started, 3 over, 4 ended by the merchant. */
  State: number
  /** How many stamps fill it; of a card that counts money, how much. A card that was begun keeps it. */
  Size: number
  /** Of a card that counts money, the same as Size; else null. */
  GoalAmount: number | null
  /** Of a card that counts money, what is spent for one stamp; else null. */
  StampAmount: number | null
  /** From when it takes stamps; null: from when it was published. */
  StartDate: string | null
  /** The last second in which it takes stamps; null: it has no end. */
  EndDate: string | null
  /** What a full card earns. A card that was begun keeps it. */
  Prize: {
    /** The reward that a full card earns; null: none. */
    RewardConfigurationId: number | null
    /** What that reward is called. */
    Title: string | null
    /** Points for a full card; null: none. */
    Points: number | null
  }
  /** Stamps on it; of a card that counts money, how much. Never below 0. */
  Stamps: number
  /** Stamps that were returned after they were used: the next ones pay them. */
  StampsOwed: number
  /** Of a card that counts money, the same as Stamps; else null. */
  Amount: number | null
  /** Which of the customer’s cards of this kind it is, from 1. */
  CardNumber: number
  /** How many the customer has filled, without those that were undone. */
  CompletedCount: number
  /** When the customer last got stamps on it; null: never. */
  LastStampDate: string | null
  /** What expires, soonest first. */
  StampsToExpire: {
    /** How many stamps expire. */
    Stamps: number
    /** The last second in which they are good. */
    When: string
  }[]
  /** Rewards of full cards that can be used or are still to be given, newest first. */
  Rewards: {
    /** Number of the redemption; null while it is on its way or held. */
    RewardId: number | null
    /** What an order may send as its `Coupon`. */
    ExternalCode: string | null
    /** Code of the coupon. */
    CouponCode: string | null
    /** The last second in which the coupon is good. */
    ValidDateEnd: string | null
    /** 0 usable, 1 on its way, 2 held. */
    State: number
  }[]
}

export interface Stamps {
  /** Id of the record; webhooks call it StampId. */
  Id: number
  /** When it was recorded. */
  Date: string
  /** The day of the merchant's calendar that it counts for, as 2026-11-14: that on which the order was placed. */
  Day: string
  /** Stamps, or money; below zero where they were taken. */
  Stamps: number
  /** 0 order, 1 order changed, 2 order canceled, 3 by hand, 4 by hand canceled, 5 card full, 6 full card undone, 7 expired, 8 customer erased, 9 joined with others. */
  StampType: number
  /** Stamps after it; below zero where some were owed. */
  StampsAfter: number
  /** Id of the order in the merchant store; null where it is of no order. */
  OrderId: string | null
  /** Key by which stamps were given by hand, or canceled. */
  Key: string | null
  /** Of stamps that were added: the last second in which they are good. */
  ExpirationDate: string | null
  /** Which stamps were taken, or went back. */
  Origins: {
    /** Id of the record whose stamps were used. */
    StampId: number
    /** What was used of them; below zero where they went back. */
    UsedStamps: number
  }[]
  /** Why, in a sentence of the merchant's language. */
  Text: string
}

export interface GivenStamps {
  /** false: the key was used before, and nothing has changed. */
  IsNew: boolean
  /** Stamps that were given for this key now, counted as they are sent, also of a card that counts money. 0 if it is not new. */
  StampsGiven: number
  /** Of a card that counts money, what those stamps stand for; else null. */
  AmountGiven: number | null
  Card: CustomerCard
}

export interface CancelledStamps {
  /** Always true. */
  IsCanceled: boolean
  /** Stamps that were taken back, with what is owed, counted as they were sent. Less than was given where stamps had expired, or where what was missing was written off; of a card that counts money not always a whole number. */
  StampsTakenBack: number
  /** Of a card that counts money, what those stamps stand for; else null. */
  AmountTakenBack: number | null
  Card: CustomerCard
}

export interface Account {
  /** Name of the merchant. */
  Name: string
  /** Three capital letters, such as BRL. */
  Currency: string
  /** Such as America/Sao_Paulo. */
  TimeZone: string
  /** pt-BR, en or es. */
  Locale: string
  /** Whether it is for trying things out. */
  IsSandbox: boolean
  /** The time on the merchant's clock. */
  Now: string
  /** Label of the API key of this request. */
  KeyLabel: string
  /** Version of the server. */
  Version: string
  /** The current version of the program; 0: none is published. */
  ProgramVersion: number
  /** Whether points are worth money. */
  CashbackEnabled: boolean
  /** What one point is worth in the currency. */
  PointValue: number
  /** How many requests the limit of this key allows. */
  RequestsPerSecond: number
}

export interface EventPayload {
  /** By how much the points changed; below zero where they were taken. */
  Points: number
  /** 0 purchase, 1 signup, 2 birthday, 3 referral, 4 quiz, 5 manual or cashback change, 6 redeem, 7 redeem returned, 8 expiry, 9 order cancelled, 10 import, 11 order adjusted, 12 customers merged, 13 prize of a full card. */
  PointType: number
  /** 0 add, 1 update, 2 remove. */
  PointAction: number
  /** Whose points they are, as the customer is now. */
  Customer: {
    /** The customer's number here. */
    Id: number
    /** The customer's id in the merchant store. */
    OriginalId: string
    /** The customer's id that may be shown to others. */
    PublicId: string
    /** Full name. */
    Name: string | null
    /** E-mail address. */
    Email: string | null
    /** Phone number. */
    Phone: string | null
    /** Date of birth. */
    BirthdayDate: string | null
  }
  /** The balance after this event. */
  PointsBalance: {
    /** Points after this event. */
    PointsBalance: number
    /** The same in money. */
    CashbackBalance: number
  }
  /** By how much the cashback changed. */
  Cashback: number
  /** The last second in which added points are good. */
  ValidDate: string | null
  /** Its day in the merchant's time zone; empty where there is none. */
  ValidDateFormatted: string
  /** Number of the point record. */
  PointId: number
  /** When it happened. */
  EventDate: string
  /** Whose points were used. */
  Origins: {
    /** Number of the record whose points were used. */
    PointId: number
    /** What was used of them; below zero where it was given back. */
    UsedPoints: number
    /** The same in money. */
    UsedCashback: number
  }[]
}

export interface StampPayload {
  /** The number of the card's rule. */
  CardId: number
  /** What the card is called. */
  CardName: string
  /** Which of the customer's cards of this rule it is: 1, 2, 3 … */
  CardNumber: number
  /** Number of the stamp record. */
  StampId: number
  /** Whose stamps were used. */
  Origins: {
    /** Number of the record whose stamps were used. */
    StampId: number
    /** What was used of them; below zero where they went back. */
    UsedStamps: number
  }[]
  /** Whose points they are, as the customer is now. */
  Customer: {
    /** The customer's number here. */
    Id: number
    /** The customer's id in the merchant store. */
    OriginalId: string
    /** The customer's id that may be shown to others. */
    PublicId: string
    /** Full name. */
    Name: string | null
    /** E-mail address. */
    Email: string | null
    /** Phone number. */
    Phone: string | null
    /** Date of birth. */
    BirthdayDate: string | null
  }
  /** When it happened. */
  EventDate: string
  /** How many stamps came; below zero where they went. */
  Stamps: number
  /** 0 order, 1 order changed, 2 order cancelled, 3 by hand, 4 by hand undone, 5 card full, 6 full card undone, 7 ended, 8 erased, 9 joined with others. */
  StampType: number
  /** How many stamps are on the card after it. */
  StampsOnCard: number
  /** How many stamps are owed after it: the next ones pay them. */
  StampsOwed: number
  /** How many stamps fill the card. */
  CardSize: number
  /** Of a card that counts money: how much is on it. Else null. */
  Amount: number | null
  /** Of a card that counts money: how much fills it. Else null. */
  GoalAmount: number | null
  /** The order's id in the merchant's store, where the event is about one. */
  OrderId: string | null
  /** The last second in which the stamps are good. */
  ValidDate: string | null
}

export interface CardPayload {
  /** The number of the card's rule. */
  CardId: number
  /** What the card is called. */
  CardName: string
  /** Which of the customer's cards of this rule it is: 1, 2, 3 … */
  CardNumber: number
  /** Number of the stamp record. */
  StampId: number
  /** Whose stamps were used. */
  Origins: {
    /** Number of the record whose stamps were used. */
    StampId: number
    /** What was used of them; below zero where they went back. */
    UsedStamps: number
  }[]
  /** Whose points they are, as the customer is now. */
  Customer: {
    /** The customer's number here. */
    Id: number
    /** The customer's id in the merchant store. */
    OriginalId: string
    /** The customer's id that may be shown to others. */
    PublicId: string
    /** Full name. */
    Name: string | null
    /** E-mail address. */
    Email: string | null
    /** Phone number. */
    Phone: string | null
    /** Date of birth. */
    BirthdayDate: string | null
  }
  /** When it happened. */
  EventDate: string
  /** What the full card was worth. */
  Prize: {
    /** The reward configuration that it gives; null: none. Its coupon comes with `Reward_Given`. */
    RewardConfigurationId: number | null
    /** What that reward is called. */
    Title: string | null
    /** The points that it gives; null: none. */
    Points: number | null
    /** From when the points can be used, or when the reward is given. */
    AvailableDate: string
  }
}

export interface RewardPayload {
  /** The number of what was given. */
  AwardId: number
  /** Why it was given. */
  Source: {
    /** What it is for. */
    Kind: 'card' | 'tier' | 'birthday' | 'signup' | 'referral'
    /** The number of the rule that gives it. */
    RuleId: number
    /** What the rule is called. */
    Name: string
    /** Which one: the stamp record that filled the card, the tier, the year, or `once`. */
    ReferenceId: string
  }
  /** Id of the reward configuration. */
  RewardConfigurationId: number
  /** What it is called. */
  Title: string | null
  /** What an order may send as its `Coupon`, so that it is known to have used it. */
  ExternalCode: string
  /** The key of its redemption. */
  OriginalKey: string
  /** Its coupon; of one that was taken back, it can be used no more. */
  Coupon: {
    /** The code that the customer uses. */
    CouponCode: string
    /** 0 fixed value, 1 percent, 2 free shipping, 3 shipping discount, 4 others. */
    CouponType: number
    /** What it is worth. */
    CouponValue: number
    /** From when it is good. */
    ValidDateStart: string | null
    /** The last second in which it is good. */
    ValidDateEnd: string | null
  }
  /** Whose points they are, as the customer is now. */
  Customer: {
    /** The customer's number here. */
    Id: number
    /** The customer's id in the merchant store. */
    OriginalId: string
    /** The customer's id that may be shown to others. */
    PublicId: string
    /** Full name. */
    Name: string | null
    /** E-mail address. */
    Email: string | null
    /** Phone number. */
    Phone: string | null
    /** Date of birth. */
    BirthdayDate: string | null
  }
  /** When it happened. */
  EventDate: string
}

export interface ExpiringPayload {
  /** How many points will expire: all that the customer has. */
  Points: number
  /** The same in money. */
  Cashback: number
  /** The last second in which they are good, if nothing is bought, earned or redeemed. */
  ExpirationDate: string
  /** The beginning of the last day on which something was; where none is known, of the day on which counting started. */
  LastActivityDate: string | null
  /** Whose points they are, as the customer is now. */
  Customer: {
    /** The customer's number here. */
    Id: number
    /** The customer's id in the merchant store. */
    OriginalId: string
    /** The customer's id that may be shown to others. */
    PublicId: string
    /** Full name. */
    Name: string | null
    /** E-mail address. */
    Email: string | null
    /** Phone number. */
    Phone: string | null
    /** Date of birth. */
    BirthdayDate: string | null
  }
  /** When the notice was given. */
  EventDate: string
}

export interface Events {
  /** Oldest first. With Topic there may be fewer than PageSize although HasMore is true. */
  Items: ({
    /** The same as `webhook-id` where it is delivered. */
    EventId: string
    /** What kind of event it is. */
    Topic: 'Point_Add' | 'Point_Update' | 'Point_Removed'
    /** 1, 2, 3 … for each customer's events of points; those of the other topics are counted apart. */
    CustomerSequence: number
    /** It came with an import that sends no webhooks. All other events do not have the member. */
    Silent?: true
    Payload: EventPayload
  } | {
    /** The same as `webhook-id` where it is delivered. */
    EventId: string
    /** What kind of event it is. */
    Topic: 'Stamp_Add' | 'Stamp_Removed'
    /** 1, 2, 3 … for each customer's events of points; those of the other topics are counted apart. */
    CustomerSequence: number
    /** It came with an import that sends no webhooks. All other events do not have the member. */
    Silent?: true
    Payload: StampPayload
  } | {
    /** The same as `webhook-id` where it is delivered. */
    EventId: string
    /** What kind of event it is. */
    Topic: 'Card_Completed'
    /** 1, 2, 3 … for each customer's events of points; those of the other topics are counted apart. */
    CustomerSequence: number
    /** It came with an import that sends no webhooks. All other events do not have the member. */
    Silent?: true
    Payload: CardPayload
  } | {
    /** The same as `webhook-id` where it is delivered. */
    EventId: string
    /** What kind of event it is. */
    Topic: 'Reward_Given' | 'Reward_TakenBack'
    /** 1, 2, 3 … for each customer's events of points; those of the other topics are counted apart. */
    CustomerSequence: number
    /** It came with an import that sends no webhooks. All other events do not have the member. */
    Silent?: true
    Payload: RewardPayload
  } | {
    /** The same as `webhook-id` where it is delivered. */
    EventId: string
    /** What kind of event it is. */
    Topic: 'Points_Expiring'
    /** 1, 2, 3 … for each customer's events of points; those of the other topics are counted apart. */
    CustomerSequence: number
    /** It came with an import that sends no webhooks. All other events do not have the member. */
    Silent?: true
    Payload: ExpiringPayload
  })[]
  /** Where to go on; keep it once you have saved the items. */
  NextCursor: string
  /** Whether there is more to be read at once. */
  HasMore: boolean
}

export interface CustomerReferral {
  /** Eight letters and digits, made when first asked for; null while the rule is off. */
  ReferralCode: string | null
  /** Where friends come by it; null: you have set no address for them. */
  ReferralURL: string | null
  /** The same as a message to be sent. */
  WhatsappReferralUrl: string | null
  /** Friends who have joined and count. */
  RegisteredFriends: number
  /** Of those, for how many the customer was rewarded. */
  RewardedFriends: number
  /** Points for them, also those that still wait. */
  PointsAwarded: number
}

export interface ReferredFriend {
  /** 0 registered, 1 rewarded, 2 ended without a reward. */
  Status: number
  Friend: Customer
  Coupon: Coupon | null
}

export interface Quiz {
  /** Number of the quiz. */
  Id: number
  /** Its name. */
  Name: string
  /** From when it can be answered. */
  StartDate: string | null
  /** Until when it can be answered. */
  EndDate: string | null
  /** Whether the customer has answered it. */
  IsCompleted: boolean
  /** Its questions. */
  QuestionList: {
    /** Number of the question. */
    Id: number
    /** What is asked. */
    Question: string
    /** 0 single choice, 1 several choices, 2 open text. */
    Type: number
    /** What can be chosen; empty of an open question. */
    Options: {
      /** Number of the option. */
      Id: number
      /** What it says. */
      Text: string
      /** Always 0. */
      Type: number
    }[]
  }[]
  /** Points for answering it. */
  AmountOfPoints: number
}

export interface QuizAnswer {
  /** Whether this answer was the one that counted. */
  Success: boolean
  /** For the customer, in the merchant's language. */
  Message: string
  /** Points that were granted now. */
  PointsAwarded: number
}

export interface Terms {
  /** Headings, paragraphs, lists, bold text and links. It is safe to show in a page as it is. */
  Html: string
  /** Its number: what a customer agrees to. */
  Version: number
  /** The language of the text: another one than was asked for where it is missing. */
  Language: 'pt-BR' | 'en' | 'es'
  /** When it was published. */
  PublishedDate: string
}

export interface Customization {
  /** Where the logo is; null: there is none, or the storefront is off. */
  Logo: string | null
  /** What the program is called. */
  ProgramName: string
  /** Pages of the shop lend their own. */
  FontName: null
  /** Pages of the shop lend their own. */
  FontUrl: null
  /** The colour of the brand, on light pages. */
  MainColor: string
  /** Your page about the program. */
  Url: string | null
  /** The merchant’s name. */
  CompanyName: string
  /** The sign beside the balance: the logo. */
  WidgetIconUrl: string | null
  /** Whether there is one. */
  HaveIconUrl: boolean
  /** The ground of the card that shows the balance. */
  WidgetColor: string
  /** What one point is called. */
  PointsNameSingular: string
  /** What several points are called. */
  PointNamePlural: string
}

export interface Tier {
  /** Number of the tier. */
  Id: number
  /** Its icon. */
  Image: string | null
  /** Its color, such as #c0a060. */
  Color: string | null
  /** Its name. */
  Name: string
  /** Its place, from the lowest. */
  Order: number
  /** What the tier gives. */
  Benefits: {
    /** Whether the customer has redeemed the reward. */
    IsUsed: boolean
    /** What it gives, in the merchant's words. */
    Description: string
    /** 0 reward, 1 multiplier, 2 text. */
    Type: number
    /** Always null. */
    SubType: number | null
    /** What the benefit refers to; null: its text says all. */
    Objective: {
      /** The reward that it gives, of type 0. */
      RewardConfigurationId?: number
      /** By how much points are multiplied, of type 1. */
      Multiplier?: number
    } | null
  }[]
  /** What has to be reached for it. */
  Goals: {
    /** What is counted. */
    Name: string
    /** What must be reached. */
    GoalValue: number
    /** What the customer has reached. */
    CurrentValue: number
    /** At most 100. */
    PercentToGoal: number
  }[]
}

export interface AvailableTiers {
  CurrentTier: Tier | null
  /** Those above the current one. */
  NextTiers: Tier[]
  /** All of them, the lowest first. */
  AllTiers: Tier[]
}

export interface Coupon {
  /** The code. */
  CouponCode: string
  /** When it was made. */
  CreatedDate: string
  /** Whether it was used or inactivated. */
  IsUsed: boolean
  /** Value of the discount: money or percent, as CouponType says. */
  CouponValue: number
  /** Id of the customer here, not in the merchant store. */
  CustomerId: number
  /** From when it is valid. */
  ValidDateStart: string | null
  /** When it expires. */
  ValidDateEnd: string | null
  /** 0 fixed value, 1 percent, 2 free shipping, 3 discount on shipping, 4 others. */
  CouponType: number
}

export interface RedeemedReward {
  /** Id of the redeemed reward. */
  RewardId: number
  /** The point record of the redemption. */
  Point: {
    /** Number of the point record; null where it cost nothing. */
    PointId: number | null
    /** What it cost, so below zero. */
    Quantity: number
    /** What was kept with it. */
    Metadatas: {
      /** Name. */
      Name: string
      /** Value. */
      Value: string | null
    }[]
  }
  /** What to send as Coupon of the order that uses this reward. */
  ExternalCode: string
  /** The key with which it was redeemed. */
  OriginalKey: string
  /** The coupon that it gave. */
  Coupon: {
    /** The code. */
    CouponCode: string
    /** 0 fixed value, 1 percent, 2 free shipping, 3 discount on shipping, 4 others. */
    CouponType: number
    /** Value of the discount. */
    CouponValue: number
    /** From when it is valid. */
    ValidDateStart: string | null
    /** When it expires. */
    ValidDateEnd: string | null
  } | null
}

export interface RewardResult {
  /** Id of the redeemed reward: its RewardId. */
  Id: number
  Customer: Customer
  /** What to send as Coupon of the order that uses this reward. */
  ExternalCode: string
  /** What it takes off in money: of cashback and fixed values; null for other rewards. */
  CashValue: number | null
  /** Whether the redemption was returned. */
  IsCanceled: boolean
  /** When it was redeemed. */
  RedeemDate: string
  /** The point record of the redemption. */
  Points: {
    /** Id of the point record; null where it cost nothing. */
    Id: number | null
    /** What it cost, so below zero. */
    Points: number
    /** PointType of the record: 6. */
    Type: number
    /** The OriginalKey. */
    EventKey: string
  }
  /** Id of the reward configuration. */
  RewardConfigurationId: number
  /** Title of the reward configuration. */
  Title: string | null
  /** The key with which it was redeemed. */
  OriginalKey: string
  Coupon: Coupon
  /** The order that has used its coupon, by its id in the merchant store. */
  OrderId: string | null
  /** When it was returned. */
  CanceledDate: string | null
  /** Until when a reservation is held; else null. */
  ExpiresAt: string | null
}

export interface AvailableRewards {
  Customer: Customer | null
  /** All active rewards of the till. */
  Rewards: {
    /** Id of the reward configuration. */
    Id: number
    /** Its title. */
    Title: string
    /** 0 percent, 1 fixed value, 2 free shipping, 3 cashback, 4 custom, 5 product. */
    RewardType: number
    /** What it is worth: money or percent, as its type says. */
    Value: number
    /** What it costs. */
    Points: number
    /** Whether a Value can be asked for: of cashback rewards. */
    CanSelectValue: boolean
    /** Whether it is paid with cashback. */
    IsCashback: boolean
    /** Its terms, in the merchant's language. */
    Requirements: string | null
    /** The most that the customer may redeem with it at once. */
    AvailableCashback: number
    /** The most of it that may pay for this purchase. */
    MaxCashbackForCurrentPurchase: number
    /** Whether this customer can use it for this purchase. */
    CanUse: boolean
    /** 0 can be used, 1 too few points, 2 purchase below the minimum, 3 no cashback available, 4 no customer, 5 worth more than the purchase, 7 not enrolled, 8 not with other discounts, 20 limit reached, 21 tier, 22 in debt, 23 no codes left, 24 outside its dates, 25 used, 26 returned or inactive. */
    CannotUseReason: number
    /** Whether it goes together with other discounts. */
    RewardCanBeCumulative: boolean
  }[]
  /** Whether there are any. */
  HasRewards: boolean
  /** Whether any of them can be used. */
  CanUseReward: boolean
  /** Always false. */
  ShouldValidateCustomer: boolean
  /** Always false. */
  ShouldValidateCustomerSignup: boolean
  /** Below zero while points are owed. */
  AvailablePoints: number
  /** Whether points are worth money. */
  CashbackEnabled: boolean
  /** The cashback balance. */
  AvailableCashback: number
  /** The most cashback that may pay for this purchase. */
  MaxCashbackForCurrentPurchase: number
  /** false: no reward depends on single products. */
  HasRestrictedItems: boolean
  /** Always 0. */
  RestrictedValue: number
  /** What of the purchase counts: all of it. */
  EligibleValue: number
}

export interface CouponCheck {
  /** The code. */
  CouponCode: string
  /** Of the redemption that issued it; null: the merchant made it. */
  ExternalCode: string | null
  /** 0 fixed value, 1 percent, 2 free shipping, 3 discount on shipping, 4 others. */
  CouponType: number
  /** Value of the discount: money or percent, as CouponType says. */
  CouponValue: number
  /** What it takes off this purchase; null where none was sent. */
  DiscountValue: number | null
  /** Whether it can be used for this purchase. */
  CanUse: boolean
  /** 0 can be used, 1 too few points, 2 purchase below the minimum, 3 no cashback available, 4 no customer, 5 worth more than the purchase, 7 not enrolled, 8 not with other discounts, 20 limit reached, 21 tier, 22 in debt, 23 no codes left, 24 outside its dates, 25 used, 26 returned or inactive. */
  CannotUseReason: number
  /** Why it can't be used, in the merchant's language. */
  Reason: string | null
  /** The customer's id in the merchant store. */
  CustomerId: string
  /** Whether it was used or inactivated. */
  IsUsed: boolean
  /** The sale that has used it, by its OriginalId. */
  OrderId: string | null
  /** From when it is valid. */
  ValidDateStart: string | null
  /** Until when it is valid. */
  ValidDateEnd: string | null
}

export interface CouponRules {
  /** Whether it goes together with other discounts. */
  IsCumulative: boolean
  /** Value of the discount: money or percent, as Type says. */
  Value: number
  /** 0 fixed value, 1 percent, 2 free shipping, 3 discount on shipping, 4 others. */
  Type: number
  /** Its terms, in the merchant's language. */
  Requirements: string | null
  /** From when it is valid. */
  BeginDate: string | null
  /** Until when it is valid. */
  EndDate: string | null
  /** Of the reward; null: the merchant made the coupon. */
  Title: string | null
  /** Whether it can be used today. */
  IsActive: boolean
  /** The least that a purchase must come to. */
  MinValue: number | null
}

export interface ReservedReward {
  /** Id of the redeemed reward. */
  RewardId: number
  /** The point record of the redemption. */
  Point: {
    /** Number of the point record; null where it cost nothing. */
    PointId: number | null
    /** What it cost, so below zero. */
    Quantity: number
    /** What was kept with it. */
    Metadatas: {
      /** Name. */
      Name: string
      /** Value. */
      Value: string | null
    }[]
  }
  /** What to send as Coupon of the order that uses this reward. */
  ExternalCode: string
  /** The key with which it was redeemed. */
  OriginalKey: string
  /** The coupon that it gave. */
  Coupon: {
    /** The code. */
    CouponCode: string
    /** 0 fixed value, 1 percent, 2 free shipping, 3 discount on shipping, 4 others. */
    CouponType: number
    /** Value of the discount. */
    CouponValue: number
    /** From when it is valid. */
    ValidDateStart: string | null
    /** When it expires. */
    ValidDateEnd: string | null
  } | null
  /** Until when it is held. */
  ExpiresAt: string | null
}

export interface RewardConfigurationItem {
  /** Number of the reward configuration. */
  Id: number
  /** Its title. */
  Title: string
  /** What it gives, in short. */
  Description: string | null
  /** Whether it is switched on. */
  IsActive: boolean
  /** What it is worth: money or percent, as its type says. */
  Value: number
  /** What it costs. */
  Points: number
  /** 0 percent, 1 fixed value, 2 free shipping, 3 cashback, 4 custom, 5 product. */
  RewardType: number
}

export interface RewardConfiguration {
  /** Number of the reward configuration. */
  Id: number
  /** What it costs. */
  Points: number
  /** 0 percent, 1 fixed value, 2 free shipping, 3 cashback, 4 custom, 5 product. */
  RewardType: number
  /** Whether it is switched on. */
  IsActive: boolean
  /** What it is worth: money or percent, as its type says. */
  Value: number
  /** A line above the title. */
  PreTitle: string | null
  /** Its title. */
  Title: string
  /** What it gives, in short. */
  Description: string | null
  /** What it gives, at length. */
  LongDescription: string | null
  /** Whether it has a first or a last day. */
  HasValidDate: boolean
  /** From when it can be redeemed. */
  ValidDateStart: string | null
  /** Until when it can be redeemed. */
  ValidDateEnd: string | null
  /** Whether a customer can redeem it so many times only. */
  HasSameCustomerUsageLimit: boolean
  /** How many times. */
  SameCustomerUsageLimit: number | null
  /** Whether all customers together can redeem it so many times only. */
  HasGlobalUsageLimit: boolean
  /** How many times. */
  GlobalUsageLimit: number | null
  /** A title for your own pages. */
  CustomTitle: string | null
  /** How to use it, for the customer. */
  UsageInstructions: string | null
  /** An icon for your own pages. */
  CustomIconUrl: string | null
  /** As it was stored, for your own systems: Punchcard sends no e-mail. */
  SendClientRedeemNotification: boolean
  /** Addresses of the team, as they were stored. Nothing is sent to them. */
  ClientEmailsNotification: string[]
  /** As it was stored, for your own systems: Punchcard sends no e-mail. */
  SendCustomerRedeemNotification: boolean
  /** Number of the stored e-mail text. */
  CustomerEmailConfigurationId: number | null
  /** The e-mail to the customer; null: none. */
  CustomerEmailConfiguration: {
    /** Its number. */
    Id: number
    /** Its body. */
    EmailBody: string
    /** Its subject. */
    Subject: string
    /** As it was stored: Punchcard sends no e-mail. */
    IsActive: boolean
    /** Its type. */
    Type: number
    /** What is filled in. */
    Variables: {
      /** Name of the variable. */
      Name: string | null
      /** Its value. */
      Value: string | null
      /** What it stands for. */
      Description: string | null
    }[]
    /** Its title. */
    Title: string | null
    /** What it is for. */
    Description: string | null
    /** Its group. */
    Group: number
    /** Its subtype. */
    SubType: number | null
    /** Whether the logo is left out. */
    HideLogoIsActive: boolean
    /** Whether it has its own background color. */
    ChangeBackgroundColorIsActive: boolean
    /** Whether it recommends products. */
    ProductsRecommendationIsActive: boolean
    /** Its background color. */
    EmailBackgroundColor: string | null
    /** The kind of action that it belongs to. */
    ObjectiveLinkedType: number | null
    /** Its preview line. */
    PreHeader: string | null
  } | null
  /** How its codes begin. */
  CodePrefix: string | null
  /** Whether it goes together with other discounts. */
  CumulativeDiscount: boolean
  /** The least that a purchase must come to. */
  MinimalValue: number | null
  /** For how many days its coupon is valid. */
  ValidDays: number | null
  /** Of cashback: the most that can be redeemed at once. */
  CashbackMaxPurchaseValue: number | null
  /** Of cashback: the most of a purchase that it may pay, in percent. */
  MinimumPercentPurchase: number | null
  /** Whether its coupon is created manually. */
  ManualCouponGeneration: boolean
  /** Lists of codes that it gives out. */
  PreGeneratedCouponLists: {
    /** Its number; 0: the code is in no list. */
    Id: number
    /** Its name. */
    ListName: string
    /** The coupon just issued, in the answer of a redemption; else empty. Free codes are never shown. */
    PreGeneratedCoupons: {
      /** Its number. */
      Id: number
      /** Its id in the merchant store. */
      OriginalId: string | null
      /** The code. */
      CouponCode: string
      /** When it was made. */
      CreatedDate: string | null
      /** Whether it belongs to a customer. */
      IsAssigned: boolean
      /** 0 fixed value, 1 percent, 2 free shipping, 3 discount on shipping, 4 others. */
      CouponType: number
      /** Value of the discount. */
      CouponValue: number
      /** From when it is valid. */
      ValidDateStart: string | null
      /** When it expires. */
      ValidDateEnd: string | null
      /** Number of the coupon. */
      CouponId: number | null
      /** Number of its list; 0: it was made for this redemption. */
      PreGeneratedCouponListId: number
    }[]
    /** Whether the codes were made here. */
    IsInternalList: boolean
    /** 0 fixed value, 1 percent, 2 free shipping, 3 discount on shipping, 4 others. */
    CouponsType: number
    /** Value of each coupon. */
    CouponsValue: number
    /** How many codes it has. */
    CouponCount: number
    /** How many of them are given out. */
    UsedCoupons: number
    /** Always null. */
    ReferralObjectiveId: number | null
  }[]
  /** The tiers that it is for; empty: for all. */
  Tiers: {
    /** Number of the tier. */
    Id: number
    /** Its name. */
    Name: string
    /** Its color, such as #c0a060. */
    Color: string | null
    /** Its icon. */
    IconUrl: string | null
    /** Whether it is in use. */
    IsActive: boolean
    /** Whether it is the base tier, where every customer starts. */
    IsBase: boolean
    /** Its place, from the lowest. */
    Order: number
    /** How many customers are in it. */
    CustomerCount: number
    /** Its key. */
    Identifier: string | null
    /** A line about it. */
    Caption: string | null
  }[]
  /** The most that the customer may redeem with it at once; null where none is named. */
  AvailableCashback: number | null
  /** For how many tiers it is, in the merchant's language. */
  TiersCountInformation: string | null
  /** Whether it is only to be shown. */
  IsCashbackInformativeOnly: boolean
  /** What is shown then. */
  CashbackInformativeText: string | null
  /** Its rules, for the customer. */
  CashbackRules: string | null
  /** The cashback balance of the customer; null where none is named. */
  CashbackBalance: number | null
  /** The points of the customer; null where none is named. */
  PointBalance: number | null
  /** What one point is worth in money; null with cashback off. */
  CashbackPointValue: number | null
  /** The cashback that was redeemed; else null. */
  CashbackAmount: number | null
  /** Always null: a purchase is not known here. */
  MaxCashbackForCurrentPurchase: number | null
  /** Whether it can be redeemed now. */
  Enabled: boolean
  /** Why not, in the merchant's language. */
  DisabledReason: string | null
  /** Whether it costs nothing. */
  NoPointCost: boolean
  /** Always null. */
  RequiredToAddMoreText: string | null
  /** Whether UsageInstructions take the place of the usual text. */
  ShouldUseCustomInstruction: boolean
  /** Kept for the merchant: nothing here depends on it. */
  ShouldExpireCouponsWhenNotAvailableInPlatform: boolean
  /** 0 all, 1 online, 2 point of sale. */
  RewardChannel: number
  /** Collections of products, by their ids in the merchant store. */
  ProductCollections: string[]
  /** The same where it is for these alone; else empty. */
  ValidOnlyProductCollections: string[]
  /** Whether WidgetIcon is shown. */
  WidgetIconActive: boolean
  /** Whether LandingPageIcon is shown. */
  LandingPageIconActive: boolean
  /** An icon for a widget. */
  WidgetIcon: string | null
  /** An icon for a landing page. */
  LandingPageIcon: string | null
  /** Whether it may be bound to collections of products. */
  AllowProductCollection: boolean
  /** Whether it is bound to any. */
  HasProductCollection: boolean
  /** 0 all products, 1 only the collections, 2 all but them. */
  ProductCollectionSelection: number
  /** Its terms as sentences, in the merchant's language; null where there is nothing to say. */
  Rules: {
    /** What it gives. */
    RewardDescription: string | null
    /** That it does not go with other discounts. */
    NonCumulativePromotion: string | null
    /** The most cashback for a purchase. */
    MaximumPurchaseCashback: string | null
    /** The least that a purchase must come to. */
    MinimalPurchaseRequirement: string | null
    /** For how long its coupon is valid. */
    CouponValidityDays: string | null
    /** Always null: Punchcard sends no e-mail. */
    CouponEmailConfirmation: string | null
  }
}

export interface RevokeInput {
  /** The customer's id in the merchant store. */
  CustomerId: string
}

export interface LinkInput {
  /** The customer's id in the merchant store. */
  CustomerId: string
  /** What the page may do: read, redeem, quiz, refer, join. Missing: read. For longer than 600 s: read and refer alone. */
  Scopes?: string[] | null | undefined
  /** 60 to 604800; missing: 600. */
  ExpiresInSeconds?: number | null | undefined
}

export interface TokenInput {
  /** The customer's id in the merchant store. */
  CustomerId: string
  /** What the token is good for: read, redeem, quiz, refer, join. Missing: read. */
  Scopes?: string[] | null | undefined
  /** 60 to 3600, with redeem at most 900; missing: 900. */
  ExpiresInSeconds?: number | null | undefined
  /** Answers of the storefront API to send along, so that a page needs no further request: me, progress, rewards. In the language of `Accept-Language`, else the merchant’s. null: the merchant has switched it off. */
  Include?: string[] | null | undefined
}

export interface ProductInput {
  /** Id of the product in the merchant store; the same as in the path. */
  OriginalId: string
  /** Product name. */
  Title: string
  /** Direct URL of the product in the merchant store. */
  Url?: string | null | undefined
  /** Product image URL. */
  ImageUrl?: string | null | undefined
  /** Whether the product is active in the store. Default: true. */
  IsActive?: boolean | null | undefined
  /** What the customer pays for the product. */
  ProductPrice?: number | null | undefined
  /** The brand of the product. */
  ProductBrand?: {
    /** Id of the brand in the merchant store. */
    OriginalId?: string | null | undefined
    /** Name of the brand. */
    Name?: string | null | undefined
  } | null | undefined
  /** The category of the product, with those above it. */
  ProductCategory?: ProductCategory | null | undefined
}

export interface UpdateProductResult {
  /** Id of the product in the merchant store. */
  OriginalId: string
  /** Product name. */
  Title: string
  /** URL of the product. */
  Url: string | null
  /** URL of its image. */
  ImageUrl: string | null
  /** Whether it is active. */
  IsActive: boolean
  /** What the customer pays for it. */
  ProductPrice: number | null
}

export interface ProductPointsInput {
  /** Id of the product in the merchant store. */
  Id: string
  /** Its price. */
  Price: number
  /** Currency of the price; the program's own when missing. */
  PriceCurrency?: string | null | undefined
  /** Its name. */
  Name?: string | null | undefined
}

export interface CustomerInput {
  /** The customer's id in the merchant store. Missing: the one customer with this Document, else with this Email, is meant; where there is none, or there are several, Email, else Document, becomes the id. */
  OriginalId?: string | null | undefined
  /** Full name. */
  Name?: string | null | undefined
  /** E-mail address. */
  Email?: string | null | undefined
  /** Phone number. */
  Phone?: string | null | undefined
  /** Date of birth. Once stored, an order does not change it. */
  BirthdayDate?: string | Date | null | undefined
  /** When the customer registered in the store. */
  SignupDate?: string | Date | null | undefined
  /** Any document number. */
  Document?: string | null | undefined
  /** Whether the customer is enrolled in the program. Default: true. */
  IsEnrolled?: boolean | null | undefined
  /** Since when the customer is enrolled. Missing, or ahead of now: since the enrolment is known. */
  EnrolledDate?: string | Date | null | undefined
}

export interface EraseCustomerResult {
  /** Always true: a customer who is not there, or no longer, is 59. */
  IsErased: boolean
  /** When. */
  ErasedAt: string
}

export interface FindCustomersQuery {
  /** Compared by letters and digits alone. */
  Document?: string | null | undefined
  /** Compared in lower case. */
  Email?: string | null | undefined
  /** Compared by letters and digits alone. */
  Phone?: string | null | undefined
  /** Which page, from 1. PageNumber × PageSize is at most 10,000. */
  PageNumber?: number | undefined
  /** How many items a page has. */
  PageSize?: number | undefined
}

export interface CustomerSyncInput {
  /** The customer's id in the merchant store. */
  OriginalId: string
  /** Full name. */
  Name?: string | null | undefined
  /** E-mail address. */
  Email?: string | null | undefined
  /** Phone number. */
  Phone?: string | null | undefined
  /** Date of birth. Once stored, an order does not change it. */
  BirthdayDate?: string | Date | null | undefined
  /** When the customer registered in the store. */
  SignupDate?: string | Date | null | undefined
  /** Any document number. */
  Document?: string | null | undefined
  /** Whether the customer is enrolled in the program. Default: true. */
  IsEnrolled?: boolean | null | undefined
  /** Since when the customer is enrolled. Missing, or ahead of now: since the enrolment is known. */
  EnrolledDate?: string | Date | null | undefined
}

export interface UpsertCustomerResult {
  /** The customer's id in the merchant store. */
  OriginalId: string
  /** The customer's id that may be shown to others. */
  PublicId: string
  /** Full name. */
  Name: string | null
  /** E-mail address. */
  Email: string | null
  /** Phone number. */
  Phone: string | null
  /** Date of birth. */
  BirthdayDate: string | null
  /** When the customer registered in the store. */
  SignupDate: string | null
  /** Document number. */
  Document: string | null
  /** Whether the customer is enrolled in the program. */
  IsEnrolled: boolean
  /** Where friends come by the customer’s code, once one was made; read by `GET /v1/pvt/Customer/{id}` alone. */
  ReferralURL: string | null
  /** The same as a message to be sent. */
  WhatsappReferralUrl: string | null
  /** The tier of the customer; null: in none. */
  CurrentTier: {
    /** Name of the tier. */
    Name: string
    /** Its color, such as #c0a060. */
    Color: string | null
    /** Its icon. */
    IconUrl: string | null
  } | null
  /** What can be spent now; below zero where something is owed. */
  BalanceOfPoints: number
  /** The same in money; 0 with cashback off. */
  BalanceCashback: number
  /** `Created`, `Updated` or `Unchanged`. */
  Operation: string
}

export interface MergeInput {
  /** The id of the customer who stays, in the merchant store, of now or before. */
  Into: string
  /** Unique key of this merge. The same merge sent again is answered the same and done once; with other content the key is refused. */
  MergeKey: string
}

export interface MergeCustomersResult {
  /** Who stays, and has all of it from now on. */
  Customer: {
    /** Number of the customer here. */
    Id: number
    /** Id in the merchant store. */
    OriginalId: string
    /** The public id. */
    PublicId: string
  }
  /** When. */
  MergedAt: string
  /** Points that came to the balance; below zero where more was owed than there was. */
  Points: number
  /** The same in money; 0 with cashback off. */
  Cashback: number
  /** Points that came and can’t be spent yet. */
  PendingPoints: number
  /** The same in money. */
  PendingCashback: number
  /** Orders that came. */
  Orders: number
  /** Redemptions that came. */
  Redemptions: number
  /** Coupons that came. */
  Coupons: number
  /** What the customer who stays has now. */
  PointsBalance: number
  /** The same in money. */
  CashbackBalance: number
}

export interface OrderInput {
  /** Id of the order in the merchant store. */
  OriginalId: string
  /** Date of the purchase. */
  OrderPlacementDate?: string | Date | null | undefined
  /** Date on which the order was completed (invoiced or delivered). */
  OrderCompletedDate?: string | Date | null | undefined
  /** Date of cancellation. */
  OrderCancelledDate?: string | Date | null | undefined
  /** Status in the merchant's order system. */
  OrderStatus?: string | null | undefined
  /** Whether the order was cancelled or returned as a whole. */
  IsCancelledOrReturned?: boolean | null | undefined
  /** Whether the order is final and points can be awarded. */
  IsCompleted?: boolean | null | undefined
  /** Total without shipping costs. */
  OrderTotal?: number | null | undefined
  /** Who bought. */
  Customer: {
    /** The customer's id in the merchant store. Missing: the one customer with this Document, else with this Email, is meant; where there is none, or there are several, Email, else Document, becomes the id. */
    OriginalId?: string | null | undefined
    /** Full name. */
    Name?: string | null | undefined
    /** E-mail address. */
    Email?: string | null | undefined
    /** Phone number. */
    Phone?: string | null | undefined
    /** Date of birth. Once stored, an order does not change it. */
    BirthdayDate?: string | Date | null | undefined
    /** When the customer registered in the store. */
    SignupDate?: string | Date | null | undefined
    /** Any document number. */
    Document?: string | null | undefined
    /** Whether the customer is enrolled in the program. Default: true. */
    IsEnrolled?: boolean | null | undefined
  }
  /** What was bought, line by line. */
  Products?: {
    /** Id of the product in the merchant store. */
    OriginalId?: string | null | undefined
    /** Product name. */
    Title?: string | null | undefined
    /** URL of the product. */
    Url?: string | null | undefined
    /** URL of its image. */
    ImageUrl?: string | null | undefined
    /** Whether the product is on sale. */
    IsActive?: boolean | null | undefined
    /** What the customer paid for this line: for all its pieces together. */
    ProductPrice?: number | null | undefined
    /** Brand of the product. */
    ProductBrand?: {
      /** Id in the merchant store. */
      OriginalId?: string | null | undefined
      /** Name. */
      Name?: string | null | undefined
    } | null | undefined
    /** How many items the line is, a whole number from 1 to 999; without it, one. */
    Quantity?: number | null | undefined
    /** false: the shop marks the line, for example as a sale item. It matters only where a rule of the program leaves marked lines out. */
    EarnsPoints?: boolean | null | undefined
  }[] | null | undefined
  /** Date of the last update. Of messages that overtook each other the newest counts: one that is older than what is stored changes nothing. More than 24 hours ahead it counts as the time of receipt. */
  UpdatedDate?: string | Date | null | undefined
  /** Coupon code used on the order. */
  Coupon?: string | null | undefined
  /** Further facts of yours about the order. */
  Metadatas?: {
    /** Name. */
    Name?: string | null | undefined
    /** Value. */
    Value?: string | null | undefined
  }[] | null | undefined
  /** The payment method, as specific as possible. */
  PaymentMethod?: {
    /** Id in the merchant store. */
    OriginalId?: string | null | undefined
    /** Name. */
    Name?: string | null | undefined
  } | null | undefined
  /** Without PaymentMethod, the one with the largest PaidAmount, the first of equals, is the payment method of the order. An empty list says that it has none. */
  PaymentMethods?: {
    /** Id in the merchant store. */
    OriginalId?: string | null | undefined
    /** Name. */
    Name?: string | null | undefined
    /** What was paid with it. */
    PaidAmount?: number | null | undefined
  }[] | null | undefined
  /** The outlet where the purchase was made. */
  Branch?: {
    /** Id in the merchant store. */
    OriginalId?: string | null | undefined
    /** Name. */
    Name?: string | null | undefined
  } | null | undefined
  /** Who made the sale. */
  SalesPerson?: {
    /** Id in the merchant store. */
    OriginalId?: string | null | undefined
    /** Name. */
    Name?: string | null | undefined
  } | null | undefined
  /** What of OrderTotal is shipping, for shops that include it. It matters only where a rule of the program leaves shipping out. */
  ShippingValue?: number | null | undefined
  /** Coupon code of another system. */
  ExternalCoupon?: string | null | undefined
}

export interface OrderCancelInput {
  /** Date of cancellation. */
  OrderCancelledDate: string | Date
  /** Status in the merchant's order system. */
  OrderStatus?: string | null | undefined
}

export interface OrderReturnInput {
  /** Net value that is given back, without shipping costs. */
  ValueToRefund: number
  /** Key of this return, unique for its order: sent again, it is answered as the first time. */
  CancelKey: string
  /** What is given back of which lines; adds up to ValueToRefund exactly. Without it the value is taken from all lines in proportion to what is left of them. */
  Products?: {
    /** Id of a product of the order. */
    OriginalId?: string | null | undefined
    /** What of the value is for its lines. */
    ValueToRefund?: number | null | undefined
  }[] | null | undefined
  /** Whether cashback that was redeemed for the order goes back in its share. Left out, the setting refundsRedeemOnReturn decides, which is false unless it was changed. */
  ShouldRefundRedeem?: boolean | null | undefined
}

export interface CashbackChangeInput {
  /** Amount in currency units; removing takes it with either sign. */
  Value: number
  /** 0 adds, 1 removes. */
  OperationType: number
  /** Why; for your own information only. */
  Reason: string
  /** Unique key of this change; a used key is refused. */
  ChangeKey: string
}

export interface PointsChangeInput {
  /** How many: above 0 to add, below 0 to remove. */
  Points: number
  /** 0 adds, 1 removes. */
  OperationType: number
  /** Why; for your own information only. */
  Reason: string
  /** Unique key of this change. The same change sent again is answered the same and made once; with other content the key is refused. */
  ChangeKey: string
}

export interface GetCustomerHistoryQuery {
  /** Which page, from 1. PageNumber × PageSize is at most 10,000. */
  PageNumber?: number | undefined
  /** How many items a page has. */
  PageSize?: number | undefined
  /** Only what was recorded at this moment or later. */
  From?: string | Date | null | undefined
  /** Only what was recorded at this moment or earlier. */
  Until?: string | Date | null | undefined
  /** Only records of this type; moves between tiers have none. */
  PointType?: number | null | undefined
}

export interface HistoryInput {
  /** Which page, from 1. */
  PageNumber?: number | null | undefined
  /** How many items a page has: 1 to 50. */
  PageSize?: number | null | undefined
  /** Only what was recorded at this moment or later. */
  From?: string | Date | null | undefined
  /** Only what was recorded at this moment or earlier. */
  Until?: string | Date | null | undefined
  /** Only records of this type. */
  PointType?: number | null | undefined
}

export interface ListCustomerOrdersQuery {
  /** Which page, from 1. PageNumber × PageSize is at most 10,000. */
  PageNumber?: number | undefined
  /** How many items a page has. */
  PageSize?: number | undefined
  /** Only orders in this state: 0 initial, 1 pending, 2 complete, 3 cancelled, 4 ignored. */
  State?: number | null | undefined
}

export interface ListObjectivesQuery {
  /** Which page, from 1. PageNumber × PageSize is at most 10,000. */
  PageNumber?: number | undefined
  /** How many items a page has. */
  PageSize?: number | undefined
  /** The customer's id in the merchant store; missing: no customer in particular. */
  CustomerId?: string | null | undefined
}

export interface ObjectiveGrantInput {
  /** The customer's id in the merchant store. */
  CustomerId: string
  /** Which one of its kind, such as the id of the review: the same one is granted once. */
  Key: string
}

export interface ListCustomerCardsQuery {
  /** Whether cards that the merchant has ended are listed too where no stamps are left on them. */
  All?: boolean | undefined
}

export interface ListStampsQuery {
  /** Which page, from 1. PageNumber × PageSize is at most 10,000. */
  PageNumber?: number | undefined
  /** How many items a page has. */
  PageSize?: number | undefined
}

export interface StampsInput {
  /** What they are for, such as the number of a receipt: the same one gives stamps once. */
  Key: string
  /** How many, 1 to 20; missing: 1. Of a card that counts money, each is worth its StampAmount. */
  Stamps?: number | null | undefined
  /** The moment that they are for, up to 31 days back; missing: now. */
  Date?: string | Date | null | undefined
}

export interface ListEventsQuery {
  /** NextCursor of the page before. Missing: the oldest event that is kept; `now`: what happens from now on. */
  Cursor?: string | undefined
  /** How many events at most. */
  PageSize?: number | undefined
  /** Only events of these topics; repeat it for several. Missing: the three of points, `Point_Add`, `Point_Update` and `Point_Removed`. */
  Topic?: ('Point_Add' | 'Point_Update' | 'Point_Removed' | 'Stamp_Add' | 'Stamp_Removed' | 'Card_Completed' | 'Reward_Given' | 'Reward_TakenBack' | 'Points_Expiring')[] | undefined
}

export interface FriendInput {
  /** The code that the friend came with. */
  ReferralCode: string
  /** Who is new. */
  Friend: {
    /** The customer's id in the merchant store. Missing: the one customer with this Document, else with this Email, is meant; where there is none, or there are several, Email, else Document, becomes the id. */
    OriginalId?: string | null | undefined
    /** Full name. */
    Name?: string | null | undefined
    /** E-mail address. */
    Email?: string | null | undefined
    /** Phone number. */
    Phone?: string | null | undefined
    /** Date of birth. Once stored, an order does not change it. */
    BirthdayDate?: string | Date | null | undefined
    /** When the customer registered in the store. */
    SignupDate?: string | Date | null | undefined
    /** Any document number. */
    Document?: string | null | undefined
    /** Whether the customer is enrolled in the program. Default: true. */
    IsEnrolled?: boolean | null | undefined
    /** Since when the customer is enrolled. Missing, or ahead of now: since the enrolment is known. */
    EnrolledDate?: string | Date | null | undefined
  }
}

export interface QuizAnswerInput {
  /** Id of the question. */
  QuizQuestionId: number
  /** The answer to an open question. */
  OpenAnswer?: string | null | undefined
  /** The options chosen, by their ids. */
  OptionIds?: number[] | null | undefined
}

export interface GetTermsQuery {
  /** Such as `en`; missing or another one: the merchant’s. */
  Language?: string | null | undefined
}

export interface TiersInput {
  /** The customer's id in the merchant store; null: no customer in particular. */
  CustomerId?: string | null | undefined
}

export interface CouponInput {
  /** Id of the coupon in the merchant store. */
  OriginalId?: string | null | undefined
  /** The code; unique, ignoring case. */
  CouponCode: string
  /** When it was made. Default: now. */
  CreatedDate?: string | Date | null | undefined
  /** 0 fixed value, 1 percent, 2 free shipping, 3 discount on shipping, 4 others. */
  CouponType: number
  /** Whether a purchase has used it already. Default: false. */
  IsUsed?: boolean | null | undefined
  /** Value of the discount. */
  CouponValue?: number | undefined
  /** From when it is valid. */
  ValidDateStart?: string | Date | null | undefined
  /** When it expires. */
  ValidDateEnd?: string | Date | null | undefined
  /** The id, in the merchant store, of the customer who receives it. */
  CustomerId?: string | null | undefined
  /** Who receives it, in place of CustomerId. */
  Customer?: {
    /** The customer's id in the merchant store. Missing: the one customer with this Document, else with this Email, is meant; where there is none, or there are several, Email, else Document, becomes the id. */
    OriginalId?: string | null | undefined
    /** Full name. */
    Name?: string | null | undefined
    /** E-mail address. */
    Email?: string | null | undefined
    /** Phone number. */
    Phone?: string | null | undefined
    /** Date of birth. Once stored, an order does not change it. */
    BirthdayDate?: string | Date | null | undefined
    /** When the customer registered in the store. */
    SignupDate?: string | Date | null | undefined
    /** Any document number. */
    Document?: string | null | undefined
    /** Whether the customer is enrolled in the program. Default: true. */
    IsEnrolled?: boolean | null | undefined
  } | null | undefined
}

export interface GetCustomerCouponsQuery {
  /** Which page, from 1. PageNumber × PageSize is at most 10,000. */
  PageNumber?: number | undefined
  /** How many items a page has. */
  PageSize?: number | undefined
  /** true: also those that were used, have expired or were made inactive. */
  All?: boolean | null | undefined
}

export interface CustomerCouponsInput {
  /** Which page, from 1. */
  PageNumber?: number | null | undefined
  /** How many items a page has: 1 to 50. */
  PageSize?: number | null | undefined
  /** true: also those that were used, have expired or were made inactive. */
  All?: boolean | null | undefined
}

export interface RedeemInput {
  /** The customer's id in the merchant store. */
  CustomerId: string
  /** Your key of this redemption: sent again, it is answered the same and costs nothing. */
  OriginalKey?: string | null | undefined
  /** Cashback rewards: how much, in whole cents. Default: the most that is allowed. */
  Value?: number | null | undefined
  /** Further facts of yours about the redemption. */
  Metadatas?: {
    /** Name. */
    Name?: string | null | undefined
    /** Value. */
    Value?: string | null | undefined
  }[] | null | undefined
}

export interface RewardMetadataInput {
  /** The key with which the reward was redeemed. */
  OriginalKey: string
  /** Further facts of yours about the redemption. */
  Metadatas: {
    /** Name. */
    Name?: string | null | undefined
    /** Value. */
    Value?: string | null | undefined
  }[]
}

export interface ListCustomerRewardsQuery {
  /** Which page, from 1. PageNumber × PageSize is at most 10,000. */
  PageNumber?: number | undefined
  /** How many items a page has. */
  PageSize?: number | undefined
  /** true: only cancelled ones; false: only others. */
  IsCanceled?: boolean | null | undefined
}

export interface PurchaseInput {
  /** The customer's id in the merchant store. */
  CustomerId: string
  /** What the basket costs, without shipping. */
  PurchaseValue: number
  /** What other discounts take off the basket. Default: 0. */
  DiscountValue?: number | null | undefined
  /** Read and not looked at: no reward depends on single products. */
  Products?: {
    /** Id of the product in the merchant store. */
    OriginalId?: string | null | undefined
    /** What it costs. */
    ProductPrice?: number | null | undefined
  }[] | null | undefined
}

export interface TillRedeemInput {
  /** The customer's id in the merchant store. */
  CustomerId: string
  /** Cashback rewards: how much, in whole cents. Default: the most that is allowed. */
  Value?: number | null | undefined
  /** Cashback rewards, in place of Value: so many points, at what a point is worth today. */
  Points?: number | null | undefined
  /** Your key of this redemption: sent again, it is answered the same and costs nothing. */
  OriginalKey?: string | null | undefined
  /** Further facts of yours about the redemption. */
  Metadatas?: {
    /** Name. */
    Name?: string | null | undefined
    /** Value. */
    Value?: string | null | undefined
  }[] | null | undefined
  /** Read and not kept: 0 to 5. */
  RedeemOrigin?: number | null | undefined
  /** Where it is sold. Read and not kept: send it with the order. */
  Branch?: {
    /** Id in the merchant store. */
    OriginalId?: string | null | undefined
    /** Name. */
    Name?: string | null | undefined
  } | null | undefined
  /** Who sells it. Read and not kept: send it with the order. */
  SalesPerson?: {
    /** Id in the merchant store. */
    OriginalId?: string | null | undefined
    /** Name. */
    Name?: string | null | undefined
  } | null | undefined
  /** Ignored: there is always a coupon. */
  ForceGenerateCoupon?: boolean | null | undefined
  /** What the basket costs: where it is sent, the minimum and the most cashback depend on it. */
  PurchaseValue?: number | null | undefined
}

export interface CouponCheckInput {
  /** The customer's id in the merchant store. */
  CustomerId?: string | null | undefined
  /** What the basket costs, without shipping. */
  PurchaseValue: number
  /** What other discounts take off the basket. Default: 0. */
  DiscountValue?: number | null | undefined
  /** Read and not looked at: no reward depends on single products. */
  Products?: {
    /** Id of the product in the merchant store. */
    OriginalId?: string | null | undefined
    /** What it costs. */
    ProductPrice?: number | null | undefined
  }[] | null | undefined
}

export interface CouponUseInput {
  /** The customer's id in the merchant store. */
  CustomerId: string
  /** What the basket costs, without shipping. */
  PurchaseValue: number
  /** What other discounts take off the basket. Default: 0. */
  DiscountValue?: number | null | undefined
  /** Read and not looked at: no reward depends on single products. */
  Products?: {
    /** Id of the product in the merchant store. */
    OriginalId?: string | null | undefined
    /** What it costs. */
    ProductPrice?: number | null | undefined
  }[] | null | undefined
  /** The sale: the OriginalId that its order will have. */
  OrderId: string
  /** Where it is sold. Read and not kept: send it with the order. */
  Branch?: {
    /** Id in the merchant store. */
    OriginalId?: string | null | undefined
    /** Name. */
    Name?: string | null | undefined
  } | null | undefined
  /** Who sells it. Read and not kept: send it with the order. */
  SalesPerson?: {
    /** Id in the merchant store. */
    OriginalId?: string | null | undefined
    /** Name. */
    Name?: string | null | undefined
  } | null | undefined
}

export interface CouponUndoInput {
  /** The customer's id in the merchant store. */
  CustomerId: string
  /** The sale: the OriginalId that its order will have. */
  OrderId: string
}

export interface ReserveInput {
  /** The customer's id in the merchant store. */
  CustomerId: string
  /** Your id of the basket. */
  CheckoutId: string
  /** Cashback rewards: how much, in whole cents. Default: the most that is allowed. */
  CashbackValue?: number | null | undefined
  /** What the basket costs, without shipping. */
  Total?: number | null | undefined
  /** Read and not looked at. */
  Token?: string | null | undefined
  /** Your key of this redemption. Default: the CheckoutId and the RewardId. */
  OriginalKey?: string | null | undefined
  /** Read and not kept: 0 to 5. */
  RedeemOrigin?: number | null | undefined
  /** Read and not looked at: no reward depends on single products. */
  Items?: {
    /** Id of the product in the merchant store. */
    ExternalProductId?: string | null | undefined
    /** What it costs. */
    Value?: number | null | undefined
    /** How many. */
    Quantity?: number | null | undefined
  }[] | null | undefined
  /** Default: the active cashback reward of the web shop. */
  RewardConfigurationId?: number | null | undefined
  /** How long it is held. Default: the merchant's setting, 60. */
  ExpiresInMinutes?: number | null | undefined
}

export interface CheckoutInput {
  /** The customer's id in the merchant store. */
  CustomerId: string
  /** Your id of the basket. */
  CheckoutId: string
  /** What the basket costs, without shipping. */
  Total?: number | null | undefined
  /** Read and not looked at: no reward depends on single products. */
  Items?: {
    /** Id of the product in the merchant store. */
    ExternalProductId?: string | null | undefined
    /** What it costs. */
    Value?: number | null | undefined
    /** How many. */
    Quantity?: number | null | undefined
  }[] | null | undefined
}

export interface RefreshReservationResult {
  /** Whether it was released: reserve again, with less. */
  CashbackRemoved: boolean
  /** For the customer, in the merchant's language. */
  CustomerMessage: string | null
  /** What is reserved; null: nothing is. */
  CashbackValue: number | null
  /** The most cashback for this basket; null where no Total was sent. */
  MaxCashbackForCurrentPurchase: number | null
  /** Until when it is held. */
  ExpiresAt: string | null
}

export interface RemoveReservationResult {
  /** Whether nothing is reserved for the basket now. */
  Success: boolean
  /** For the customer, in the merchant's language. */
  CustomerMessage: string | null
}

export interface ListRewardConfigurationsQuery {
  /** true: only active ones; false: only inactive ones. */
  IsActive?: boolean | null | undefined
  /** Which page, from 1. */
  PageNumber?: number | undefined
  /** How many items a page has. */
  PageSize?: number | undefined
}

export interface PlaceOrdersResult {
  /** The order's number here. */
  Id: number
  /** 0 initial, 1 pending, 2 complete, 3 cancelled, 4 ignored. */
  State: number
  /** Points that stand recorded for it now. */
  PointsGranted: number
  /** The same in money. */
  CashbackGranted: number
}

export interface UpsertCustomersResult {
  /** `Created`, `Updated` or `Unchanged`. */
  Operation: string
  /** Two-digit business code of the outcome. */
  Code: string
  /** Symbolic name of Code. */
  CodeName: string
}

export interface UpdateProductsResult {
  /** Two-digit business code of the outcome. */
  Code: string
  /** Symbolic name of Code. */
  CodeName: string
  /** 0 success, 1 warning. */
  Severity: number
}
