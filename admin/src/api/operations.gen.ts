/* Made by `npm run generate` from the operations of the management API. */
import type * as from0 from '../../../server/src/earning/admin-api/schema.ts'
import type * as from1 from '../../../server/src/people/admin-api/audit-schema.ts'
import type * as from2 from '../../../server/src/people/admin-api/people-schema.ts'
import type * as from3 from '../../../server/src/people/admin-api/schema.ts'
import type * as from4 from '../../../server/src/people/admin-api/tokens-schema.ts'
import type * as from5 from '../../../server/src/quizzes/admin-api/schema.ts'
import type * as from6 from '../../../server/src/rewards/admin-api/coupon-lists-schema.ts'
import type * as from7 from '../../../server/src/rewards/admin-api/schema.ts'
import type * as from8 from '../../../server/src/tenancy/admin-api/schema.ts'
import type * as from9 from '../../../server/src/tiers/admin-api/schema.ts'
import type * as from10 from '../../../server/src/webhooks/admin-api/schema.ts'

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
  'apiKeys.create': typeof from8.createApiKey
  'apiKeys.list': typeof from8.listApiKeys
  'apiKeys.revoke': typeof from8.revokeApiKey
  'apiKeys.rotate': typeof from8.rotateApiKey
  'audit.list': typeof from1.listAudit
  'checklist.get': typeof from8.getChecklist
  'couponLists.addCodes': typeof from6.addCodes
  'couponLists.archive': typeof from6.archiveCouponList
  'couponLists.change': typeof from6.changeCouponList
  'couponLists.create': typeof from6.createCouponList
  'couponLists.get': typeof from6.getCouponList
  'couponLists.list': typeof from6.listCouponLists
  'couponLists.listCodes': typeof from6.listCodes
  'couponLists.unarchive': typeof from6.unarchiveCouponList
  'invitations.accept': typeof from2.acceptInvitation
  'invitations.show': typeof from2.showInvitation
  'me.beginTotp': typeof from3.beginTotp
  'me.changePassword': typeof from3.changePassword
  'me.createToken': typeof from4.createMyToken
  'me.disableTotp': typeof from3.disableTotp
  'me.enableTotp': typeof from3.enableTotp
  'me.listTokens': typeof from4.listMyTokens
  'me.renewRecoveryCodes': typeof from3.renewRecoveryCodes
  'me.revokeToken': typeof from4.revokeMyToken
  'me.update': typeof from3.updateMe
  'passwordResets.complete': typeof from2.completeReset
  'passwordResets.create': typeof from2.askForReset
  'people.changeRole': typeof from2.changeRole
  'people.invite': typeof from2.invitePerson
  'people.list': typeof from2.listPeople
  'people.listInvitations': typeof from2.listInvitations
  'people.remove': typeof from2.removePerson
  'people.resendInvitation': typeof from2.resendInvitation
  'people.resetPassword': typeof from2.resetPasswordOf
  'people.withdrawInvitation': typeof from2.withdrawInvitation
  'program.choices': typeof from0.listChoices
  'program.draft.delete': typeof from0.deleteDraft
  'program.draft.get': typeof from0.getDraft
  'program.draft.put': typeof from0.putDraft
  'program.get': typeof from0.getProgram
  'program.preview': typeof from0.previewProgram
  'program.publish': typeof from0.publishDraft
  'program.scheduled.delete': typeof from0.cancelScheduled
  'program.validate': typeof from0.validateProgram
  'program.versions.diff': typeof from0.diffVersion
  'program.versions.get': typeof from0.getVersion
  'program.versions.list': typeof from0.listVersions
  'program.versions.restore': typeof from0.restoreVersion
  'quizzes.answers': typeof from5.listQuizAnswers
  'quizzes.archive': typeof from5.archiveQuiz
  'quizzes.create': typeof from5.createQuiz
  'quizzes.duplicate': typeof from5.duplicateQuiz
  'quizzes.get': typeof from5.getQuiz
  'quizzes.list': typeof from5.listQuizzes
  'quizzes.replace': typeof from5.replaceQuiz
  'quizzes.results': typeof from5.getQuizResults
  'quizzes.unarchive': typeof from5.unarchiveQuiz
  'rewards.archive': typeof from7.archiveReward
  'rewards.create': typeof from7.createReward
  'rewards.duplicate': typeof from7.duplicateReward
  'rewards.get': typeof from7.getReward
  'rewards.list': typeof from7.listRewards
  'rewards.replace': typeof from7.replaceReward
  'rewards.unarchive': typeof from7.unarchiveReward
  'rewards.validate': typeof from7.validateReward
  'session.confirm': typeof from3.confirmSession
  'session.create': typeof from3.createSession
  'session.end': typeof from3.endSession
  'session.endOther': typeof from3.endOtherSession
  'session.get': typeof from3.getSession
  'session.list': typeof from3.listSessions
  'session.secondFactor': typeof from3.giveSecondFactor
  'settings.change': typeof from8.changeSettings
  'settings.changeSecurity': typeof from8.changeSecurity
  'settings.get': typeof from8.getSettings
  'tiers.get': typeof from9.getTiers
  'tiers.replace': typeof from9.replaceTiers
  'tokens.create': typeof from4.createToken
  'tokens.list': typeof from4.listTokens
  'tokens.revoke': typeof from4.revokeToken
  'tokens.rotate': typeof from4.rotateToken
  'webhooks.change': typeof from10.changeEndpoint
  'webhooks.create': typeof from10.createEndpoint
  'webhooks.delete': typeof from10.deleteEndpoint
  'webhooks.get': typeof from10.getEndpoint
  'webhooks.list': typeof from10.listEndpoints
  'webhooks.pause': typeof from10.pauseEndpoint
  'webhooks.resume': typeof from10.resumeEndpoint
  'webhooks.rotate': typeof from10.rotateSecret
  'webhooks.test': typeof from10.testEndpoint
}
