/* Made by `npm run generate` from the operations of the management API. */
import type * as from0 from '../../../server/src/coupons/admin-api/schema.ts'
import type * as from1 from '../../../server/src/earning/admin-api/schema.ts'
import type * as from2 from '../../../server/src/people/admin-api/audit-schema.ts'
import type * as from3 from '../../../server/src/people/admin-api/people-schema.ts'
import type * as from4 from '../../../server/src/people/admin-api/schema.ts'
import type * as from5 from '../../../server/src/people/admin-api/tokens-schema.ts'
import type * as from6 from '../../../server/src/quizzes/admin-api/schema.ts'
import type * as from7 from '../../../server/src/rewards/admin-api/coupon-lists-schema.ts'
import type * as from8 from '../../../server/src/rewards/admin-api/schema.ts'
import type * as from9 from '../../../server/src/tenancy/admin-api/schema.ts'
import type * as from10 from '../../../server/src/tiers/admin-api/schema.ts'
import type * as from11 from '../../../server/src/webhooks/admin-api/schema.ts'

/** Method, address, and: `i` needs an Idempotency-Key, `t` its body is text. */
export const OPERATIONS = {
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
  'rewards.archive': ['POST', '/v1/admin/tenants/:tenant/rewards/:id/archive', ''],
  'rewards.create': ['POST', '/v1/admin/tenants/:tenant/rewards', 'i'],
  'rewards.duplicate': ['POST', '/v1/admin/tenants/:tenant/rewards/:id/duplicate', ''],
  'rewards.get': ['GET', '/v1/admin/tenants/:tenant/rewards/:id', ''],
  'rewards.list': ['GET', '/v1/admin/tenants/:tenant/rewards', ''],
  'rewards.replace': ['PUT', '/v1/admin/tenants/:tenant/rewards/:id', ''],
  'rewards.unarchive': ['POST', '/v1/admin/tenants/:tenant/rewards/:id/unarchive', ''],
  'rewards.validate': ['POST', '/v1/admin/tenants/:tenant/rewards/validate', ''],
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
  'apiKeys.create': typeof from9.createApiKey
  'apiKeys.list': typeof from9.listApiKeys
  'apiKeys.revoke': typeof from9.revokeApiKey
  'apiKeys.rotate': typeof from9.rotateApiKey
  'audit.list': typeof from2.listAudit
  'checklist.get': typeof from9.getChecklist
  'couponLists.addCodes': typeof from7.addCodes
  'couponLists.archive': typeof from7.archiveCouponList
  'couponLists.change': typeof from7.changeCouponList
  'couponLists.create': typeof from7.createCouponList
  'couponLists.get': typeof from7.getCouponList
  'couponLists.list': typeof from7.listCouponLists
  'couponLists.listCodes': typeof from7.listCodes
  'couponLists.unarchive': typeof from7.unarchiveCouponList
  'coupons.get': typeof from0.getCoupon
  'coupons.inactivate': typeof from0.inactivateCoupon
  'invitations.accept': typeof from3.acceptInvitation
  'invitations.show': typeof from3.showInvitation
  'me.beginTotp': typeof from4.beginTotp
  'me.changePassword': typeof from4.changePassword
  'me.createToken': typeof from5.createMyToken
  'me.disableTotp': typeof from4.disableTotp
  'me.enableTotp': typeof from4.enableTotp
  'me.listTokens': typeof from5.listMyTokens
  'me.renewRecoveryCodes': typeof from4.renewRecoveryCodes
  'me.revokeToken': typeof from5.revokeMyToken
  'me.update': typeof from4.updateMe
  'passwordResets.complete': typeof from3.completeReset
  'passwordResets.create': typeof from3.askForReset
  'people.changeRole': typeof from3.changeRole
  'people.invite': typeof from3.invitePerson
  'people.list': typeof from3.listPeople
  'people.listInvitations': typeof from3.listInvitations
  'people.remove': typeof from3.removePerson
  'people.resendInvitation': typeof from3.resendInvitation
  'people.resetPassword': typeof from3.resetPasswordOf
  'people.withdrawInvitation': typeof from3.withdrawInvitation
  'program.choices': typeof from1.listChoices
  'program.draft.delete': typeof from1.deleteDraft
  'program.draft.get': typeof from1.getDraft
  'program.draft.put': typeof from1.putDraft
  'program.get': typeof from1.getProgram
  'program.preview': typeof from1.previewProgram
  'program.publish': typeof from1.publishDraft
  'program.scheduled.delete': typeof from1.cancelScheduled
  'program.validate': typeof from1.validateProgram
  'program.versions.diff': typeof from1.diffVersion
  'program.versions.get': typeof from1.getVersion
  'program.versions.list': typeof from1.listVersions
  'program.versions.restore': typeof from1.restoreVersion
  'quizzes.answers': typeof from6.listQuizAnswers
  'quizzes.archive': typeof from6.archiveQuiz
  'quizzes.create': typeof from6.createQuiz
  'quizzes.duplicate': typeof from6.duplicateQuiz
  'quizzes.get': typeof from6.getQuiz
  'quizzes.list': typeof from6.listQuizzes
  'quizzes.replace': typeof from6.replaceQuiz
  'quizzes.results': typeof from6.getQuizResults
  'quizzes.unarchive': typeof from6.unarchiveQuiz
  'rewards.archive': typeof from8.archiveReward
  'rewards.create': typeof from8.createReward
  'rewards.duplicate': typeof from8.duplicateReward
  'rewards.get': typeof from8.getReward
  'rewards.list': typeof from8.listRewards
  'rewards.replace': typeof from8.replaceReward
  'rewards.unarchive': typeof from8.unarchiveReward
  'rewards.validate': typeof from8.validateReward
  'session.confirm': typeof from4.confirmSession
  'session.create': typeof from4.createSession
  'session.end': typeof from4.endSession
  'session.endOther': typeof from4.endOtherSession
  'session.get': typeof from4.getSession
  'session.list': typeof from4.listSessions
  'session.secondFactor': typeof from4.giveSecondFactor
  'settings.change': typeof from9.changeSettings
  'settings.changeSecurity': typeof from9.changeSecurity
  'settings.get': typeof from9.getSettings
  'tiers.get': typeof from10.getTiers
  'tiers.replace': typeof from10.replaceTiers
  'tokens.create': typeof from5.createToken
  'tokens.list': typeof from5.listTokens
  'tokens.revoke': typeof from5.revokeToken
  'tokens.rotate': typeof from5.rotateToken
  'webhooks.change': typeof from11.changeEndpoint
  'webhooks.create': typeof from11.createEndpoint
  'webhooks.delete': typeof from11.deleteEndpoint
  'webhooks.get': typeof from11.getEndpoint
  'webhooks.list': typeof from11.listEndpoints
  'webhooks.pause': typeof from11.pauseEndpoint
  'webhooks.resume': typeof from11.resumeEndpoint
  'webhooks.rotate': typeof from11.rotateSecret
  'webhooks.test': typeof from11.testEndpoint
}
