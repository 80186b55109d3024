/* Made by `npm run generate` from the operations of the management API. */
import type * as from0 from '../../../server/src/coupons/admin-api/schema.ts'
import type * as from1 from '../../../server/src/customers/admin-api/schema.ts'
import type * as from2 from '../../../server/src/earning/admin-api/schema.ts'
import type * as from3 from '../../../server/src/history/admin-api/activity-schema.ts'
import type * as from4 from '../../../server/src/history/admin-api/orders-schema.ts'
import type * as from5 from '../../../server/src/history/admin-api/schema.ts'
import type * as from6 from '../../../server/src/history/admin-api/search-schema.ts'
import type * as from7 from '../../../server/src/people/admin-api/audit-schema.ts'
import type * as from8 from '../../../server/src/people/admin-api/people-schema.ts'
import type * as from9 from '../../../server/src/people/admin-api/schema.ts'
import type * as from10 from '../../../server/src/people/admin-api/tokens-schema.ts'
import type * as from11 from '../../../server/src/quizzes/admin-api/schema.ts'
import type * as from12 from '../../../server/src/rewards/admin-api/coupon-lists-schema.ts'
import type * as from13 from '../../../server/src/rewards/admin-api/redemptions-schema.ts'
import type * as from14 from '../../../server/src/rewards/admin-api/schema.ts'
import type * as from15 from '../../../server/src/tenancy/admin-api/schema.ts'
import type * as from16 from '../../../server/src/tiers/admin-api/schema.ts'
import type * as from17 from '../../../server/src/webhooks/admin-api/schema.ts'

