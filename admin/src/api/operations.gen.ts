/* Made by `npm run generate` from the operations of the management API. */
import type * as from0 from '../../../server/src/cashback/admin-api/schema.ts'
import type * as from1 from '../../../server/src/coupons/admin-api/schema.ts'
import type * as from2 from '../../../server/src/customers/admin-api/change-schema.ts'
import type * as from3 from '../../../server/src/customers/admin-api/schema.ts'
import type * as from4 from '../../../server/src/earning/admin-api/schema.ts'
import type * as from5 from '../../../server/src/erasing/admin-api/schema.ts'
import type * as from6 from '../../../server/src/history/admin-api/activity-schema.ts'
import type * as from7 from '../../../server/src/history/admin-api/needs-schema.ts'
import type * as from8 from '../../../server/src/history/admin-api/orders-schema.ts'
import type * as from9 from '../../../server/src/history/admin-api/schema.ts'
import type * as from10 from '../../../server/src/history/admin-api/search-schema.ts'
import type * as from11 from '../../../server/src/orders/admin-api/schema.ts'
import type * as from12 from '../../../server/src/people/admin-api/approvals-schema.ts'
import type * as from13 from '../../../server/src/people/admin-api/audit-schema.ts'
import type * as from14 from '../../../server/src/people/admin-api/notes-schema.ts'
import type * as from15 from '../../../server/src/people/admin-api/people-schema.ts'
import type * as from16 from '../../../server/src/people/admin-api/schema.ts'
import type * as from17 from '../../../server/src/people/admin-api/tokens-schema.ts'
import type * as from18 from '../../../server/src/quizzes/admin-api/schema.ts'
import type * as from19 from '../../../server/src/requests/admin-api/schema.ts'
import type * as from20 from '../../../server/src/rewards/admin-api/coupon-lists-schema.ts'
import type * as from21 from '../../../server/src/rewards/admin-api/redemptions-schema.ts'
import type * as from22 from '../../../server/src/rewards/admin-api/return-schema.ts'
import type * as from23 from '../../../server/src/rewards/admin-api/schema.ts'
import type * as from24 from '../../../server/src/tenancy/admin-api/schema.ts'
import type * as from25 from '../../../server/src/tiers/admin-api/schema.ts'
import type * as from26 from '../../../server/src/webhooks/admin-api/console-schema.ts'
import type * as from27 from '../../../server/src/webhooks/admin-api/schema.ts'

