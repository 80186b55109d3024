import { Type } from 'typebox'
import { operation } from '../../contract/admin-api/operation.ts'
import { Empty, Id, Moment, Name, Words } from '../../contract/admin-api/schema.ts'
import { LOCALES } from '../../contract/locale.ts'
import { PERMISSIONS, ROLES } from '../../contract/permission.ts'
import { Nullable, Text } from '../../contract/schema.ts'

/* Signing in, and what a person does about themselves. What is about others is in `people-schema.ts`. */

const EMAIL_MAX = 254
const PASSWORD_MAX = 256

export const RoleName = Words(ROLES, 'The role for the merchant.')
const PermissionName = Words(PERMISSIONS, 'A permission.')
export const Permissions = (description: string) =>
  Type.Array(PermissionName, { maxItems: PERMISSIONS.length, uniqueItems: true, description })
export const Email = Text('The e-mail address; capital and small letters are the same.', EMAIL_MAX)
export const Label = Name('What it is for.', 100)

const LocaleName = Words(LOCALES, 'The language of the panel.')
const Theme = Words(['system', 'light', 'dark'] as const, 'The colours of the panel.')
export const PersonName = Name('The name of the person.', 100)
/** The rules say more than a schema can: see `people/rules/password.ts`. */
export const NewPassword = Type.String({
  minLength: 1,
  maxLength: PASSWORD_MAX,
  format: 'storable',
  description:
    'The new password: at least 12 characters, or 8 where a second factor is on; not a common one.',
})
const Password = Type.String({
  minLength: 1,
  maxLength: PASSWORD_MAX,
  format: 'storable',
  description: 'The password.',
})
const Code = Type.String({ pattern: '^[0-9]{6}$', description: 'The six digits that the app shows.' })
const RecoveryCode = Type.String({
  minLength: 8,
  maxLength: 40,
  format: 'storable',
  description: 'One of the recovery codes; each works once.',
})
export const LinkToken = Type.String({
  pattern: '^[0-9A-Za-z]{43}$',
  description: 'The last part of the link.',
})

const SignIn = Type.Object(
  {
    state: Words(
      ['signedIn', 'secondFactor'] as const,
      '`signedIn`: the cookie is a session. `secondFactor`: it is valid for `POST /session/second-factor` alone.',
    ),
    methods: Type.Array(Words(['totp', 'recoveryCode'] as const, 'A way to prove it is you.'), {
      maxItems: 2,
      description: 'What the second factor can be; empty when signed in.',
    }),
  },
  { additionalProperties: false },
)

export const createSession = operation({
  id: 'session.create',
  summary: 'Sign in with e-mail and password',
  method: 'POST',
  path: '/session',
  permission: 'anyone',
  weight: 'light',
  audit: 'session.create',
  body: Type.Object(
    {
      email: Email,
      password: Password,
      trustDevice: Type.Optional(
        Type.Boolean({
          description: 'Stay signed in for 30 days. Only with a second factor; else it is 12 hours.',
        }),
      ),
    },
    { additionalProperties: false },
  ),
  answer: SignIn,
})

export const giveSecondFactor = operation({
  id: 'session.secondFactor',
  summary: 'Give the second factor: a code of the app, or a recovery code',
  method: 'POST',
  path: '/session/second-factor',
  permission: 'anyone',
  weight: 'light',
  audit: 'session.secondFactor',
  body: Type.Object(
    { code: Type.Optional(Code), recoveryCode: Type.Optional(RecoveryCode) },
    { additionalProperties: false, minProperties: 1, maxProperties: 1 },
  ),
  answer: SignIn,
})

const Person = Type.Object(
  {
    id: Id('The number of the person.'),
    email: Email,
    name: PersonName,
    locale: LocaleName,
    theme: Theme,
    isOperator: Type.Boolean({ description: 'Runs the installation.' }),
    hasSecondFactor: Type.Boolean({ description: 'A code is asked for at each sign-in.' }),
    recoveryCodesLeft: Type.Integer({ minimum: 0, description: 'Recovery codes that were not used.' }),
  },
  { description: 'The person who is signed in.', additionalProperties: false },
)

const Membership = Type.Object(
  {
    tenant: Type.Object(
      {
        id: Id('The number of the merchant.'),
        name: Text('Its name.'),
        currency: Text('Three letters, like BRL.', 3),
        timeZone: Text('Where its days begin and end.', 64),
        locale: LocaleName,
        isSandbox: Type.Boolean({ description: 'For trying things out.' }),
        state: Words(
          ['active', 'suspended', 'closed'] as const,
          'Suspended: every request is refused until the operator resumes it. Closed: it can be read, but not changed.',
        ),
        stateReason: Nullable(Text('Why it is suspended or closed, in the words of the operator.', 500)),
        deleteAfter: Nullable(Moment('From when on a closed merchant can be deleted.')),
      },
      { additionalProperties: false, description: 'The merchant.' },
    ),
    role: RoleName,
    permissions: Permissions('What the role may do.'),
    supportUntil: Nullable(
      Moment('You are an operator with support access until then; null: you are a member of the merchant.'),
    ),
    supportAccess: Type.Array(
      Type.Object(
        {
          id: Id('Its number, to end it.'),
          operator: Text('Who it is.'),
          reason: Text('Why they look.', 500),
          endsAt: Moment('When it ends by itself.'),
        },
        { additionalProperties: false },
      ),
      { description: 'Operators of the server who may look at the merchant now.' },
    ),
    needsSecondFactor: Type.Boolean({
      description: 'The merchant asks for a second factor, and this session has none.',
    }),
    secondFactorBy: Nullable(
      Moment('Until when the merchant can be entered without a second factor; null: no end.'),
    ),
  },
  { additionalProperties: false },
)