/** Method, address, and: `i` needs an Idempotency-Key, `t` its body is text. */
export const OPERATIONS = {
  'activity.list': ['GET', '/v1/admin/tenants/:tenant/activity', ''],
  'apiKeys.create': ['POST', '/v1/admin/tenants/:tenant/api-keys', ''],
  'apiKeys.list': ['GET', '/v1/admin/tenants/:tenant/api-keys', ''],
  'apiKeys.revoke': ['POST', '/v1/admin/tenants/:tenant/api-keys/:id/revoke', ''],
  'apiKeys.rotate': ['POST', '/v1/admin/tenants/:tenant/api-keys/:id/rotate', ''],
  'audit.list': ['GET', '/v1/admin/tenants/:tenant/audit', ''],
  'checklist.get': ['GET', '/v1/admin/tenants/:tenant/checklist', ''],
  'couponLists.addCodes': ['POST', '/v1/admin/tenants/:tenant/coupon-lists/:id/codes', 't'],
  'couponLists.archive': ['POST', '/v1/admin/tenants/:tenant/coupon-lists/:id/archive', ''],
  'couponLists.change': ['PATCH', '/v1/admin/tenants/:tenant/coupon-lists/:id', ''],
  'couponLists.create': ['POST', '/v1/admin/tenants/:tenant/coupon-lists', 'i'],
  'couponLists.get': ['GET', '/v1/admin/tenants/:tenant/coupon-lists/:id', ''],
  'couponLists.list': ['GET', '/v1/admin/tenants/:tenant/coupon-lists', ''],
  'couponLists.listCodes': ['GET', '/v1/admin/tenants/:tenant/coupon-lists/:id/codes', ''],
  'couponLists.unarchive': ['POST', '/v1/admin/tenants/:tenant/coupon-lists/:id/unarchive', ''],
  'coupons.get': ['GET', '/v1/admin/tenants/:tenant/coupons/:code', ''],
  'coupons.inactivate': ['POST', '/v1/admin/tenants/:tenant/coupons/:code/inactivate', ''],
  'customers.audit': ['GET', '/v1/admin/tenants/:tenant/customers/:id/audit', ''],
  'customers.balanceExplained': ['GET', '/v1/admin/tenants/:tenant/customers/:id/balance-explained', ''],
  'customers.coupons': ['GET', '/v1/admin/tenants/:tenant/customers/:id/coupons', ''],
  'customers.get': ['GET', '/v1/admin/tenants/:tenant/customers/:id', ''],
  'customers.list': ['GET', '/v1/admin/tenants/:tenant/customers', ''],
  'customers.lots': ['GET', '/v1/admin/tenants/:tenant/customers/:id/lots', ''],
  'customers.orders': ['GET', '/v1/admin/tenants/:tenant/customers/:id/orders', ''],
  'customers.redemptions': ['GET', '/v1/admin/tenants/:tenant/customers/:id/redemptions', ''],
  'customers.timeline': ['GET', '/v1/admin/tenants/:tenant/customers/:id/timeline', ''],
  'invitations.accept': ['POST', '/v1/admin/invitations/accept', ''],
  'invitations.show': ['GET', '/v1/admin/invitations/:token', ''],
  'me.beginTotp': ['POST', '/v1/admin/me/totp', ''],
  'me.changePassword': ['PUT', '/v1/admin/me/password', ''],
  'me.createToken': ['POST', '/v1/admin/me/tokens', ''],
  'me.disableTotp': ['DELETE', '/v1/admin/me/totp', ''],
  'me.enableTotp': ['PUT', '/v1/admin/me/totp', ''],
  'me.listTokens': ['GET', '/v1/admin/me/tokens', ''],
  'me.renewRecoveryCodes': ['POST', '/v1/admin/me/recovery-codes', ''],
  'me.revokeToken': ['DELETE', '/v1/admin/me/tokens/:id', ''],
  'me.update': ['PATCH', '/v1/admin/me', ''],
  'orders.get': ['GET', '/v1/admin/tenants/:tenant/customers/:customer/orders/:id', ''],
  'orders.list': ['GET', '/v1/admin/tenants/:tenant/orders', ''],
  'orders.why': ['GET', '/v1/admin/tenants/:tenant/customers/:customer/orders/:id/why', ''],
  'passwordResets.complete': ['POST', '/v1/admin/password-resets/complete', ''],
  'passwordResets.create': ['POST', '/v1/admin/password-resets', ''],
  'people.changeRole': ['PATCH', '/v1/admin/tenants/:tenant/people/:id', ''],
  'people.invite': ['POST', '/v1/admin/tenants/:tenant/people/invitations', ''],
  'people.list': ['GET', '/v1/admin/tenants/:tenant/people', ''],
  'people.listInvitations': ['GET', '/v1/admin/tenants/:tenant/people/invitations', ''],
  'people.remove': ['DELETE', '/v1/admin/tenants/:tenant/people/:id', ''],
  'people.resendInvitation': ['POST', '/v1/admin/tenants/:tenant/people/invitations/:id/resend', ''],
  'people.resetPassword': ['POST', '/v1/admin/tenants/:tenant/people/:id/password-reset', ''],
  'people.withdrawInvitation': ['DELETE', '/v1/admin/tenants/:tenant/people/invitations/:id', ''],
  'program.choices': ['GET', '/v1/admin/tenants/:tenant/program/choices', ''],
  'program.draft.delete': ['DELETE', '/v1/admin/tenants/:tenant/program/draft', ''],
  'program.draft.get': ['GET', '/v1/admin/tenants/:tenant/program/draft', ''],
  'program.draft.put': ['PUT', '/v1/admin/tenants/:tenant/program/draft', ''],
  'program.get': ['GET', '/v1/admin/tenants/:tenant/program', ''],
  'program.preview': ['POST', '/v1/admin/tenants/:tenant/program/preview', ''],
  'program.publish': ['POST', '/v1/admin/tenants/:tenant/program/publish', 'i'],
  'program.scheduled.delete': ['DELETE', '/v1/admin/tenants/:tenant/program/scheduled', ''],
  'program.validate': ['POST', '/v1/admin/tenants/:tenant/program/validate', ''],
  'program.versions.diff': ['GET', '/v1/admin/tenants/:tenant/program/versions/:version/diff', ''],
  'program.versions.get': ['GET', '/v1/admin/tenants/:tenant/program/versions/:version', ''],
  'program.versions.list': ['GET', '/v1/admin/tenants/:tenant/program/versions', ''],
  'program.versions.restore': ['POST', '/v1/admin/tenants/:tenant/program/versions/:version/restore', ''],
  'quizzes.answers': ['GET', '/v1/admin/tenants/:tenant/quizzes/:id/answers', ''],
  'quizzes.archive': ['POST', '/v1/admin/tenants/:tenant/quizzes/:id/archive', ''],
  'quizzes.create': ['POST', '/v1/admin/tenants/:tenant/quizzes', 'i'],
  'quizzes.duplicate': ['POST', '/v1/admin/tenants/:tenant/quizzes/:id/duplicate', ''],
  'quizzes.get': ['GET', '/v1/admin/tenants/:tenant/quizzes/:id', ''],
  'quizzes.list': ['GET', '/v1/admin/tenants/:tenant/quizzes', ''],
  'quizzes.replace': ['PUT', '/v1/admin/tenants/:tenant/quizzes/:id', ''],
  'quizzes.results': ['GET', '/v1/admin/tenants/:tenant/quizzes/:id/results', ''],
  'quizzes.unarchive': ['POST', '/v1/admin/tenants/:tenant/quizzes/:id/unarchive', ''],
  'redemptions.get': ['GET', '/v1/admin/tenants/:tenant/redemptions/:id', ''],
  'redemptions.list': ['GET', '/v1/admin/tenants/:tenant/redemptions', ''],
  'rewards.archive': ['POST', '/v1/admin/tenants/:tenant/rewards/:id/archive', ''],
  'rewards.check': ['POST', '/v1/admin/tenants/:tenant/rewards/:id/check', ''],
  'rewards.create': ['POST', '/v1/admin/tenants/:tenant/rewards', 'i'],
  'rewards.duplicate': ['POST', '/v1/admin/tenants/:tenant/rewards/:id/duplicate', ''],
  'rewards.get': ['GET', '/v1/admin/tenants/:tenant/rewards/:id', ''],
  'rewards.list': ['GET', '/v1/admin/tenants/:tenant/rewards', ''],
  'rewards.replace': ['PUT', '/v1/admin/tenants/:tenant/rewards/:id', ''],
  'rewards.unarchive': ['POST', '/v1/admin/tenants/:tenant/rewards/:id/unarchive', ''],
  'rewards.validate': ['POST', '/v1/admin/tenants/:tenant/rewards/validate', ''],
  'search.find': ['GET', '/v1/admin/tenants/:tenant/search', ''],
  'session.confirm': ['POST', '/v1/admin/session/confirm', ''],
  'session.create': ['POST', '/v1/admin/session', ''],
  'session.end': ['DELETE', '/v1/admin/session', ''],
  'session.endOther': ['DELETE', '/v1/admin/session/sessions/:id', ''],
  'session.get': ['GET', '/v1/admin/session', ''],
  'session.list': ['GET', '/v1/admin/session/sessions', ''],
  'session.secondFactor': ['POST', '/v1/admin/session/second-factor', ''],
  'settings.change': ['PATCH', '/v1/admin/tenants/:tenant', ''],
  'settings.changeSecurity': ['PATCH', '/v1/admin/tenants/:tenant/security', ''],
  'settings.get': ['GET', '/v1/admin/tenants/:tenant', ''],
  'tiers.get': ['GET', '/v1/admin/tenants/:tenant/tiers', ''],
  'tiers.replace': ['PUT', '/v1/admin/tenants/:tenant/tiers', ''],
  'tokens.create': ['POST', '/v1/admin/tenants/:tenant/tokens', ''],
  'tokens.list': ['GET', '/v1/admin/tenants/:tenant/tokens', ''],
  'tokens.revoke': ['POST', '/v1/admin/tenants/:tenant/tokens/:id/revoke', ''],
  'tokens.rotate': ['POST', '/v1/admin/tenants/:tenant/tokens/:id/rotate', ''],
  'webhooks.change': ['PATCH', '/v1/admin/tenants/:tenant/webhook-endpoints/:id', ''],
  'webhooks.create': ['POST', '/v1/admin/tenants/:tenant/webhook-endpoints', ''],
  'webhooks.delete': ['DELETE', '/v1/admin/tenants/:tenant/webhook-endpoints/:id', ''],
  'webhooks.get': ['GET', '/v1/admin/tenants/:tenant/webhook-endpoints/:id', ''],
  'webhooks.list': ['GET', '/v1/admin/tenants/:tenant/webhook-endpoints', ''],
  'webhooks.pause': ['POST', '/v1/admin/tenants/:tenant/webhook-endpoints/:id/pause', ''],
  'webhooks.resume': ['POST', '/v1/admin/tenants/:tenant/webhook-endpoints/:id/resume', ''],
  'webhooks.rotate': ['POST', '/v1/admin/tenants/:tenant/webhook-endpoints/:id/rotate', ''],
  'webhooks.test': ['POST', '/v1/admin/tenants/:tenant/webhook-endpoints/:id/test', ''],
} as const satisfies Record<string, readonly [string, string, string]>

