import { Type } from 'typebox'
import { operation } from '../../contract/admin-api/operation.ts'
import { Empty, Id, Moment, Page, PageQuery } from '../../contract/admin-api/schema.ts'
import { Nullable, Text } from '../../contract/schema.ts'
import { Email, LinkToken, NewPassword, PersonName, RoleName } from './schema.ts'

/* The people of a merchant, and how they come: invitations and links for a new password. */

const InvitationToken = Type.String({
  pattern: '^[1-9][0-9]{0,15}-[0-9A-Za-z]{43}$',
  description: 'The last part of the link.',
})
const OfPerson = Type.Object({ id: Id('The number of the person.') })
const OfInvitation = Type.Object({ id: Id('The number of the invitation.') })

const Member = Type.Object(
  {
    id: Id('The number of the person.'),
    name: Text('The name.'),
    email: Email,
    role: RoleName,
    since: Moment('Since when they are a member.'),
    lastSeenAt: Nullable(Moment('When they last used the panel, to the minute; null: not for long.')),
    hasSecondFactor: Type.Boolean({ description: 'A code is asked for at each sign-in.' }),
    etag: Text('For `If-Match` of a change.', 30),
  },
  { additionalProperties: false },
)

export const listPeople = operation({
  id: 'people.list',
  summary: 'The people of the merchant, by their numbers',
  method: 'GET',
  path: '/tenants/:tenant/people',
  permission: 'people.read',
  weight: 'light',
  query: Type.Object(PageQuery),
  answer: Page(Member),
})

export const changeRole = operation({
  id: 'people.changeRole',
  summary: 'Change the role of a person; their sessions and tokens follow at once',
  method: 'PATCH',
  path: '/tenants/:tenant/people/:id',
  permission: 'people.write',
  weight: 'light',
  confirm: true,
  audit: 'people.changeRole',
  ifMatch: true,
  params: OfPerson,
  body: Type.Object({ role: RoleName }, { additionalProperties: false }),
  answer: Member,
})

export const removePerson = operation({
  id: 'people.remove',
  summary: 'Remove a person from the merchant; their sessions and tokens end at once',
  method: 'DELETE',
  path: '/tenants/:tenant/people/:id',
  permission: 'people.write',
  weight: 'light',
  confirm: true,
  audit: 'people.remove',
  ifMatch: true,
  params: OfPerson,
  answer: Empty,
  status: 204,
})

const MadeLink = Type.Object(
  {
    link: Text('The address to pass on. It is shown only now, and works once.', 2_048),
    expiresAt: Moment('Until when it works.'),
  },
  { additionalProperties: false },
)

export const resetPasswordOf = operation({
  id: 'people.resetPassword',
  summary: 'Make a link with which a person sets a new password',
  method: 'POST',
  path: '/tenants/:tenant/people/:id/password-reset',
  permission: 'people.write',
  weight: 'light',
  confirm: true,
  audit: 'people.resetPassword',
  showsSecret: true,
  params: OfPerson,
  answer: MadeLink,
  status: 201,
})

const Invitation = Type.Object(
  {
    id: Id('The number of the invitation.'),
    email: Email,
    role: RoleName,
    invitedBy: Text('Who made it.'),
    createdAt: Moment('When it was made.'),
    expiresAt: Moment('Until when its link works.'),
    isExpired: Type.Boolean({ description: 'The link does not work any more: send it again.' }),
  },
  { description: 'An invitation.', additionalProperties: false },
)
const MadeInvitation = Type.Object(
  {
    invitation: Invitation,
    link: Text('The address to pass on. It is shown only now, and works once.', 2_048),
  },
  { additionalProperties: false },
)

export const listInvitations = operation({
  id: 'people.listInvitations',
  summary: 'Invitations that were neither accepted nor withdrawn, newest first',
  method: 'GET',
  path: '/tenants/:tenant/people/invitations',
  permission: 'people.read',
  weight: 'light',
  query: Type.Object(PageQuery),
  answer: Page(Invitation),
})

export const invitePerson = operation({
  id: 'people.invite',
  summary: 'Invite a person; the link is valid for 72 hours and for that e-mail address',
  method: 'POST',
  path: '/tenants/:tenant/people/invitations',
  permission: 'people.write',
  weight: 'light',
  confirm: true,
  audit: 'people.invite',
  showsSecret: true,
  body: Type.Object({ email: Email, role: RoleName }, { additionalProperties: false }),
  answer: MadeInvitation,
  status: 201,
})

export const resendInvitation = operation({
  id: 'people.resendInvitation',
  summary: 'Make a new link for an invitation; the old one ends',
  method: 'POST',
  path: '/tenants/:tenant/people/invitations/:id/resend',
  permission: 'people.write',
  weight: 'light',
  confirm: true,
  audit: 'people.resendInvitation',
  showsSecret: true,
  params: OfInvitation,
  answer: MadeInvitation,
})

export const withdrawInvitation = operation({
  id: 'people.withdrawInvitation',
  summary: 'Withdraw an invitation',
  method: 'DELETE',
  path: '/tenants/:tenant/people/invitations/:id',
  permission: 'people.write',
  weight: 'light',
  audit: 'people.withdrawInvitation',
  params: OfInvitation,
  answer: Empty,
  status: 204,
})

export const showInvitation = operation({
  id: 'invitations.show',
  summary: 'What a link invites to',
  method: 'GET',
  path: '/invitations/:token',
  permission: 'anyone',
  weight: 'light',
  params: Type.Object({ token: InvitationToken }),
  answer: Type.Object(
    {
      email: Email,
      role: RoleName,
      tenantName: Text('The merchant.'),
      isKnown: Type.Boolean({
        description: 'The person has a password here already, and accepts with it.',
      }),
      expiresAt: Moment('Until when the link works.'),
    },
    { additionalProperties: false },
  ),
})

const SignInState = Type.Unsafe<'signedIn' | 'secondFactor'>({
  type: 'string',
  enum: ['signedIn', 'secondFactor'],
  description: 'As with `POST /session`: the cookie is a session, or a second factor is asked for.',
})

export const acceptInvitation = operation({
  id: 'invitations.accept',
  summary: 'Accept an invitation, and sign in',
  method: 'POST',
  path: '/invitations/accept',
  permission: 'anyone',
  weight: 'light',
  audit: 'people.acceptInvitation',
  body: Type.Object(
    {
      token: InvitationToken,
      name: Type.Optional(PersonName),
      password: NewPassword,
    },
    { additionalProperties: false },
  ),
  answer: Type.Object(
    { state: SignInState, tenant: Id('The number of the merchant.') },
    { additionalProperties: false },
  ),
})

export const askForReset = operation({
  id: 'passwordResets.create',
  summary: 'Ask for a new password. The answer is the same whether the address is known or not',
  method: 'POST',
  path: '/password-resets',
  permission: 'anyone',
  weight: 'light',
  audit: 'person.askForReset',
  body: Type.Object({ email: Email }, { additionalProperties: false }),
  answer: Type.Object(
    { message: Text('What to do now, in the language of the request.', 1_000) },
    { additionalProperties: false },
  ),
  status: 202,
})

export const completeReset = operation({
  id: 'passwordResets.complete',
  summary: 'Set a new password with a link; signs out everywhere',
  method: 'POST',
  path: '/password-resets/complete',
  permission: 'anyone',
  weight: 'light',
  audit: 'person.completeReset',
  body: Type.Object({ token: LinkToken, password: NewPassword }, { additionalProperties: false }),
  answer: Type.Object({ state: SignInState }, { additionalProperties: false }),
})