export const getSession = operation({
  id: 'session.get',
  summary: 'Who is signed in, and what they may do for which merchant',
  method: 'GET',
  path: '/session',
  permission: 'person',
  weight: 'light',
  answer: Type.Object(
    {
      person: Person,
      memberships: Type.Array(Membership, { description: 'The merchants, by name.' }),
      confirmedUntil: Nullable(
        Moment('Until when nothing asks for a confirmation; null: the next one will.'),
      ),
      endsAt: Moment('When the session ends at the latest.'),
      failedSignIns: Nullable(
        Type.Object(
          {
            count: Type.Integer({ minimum: 1, description: 'How many.' }),
            lastAt: Moment('When the last one was.'),
          },
          {
            additionalProperties: false,
            description: 'Wrong passwords between the last sign-in and this one.',
          },
        ),
      ),
    },
    { additionalProperties: false },
  ),
})

export const confirmSession = operation({
  id: 'session.confirm',
  summary: 'Confirm with the password or a code, for what asks for it; valid for ten minutes',
  method: 'POST',
  path: '/session/confirm',
  permission: 'person',
  weight: 'light',
  audit: 'session.confirm',
  body: Type.Object(
    { password: Type.Optional(Password), code: Type.Optional(Code) },
    { additionalProperties: false, minProperties: 1, maxProperties: 1 },
  ),
  answer: Type.Object({ confirmedUntil: Moment('Until when it holds.') }, { additionalProperties: false }),
})

export const endSession = operation({
  id: 'session.end',
  summary: 'Sign out',
  method: 'DELETE',
  path: '/session',
  permission: 'person',
  weight: 'light',
  audit: 'session.end',
  answer: Empty,
  status: 204,
})

export const listSessions = operation({
  id: 'session.list',
  summary: 'Where I am signed in',
  method: 'GET',
  path: '/session/sessions',
  permission: 'person',
  weight: 'light',
  answer: Type.Object(
    {
      items: Type.Array(
        Type.Object(
          {
            id: Id('The number of the session.'),
            createdAt: Moment('When it began.'),
            seenAt: Moment('When it was last used, to the minute.'),
            endsAt: Moment('When it ends at the latest.'),
            address: Text('From where.', 64),
            userAgent: Text('With which browser.'),
            hasSecondFactor: Type.Boolean({ description: 'A second factor was given.' }),
            isCurrent: Type.Boolean({ description: 'It is this one.' }),
          },
          { additionalProperties: false },
        ),
        { description: 'The newest first.' },
      ),
    },
    { additionalProperties: false },
  ),
})

export const endOtherSession = operation({
  id: 'session.endOther',
  summary: 'Sign out elsewhere',
  method: 'DELETE',
  path: '/session/sessions/:id',
  permission: 'person',
  weight: 'light',
  audit: 'session.end',
  params: Type.Object({ id: Id('The number of the session.') }),
  answer: Empty,
  status: 204,
})

export const updateMe = operation({
  id: 'me.update',
  summary: 'Change my name, language or colours',
  method: 'PATCH',
  path: '/me',
  permission: 'person',
  weight: 'light',
  audit: 'person.update',
  body: Type.Object(
    { name: Type.Optional(PersonName), locale: Type.Optional(LocaleName), theme: Type.Optional(Theme) },
    { additionalProperties: false },
  ),
  answer: Person,
})

export const changePassword = operation({
  id: 'me.changePassword',
  summary: 'Change my password; signs out everywhere else',
  method: 'PUT',
  path: '/me/password',
  permission: 'person',
  weight: 'light',
  audit: 'person.changePassword',
  body: Type.Object({ currentPassword: Password, password: NewPassword }, { additionalProperties: false }),
  answer: Empty,
  status: 204,
})

export const beginTotp = operation({
  id: 'me.beginTotp',
  summary: 'Make a secret for an authenticator app; it counts only when a code of it was given',
  method: 'POST',
  path: '/me/totp',
  permission: 'person',
  weight: 'light',
  confirm: true,
  audit: 'person.beginTotp',
  showsSecret: true,
  answer: Type.Object(
    {
      secret: Text('In base32, to type in.', 64),
      uri: Text('The same as an otpauth address, to show as a QR code.', 500),
    },
    { additionalProperties: false },
  ),
})

const RecoveryCodes = Type.Object(
  {
    recoveryCodes: Type.Array(Text('A recovery code.', 40), {
      description: 'Ten codes for the day the phone is lost. They are shown only now.',
    }),
  },
  { additionalProperties: false },
)

export const enableTotp = operation({
  id: 'me.enableTotp',
  summary: 'Switch the second factor on with a code of the app; answers with ten recovery codes, once',
  method: 'PUT',
  path: '/me/totp',
  permission: 'person',
  weight: 'light',
  confirm: true,
  audit: 'person.enableTotp',
  showsSecret: true,
  body: Type.Object({ code: Code }, { additionalProperties: false }),
  answer: RecoveryCodes,
})

export const disableTotp = operation({
  id: 'me.disableTotp',
  summary: 'Switch the second factor off',
  method: 'DELETE',
  path: '/me/totp',
  permission: 'person',
  weight: 'light',
  confirm: true,
  audit: 'person.disableTotp',
  answer: Empty,
  status: 204,
})

export const renewRecoveryCodes = operation({
  id: 'me.renewRecoveryCodes',
  summary: 'Make ten new recovery codes; the old ones end',
  method: 'POST',
  path: '/me/recovery-codes',
  permission: 'person',
  weight: 'light',
  confirm: true,
  audit: 'person.renewRecoveryCodes',
  showsSecret: true,
  answer: RecoveryCodes,
})