export interface OperationTypes {
  'activity.list': typeof from3.listActivity
  'apiKeys.create': typeof from15.createApiKey
  'apiKeys.list': typeof from15.listApiKeys
  'apiKeys.revoke': typeof from15.revokeApiKey
  'apiKeys.rotate': typeof from15.rotateApiKey
  'audit.list': typeof from7.listAudit
  'checklist.get': typeof from15.getChecklist
  'couponLists.addCodes': typeof from12.addCodes
  'couponLists.archive': typeof from12.archiveCouponList
  'couponLists.change': typeof from12.changeCouponList
  'couponLists.create': typeof from12.createCouponList
  'couponLists.get': typeof from12.getCouponList
  'couponLists.list': typeof from12.listCouponLists
  'couponLists.listCodes': typeof from12.listCodes
  'couponLists.unarchive': typeof from12.unarchiveCouponList
  'coupons.get': typeof from0.getCoupon
  'coupons.inactivate': typeof from0.inactivateCoupon
  'customers.audit': typeof from7.listAuditOfCustomer
  'customers.balanceExplained': typeof from5.explainBalance
  'customers.coupons': typeof from0.listCouponsOfCustomer
  'customers.get': typeof from1.getCustomer
  'customers.list': typeof from1.listCustomers
  'customers.lots': typeof from5.listLots
  'customers.orders': typeof from4.listOrdersOfCustomer
  'customers.redemptions': typeof from13.listRedemptionsOfCustomer
  'customers.timeline': typeof from5.getTimeline
  'invitations.accept': typeof from8.acceptInvitation
  'invitations.show': typeof from8.showInvitation
  'me.beginTotp': typeof from9.beginTotp
  'me.changePassword': typeof from9.changePassword
  'me.createToken': typeof from10.createMyToken
  'me.disableTotp': typeof from9.disableTotp
  'me.enableTotp': typeof from9.enableTotp
  'me.listTokens': typeof from10.listMyTokens
  'me.renewRecoveryCodes': typeof from9.renewRecoveryCodes
  'me.revokeToken': typeof from10.revokeMyToken
  'me.update': typeof from9.updateMe
  'orders.get': typeof from4.getOrder
  'orders.list': typeof from4.listOrders
  'orders.why': typeof from4.whyOrder
  'passwordResets.complete': typeof from8.completeReset
  'passwordResets.create': typeof from8.askForReset
  'people.changeRole': typeof from8.changeRole
  'people.invite': typeof from8.invitePerson
  'people.list': typeof from8.listPeople
  'people.listInvitations': typeof from8.listInvitations
  'people.remove': typeof from8.removePerson
  'people.resendInvitation': typeof from8.resendInvitation
  'people.resetPassword': typeof from8.resetPasswordOf
  'people.withdrawInvitation': typeof from8.withdrawInvitation
  'program.choices': typeof from2.listChoices
  'program.draft.delete': typeof from2.deleteDraft
  'program.draft.get': typeof from2.getDraft
  'program.draft.put': typeof from2.putDraft
  'program.get': typeof from2.getProgram
  'program.preview': typeof from2.previewProgram
  'program.publish': typeof from2.publishDraft
  'program.scheduled.delete': typeof from2.cancelScheduled
  'program.validate': typeof from2.validateProgram
  'program.versions.diff': typeof from2.diffVersion
  'program.versions.get': typeof from2.getVersion
  'program.versions.list': typeof from2.listVersions
  'program.versions.restore': typeof from2.restoreVersion
  'quizzes.answers': typeof from11.listQuizAnswers
  'quizzes.archive': typeof from11.archiveQuiz
  'quizzes.create': typeof from11.createQuiz
  'quizzes.duplicate': typeof from11.duplicateQuiz
  'quizzes.get': typeof from11.getQuiz
  'quizzes.list': typeof from11.listQuizzes
  'quizzes.replace': typeof from11.replaceQuiz
  'quizzes.results': typeof from11.getQuizResults
  'quizzes.unarchive': typeof from11.unarchiveQuiz
  'redemptions.get': typeof from13.getRedemption
  'redemptions.list': typeof from13.listRedemptions
  'rewards.archive': typeof from14.archiveReward
  'rewards.check': typeof from13.checkReward
  'rewards.create': typeof from14.createReward
  'rewards.duplicate': typeof from14.duplicateReward
  'rewards.get': typeof from14.getReward
  'rewards.list': typeof from14.listRewards
  'rewards.replace': typeof from14.replaceReward
  'rewards.unarchive': typeof from14.unarchiveReward
  'rewards.validate': typeof from14.validateReward
  'search.find': typeof from6.find
  'session.confirm': typeof from9.confirmSession
  'session.create': typeof from9.createSession
  'session.end': typeof from9.endSession
  'session.endOther': typeof from9.endOtherSession
  'session.get': typeof from9.getSession
  'session.list': typeof from9.listSessions
  'session.secondFactor': typeof from9.giveSecondFactor
  'settings.change': typeof from15.changeSettings
  'settings.changeSecurity': typeof from15.changeSecurity
  'settings.get': typeof from15.getSettings
  'tiers.get': typeof from16.getTiers
  'tiers.replace': typeof from16.replaceTiers
  'tokens.create': typeof from10.createToken
  'tokens.list': typeof from10.listTokens
  'tokens.revoke': typeof from10.revokeToken
  'tokens.rotate': typeof from10.rotateToken
  'webhooks.change': typeof from17.changeEndpoint
  'webhooks.create': typeof from17.createEndpoint
  'webhooks.delete': typeof from17.deleteEndpoint
  'webhooks.get': typeof from17.getEndpoint
  'webhooks.list': typeof from17.listEndpoints
  'webhooks.pause': typeof from17.pauseEndpoint
  'webhooks.resume': typeof from17.resumeEndpoint
  'webhooks.rotate': typeof from17.rotateSecret
  'webhooks.test': typeof from17.testEndpoint
}