/** Method, address, and: `i` needs an Idempotency-Key, `t` its body is text. */
export const OPERATIONS = {
  'activity.list': ['GET', '/v1/admin/tenants/:tenant/activity', ''],
  'apiKeys.create': ['POST', '/v1/admin/tenants/:tenant/api-keys', ''],
  'apiKeys.list': ['GET', '/v1/admin/tenants/:tenant/api-keys', ''],
  'apiKeys.revoke': ['POST', '/v1/admin/tenants/:tenant/api-keys/:id/revoke', ''],
  'apiKeys.rotate': ['POST', '/v1/admin/tenants/:tenant/api-keys/:id/rotate', ''],
  'approvals.approve': ['POST', '/v1/admin/tenants/:tenant/approvals/:id/approve', ''],
  'approvals.get': ['GET', '/v1/admin/tenants/:tenant/approvals/:id', ''],
  'approvals.list': ['GET', '/v1/admin/tenants/:tenant/approvals', ''],
  'approvals.preview': ['POST', '/v1/admin/tenants/:tenant/approvals/:id/preview', ''],
  'approvals.reject': ['POST', '/v1/admin/tenants/:tenant/approvals/:id/reject', ''],
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
  'customers.adjust': ['POST', '/v1/admin/tenants/:tenant/customers/:id/adjustments', 'i'],
  'customers.audit': ['GET', '/v1/admin/tenants/:tenant/customers/:id/audit', ''],
  'customers.balanceExplained': ['GET', '/v1/admin/tenants/:tenant/customers/:id/balance-explained', ''],
  'customers.coupons': ['GET', '/v1/admin/tenants/:tenant/customers/:id/coupons', ''],
  'customers.enrol': ['POST', '/v1/admin/tenants/:tenant/customers/:id/enrol', ''],
  'customers.erase': ['POST', '/v1/admin/tenants/:tenant/customers/:id/erase', 'i'],
  'customers.export': ['POST', '/v1/admin/tenants/:tenant/customers/:id/export', ''],
  'customers.get': ['GET', '/v1/admin/tenants/:tenant/customers/:id', ''],
  'customers.leave': ['POST', '/v1/admin/tenants/:tenant/customers/:id/leave', ''],
  'customers.list': ['GET', '/v1/admin/tenants/:tenant/customers', ''],
  'customers.lots': ['GET', '/v1/admin/tenants/:tenant/customers/:id/lots', ''],
  'customers.notes': ['GET', '/v1/admin/tenants/:tenant/customers/:id/notes', ''],
  'customers.orders': ['GET', '/v1/admin/tenants/:tenant/customers/:id/orders', ''],
  'customers.previewAdjustment': ['POST', '/v1/admin/tenants/:tenant/customers/:id/adjustments/preview', ''],
  'customers.previewErase': ['POST', '/v1/admin/tenants/:tenant/customers/:id/erase/preview', ''],
  'customers.redemptions': ['GET', '/v1/admin/tenants/:tenant/customers/:id/redemptions', ''],
  'customers.timeline': ['GET', '/v1/admin/tenants/:tenant/customers/:id/timeline', ''],
  'customers.update': ['PATCH', '/v1/admin/tenants/:tenant/customers/:id', ''],
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
  'needs.get': ['GET', '/v1/admin/tenants/:tenant/needs', ''],
  'orders.cancel': ['POST', '/v1/admin/tenants/:tenant/customers/:customer/orders/:id/cancel', 'i'],
  'orders.get': ['GET', '/v1/admin/tenants/:tenant/customers/:customer/orders/:id', ''],
  'orders.list': ['GET', '/v1/admin/tenants/:tenant/orders', ''],
  'orders.previewCancel': ['POST', '/v1/admin/tenants/:tenant/customers/:customer/orders/:id/cancel/preview', ''],
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
  'redemptions.previewReturn': ['POST', '/v1/admin/tenants/:tenant/redemptions/:id/return/preview', ''],
  'redemptions.return': ['POST', '/v1/admin/tenants/:tenant/redemptions/:id/return', 'i'],
  'requests.failed': ['GET', '/v1/admin/tenants/:tenant/failed-requests', ''],
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
  'webhooks.attempt': ['GET', '/v1/admin/tenants/:tenant/webhook-endpoints/:id/attempts/:attempt', ''],
  'webhooks.attempts': ['GET', '/v1/admin/tenants/:tenant/webhook-endpoints/:id/attempts', ''],
  'webhooks.change': ['PATCH', '/v1/admin/tenants/:tenant/webhook-endpoints/:id', ''],
  'webhooks.create': ['POST', '/v1/admin/tenants/:tenant/webhook-endpoints', ''],
  'webhooks.delete': ['DELETE', '/v1/admin/tenants/:tenant/webhook-endpoints/:id', ''],
  'webhooks.event': ['GET', '/v1/admin/tenants/:tenant/events/:position', ''],
  'webhooks.get': ['GET', '/v1/admin/tenants/:tenant/webhook-endpoints/:id', ''],
  'webhooks.list': ['GET', '/v1/admin/tenants/:tenant/webhook-endpoints', ''],
  'webhooks.parked': ['GET', '/v1/admin/tenants/:tenant/webhook-endpoints/:id/parked', ''],
  'webhooks.pause': ['POST', '/v1/admin/tenants/:tenant/webhook-endpoints/:id/pause', ''],
  'webhooks.replay': ['POST', '/v1/admin/tenants/:tenant/webhook-endpoints/:id/replay', 'i'],
  'webhooks.resume': ['POST', '/v1/admin/tenants/:tenant/webhook-endpoints/:id/resume', ''],
  'webhooks.rotate': ['POST', '/v1/admin/tenants/:tenant/webhook-endpoints/:id/rotate', ''],
  'webhooks.test': ['POST', '/v1/admin/tenants/:tenant/webhook-endpoints/:id/test', ''],
} as const satisfies Record<string, readonly [string, string, string]>

export interface OperationTypes {
  'activity.list': typeof from6.listActivity
  'apiKeys.create': typeof from24.createApiKey
  'apiKeys.list': typeof from24.listApiKeys
  'apiKeys.revoke': typeof from24.revokeApiKey
  'apiKeys.rotate': typeof from24.rotateApiKey
  'approvals.approve': typeof from0.approveApproval
  'approvals.get': typeof from12.getApproval
  'approvals.list': typeof from12.listApprovals
  'approvals.preview': typeof from0.previewApproval
  'approvals.reject': typeof from12.rejectApproval
  'audit.list': typeof from13.listAudit
  'checklist.get': typeof from24.getChecklist
  'couponLists.addCodes': typeof from20.addCodes
  'couponLists.archive': typeof from20.archiveCouponList
  'couponLists.change': typeof from20.changeCouponList
  'couponLists.create': typeof from20.createCouponList
  'couponLists.get': typeof from20.getCouponList
  'couponLists.list': typeof from20.listCouponLists
  'couponLists.listCodes': typeof from20.listCodes
  'couponLists.unarchive': typeof from20.unarchiveCouponList
  'coupons.get': typeof from1.getCoupon
  'coupons.inactivate': typeof from1.inactivateCoupon
  'customers.adjust': typeof from0.adjustCustomer
  'customers.audit': typeof from13.listAuditOfCustomer
  'customers.balanceExplained': typeof from9.explainBalance
  'customers.coupons': typeof from1.listCouponsOfCustomer
  'customers.enrol': typeof from2.enrolCustomer
  'customers.erase': typeof from5.eraseCustomer
  'customers.export': typeof from5.exportCustomer
  'customers.get': typeof from3.getCustomer
  'customers.leave': typeof from2.leaveCustomer
  'customers.list': typeof from3.listCustomers
  'customers.lots': typeof from9.listLots
  'customers.notes': typeof from14.listNotes
  'customers.orders': typeof from8.listOrdersOfCustomer
  'customers.previewAdjustment': typeof from0.previewAdjustment
  'customers.previewErase': typeof from5.previewErase
  'customers.redemptions': typeof from21.listRedemptionsOfCustomer
  'customers.timeline': typeof from9.getTimeline
  'customers.update': typeof from2.updateCustomer
  'invitations.accept': typeof from15.acceptInvitation
  'invitations.show': typeof from15.showInvitation
  'me.beginTotp': typeof from16.beginTotp
  'me.changePassword': typeof from16.changePassword
  'me.createToken': typeof from17.createMyToken
  'me.disableTotp': typeof from16.disableTotp
  'me.enableTotp': typeof from16.enableTotp
  'me.listTokens': typeof from17.listMyTokens
  'me.renewRecoveryCodes': typeof from16.renewRecoveryCodes
  'me.revokeToken': typeof from17.revokeMyToken
  'me.update': typeof from16.updateMe
  'needs.get': typeof from7.getNeeds
  'orders.cancel': typeof from11.cancelOrder
  'orders.get': typeof from8.getOrder
  'orders.list': typeof from8.listOrders
  'orders.previewCancel': typeof from11.previewCancel
  'orders.why': typeof from8.whyOrder
  'passwordResets.complete': typeof from15.completeReset
  'passwordResets.create': typeof from15.askForReset
  'people.changeRole': typeof from15.changeRole
  'people.invite': typeof from15.invitePerson
  'people.list': typeof from15.listPeople
  'people.listInvitations': typeof from15.listInvitations
  'people.remove': typeof from15.removePerson
  'people.resendInvitation': typeof from15.resendInvitation
  'people.resetPassword': typeof from15.resetPasswordOf
  'people.withdrawInvitation': typeof from15.withdrawInvitation
  'program.choices': typeof from4.listChoices
  'program.draft.delete': typeof from4.deleteDraft
  'program.draft.get': typeof from4.getDraft
  'program.draft.put': typeof from4.putDraft
  'program.get': typeof from4.getProgram
  'program.preview': typeof from4.previewProgram
  'program.publish': typeof from4.publishDraft
  'program.scheduled.delete': typeof from4.cancelScheduled
  'program.validate': typeof from4.validateProgram
  'program.versions.diff': typeof from4.diffVersion
  'program.versions.get': typeof from4.getVersion
  'program.versions.list': typeof from4.listVersions
  'program.versions.restore': typeof from4.restoreVersion
  'quizzes.answers': typeof from18.listQuizAnswers
  'quizzes.archive': typeof from18.archiveQuiz
  'quizzes.create': typeof from18.createQuiz
  'quizzes.duplicate': typeof from18.duplicateQuiz
  'quizzes.get': typeof from18.getQuiz
  'quizzes.list': typeof from18.listQuizzes
  'quizzes.replace': typeof from18.replaceQuiz
  'quizzes.results': typeof from18.getQuizResults
  'quizzes.unarchive': typeof from18.unarchiveQuiz
  'redemptions.get': typeof from21.getRedemption
  'redemptions.list': typeof from21.listRedemptions
  'redemptions.previewReturn': typeof from22.previewReturn
  'redemptions.return': typeof from22.returnRedemption
  'requests.failed': typeof from19.listFailedRequests
  'rewards.archive': typeof from23.archiveReward
  'rewards.check': typeof from21.checkReward
  'rewards.create': typeof from23.createReward
  'rewards.duplicate': typeof from23.duplicateReward
  'rewards.get': typeof from23.getReward
  'rewards.list': typeof from23.listRewards
  'rewards.replace': typeof from23.replaceReward
  'rewards.unarchive': typeof from23.unarchiveReward
  'rewards.validate': typeof from23.validateReward
  'search.find': typeof from10.find
  'session.confirm': typeof from16.confirmSession
  'session.create': typeof from16.createSession
  'session.end': typeof from16.endSession
  'session.endOther': typeof from16.endOtherSession
  'session.get': typeof from16.getSession
  'session.list': typeof from16.listSessions
  'session.secondFactor': typeof from16.giveSecondFactor
  'settings.change': typeof from24.changeSettings
  'settings.changeSecurity': typeof from24.changeSecurity
  'settings.get': typeof from24.getSettings
  'tiers.get': typeof from25.getTiers
  'tiers.replace': typeof from25.replaceTiers
  'tokens.create': typeof from17.createToken
  'tokens.list': typeof from17.listTokens
  'tokens.revoke': typeof from17.revokeToken
  'tokens.rotate': typeof from17.rotateToken
  'webhooks.attempt': typeof from26.getAttempt
  'webhooks.attempts': typeof from26.listAttempts
  'webhooks.change': typeof from27.changeEndpoint
  'webhooks.create': typeof from27.createEndpoint
  'webhooks.delete': typeof from27.deleteEndpoint
  'webhooks.event': typeof from26.getEvent
  'webhooks.get': typeof from27.getEndpoint
  'webhooks.list': typeof from27.listEndpoints
  'webhooks.parked': typeof from26.listParked
  'webhooks.pause': typeof from27.pauseEndpoint
  'webhooks.replay': typeof from26.replayEvents
  'webhooks.resume': typeof from27.resumeEndpoint
  'webhooks.rotate': typeof from27.rotateSecret
  'webhooks.test': typeof from27.testEndpoint
}
