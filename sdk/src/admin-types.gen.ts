/* Made by `npm run generate` from the operations of the management API. */

export interface AdminOperations {
  /** Sign in with e-mail and password. Needs no log-in. In the audit: `session.create`. */
  'session.create': {
    input: {
      readonly body: {
        /** The e-mail address; capital and small letters are the same. */
        email: string
        /** The password. */
        password: string
        /** Stay signed in for 30 days. Only with a second factor; else it is 12 hours. */
        trustDevice?: boolean | undefined
      }
    }
    answer: {
      /** `signedIn`: the cookie is a session. `secondFactor`: it is valid for `POST /session/second-factor` alone. */
      state: 'signedIn' | 'secondFactor'
      /** What the second factor can be; empty when signed in. */
      methods: ('totp' | 'recoveryCode')[]
    }
  }
  /** Who is signed in, and what they may do for which merchant. For anyone who is signed in. */
  'session.get': {
    input: {}
    answer: {
      /** The person who is signed in. */
      person: {
        /** The number of the person. */
        id: number
        /** The e-mail address; capital and small letters are the same. */
        email: string
        /** The name of the person. */
        name: string
        /** The language of the panel. */
        locale: 'pt-BR' | 'en' | 'es'
        /** The colours of the panel. */
        theme: 'system' | 'light' | 'dark'
        /** Runs the installation. */
        isOperator: boolean
        /** A code is asked for at each sign-in. */
        hasSecondFactor: boolean
        /** Recovery codes that were not used. */
        recoveryCodesLeft: number
      }
      /** The merchants, by name. */
      memberships: {
        /** The merchant. */
        tenant: {
          /** The number of the merchant. */
          id: number
          /** Its name. */
          name: string
          /** Three letters, like BRL. */
          currency: string
          /** Where its days begin and end. */
          timeZone: string
          /** The language of the panel. */
          locale: 'pt-BR' | 'en' | 'es'
          /** For trying things out. */
          isSandbox: boolean
          /** Suspended: every request is refused until the operator resumes it. Closed: it can be read, but not changed. */
          state: 'active' | 'suspended' | 'closed'
          /** Why it is suspended or closed, in the words of the operator. */
          stateReason: string | null
          /** From when on a closed merchant can be deleted. */
          deleteAfter: string | null
        }
        /** The role for the merchant. */
        role: 'owner' | 'manager' | 'support' | 'developer' | 'viewer'
        /** What the role may do. */
        permissions: ('settings.read' | 'settings.write' | 'security.write' | 'people.read' | 'people.write' | 'tokens.read' | 'tokens.write' | 'program.read' | 'program.write' | 'program.publish' | 'rewards.read' | 'rewards.write' | 'tiers.read' | 'tiers.write' | 'quizzes.read' | 'quizzes.write' | 'codes.read' | 'storefront.read' | 'storefront.write' | 'storefront.domains' | 'customers.read' | 'customers.personal' | 'customers.write' | 'customers.export' | 'customers.merge' | 'customers.erase' | 'points.adjust' | 'redemptions.create' | 'redemptions.return' | 'orders.cancel' | 'approvals.decide' | 'keys.read' | 'keys.write' | 'webhooks.read' | 'webhooks.write' | 'requests.read' | 'jobs.use' | 'exports.create' | 'files.upload' | 'imports.read' | 'imports.write' | 'imports.apply' | 'reports.overview' | 'reports.read' | 'accounting.read' | 'accounting.close' | 'backtests.run' | 'audit.read' | 'audit.all')[]
        /** You are an operator with support access until then; null: you are a member of the merchant. */
        supportUntil: string | null
        /** Operators of the server who may look at the merchant now. */
        supportAccess: {
          /** Its number, to end it. */
          id: number
          /** Who it is. */
          operator: string
          /** Why they look. */
          reason: string
          /** When it ends by itself. */
          endsAt: string
        }[]
        /** The merchant asks for a second factor, and this session has none. */
        needsSecondFactor: boolean
        /** Until when the merchant can be entered without a second factor; null: no end. */
        secondFactorBy: string | null
      }[]
      /** Until when nothing asks for a confirmation; null: the next one will. */
      confirmedUntil: string | null
      /** When the session ends at the latest. */
      endsAt: string
      /** Wrong passwords between the last sign-in and this one. */
      failedSignIns: {
        /** How many. */
        count: number
        /** When the last one was. */
        lastAt: string
      } | null
    }
  }
  /** Sign out. For anyone who is signed in. In the audit: `session.end`. */
  'session.end': {
    input: {}
    answer: null
  }
  /** Give the second factor: a code of the app, or a recovery code. Needs no log-in. In the audit: `session.secondFactor`. */
  'session.secondFactor': {
    input: {
      readonly body: {
        /** The six digits that the app shows. */
        code?: string | undefined
        /** One of the recovery codes; each works once. */
        recoveryCode?: string | undefined
      }
    }
    answer: {
      /** `signedIn`: the cookie is a session. `secondFactor`: it is valid for `POST /session/second-factor` alone. */
      state: 'signedIn' | 'secondFactor'
      /** What the second factor can be; empty when signed in. */
      methods: ('totp' | 'recoveryCode')[]
    }
  }
  /** Confirm with the password or a code, for what asks for it; valid for ten minutes. For anyone who is signed in. In the audit: `session.confirm`. */
  'session.confirm': {
    input: {
      readonly body: {
        /** The password. */
        password?: string | undefined
        /** The six digits that the app shows. */
        code?: string | undefined
      }
    }
    answer: {
      /** Until when it holds. */
      confirmedUntil: string
    }
  }
  /** Where I am signed in. For anyone who is signed in. */
  'session.list': {
    input: {}
    answer: {
      /** The newest first. */
      items: {
        /** The number of the session. */
        id: number
        /** When it began. */
        createdAt: string
        /** When it was last used, to the minute. */
        seenAt: string
        /** When it ends at the latest. */
        endsAt: string
        /** From where. */
        address: string
        /** With which browser. */
        userAgent: string
        /** A second factor was given. */
        hasSecondFactor: boolean
        /** It is this one. */
        isCurrent: boolean
      }[]
    }
  }
  /** Sign out elsewhere. For anyone who is signed in. In the audit: `session.end`. */
  'session.endOther': {
    input: {
      readonly path: { readonly id: number }
    }
    answer: null
  }
  /** Change my name, language or colours. For anyone who is signed in. In the audit: `person.update`. */
  'me.update': {
    input: {
      readonly body: {
        /** The name of the person. */
        name?: string | undefined
        /** The language of the panel. */
        locale?: 'pt-BR' | 'en' | 'es' | undefined
        /** The colours of the panel. */
        theme?: 'system' | 'light' | 'dark' | undefined
      }
    }
    answer: {
      /** The number of the person. */
      id: number
      /** The e-mail address; capital and small letters are the same. */
      email: string
      /** The name of the person. */
      name: string
      /** The language of the panel. */
      locale: 'pt-BR' | 'en' | 'es'
      /** The colours of the panel. */
      theme: 'system' | 'light' | 'dark'
      /** Runs the installation. */
      isOperator: boolean
      /** A code is asked for at each sign-in. */
      hasSecondFactor: boolean
      /** Recovery codes that were not used. */
      recoveryCodesLeft: number
    }
  }
  /** Change my password; signs out everywhere else. For anyone who is signed in. In the audit: `person.changePassword`. */
  'me.changePassword': {
    input: {
      readonly body: {
        /** The password. */
        currentPassword: string
        /** The new password: at least 12 characters, or 8 where a second factor is on; not a common one. */
        password: string
      }
    }
    answer: null
  }
  /** Make a secret for an authenticator app; it counts only when a code of it was given. For anyone who is signed in. Asks for a confirmation that is at most ten minutes old. In the audit: `person.beginTotp`. */
  'me.beginTotp': {
    input: {}
    answer: {
      /** In base32, to type in. */
      secret: string
      /** The same as an otpauth address, to show as a QR code. */
      uri: string
    }
  }
  /** Switch the second factor on with a code of the app; answers with ten recovery codes, once. For anyone who is signed in. Asks for a confirmation that is at most ten minutes old. In the audit: `person.enableTotp`. */
  'me.enableTotp': {
    input: {
      readonly body: {
        /** The six digits that the app shows. */
        code: string
      }
    }
    answer: {
      /** Ten codes for the day the phone is lost. They are shown only now. */
      recoveryCodes: string[]
    }
  }
  /** Switch the second factor off. For anyone who is signed in. Asks for a confirmation that is at most ten minutes old. In the audit: `person.disableTotp`. */
  'me.disableTotp': {
    input: {}
    answer: null
  }
  /** Make ten new recovery codes; the old ones end. For anyone who is signed in. Asks for a confirmation that is at most ten minutes old. In the audit: `person.renewRecoveryCodes`. */
  'me.renewRecoveryCodes': {
    input: {}
    answer: {
      /** Ten codes for the day the phone is lost. They are shown only now. */
      recoveryCodes: string[]
    }
  }
  /** My personal tokens. For anyone who is signed in. */
  'me.listTokens': {
    input: {}
    answer: {
      /** The newest first, at most 200. */
      items: {
        /** The number of the token. */
        id: number
        /** The merchant that it is for. */
        tenant: number
        /** Acts as a person, or belongs to the merchant. */
        kind: 'personal' | 'service'
        /** Whose it is; null: the merchant. */
        person: {
          /** The number of the person. */
          id: number
          /** The name. */
          name: string
        } | null
        /** What it is for. */
        label: string
        /** How the token begins, to recognise it by. */
        start: string
        /** What it may do. */
        permissions: ('settings.read' | 'settings.write' | 'security.write' | 'people.read' | 'people.write' | 'tokens.read' | 'tokens.write' | 'program.read' | 'program.write' | 'program.publish' | 'rewards.read' | 'rewards.write' | 'tiers.read' | 'tiers.write' | 'quizzes.read' | 'quizzes.write' | 'codes.read' | 'storefront.read' | 'storefront.write' | 'storefront.domains' | 'customers.read' | 'customers.personal' | 'customers.write' | 'customers.export' | 'customers.merge' | 'customers.erase' | 'points.adjust' | 'redemptions.create' | 'redemptions.return' | 'orders.cancel' | 'approvals.decide' | 'keys.read' | 'keys.write' | 'webhooks.read' | 'webhooks.write' | 'requests.read' | 'jobs.use' | 'exports.create' | 'files.upload' | 'imports.read' | 'imports.write' | 'imports.apply' | 'reports.overview' | 'reports.read' | 'accounting.read' | 'accounting.close' | 'backtests.run' | 'audit.read' | 'audit.all')[]
        /** When it was made. */
        createdAt: string
        /** When it ends; null: when it is revoked. */
        expiresAt: string | null
        /** When it was revoked; null: it was not. */
        revokedAt: string | null
        /** When it was last used, to the hour; null: never. */
        lastUsedAt: string | null
      }[]
    }
  }
  /** Make a personal token: it acts as me, for one merchant, with at most my permissions. For anyone who is signed in. Asks for a confirmation that is at most ten minutes old. In the audit: `token.create`. */
  'me.createToken': {
    input: {
      readonly body: {
        /** The merchant that it is for. */
        tenant: number
        /** What it is for. */
        label: string
        /** What it may do; left out: all that I may and a token can. */
        permissions?: ('settings.read' | 'settings.write' | 'security.write' | 'people.read' | 'people.write' | 'tokens.read' | 'tokens.write' | 'program.read' | 'program.write' | 'program.publish' | 'rewards.read' | 'rewards.write' | 'tiers.read' | 'tiers.write' | 'quizzes.read' | 'quizzes.write' | 'codes.read' | 'storefront.read' | 'storefront.write' | 'storefront.domains' | 'customers.read' | 'customers.personal' | 'customers.write' | 'customers.export' | 'customers.merge' | 'customers.erase' | 'points.adjust' | 'redemptions.create' | 'redemptions.return' | 'orders.cancel' | 'approvals.decide' | 'keys.read' | 'keys.write' | 'webhooks.read' | 'webhooks.write' | 'requests.read' | 'jobs.use' | 'exports.create' | 'files.upload' | 'imports.read' | 'imports.write' | 'imports.apply' | 'reports.overview' | 'reports.read' | 'accounting.read' | 'accounting.close' | 'backtests.run' | 'audit.read' | 'audit.all')[] | undefined
        /** How long it is good. */
        expiresInDays: number
      }
    }
    answer: {
      /** A token, without its secret. */
      token: {
        /** The number of the token. */
        id: number
        /** The merchant that it is for. */
        tenant: number
        /** Acts as a person, or belongs to the merchant. */
        kind: 'personal' | 'service'
        /** Whose it is; null: the merchant. */
        person: {
          /** The number of the person. */
          id: number
          /** The name. */
          name: string
        } | null
        /** What it is for. */
        label: string
        /** How the token begins, to recognise it by. */
        start: string
        /** What it may do. */
        permissions: ('settings.read' | 'settings.write' | 'security.write' | 'people.read' | 'people.write' | 'tokens.read' | 'tokens.write' | 'program.read' | 'program.write' | 'program.publish' | 'rewards.read' | 'rewards.write' | 'tiers.read' | 'tiers.write' | 'quizzes.read' | 'quizzes.write' | 'codes.read' | 'storefront.read' | 'storefront.write' | 'storefront.domains' | 'customers.read' | 'customers.personal' | 'customers.write' | 'customers.export' | 'customers.merge' | 'customers.erase' | 'points.adjust' | 'redemptions.create' | 'redemptions.return' | 'orders.cancel' | 'approvals.decide' | 'keys.read' | 'keys.write' | 'webhooks.read' | 'webhooks.write' | 'requests.read' | 'jobs.use' | 'exports.create' | 'files.upload' | 'imports.read' | 'imports.write' | 'imports.apply' | 'reports.overview' | 'reports.read' | 'accounting.read' | 'accounting.close' | 'backtests.run' | 'audit.read' | 'audit.all')[]
        /** When it was made. */
        createdAt: string
        /** When it ends; null: when it is revoked. */
        expiresAt: string | null
        /** When it was revoked; null: it was not. */
        revokedAt: string | null
        /** When it was last used, to the hour; null: never. */
        lastUsedAt: string | null
      }
      /** The token itself. It is shown only now. */
      secret: string
    }
  }
  /** Revoke a personal token. For anyone who is signed in. In the audit: `token.revoke`. */
  'me.revokeToken': {
    input: {
      readonly path: { readonly id: number }
    }
    answer: null
  }
  /** Invitations that were neither accepted nor withdrawn, newest first. Needs the permission `people.read`. */
  'people.listInvitations': {
    input: {
      readonly path: { readonly tenant: number }
      readonly query?: { readonly limit?: number | undefined; readonly cursor?: string | undefined } | undefined
    }
    answer: {
      /** The items of this page. */
      items: {
        /** The number of the invitation. */
        id: number
        /** The e-mail address; capital and small letters are the same. */
        email: string
        /** The role for the merchant. */
        role: 'owner' | 'manager' | 'support' | 'developer' | 'viewer'
        /** Who made it. */
        invitedBy: string
        /** When it was made. */
        createdAt: string
        /** Until when its link works. */
        expiresAt: string
        /** The link does not work any more: send it again. */
        isExpired: boolean
      }[]
      /** Where the next page begins; null: this is the last. */
      nextCursor: string | null
    }
  }
  /** Invite a person; the link is valid for 72 hours and for that e-mail address. Needs the permission `people.write`. Asks for a confirmation that is at most ten minutes old. In the audit: `people.invite`. */
  'people.invite': {
    input: {
      readonly path: { readonly tenant: number }
      readonly body: {
        /** The e-mail address; capital and small letters are the same. */
        email: string
        /** The role for the merchant. */
        role: 'owner' | 'manager' | 'support' | 'developer' | 'viewer'
      }
    }
    answer: {
      /** An invitation. */
      invitation: {
        /** The number of the invitation. */
        id: number
        /** The e-mail address; capital and small letters are the same. */
        email: string
        /** The role for the merchant. */
        role: 'owner' | 'manager' | 'support' | 'developer' | 'viewer'
        /** Who made it. */
        invitedBy: string
        /** When it was made. */
        createdAt: string
        /** Until when its link works. */
        expiresAt: string
        /** The link does not work any more: send it again. */
        isExpired: boolean
      }
      /** The address to pass on. It is shown only now, and works once. */
      link: string
    }
  }
  /** Make a new link for an invitation; the old one ends. Needs the permission `people.write`. Asks for a confirmation that is at most ten minutes old. In the audit: `people.resendInvitation`. */
  'people.resendInvitation': {
    input: {
      readonly path: { readonly tenant: number; readonly id: number }
    }
    answer: {
      /** An invitation. */
      invitation: {
        /** The number of the invitation. */
        id: number
        /** The e-mail address; capital and small letters are the same. */
        email: string
        /** The role for the merchant. */
        role: 'owner' | 'manager' | 'support' | 'developer' | 'viewer'
        /** Who made it. */
        invitedBy: string
        /** When it was made. */
        createdAt: string
        /** Until when its link works. */
        expiresAt: string
        /** The link does not work any more: send it again. */
        isExpired: boolean
      }
      /** The address to pass on. It is shown only now, and works once. */
      link: string
    }
  }
  /** Withdraw an invitation. Needs the permission `people.write`. In the audit: `people.withdrawInvitation`. */
  'people.withdrawInvitation': {
    input: {
      readonly path: { readonly tenant: number; readonly id: number }
    }
    answer: null
  }
  /** What a link invites to. Needs no log-in. */
  'invitations.show': {
    input: {
      readonly path: { readonly token: string }
    }
    answer: {
      /** The e-mail address; capital and small letters are the same. */
      email: string
      /** The role for the merchant. */
      role: 'owner' | 'manager' | 'support' | 'developer' | 'viewer'
      /** The merchant. */
      tenantName: string
      /** The person has a password here already, and accepts with it. */
      isKnown: boolean
      /** Until when the link works. */
      expiresAt: string
    }
  }
  /** Accept an invitation, and sign in. Needs no log-in. In the audit: `people.acceptInvitation`. */
  'invitations.accept': {
    input: {
      readonly body: {
        /** The last part of the link. */
        token: string
        /** The name of the person. */
        name?: string | undefined
        /** The new password: at least 12 characters, or 8 where a second factor is on; not a common one. */
        password: string
      }
    }
    answer: {
      /** As with `POST /session`: the cookie is a session, or a second factor is asked for. */
      state: 'signedIn' | 'secondFactor'
      /** The number of the merchant. */
      tenant: number
    }
  }
  /** Ask for a new password. The answer is the same whether the address is known or not. Needs no log-in. In the audit: `person.askForReset`. */
  'passwordResets.create': {
    input: {
      readonly body: {
        /** The e-mail address; capital and small letters are the same. */
        email: string
      }
    }
    answer: {
      /** What to do now, in the language of the request. */
      message: string
    }
  }
  /** Set a new password with a link; signs out everywhere. Needs no log-in. In the audit: `person.completeReset`. */
  'passwordResets.complete': {
    input: {
      readonly body: {
        /** The last part of the link. */
        token: string
        /** The new password: at least 12 characters, or 8 where a second factor is on; not a common one. */
        password: string
      }
    }
    answer: {
      /** As with `POST /session`: the cookie is a session, or a second factor is asked for. */
      state: 'signedIn' | 'secondFactor'
    }
  }
  /** The people of the merchant, by their numbers. Needs the permission `people.read`. */
  'people.list': {
    input: {
      readonly path: { readonly tenant: number }
      readonly query?: { readonly limit?: number | undefined; readonly cursor?: string | undefined } | undefined
    }
    answer: {
      /** The items of this page. */
      items: {
        /** The number of the person. */
        id: number
        /** The name. */
        name: string
        /** The e-mail address; capital and small letters are the same. */
        email: string
        /** The role for the merchant. */
        role: 'owner' | 'manager' | 'support' | 'developer' | 'viewer'
        /** Since when they are a member. */
        since: string
        /** When they last used the panel, to the minute; null: not for long. */
        lastSeenAt: string | null
        /** A code is asked for at each sign-in. */
        hasSecondFactor: boolean
        /** For `If-Match` of a change. */
        etag: string
      }[]
      /** Where the next page begins; null: this is the last. */
      nextCursor: string | null
    }
  }
  /** Change the role of a person; their sessions and tokens follow at once. Needs the permission `people.write`. Asks for a confirmation that is at most ten minutes old. In the audit: `people.changeRole`. */
  'people.changeRole': {
    input: {
      readonly path: { readonly tenant: number; readonly id: number }
      readonly body: {
        /** The role for the merchant. */
        role: 'owner' | 'manager' | 'support' | 'developer' | 'viewer'
      }
    }
    answer: {
      /** The number of the person. */
      id: number
      /** The name. */
      name: string
      /** The e-mail address; capital and small letters are the same. */
      email: string
      /** The role for the merchant. */
      role: 'owner' | 'manager' | 'support' | 'developer' | 'viewer'
      /** Since when they are a member. */
      since: string
      /** When they last used the panel, to the minute; null: not for long. */
      lastSeenAt: string | null
      /** A code is asked for at each sign-in. */
      hasSecondFactor: boolean
      /** For `If-Match` of a change. */
      etag: string
    }
  }
  /** Remove a person from the merchant; their sessions and tokens end at once. Needs the permission `people.write`. Asks for a confirmation that is at most ten minutes old. In the audit: `people.remove`. */
  'people.remove': {
    input: {
      readonly path: { readonly tenant: number; readonly id: number }
    }
    answer: null
  }
  /** Make a link with which a person sets a new password. Needs the permission `people.write`. Asks for a confirmation that is at most ten minutes old. In the audit: `people.resetPassword`. */
  'people.resetPassword': {
    input: {
      readonly path: { readonly tenant: number; readonly id: number }
    }
    answer: {
      /** The address to pass on. It is shown only now, and works once. */
      link: string
      /** Until when it works. */
      expiresAt: string
    }
  }
  /** The tokens for this merchant: its own, and those of its people. Needs the permission `tokens.read`. */
  'tokens.list': {
    input: {
      readonly path: { readonly tenant: number }
    }
    answer: {
      /** The newest first, at most 200. */
      items: {
        /** The number of the token. */
        id: number
        /** The merchant that it is for. */
        tenant: number
        /** Acts as a person, or belongs to the merchant. */
        kind: 'personal' | 'service'
        /** Whose it is; null: the merchant. */
        person: {
          /** The number of the person. */
          id: number
          /** The name. */
          name: string
        } | null
        /** What it is for. */
        label: string
        /** How the token begins, to recognise it by. */
        start: string
        /** What it may do. */
        permissions: ('settings.read' | 'settings.write' | 'security.write' | 'people.read' | 'people.write' | 'tokens.read' | 'tokens.write' | 'program.read' | 'program.write' | 'program.publish' | 'rewards.read' | 'rewards.write' | 'tiers.read' | 'tiers.write' | 'quizzes.read' | 'quizzes.write' | 'codes.read' | 'storefront.read' | 'storefront.write' | 'storefront.domains' | 'customers.read' | 'customers.personal' | 'customers.write' | 'customers.export' | 'customers.merge' | 'customers.erase' | 'points.adjust' | 'redemptions.create' | 'redemptions.return' | 'orders.cancel' | 'approvals.decide' | 'keys.read' | 'keys.write' | 'webhooks.read' | 'webhooks.write' | 'requests.read' | 'jobs.use' | 'exports.create' | 'files.upload' | 'imports.read' | 'imports.write' | 'imports.apply' | 'reports.overview' | 'reports.read' | 'accounting.read' | 'accounting.close' | 'backtests.run' | 'audit.read' | 'audit.all')[]
        /** When it was made. */
        createdAt: string
        /** When it ends; null: when it is revoked. */
        expiresAt: string | null
        /** When it was revoked; null: it was not. */
        revokedAt: string | null
        /** When it was last used, to the hour; null: never. */
        lastUsedAt: string | null
      }[]
    }
  }
  /** Make a service token: it belongs to the merchant, and outlives the people. Needs the permission `tokens.write`. Asks for a confirmation that is at most ten minutes old. In the audit: `token.create`. */
  'tokens.create': {
    input: {
      readonly path: { readonly tenant: number }
      readonly body: {
        /** What it is for. */
        label: string
        /** What it may do: never people, tokens or security. */
        permissions: ('settings.read' | 'settings.write' | 'security.write' | 'people.read' | 'people.write' | 'tokens.read' | 'tokens.write' | 'program.read' | 'program.write' | 'program.publish' | 'rewards.read' | 'rewards.write' | 'tiers.read' | 'tiers.write' | 'quizzes.read' | 'quizzes.write' | 'codes.read' | 'storefront.read' | 'storefront.write' | 'storefront.domains' | 'customers.read' | 'customers.personal' | 'customers.write' | 'customers.export' | 'customers.merge' | 'customers.erase' | 'points.adjust' | 'redemptions.create' | 'redemptions.return' | 'orders.cancel' | 'approvals.decide' | 'keys.read' | 'keys.write' | 'webhooks.read' | 'webhooks.write' | 'requests.read' | 'jobs.use' | 'exports.create' | 'files.upload' | 'imports.read' | 'imports.write' | 'imports.apply' | 'reports.overview' | 'reports.read' | 'accounting.read' | 'accounting.close' | 'backtests.run' | 'audit.read' | 'audit.all')[]
        /** How long it is good; null or left out: until it is revoked. */
        expiresInDays?: number | null | undefined
      }
    }
    answer: {
      /** A token, without its secret. */
      token: {
        /** The number of the token. */
        id: number
        /** The merchant that it is for. */
        tenant: number
        /** Acts as a person, or belongs to the merchant. */
        kind: 'personal' | 'service'
        /** Whose it is; null: the merchant. */
        person: {
          /** The number of the person. */
          id: number
          /** The name. */
          name: string
        } | null
        /** What it is for. */
        label: string
        /** How the token begins, to recognise it by. */
        start: string
        /** What it may do. */
        permissions: ('settings.read' | 'settings.write' | 'security.write' | 'people.read' | 'people.write' | 'tokens.read' | 'tokens.write' | 'program.read' | 'program.write' | 'program.publish' | 'rewards.read' | 'rewards.write' | 'tiers.read' | 'tiers.write' | 'quizzes.read' | 'quizzes.write' | 'codes.read' | 'storefront.read' | 'storefront.write' | 'storefront.domains' | 'customers.read' | 'customers.personal' | 'customers.write' | 'customers.export' | 'customers.merge' | 'customers.erase' | 'points.adjust' | 'redemptions.create' | 'redemptions.return' | 'orders.cancel' | 'approvals.decide' | 'keys.read' | 'keys.write' | 'webhooks.read' | 'webhooks.write' | 'requests.read' | 'jobs.use' | 'exports.create' | 'files.upload' | 'imports.read' | 'imports.write' | 'imports.apply' | 'reports.overview' | 'reports.read' | 'accounting.read' | 'accounting.close' | 'backtests.run' | 'audit.read' | 'audit.all')[]
        /** When it was made. */
        createdAt: string
        /** When it ends; null: when it is revoked. */
        expiresAt: string | null
        /** When it was revoked; null: it was not. */
        revokedAt: string | null
        /** When it was last used, to the hour; null: never. */
        lastUsedAt: string | null
      }
      /** The token itself. It is shown only now. */
      secret: string
    }
  }
  /** Make a new service token in place of another, which ends after the overlap. Needs the permission `tokens.write`. Asks for a confirmation that is at most ten minutes old. In the audit: `token.rotate`. */
  'tokens.rotate': {
    input: {
      readonly path: { readonly tenant: number; readonly id: number }
      readonly body: {
        /** How long the old one goes on working. */
        overlapHours: number
      }
    }
    answer: {
      /** A token, without its secret. */
      token: {
        /** The number of the token. */
        id: number
        /** The merchant that it is for. */
        tenant: number
        /** Acts as a person, or belongs to the merchant. */
        kind: 'personal' | 'service'
        /** Whose it is; null: the merchant. */
        person: {
          /** The number of the person. */
          id: number
          /** The name. */
          name: string
        } | null
        /** What it is for. */
        label: string
        /** How the token begins, to recognise it by. */
        start: string
        /** What it may do. */
        permissions: ('settings.read' | 'settings.write' | 'security.write' | 'people.read' | 'people.write' | 'tokens.read' | 'tokens.write' | 'program.read' | 'program.write' | 'program.publish' | 'rewards.read' | 'rewards.write' | 'tiers.read' | 'tiers.write' | 'quizzes.read' | 'quizzes.write' | 'codes.read' | 'storefront.read' | 'storefront.write' | 'storefront.domains' | 'customers.read' | 'customers.personal' | 'customers.write' | 'customers.export' | 'customers.merge' | 'customers.erase' | 'points.adjust' | 'redemptions.create' | 'redemptions.return' | 'orders.cancel' | 'approvals.decide' | 'keys.read' | 'keys.write' | 'webhooks.read' | 'webhooks.write' | 'requests.read' | 'jobs.use' | 'exports.create' | 'files.upload' | 'imports.read' | 'imports.write' | 'imports.apply' | 'reports.overview' | 'reports.read' | 'accounting.read' | 'accounting.close' | 'backtests.run' | 'audit.read' | 'audit.all')[]
        /** When it was made. */
        createdAt: string
        /** When it ends; null: when it is revoked. */
        expiresAt: string | null
        /** When it was revoked; null: it was not. */
        revokedAt: string | null
        /** When it was last used, to the hour; null: never. */
        lastUsedAt: string | null
      }
      /** The token itself. It is shown only now. */
      secret: string
    }
  }
  /** Refuse a token from now on, a service token or that of a person. Needs the permission `tokens.write`. In the audit: `token.revoke`. */
  'tokens.revoke': {
    input: {
      readonly path: { readonly tenant: number; readonly id: number }
    }
    answer: {
      /** The number of the token. */
      id: number
      /** The merchant that it is for. */
      tenant: number
      /** Acts as a person, or belongs to the merchant. */
      kind: 'personal' | 'service'
      /** Whose it is; null: the merchant. */
      person: {
        /** The number of the person. */
        id: number
        /** The name. */
        name: string
      } | null
      /** What it is for. */
      label: string
      /** How the token begins, to recognise it by. */
      start: string
      /** What it may do. */
      permissions: ('settings.read' | 'settings.write' | 'security.write' | 'people.read' | 'people.write' | 'tokens.read' | 'tokens.write' | 'program.read' | 'program.write' | 'program.publish' | 'rewards.read' | 'rewards.write' | 'tiers.read' | 'tiers.write' | 'quizzes.read' | 'quizzes.write' | 'codes.read' | 'storefront.read' | 'storefront.write' | 'storefront.domains' | 'customers.read' | 'customers.personal' | 'customers.write' | 'customers.export' | 'customers.merge' | 'customers.erase' | 'points.adjust' | 'redemptions.create' | 'redemptions.return' | 'orders.cancel' | 'approvals.decide' | 'keys.read' | 'keys.write' | 'webhooks.read' | 'webhooks.write' | 'requests.read' | 'jobs.use' | 'exports.create' | 'files.upload' | 'imports.read' | 'imports.write' | 'imports.apply' | 'reports.overview' | 'reports.read' | 'accounting.read' | 'accounting.close' | 'backtests.run' | 'audit.read' | 'audit.all')[]
      /** When it was made. */
      createdAt: string
      /** When it ends; null: when it is revoked. */
      expiresAt: string | null
      /** When it was revoked; null: it was not. */
      revokedAt: string | null
      /** When it was last used, to the hour; null: never. */
      lastUsedAt: string | null
    }
  }
  /** End the support access of an operator. Needs the permission `people.write`. In the audit: `support.end`. */
  'support.end': {
    input: {
      readonly path: { readonly tenant: number; readonly id: number }
    }
    answer: null
  }
  /** What was done, by whom, newest first; without `audit.all` what one did oneself. Needs the permission `audit.read`. */
  'audit.list': {
    input: {
      readonly path: { readonly tenant: number }
      readonly query?: { readonly actor?: string | undefined; readonly action?: string | undefined; readonly target?: string | undefined; readonly from?: string | Date | undefined; readonly to?: string | Date | undefined; readonly limit?: number | undefined; readonly cursor?: string | undefined } | undefined
    }
    answer: {
      /** The items of this page. */
      items: {
        /** The number of the entry, and where it is kept. */
        id: string
        /** When. */
        at: string
        /** Who did it. */
        actor: {
          /** What kind of actor it is. */
          kind: 'person' | 'token' | 'operator' | 'cli' | 'system'
          /** Its number, where it has one. */
          id: number | null
          /** Its name at that time. */
          label: string
        }
        /** What. */
        action: string
        /** To what. */
        target: {
          /** What kind. */
          kind: string
          /** Its id. */
          id: string
          /** As it was called then. */
          label: string
          /** Of a customer: the name as it is now; masked without `customers.personal`. */
          name: string | null
          /** Of a customer: when the person was erased; null: it was not. */
          erasedAt: string | null
        }
        /** The members that changed. */
        before: Record<string, unknown> | null
        /** The members that changed. */
        after: Record<string, unknown> | null
        /** Why, where it was said. */
        note: string | null
        /** The request. */
        requestId: string | null
        /** From where. */
        address: string | null
        /** By which way. */
        via: 'panel' | 'token' | 'cli' | 'job'
      }[]
      /** Where the next page begins; null: this is the last. */
      nextCursor: string | null
    }
  }
  /** What was done by hand to a customer and those merged into it, newest first; without `audit.all` what one did oneself. Needs the permission `audit.read`. */
  'customers.audit': {
    input: {
      readonly path: { readonly tenant: number; readonly id: number }
      readonly query?: { readonly limit?: number | undefined; readonly cursor?: string | undefined } | undefined
    }
    answer: {
      /** The items of this page. */
      items: {
        /** The number of the entry, and where it is kept. */
        id: string
        /** When. */
        at: string
        /** Who did it. */
        actor: {
          /** What kind of actor it is. */
          kind: 'person' | 'token' | 'operator' | 'cli' | 'system'
          /** Its number, where it has one. */
          id: number | null
          /** Its name at that time. */
          label: string
        }
        /** What. */
        action: string
        /** To what. */
        target: {
          /** What kind. */
          kind: string
          /** Its id. */
          id: string
          /** As it was called then. */
          label: string
          /** Of a customer: the name as it is now; masked without `customers.personal`. */
          name: string | null
          /** Of a customer: when the person was erased; null: it was not. */
          erasedAt: string | null
        }
        /** The members that changed. */
        before: Record<string, unknown> | null
        /** The members that changed. */
        after: Record<string, unknown> | null
        /** Why, where it was said. */
        note: string | null
        /** The request. */
        requestId: string | null
        /** From where. */
        address: string | null
        /** By which way. */
        via: 'panel' | 'token' | 'cli' | 'job'
      }[]
      /** Where the next page begins; null: this is the last. */
      nextCursor: string | null
    }
  }
  /** Pending approvals, and what was decided, newest first. Needs the permission `points.adjust`. */
  'approvals.list': {
    input: {
      readonly path: { readonly tenant: number }
      readonly query?: { readonly limit?: number | undefined; readonly cursor?: string | undefined; readonly state?: 'waiting' | 'approved' | 'rejected' | 'expired' | undefined; readonly customerId?: number | undefined; readonly mine?: boolean | undefined } | undefined
    }
    answer: {
      /** The items of this page. */
      items: {
        /** Number of the approval. */
        id: number
        /** Whether it waits, and how it ended. */
        state: 'waiting' | 'approved' | 'rejected' | 'expired'
        /** Until when another person can decide. */
        expiresAt: string
        /** Which limit it exceeds: `change` that of one adjustment; `customer` the same with what you gave or took from this customer within 24 hours; `day` that of all your adjustments within 24 hours. */
        exceeds: 'change' | 'customer' | 'day' | null
        /** What was asked for: an adjustment, that a person is erased, that another customer is merged into this one, that an import is applied, or that it is undone. */
        kind: 'adjustment' | 'erasure' | 'merge' | 'import' | 'undo'
        /** What it is about. */
        target: {
          /** What kind of thing. */
          kind: 'customer' | 'import'
          /** Its number. */
          id: number
          /** Of a customer: the public id. Of an import: the name of its file. */
          label: string
          /** Name; masked: the first letter of each word. */
          name: string | null
          /** When the person was erased; null: it was not. */
          erasedAt: string | null
        }
        /** What was asked for; null: no adjustment. */
        adjustment: {
          /** Points to give, below zero to take; null: it is about cashback. */
          points: string | null
          /** Cashback to give, below zero to take; null: it is about points. */
          cashback: string | null
          /** Why. */
          reason: string
          /** What was noted; null: the customer was erased. */
          note: string | null
          /** The order that it is about, by its id in the merchant’s store. */
          orderId: string | null
          /** How long the points are good; null: for ever. */
          validityDays: number | null
        } | null
        /** That a person is erased; null: it is about something else. */
        erasure: {
          /** Why: as in the request. */
          reason: string
        } | null
        /** That two customers are merged; null: it is about something else. */
        merge: {
          /** The customer whose account ends; `target` is the one who stays. */
          from: {
            /** Number of the customer. */
            id: number
            /** The public id; null in the answer to a decision. */
            label: string | null
            /** Name; masked: the first letter of each word. */
            name: string | null
            /** When the person was erased; null: it was not. */
            erasedAt: string | null
          }
          /** What was noted; null: nothing was, or the customer was erased. */
          note: string | null
        } | null
        /** That an import is applied or undone; null: it is about something else. */
        import: {
          /** All points of its lines, without their signs. */
          points: string
          /** How many lines the file has. */
          lines: number
          /** Of the dry run that was looked at: another plan needs another approval. */
          planHash: string
        } | null
        /** Who did it. */
        requestedBy: {
          /** What kind of actor it is. */
          kind: 'person' | 'token' | 'operator' | 'cli' | 'system'
          /** Its number, where it has one. */
          id: number | null
          /** Its name at that time. */
          label: string
        }
        /** When it was asked for. */
        requestedAt: string
        /** Whether you have asked for it: then you can’t decide it. */
        isOwn: boolean
        /** Who did it. */
        decidedBy: {
          /** What kind of actor it is. */
          kind: 'person' | 'token' | 'operator' | 'cli' | 'system'
          /** Its number, where it has one. */
          id: number | null
          /** Its name at that time. */
          label: string
        } | null
        /** When it was decided; null: it was not. */
        decidedAt: string | null
        /** What was noted with the decision. */
        decisionNote: string | null
        /** Number of the record that it made; null: none. */
        recordId: number | null
      }[]
      /** Where the next page begins; null: this is the last. */
      nextCursor: string | null
    }
  }
  /** Read a request. Needs the permission `points.adjust`. */
  'approvals.get': {
    input: {
      readonly path: { readonly tenant: number; readonly id: number }
    }
    answer: {
      /** Number of the approval. */
      id: number
      /** Whether it waits, and how it ended. */
      state: 'waiting' | 'approved' | 'rejected' | 'expired'
      /** Until when another person can decide. */
      expiresAt: string
      /** Which limit it exceeds: `change` that of one adjustment; `customer` the same with what you gave or took from this customer within 24 hours; `day` that of all your adjustments within 24 hours. */
      exceeds: 'change' | 'customer' | 'day' | null
      /** What was asked for: an adjustment, that a person is erased, that another customer is merged into this one, that an import is applied, or that it is undone. */
      kind: 'adjustment' | 'erasure' | 'merge' | 'import' | 'undo'
      /** What it is about. */
      target: {
        /** What kind of thing. */
        kind: 'customer' | 'import'
        /** Its number. */
        id: number
        /** Of a customer: the public id. Of an import: the name of its file. */
        label: string
        /** Name; masked: the first letter of each word. */
        name: string | null
        /** When the person was erased; null: it was not. */
        erasedAt: string | null
      }
      /** What was asked for; null: no adjustment. */
      adjustment: {
        /** Points to give, below zero to take; null: it is about cashback. */
        points: string | null
        /** Cashback to give, below zero to take; null: it is about points. */
        cashback: string | null
        /** Why. */
        reason: string
        /** What was noted; null: the customer was erased. */
        note: string | null
        /** The order that it is about, by its id in the merchant’s store. */
        orderId: string | null
        /** How long the points are good; null: for ever. */
        validityDays: number | null
      } | null
      /** That a person is erased; null: it is about something else. */
      erasure: {
        /** Why: as in the request. */
        reason: string
      } | null
      /** That two customers are merged; null: it is about something else. */
      merge: {
        /** The customer whose account ends; `target` is the one who stays. */
        from: {
          /** Number of the customer. */
          id: number
          /** The public id; null in the answer to a decision. */
          label: string | null
          /** Name; masked: the first letter of each word. */
          name: string | null
          /** When the person was erased; null: it was not. */
          erasedAt: string | null
        }
        /** What was noted; null: nothing was, or the customer was erased. */
        note: string | null
      } | null
      /** That an import is applied or undone; null: it is about something else. */
      import: {
        /** All points of its lines, without their signs. */
        points: string
        /** How many lines the file has. */
        lines: number
        /** Of the dry run that was looked at: another plan needs another approval. */
        planHash: string
      } | null
      /** Who did it. */
      requestedBy: {
        /** What kind of actor it is. */
        kind: 'person' | 'token' | 'operator' | 'cli' | 'system'
        /** Its number, where it has one. */
        id: number | null
        /** Its name at that time. */
        label: string
      }
      /** When it was asked for. */
      requestedAt: string
      /** Whether you have asked for it: then you can’t decide it. */
      isOwn: boolean
      /** Who did it. */
      decidedBy: {
        /** What kind of actor it is. */
        kind: 'person' | 'token' | 'operator' | 'cli' | 'system'
        /** Its number, where it has one. */
        id: number | null
        /** Its name at that time. */
        label: string
      } | null
      /** When it was decided; null: it was not. */
      decidedAt: string | null
      /** What was noted with the decision. */
      decisionNote: string | null
      /** Number of the record that it made; null: none. */
      recordId: number | null
    }
  }
  /** What people noted when they gave a redemption back or cancelled an order, newest first. Needs the permission `customers.personal`. */
  'customers.notes': {
    input: {
      readonly path: { readonly tenant: number; readonly id: number }
      readonly query?: { readonly limit?: number | undefined; readonly cursor?: string | undefined } | undefined
    }
    answer: {
      /** The items of this page. */
      items: {
        /** Number of the note. */
        id: number
        /** When it was noted. */
        at: string
        /** What was done something to. */
        target: {
          /** Such as redemption or order. */
          kind: string
          /** Its number. */
          id: number
        }
        /** In their words. */
        note: string
        /** Who did it. */
        by: {
          /** What kind of actor it is. */
          kind: 'person' | 'token' | 'operator' | 'cli' | 'system'
          /** Its number, where it has one. */
          id: number | null
          /** Its name at that time. */
          label: string
        }
      }[]
      /** Where the next page begins; null: this is the last. */
      nextCursor: string | null
    }
  }
  /** The merchants of this installation, by their numbers, with how much they sell. For operators of the installation; anyone else gets 404. */
  'platform.listMerchants': {
    input: {
      readonly query?: { readonly limit?: number | undefined; readonly cursor?: string | undefined } | undefined
    }
    answer: {
      /** The items of this page. */
      items: {
        /** The number of the merchant. */
        id: number
        /** Its name. */
        name: string
        /** The database it lives in. */
        cell: string
        /** For trying things out. */
        isSandbox: boolean
        /** Its state. */
        state: 'active' | 'suspended' | 'closed'
        /** Since when; null: it has always been active. */
        stateSince: string | null
        /** Why, in the words of the operator. */
        stateReason: string | null
        /** From when on a closed merchant can be deleted. */
        deleteAfter: string | null
        /** null: its database does not answer at present. */
        figures: {
          /** Its size: how many customers it has. */
          customers: number
          /** Orders placed in the last 24 hours, counted up to 50,000. */
          ordersLastDay: number
          /** Refused and failed calls of the private API in the last 24 hours. */
          errorsLastDay: number
          /** When the newest order was placed; null: there is none. */
          lastOrderAt: string | null
        } | null
        /** Until when you may look at it; null: you may not. */
        supportUntil: string | null
      }[]
      /** Where the next page begins; null: this is the last. */
      nextCursor: string | null
    }
  }
  /** Suspend a merchant: both APIs refuse it within a second, and nothing is lost. For operators of the installation; anyone else gets 404. Asks for a confirmation that is at most ten minutes old. In the audit: `tenant.suspend`. */
  'platform.suspend': {
    input: {
      readonly path: { readonly merchant: number }
      readonly body: {
        /** Why, for the people of the merchant. */
        reason: string
      }
    }
    answer: null
  }
  /** Resume a merchant that is suspended or closed. For operators of the installation; anyone else gets 404. Asks for a confirmation that is at most ten minutes old. In the audit: `tenant.resume`. */
  'platform.resume': {
    input: {
      readonly path: { readonly merchant: number }
    }
    answer: null
  }
  /** Look at a merchant for some hours, without changing anything; its people see it and can end it. For operators of the installation; anyone else gets 404. Asks for a confirmation that is at most ten minutes old. In the audit: `support.open`. */
  'platform.openSupport': {
    input: {
      readonly path: { readonly merchant: number }
      readonly body: {
        /** For how long. */
        hours: number
        /** Why, for the people of the merchant. */
        reason: string
      }
    }
    answer: {
      /** When it ends by itself. */
      endsAt: string
    }
  }
  /** End your support access to a merchant. For operators of the installation; anyone else gets 404. In the audit: `support.end`. */
  'platform.endSupport': {
    input: {
      readonly path: { readonly merchant: number }
    }
    answer: null
  }
  /** Read the settings of a merchant. Needs the permission `settings.read`. */
  'settings.get': {
    input: {
      readonly path: { readonly tenant: number }
    }
    answer: {
      /** Number of the merchant. */
      id: number
      /** Its name. */
      name: string
      /** Such as BRL. */
      currency: string
      /** Whether there were orders: then the currency stays. */
      isCurrencyFixed: boolean
      /** Such as America/Sao_Paulo. */
      timeZone: string
      /** The language of what customers read. */
      locale: 'pt-BR' | 'en' | 'es'
      /** Whether it is for trying things out. */
      isSandbox: boolean
      /** What points are called, in each language. */
      pointsName: {
        /** In this language. */
        'pt-BR': {
          /** One of them, like ponto. */
          one: string
          /** Several of them, like pontos. */
          many: string
        }
        /** In this language. */
        en: {
          /** One of them, like ponto. */
          one: string
          /** Several of them, like pontos. */
          many: string
        }
        /** In this language. */
        es: {
          /** One of them, like ponto. */
          one: string
          /** Several of them, like pontos. */
          many: string
        }
      }
      /** What happens when points to be taken back are spent: they are owed, or it stops at zero. */
      takeBack: 'debt' | 'clamp'
      /** Whether the points of an expired coupon go back when its order is cancelled. */
      returnsPointsOfExpiredCoupon: boolean
      /** Whether redeemed cashback goes back in its share when a part of its order is returned, where the return itself says nothing. */
      refundsRedeemOnReturn: boolean
      /** Whether an order without the id of its customer counts for the one customer who has the same document, or else the same e-mail. */
      matchesCustomers: boolean
      /** What happens when an order or a customer of the shop has the e-mail or document of a customer who was imported without an id. `automatic`: it is that customer, and has the points. `review`: it is a new customer, and a person merges the two. */
      claims: 'automatic' | 'review'
      /** How long a customer keeps a tier whose goals are no longer met. */
      tierGraceDays: number
      /** How long a reward is held for a basket that is not bought. */
      reservationMinutes: number
      /** When points end because nothing happens. */
      inactivity: {
        /** After so many months without an order, points earned or a reward redeemed, all points end. */
        months: number
        /** So many days before, `Points_Expiring` is sent, and nothing ends sooner than so many days after it; 0: without notice. */
        noticeDays: number
        /** What happened before this day counts as if it had happened on it. */
        startsOn: string
      } | null
      /** The most that a reward may give and cost. */
      limits: {
        /** The most that a reward of a fixed value may be worth. */
        rewardValue: string
        /** The most points that a reward may cost. */
        rewardPoints: string
      }
      /** What the merchant asks of those who manage it. */
      security: {
        /** Whether everyone needs two-factor authentication. */
        requireTwoFactor: boolean
        /** After how many minutes without a request a session ends. */
        idleMinutes: number
        /** From where the merchant’s people may come; none: from everywhere. */
        allowedAddresses: string[]
      }
      /** When two people are needed. */
      approvals: {
        /** Adjustments of more points than this, of one customer within 24 hours, need a second approval; null: none does. */
        adjustAbove: string | null
        /** What one person may adjust within 24 hours in all, in points, before it needs a second approval; null: no limit. */
        adjustPerDay: string | null
        /** Applying or undoing imports of more points than this within 24 hours, all lines together, needs a second approval; null: none does. */
        importAbove: string | null
        /** Whether erasing a customer needs a second approval. Then the private API refuses to erase, also with a key that has the scope `erase`. */
        erase: boolean
        /** Whether merging two customers needs a second approval. Then the private API refuses to merge, whatever the scopes of the key. */
        merge: boolean
      }
      /** Likely mistakes. */
      warnings: {
        /** JSON pointer within what it is about: the program, or the settings. */
        pointer: string
        /** A word for code, like `unknownId`. */
        name: string
        /** For a person. */
        message: string
        /** Number of another rule that it is about, as with `otherCard`. */
        otherRule?: number
      }[]
      /** When the merchant was made. */
      createdAt: string
      /** As in the ETag. */
      version: number
    }
  }
  /** Change settings. Needs the permission `settings.write`. In the audit: `settings.update`. */
  'settings.change': {
    input: {
      readonly path: { readonly tenant: number }
      readonly body: {
        /** Its name. */
        name?: string | undefined
        /** Such as BRL; fixed after the first order. */
        currency?: string | undefined
        /** Such as America/Sao_Paulo. Points that were earned keep the ends they have. */
        timeZone?: string | undefined
        /** The language of what customers read. */
        locale?: 'pt-BR' | 'en' | 'es' | undefined
        /** What the merchant calls its points. */
        pointsName?: {
          /** In this language. */
          'pt-BR'?: {
            /** One of them, like ponto. */
            one: string
            /** Several of them, like pontos. */
            many: string
          } | null | undefined
          /** In this language. */
          en?: {
            /** One of them, like ponto. */
            one: string
            /** Several of them, like pontos. */
            many: string
          } | null | undefined
          /** In this language. */
          es?: {
            /** One of them, like ponto. */
            one: string
            /** Several of them, like pontos. */
            many: string
          } | null | undefined
        } | null | undefined
        takeBack?: 'debt' | 'clamp' | null | undefined
        /** Whether the points of an expired coupon go back when its order is cancelled. */
        returnsPointsOfExpiredCoupon?: boolean | null | undefined
        /** Whether redeemed cashback goes back in its share when a part of its order is returned, where the return itself says nothing. */
        refundsRedeemOnReturn?: boolean | null | undefined
        /** Whether an order without the id of its customer counts for the one customer who has the same document, or else the same e-mail. */
        matchesCustomers?: boolean | null | undefined
        claims?: 'automatic' | 'review' | null | undefined
        /** How long a customer keeps a tier whose goals are no longer met. */
        tierGraceDays?: number | null | undefined
        /** How long a reward is held for a basket that is not bought. */
        reservationMinutes?: number | null | undefined
        /** When points end because nothing happens; null: they do not. */
        inactivity?: {
          /** After so many months without an order, points earned or a reward redeemed, all points end. */
          months?: number | undefined
          /** So many days before, `Points_Expiring` is sent, and nothing ends sooner than so many days after it; 0: without notice. */
          noticeDays?: number | undefined
          /** What happened before this day counts as if it had happened on it: tomorrow at the earliest, at most two years ahead. Needed where inactivity is switched on or becomes stricter; left out, it is tomorrow. */
          startsOn?: string | undefined
        } | null | undefined
        /** What rewards may be worth and cost at most. */
        limits?: {
          /** The most that a reward of a fixed value may be worth. */
          rewardValue?: string | null | undefined
          /** The most points that a reward may cost. */
          rewardPoints?: string | null | undefined
        } | null | undefined
      }
    }
    answer: {
      /** Number of the merchant. */
      id: number
      /** Its name. */
      name: string
      /** Such as BRL. */
      currency: string
      /** Whether there were orders: then the currency stays. */
      isCurrencyFixed: boolean
      /** Such as America/Sao_Paulo. */
      timeZone: string
      /** The language of what customers read. */
      locale: 'pt-BR' | 'en' | 'es'
      /** Whether it is for trying things out. */
      isSandbox: boolean
      /** What points are called, in each language. */
      pointsName: {
        /** In this language. */
        'pt-BR': {
          /** One of them, like ponto. */
          one: string
          /** Several of them, like pontos. */
          many: string
        }
        /** In this language. */
        en: {
          /** One of them, like ponto. */
          one: string
          /** Several of them, like pontos. */
          many: string
        }
        /** In this language. */
        es: {
          /** One of them, like ponto. */
          one: string
          /** Several of them, like pontos. */
          many: string
        }
      }
      /** What happens when points to be taken back are spent: they are owed, or it stops at zero. */
      takeBack: 'debt' | 'clamp'
      /** Whether the points of an expired coupon go back when its order is cancelled. */
      returnsPointsOfExpiredCoupon: boolean
      /** Whether redeemed cashback goes back in its share when a part of its order is returned, where the return itself says nothing. */
      refundsRedeemOnReturn: boolean
      /** Whether an order without the id of its customer counts for the one customer who has the same document, or else the same e-mail. */
      matchesCustomers: boolean
      /** What happens when an order or a customer of the shop has the e-mail or document of a customer who was imported without an id. `automatic`: it is that customer, and has the points. `review`: it is a new customer, and a person merges the two. */
      claims: 'automatic' | 'review'
      /** How long a customer keeps a tier whose goals are no longer met. */
      tierGraceDays: number
      /** How long a reward is held for a basket that is not bought. */
      reservationMinutes: number
      /** When points end because nothing happens. */
      inactivity: {
        /** After so many months without an order, points earned or a reward redeemed, all points end. */
        months: number
        /** So many days before, `Points_Expiring` is sent, and nothing ends sooner than so many days after it; 0: without notice. */
        noticeDays: number
        /** What happened before this day counts as if it had happened on it. */
        startsOn: string
      } | null
      /** The most that a reward may give and cost. */
      limits: {
        /** The most that a reward of a fixed value may be worth. */
        rewardValue: string
        /** The most points that a reward may cost. */
        rewardPoints: string
      }
      /** What the merchant asks of those who manage it. */
      security: {
        /** Whether everyone needs two-factor authentication. */
        requireTwoFactor: boolean
        /** After how many minutes without a request a session ends. */
        idleMinutes: number
        /** From where the merchant’s people may come; none: from everywhere. */
        allowedAddresses: string[]
      }
      /** When two people are needed. */
      approvals: {
        /** Adjustments of more points than this, of one customer within 24 hours, need a second approval; null: none does. */
        adjustAbove: string | null
        /** What one person may adjust within 24 hours in all, in points, before it needs a second approval; null: no limit. */
        adjustPerDay: string | null
        /** Applying or undoing imports of more points than this within 24 hours, all lines together, needs a second approval; null: none does. */
        importAbove: string | null
        /** Whether erasing a customer needs a second approval. Then the private API refuses to erase, also with a key that has the scope `erase`. */
        erase: boolean
        /** Whether merging two customers needs a second approval. Then the private API refuses to merge, whatever the scopes of the key. */
        merge: boolean
      }
      /** Likely mistakes. */
      warnings: {
        /** JSON pointer within what it is about: the program, or the settings. */
        pointer: string
        /** A word for code, like `unknownId`. */
        name: string
        /** For a person. */
        message: string
        /** Number of another rule that it is about, as with `otherCard`. */
        otherRule?: number
      }[]
      /** When the merchant was made. */
      createdAt: string
      /** As in the ETag. */
      version: number
    }
  }
  /** Change who may come in, and how, and when two people are needed. Needs the permission `security.write`. Asks for a confirmation that is at most ten minutes old. In the audit: `settings.security`. */
  'settings.changeSecurity': {
    input: {
      readonly path: { readonly tenant: number }
      readonly body: {
        /** Whether everyone needs two-factor authentication. */
        requireTwoFactor?: boolean | undefined
        /** After how many minutes without a request a session ends. */
        idleMinutes?: number | null | undefined
        /** From where the merchant’s people may come; none: from everywhere. */
        allowedAddresses?: string[] | undefined
        /** When two people are needed. */
        approvals?: {
          /** Adjustments of more points than this, of one customer within 24 hours, need a second approval; null: none does. */
          adjustAbove?: string | null | undefined
          /** What one person may adjust within 24 hours in all, in points, before it needs a second approval; null: no limit. */
          adjustPerDay?: string | null | undefined
          /** Applying or undoing imports of more points than this within 24 hours, all lines together, needs a second approval; null: none does. */
          importAbove?: string | null | undefined
          /** Whether erasing a customer needs a second approval. Then the private API refuses to erase, also with a key that has the scope `erase`. */
          erase?: boolean | undefined
          /** Whether merging two customers needs a second approval. Then the private API refuses to merge, whatever the scopes of the key. */
          merge?: boolean | undefined
        } | null | undefined
      }
    }
    answer: {
      /** Number of the merchant. */
      id: number
      /** Its name. */
      name: string
      /** Such as BRL. */
      currency: string
      /** Whether there were orders: then the currency stays. */
      isCurrencyFixed: boolean
      /** Such as America/Sao_Paulo. */
      timeZone: string
      /** The language of what customers read. */
      locale: 'pt-BR' | 'en' | 'es'
      /** Whether it is for trying things out. */
      isSandbox: boolean
      /** What points are called, in each language. */
      pointsName: {
        /** In this language. */
        'pt-BR': {
          /** One of them, like ponto. */
          one: string
          /** Several of them, like pontos. */
          many: string
        }
        /** In this language. */
        en: {
          /** One of them, like ponto. */
          one: string
          /** Several of them, like pontos. */
          many: string
        }
        /** In this language. */
        es: {
          /** One of them, like ponto. */
          one: string
          /** Several of them, like pontos. */
          many: string
        }
      }
      /** What happens when points to be taken back are spent: they are owed, or it stops at zero. */
      takeBack: 'debt' | 'clamp'
      /** Whether the points of an expired coupon go back when its order is cancelled. */
      returnsPointsOfExpiredCoupon: boolean
      /** Whether redeemed cashback goes back in its share when a part of its order is returned, where the return itself says nothing. */
      refundsRedeemOnReturn: boolean
      /** Whether an order without the id of its customer counts for the one customer who has the same document, or else the same e-mail. */
      matchesCustomers: boolean
      /** What happens when an order or a customer of the shop has the e-mail or document of a customer who was imported without an id. `automatic`: it is that customer, and has the points. `review`: it is a new customer, and a person merges the two. */
      claims: 'automatic' | 'review'
      /** How long a customer keeps a tier whose goals are no longer met. */
      tierGraceDays: number
      /** How long a reward is held for a basket that is not bought. */
      reservationMinutes: number
      /** When points end because nothing happens. */
      inactivity: {
        /** After so many months without an order, points earned or a reward redeemed, all points end. */
        months: number
        /** So many days before, `Points_Expiring` is sent, and nothing ends sooner than so many days after it; 0: without notice. */
        noticeDays: number
        /** What happened before this day counts as if it had happened on it. */
        startsOn: string
      } | null
      /** The most that a reward may give and cost. */
      limits: {
        /** The most that a reward of a fixed value may be worth. */
        rewardValue: string
        /** The most points that a reward may cost. */
        rewardPoints: string
      }
      /** What the merchant asks of those who manage it. */
      security: {
        /** Whether everyone needs two-factor authentication. */
        requireTwoFactor: boolean
        /** After how many minutes without a request a session ends. */
        idleMinutes: number
        /** From where the merchant’s people may come; none: from everywhere. */
        allowedAddresses: string[]
      }
      /** When two people are needed. */
      approvals: {
        /** Adjustments of more points than this, of one customer within 24 hours, need a second approval; null: none does. */
        adjustAbove: string | null
        /** What one person may adjust within 24 hours in all, in points, before it needs a second approval; null: no limit. */
        adjustPerDay: string | null
        /** Applying or undoing imports of more points than this within 24 hours, all lines together, needs a second approval; null: none does. */
        importAbove: string | null
        /** Whether erasing a customer needs a second approval. Then the private API refuses to erase, also with a key that has the scope `erase`. */
        erase: boolean
        /** Whether merging two customers needs a second approval. Then the private API refuses to merge, whatever the scopes of the key. */
        merge: boolean
      }
      /** Likely mistakes. */
      warnings: {
        /** JSON pointer within what it is about: the program, or the settings. */
        pointer: string
        /** A word for code, like `unknownId`. */
        name: string
        /** For a person. */
        message: string
        /** Number of another rule that it is about, as with `otherCard`. */
        otherRule?: number
      }[]
      /** When the merchant was made. */
      createdAt: string
      /** As in the ETag. */
      version: number
    }
  }
  /** Read which first steps are done. Needs the permission `settings.read`. */
  'checklist.get': {
    input: {
      readonly path: { readonly tenant: number }
    }
    answer: {
      /** What there is to do, in its order. */
      steps: {
        /** In the order in which they are taken. */
        step: 'keyMade' | 'firstCall' | 'programPublished' | 'firstPoints' | 'webhookReceived' | 'pointsShown'
        /** From what there really is. */
        isDone: boolean
        /** When, where that is known. */
        at: string | null
      }[]
      /** Whether all are; webhookReceived and pointsShown can be done without. */
      isDone: boolean
    }
  }
  /** List the API keys. Needs the permission `keys.read`. */
  'apiKeys.list': {
    input: {
      readonly path: { readonly tenant: number }
      readonly query?: { readonly limit?: number | undefined; readonly cursor?: string | undefined } | undefined
    }
    answer: {
      /** The items of this page. */
      items: {
        /** Its number. */
        id: number
        /** Its public half. */
        token: string
        /** What it is for. */
        label: string
        /** read: what only reads · write: orders, customers, products, redemptions, coupons · points: cashback that is given or taken, custom actions · erase: erasing customers. Only owners give points and erase; erase is refused where erasing needs a second approval. */
        scopes: ('read' | 'write' | 'points' | 'erase')[]
        /** When it was made. */
        createdAt: string
        /** The hour in which it was last used; null: never. */
        lastUsedAt: string | null
        /** From when it is refused; null: never. */
        expiresAt: string | null
        /** Since when it is refused; null: it is not. */
        revokedAt: string | null
        /** Who has made it; null: it was not kept. */
        by: string | null
        /** Whether it is accepted. */
        state: 'live' | 'expired' | 'revoked'
      }[]
      /** Where the next page begins; null: this is the last. */
      nextCursor: string | null
    }
  }
  /** Make an API key; its secret is shown once. Needs the permission `keys.write` and `customers.personal`. Asks for a confirmation that is at most ten minutes old. In the audit: `apiKey.create`. */
  'apiKeys.create': {
    input: {
      readonly path: { readonly tenant: number }
      readonly body: {
        /** What it is for. */
        label: string
        /** From when it is refused; left out: never. */
        expiresAt?: string | Date | null | undefined
        /** read: what only reads · write: orders, customers, products, redemptions, coupons · points: cashback that is given or taken, custom actions · erase: erasing customers. Only owners give points and erase; erase is refused where erasing needs a second approval. */
        scopes?: ('read' | 'write' | 'points' | 'erase')[] | undefined
      }
    }
    answer: {
      /** An API key, without its secret. */
      key: {
        /** Its number. */
        id: number
        /** Its public half. */
        token: string
        /** What it is for. */
        label: string
        /** read: what only reads · write: orders, customers, products, redemptions, coupons · points: cashback that is given or taken, custom actions · erase: erasing customers. Only owners give points and erase; erase is refused where erasing needs a second approval. */
        scopes: ('read' | 'write' | 'points' | 'erase')[]
        /** When it was made. */
        createdAt: string
        /** The hour in which it was last used; null: never. */
        lastUsedAt: string | null
        /** From when it is refused; null: never. */
        expiresAt: string | null
        /** Since when it is refused; null: it is not. */
        revokedAt: string | null
        /** Who has made it; null: it was not kept. */
        by: string | null
        /** Whether it is accepted. */
        state: 'live' | 'expired' | 'revoked'
      }
      /** Its secret half: shown only now. */
      secret: string
    }
  }
  /** Make a key that replaces another one, which ends some hours later. Needs the permission `keys.write` and `customers.personal`. Asks for a confirmation that is at most ten minutes old. In the audit: `apiKey.rotate`. */
  'apiKeys.rotate': {
    input: {
      readonly path: { readonly tenant: number; readonly id: number }
      readonly body: {
        /** How long the old key is still accepted. */
        overlapHours: number
      }
    }
    answer: {
      /** An API key, without its secret. */
      key: {
        /** Its number. */
        id: number
        /** Its public half. */
        token: string
        /** What it is for. */
        label: string
        /** read: what only reads · write: orders, customers, products, redemptions, coupons · points: cashback that is given or taken, custom actions · erase: erasing customers. Only owners give points and erase; erase is refused where erasing needs a second approval. */
        scopes: ('read' | 'write' | 'points' | 'erase')[]
        /** When it was made. */
        createdAt: string
        /** The hour in which it was last used; null: never. */
        lastUsedAt: string | null
        /** From when it is refused; null: never. */
        expiresAt: string | null
        /** Since when it is refused; null: it is not. */
        revokedAt: string | null
        /** Who has made it; null: it was not kept. */
        by: string | null
        /** Whether it is accepted. */
        state: 'live' | 'expired' | 'revoked'
      }
      /** Its secret half: shown only now. */
      secret: string
      /** An API key, without its secret. */
      previous: {
        /** Its number. */
        id: number
        /** Its public half. */
        token: string
        /** What it is for. */
        label: string
        /** read: what only reads · write: orders, customers, products, redemptions, coupons · points: cashback that is given or taken, custom actions · erase: erasing customers. Only owners give points and erase; erase is refused where erasing needs a second approval. */
        scopes: ('read' | 'write' | 'points' | 'erase')[]
        /** When it was made. */
        createdAt: string
        /** The hour in which it was last used; null: never. */
        lastUsedAt: string | null
        /** From when it is refused; null: never. */
        expiresAt: string | null
        /** Since when it is refused; null: it is not. */
        revokedAt: string | null
        /** Who has made it; null: it was not kept. */
        by: string | null
        /** Whether it is accepted. */
        state: 'live' | 'expired' | 'revoked'
      }
    }
  }
  /** Refuse a key from now on, everywhere within a second. Needs the permission `keys.write`. Asks for a confirmation that is at most ten minutes old. In the audit: `apiKey.revoke`. */
  'apiKeys.revoke': {
    input: {
      readonly path: { readonly tenant: number; readonly id: number }
    }
    answer: {
      /** Its number. */
      id: number
      /** Its public half. */
      token: string
      /** What it is for. */
      label: string
      /** read: what only reads · write: orders, customers, products, redemptions, coupons · points: cashback that is given or taken, custom actions · erase: erasing customers. Only owners give points and erase; erase is refused where erasing needs a second approval. */
      scopes: ('read' | 'write' | 'points' | 'erase')[]
      /** When it was made. */
      createdAt: string
      /** The hour in which it was last used; null: never. */
      lastUsedAt: string | null
      /** From when it is refused; null: never. */
      expiresAt: string | null
      /** Since when it is refused; null: it is not. */
      revokedAt: string | null
      /** Who has made it; null: it was not kept. */
      by: string | null
      /** Whether it is accepted. */
      state: 'live' | 'expired' | 'revoked'
    }
  }
  /** Read what customers see in the shop. Needs the permission `storefront.read`. */
  'storefront.get': {
    input: {
      readonly path: { readonly tenant: number }
    }
    answer: {
      /** Whether browsers are answered. */
      isOn: boolean
      /** The name of the shop in addresses, unique on this server. */
      slug: string | null
      /** Addresses of your pages: browsers may ask from these alone. */
      origins: string[]
      /** Your own pages. */
      links: {
        /** Your own page about the program; null: none. */
        page: string | null
        /** Where customers sign in; null: nowhere. */
        signIn: string | null
        /** Your privacy policy; null: none. */
        privacy: string | null
      }
      /** Where friends come who are referred, such as `https://shop.example/?ref={code}`; null: nowhere. */
      referralUrl: string | null
      /** What the program is called. */
      programName: string
      /** How it looks. */
      appearance: {
        /** The colour of the brand, on light pages. */
        accent: string
        /** What is written on it. */
        onAccent: string
        /** The same on dark pages. */
        accentDark: string
        /** What is written on that. */
        onAccentDark: string
        /** The ground of the card that shows the balance. */
        card: string
        /** What is written on it. */
        onCard: string
        /** How round corners are. */
        corners: 'square' | 'soft' | 'round'
        /** Which type is used: that of the page around, the system’s, or one with serifs. */
        type: 'shop' | 'system' | 'serif'
        /** The sign beside the balance. */
        icon: 'card' | 'none'
      }
      /** What is shown. */
      switches: {
        /** Whether “earn” is shown. */
        earn: boolean
        /** Whether “ways” is shown. */
        ways: boolean
        /** Whether “rewards” is shown. */
        rewards: boolean
        /** Whether “redeem” is shown. */
        redeem: boolean
        /** Whether “tiers” is shown. */
        tiers: boolean
        /** Whether “cards” is shown. */
        cards: boolean
        /** Whether “history” is shown. */
        history: boolean
        /** Whether “why” is shown. */
        why: boolean
        /** Whether “quizzes” is shown. */
        quizzes: boolean
        /** Whether “referral” is shown. */
        referral: boolean
        /** Whether “join” is shown. */
        join: boolean
        /** Whether “birthday” is shown. */
        birthday: boolean
        /** Whether “checkout” is shown. */
        checkout: boolean
      }
      /** What your pages say instead of the usual texts, by key and language. */
      words: Record<string, {
        /** What is said instead, with exactly the places of the usual text. */
        'pt-BR'?: string
        /** What is said instead, with exactly the places of the usual text. */
        en?: string
        /** What is said instead, with exactly the places of the usual text. */
        es?: string
      }>
      /** The picture of the brand; null: none. */
      logo: {
        /** Where it is, below this server; null: the shop has no name in addresses yet. */
        url: string | null
        /** What kind of picture it is. */
        type: 'image/png' | 'image/jpeg' | 'image/webp'
        /** In pixels. */
        width: number
        /** In pixels. */
        height: number
      } | null
      /** Rules that the page of the program leaves out, by their ids. They count as before, and a customer still sees an own card. */
      hiddenRules: number[]
      /** As in the ETag. */
      version: number
      /** The present version of the elements; null: they were not built on this server. */
      elements: {
        /** Of the elements. */
        version: string
        /** What a page can load. */
        files: {
          /** Such as `punchcard.js`. */
          name: string
          /** Below this server; what is there never changes. */
          path: string
          /** For the attribute of the same name. */
          integrity: string
          /** Its size, not compressed. */
          bytes: number
        }[]
      } | null
      /** The last 24 hours, a few seconds late. */
      use: {
        /** The beginning of the first hour that is counted. */
        since: string
        /** Of browsers. */
        requests: number
        /** Of these, how many were answered with 304. */
        notModified: number
        /** Tokens and links that were made. */
        mints: number
        /** Customers for whom some were made, counted once an hour. */
        visits: number
        /** Above 2, pages probably lack `data-who`; null: there were none. */
        mintsPerVisit: number | null
      }
      /** From where browsers asked with a good token in the last 24 hours, and were refused because it is not in `origins`; most often first, at most 20. */
      refusedOrigins: {
        /** Such as https://staging.shop.example. */
        origin: string
        /** How many requests. */
        count: number
      }[]
    }
  }
  /** Switch the storefront on or off, and change how it looks and what it shows. Needs the permission `storefront.write`. In the audit: `storefront.update`. */
  'storefront.change': {
    input: {
      readonly path: { readonly tenant: number }
      readonly body: {
        /** Whether browsers are answered. */
        isOn?: boolean | undefined
        /** What the program is called. */
        programName?: string | null | undefined
        /** How it looks; null: as usual. */
        appearance?: {
          /** The colour of the brand, on light pages. */
          accent?: string | null | undefined
          /** What is written on it. */
          onAccent?: string | null | undefined
          /** The same on dark pages. */
          accentDark?: string | null | undefined
          /** What is written on that. */
          onAccentDark?: string | null | undefined
          /** The ground of the card that shows the balance. */
          card?: string | null | undefined
          /** What is written on it. */
          onCard?: string | null | undefined
          /** How round corners are. */
          corners?: 'square' | 'soft' | 'round' | null | undefined
          /** Which type is used: that of the page around, the system’s, or one with serifs. */
          type?: 'shop' | 'system' | 'serif' | null | undefined
          /** The sign beside the balance. */
          icon?: 'card' | 'none' | null | undefined
        } | null | undefined
        /** What is shown; null: as usual. */
        switches?: {
          /** Whether “earn” is shown. */
          earn?: boolean | null | undefined
          /** Whether “ways” is shown. */
          ways?: boolean | null | undefined
          /** Whether “rewards” is shown. */
          rewards?: boolean | null | undefined
          /** Whether “redeem” is shown. */
          redeem?: boolean | null | undefined
          /** Whether “tiers” is shown. */
          tiers?: boolean | null | undefined
          /** Whether “cards” is shown. */
          cards?: boolean | null | undefined
          /** Whether “history” is shown. */
          history?: boolean | null | undefined
          /** Whether “why” is shown. */
          why?: boolean | null | undefined
          /** Whether “quizzes” is shown. */
          quizzes?: boolean | null | undefined
          /** Whether “referral” is shown. */
          referral?: boolean | null | undefined
          /** Whether “join” is shown. */
          join?: boolean | null | undefined
          /** Whether “birthday” is shown. */
          birthday?: boolean | null | undefined
          /** Whether “checkout” is shown. */
          checkout?: boolean | null | undefined
        } | null | undefined
        /** What your pages say instead of the usual texts, by key and language. In a change, what is left out stays. */
        words?: Record<string, {
          /** What is said instead, with exactly the places of the usual text. */
          'pt-BR'?: string | null | undefined
          /** What is said instead, with exactly the places of the usual text. */
          en?: string | null | undefined
          /** What is said instead, with exactly the places of the usual text. */
          es?: string | null | undefined
        } | null> | null | undefined
        /** Rules that the page of the program leaves out, by their ids. They count as before, and a customer still sees an own card. */
        hiddenRules?: number[] | null | undefined
      }
    }
    answer: {
      /** Whether browsers are answered. */
      isOn: boolean
      /** The name of the shop in addresses, unique on this server. */
      slug: string | null
      /** Addresses of your pages: browsers may ask from these alone. */
      origins: string[]
      /** Your own pages. */
      links: {
        /** Your own page about the program; null: none. */
        page: string | null
        /** Where customers sign in; null: nowhere. */
        signIn: string | null
        /** Your privacy policy; null: none. */
        privacy: string | null
      }
      /** Where friends come who are referred, such as `https://shop.example/?ref={code}`; null: nowhere. */
      referralUrl: string | null
      /** What the program is called. */
      programName: string
      /** How it looks. */
      appearance: {
        /** The colour of the brand, on light pages. */
        accent: string
        /** What is written on it. */
        onAccent: string
        /** The same on dark pages. */
        accentDark: string
        /** What is written on that. */
        onAccentDark: string
        /** The ground of the card that shows the balance. */
        card: string
        /** What is written on it. */
        onCard: string
        /** How round corners are. */
        corners: 'square' | 'soft' | 'round'
        /** Which type is used: that of the page around, the system’s, or one with serifs. */
        type: 'shop' | 'system' | 'serif'
        /** The sign beside the balance. */
        icon: 'card' | 'none'
      }
      /** What is shown. */
      switches: {
        /** Whether “earn” is shown. */
        earn: boolean
        /** Whether “ways” is shown. */
        ways: boolean
        /** Whether “rewards” is shown. */
        rewards: boolean
        /** Whether “redeem” is shown. */
        redeem: boolean
        /** Whether “tiers” is shown. */
        tiers: boolean
        /** Whether “cards” is shown. */
        cards: boolean
        /** Whether “history” is shown. */
        history: boolean
        /** Whether “why” is shown. */
        why: boolean
        /** Whether “quizzes” is shown. */
        quizzes: boolean
        /** Whether “referral” is shown. */
        referral: boolean
        /** Whether “join” is shown. */
        join: boolean
        /** Whether “birthday” is shown. */
        birthday: boolean
        /** Whether “checkout” is shown. */
        checkout: boolean
      }
      /** What your pages say instead of the usual texts, by key and language. */
      words: Record<string, {
        /** What is said instead, with exactly the places of the usual text. */
        'pt-BR'?: string
        /** What is said instead, with exactly the places of the usual text. */
        en?: string
        /** What is said instead, with exactly the places of the usual text. */
        es?: string
      }>
      /** The picture of the brand; null: none. */
      logo: {
        /** Where it is, below this server; null: the shop has no name in addresses yet. */
        url: string | null
        /** What kind of picture it is. */
        type: 'image/png' | 'image/jpeg' | 'image/webp'
        /** In pixels. */
        width: number
        /** In pixels. */
        height: number
      } | null
      /** Rules that the page of the program leaves out, by their ids. They count as before, and a customer still sees an own card. */
      hiddenRules: number[]
      /** As in the ETag. */
      version: number
    }
  }
  /** List the texts of the storefront that can be changed. Needs the permission `storefront.read`. */
  'storefront.texts': {
    input: {
      readonly path: { readonly tenant: number }
    }
    answer: {
      /** All of them, in the order of the elements. */
      items: {
        /** As in `words`. */
        key: string
        /** What is filled in where it stands in braces. */
        places: string[]
        /** What is said unless you change it. */
        usual: {
          /** In this language. */
          'pt-BR': string
          /** In this language. */
          en: string
          /** In this language. */
          es: string
        }
      }[]
    }
  }
  /** Whether colours can be read on each other, and what would do instead. Needs the permission `storefront.read`. */
  'storefront.check': {
    input: {
      readonly path: { readonly tenant: number }
      readonly body: {
        /** As in the change: what is left out stays as it is, and null follows from the accent. */
        appearance?: {
          /** The colour of the brand, on light pages. */
          accent?: string | null | undefined
          /** What is written on it. */
          onAccent?: string | null | undefined
          /** The same on dark pages. */
          accentDark?: string | null | undefined
          /** What is written on that. */
          onAccentDark?: string | null | undefined
          /** The ground of the card that shows the balance. */
          card?: string | null | undefined
          /** What is written on it. */
          onCard?: string | null | undefined
        } | null | undefined
      }
    }
    answer: {
      /** How it would look. */
      appearance: {
        /** The colour of the brand, on light pages. */
        accent: string
        /** What is written on it. */
        onAccent: string
        /** The same on dark pages. */
        accentDark: string
        /** What is written on that. */
        onAccentDark: string
        /** The ground of the card that shows the balance. */
        card: string
        /** What is written on it. */
        onCard: string
        /** How round corners are. */
        corners: 'square' | 'soft' | 'round'
        /** Which type is used: that of the page around, the system’s, or one with serifs. */
        type: 'shop' | 'system' | 'serif'
        /** The sign beside the balance. */
        icon: 'card' | 'none'
      }
      /** Whether a change to it is taken. */
      passes: boolean
      /** With all suggestions taken, everything passes. */
      checks: {
        /** Which colour. */
        colour: 'accent' | 'onAccent' | 'accentDark' | 'onAccentDark' | 'card' | 'onCard'
        /** What is behind it: a light page, a dark page, or another colour. */
        on: 'surface' | 'darkSurface' | 'accent' | 'onAccent' | 'accentDark' | 'onAccentDark' | 'card' | 'onCard'
        /** The contrast by WCAG 2, from 1 to 21, rounded down. */
        ratio: number
        /** Whether it is at least 4.5. */
        passes: boolean
        /** What to take instead: the nearest shade that passes; null: it can stay. */
        suggestion: string | null
      }[]
    }
  }
  /** Show a picture of the brand: PNG, JPEG or WebP, 32 to 1,024 pixels a side, at most 256 KB. Needs the permission `storefront.write`. In the audit: `storefront.logo`. */
  'storefront.changeLogo': {
    input: {
      readonly path: { readonly tenant: number }
      readonly body: Uint8Array
    }
    answer: {
      /** Whether browsers are answered. */
      isOn: boolean
      /** The name of the shop in addresses, unique on this server. */
      slug: string | null
      /** Addresses of your pages: browsers may ask from these alone. */
      origins: string[]
      /** Your own pages. */
      links: {
        /** Your own page about the program; null: none. */
        page: string | null
        /** Where customers sign in; null: nowhere. */
        signIn: string | null
        /** Your privacy policy; null: none. */
        privacy: string | null
      }
      /** Where friends come who are referred, such as `https://shop.example/?ref={code}`; null: nowhere. */
      referralUrl: string | null
      /** What the program is called. */
      programName: string
      /** How it looks. */
      appearance: {
        /** The colour of the brand, on light pages. */
        accent: string
        /** What is written on it. */
        onAccent: string
        /** The same on dark pages. */
        accentDark: string
        /** What is written on that. */
        onAccentDark: string
        /** The ground of the card that shows the balance. */
        card: string
        /** What is written on it. */
        onCard: string
        /** How round corners are. */
        corners: 'square' | 'soft' | 'round'
        /** Which type is used: that of the page around, the system’s, or one with serifs. */
        type: 'shop' | 'system' | 'serif'
        /** The sign beside the balance. */
        icon: 'card' | 'none'
      }
      /** What is shown. */
      switches: {
        /** Whether “earn” is shown. */
        earn: boolean
        /** Whether “ways” is shown. */
        ways: boolean
        /** Whether “rewards” is shown. */
        rewards: boolean
        /** Whether “redeem” is shown. */
        redeem: boolean
        /** Whether “tiers” is shown. */
        tiers: boolean
        /** Whether “cards” is shown. */
        cards: boolean
        /** Whether “history” is shown. */
        history: boolean
        /** Whether “why” is shown. */
        why: boolean
        /** Whether “quizzes” is shown. */
        quizzes: boolean
        /** Whether “referral” is shown. */
        referral: boolean
        /** Whether “join” is shown. */
        join: boolean
        /** Whether “birthday” is shown. */
        birthday: boolean
        /** Whether “checkout” is shown. */
        checkout: boolean
      }
      /** What your pages say instead of the usual texts, by key and language. */
      words: Record<string, {
        /** What is said instead, with exactly the places of the usual text. */
        'pt-BR'?: string
        /** What is said instead, with exactly the places of the usual text. */
        en?: string
        /** What is said instead, with exactly the places of the usual text. */
        es?: string
      }>
      /** The picture of the brand; null: none. */
      logo: {
        /** Where it is, below this server; null: the shop has no name in addresses yet. */
        url: string | null
        /** What kind of picture it is. */
        type: 'image/png' | 'image/jpeg' | 'image/webp'
        /** In pixels. */
        width: number
        /** In pixels. */
        height: number
      } | null
      /** Rules that the page of the program leaves out, by their ids. They count as before, and a customer still sees an own card. */
      hiddenRules: number[]
      /** As in the ETag. */
      version: number
    }
  }
  /** Show no picture of the brand, and delete those that are kept. Needs the permission `storefront.write`. In the audit: `storefront.logo`. */
  'storefront.removeLogo': {
    input: {
      readonly path: { readonly tenant: number }
    }
    answer: {
      /** Whether browsers are answered. */
      isOn: boolean
      /** The name of the shop in addresses, unique on this server. */
      slug: string | null
      /** Addresses of your pages: browsers may ask from these alone. */
      origins: string[]
      /** Your own pages. */
      links: {
        /** Your own page about the program; null: none. */
        page: string | null
        /** Where customers sign in; null: nowhere. */
        signIn: string | null
        /** Your privacy policy; null: none. */
        privacy: string | null
      }
      /** Where friends come who are referred, such as `https://shop.example/?ref={code}`; null: nowhere. */
      referralUrl: string | null
      /** What the program is called. */
      programName: string
      /** How it looks. */
      appearance: {
        /** The colour of the brand, on light pages. */
        accent: string
        /** What is written on it. */
        onAccent: string
        /** The same on dark pages. */
        accentDark: string
        /** What is written on that. */
        onAccentDark: string
        /** The ground of the card that shows the balance. */
        card: string
        /** What is written on it. */
        onCard: string
        /** How round corners are. */
        corners: 'square' | 'soft' | 'round'
        /** Which type is used: that of the page around, the system’s, or one with serifs. */
        type: 'shop' | 'system' | 'serif'
        /** The sign beside the balance. */
        icon: 'card' | 'none'
      }
      /** What is shown. */
      switches: {
        /** Whether “earn” is shown. */
        earn: boolean
        /** Whether “ways” is shown. */
        ways: boolean
        /** Whether “rewards” is shown. */
        rewards: boolean
        /** Whether “redeem” is shown. */
        redeem: boolean
        /** Whether “tiers” is shown. */
        tiers: boolean
        /** Whether “cards” is shown. */
        cards: boolean
        /** Whether “history” is shown. */
        history: boolean
        /** Whether “why” is shown. */
        why: boolean
        /** Whether “quizzes” is shown. */
        quizzes: boolean
        /** Whether “referral” is shown. */
        referral: boolean
        /** Whether “join” is shown. */
        join: boolean
        /** Whether “birthday” is shown. */
        birthday: boolean
        /** Whether “checkout” is shown. */
        checkout: boolean
      }
      /** What your pages say instead of the usual texts, by key and language. */
      words: Record<string, {
        /** What is said instead, with exactly the places of the usual text. */
        'pt-BR'?: string
        /** What is said instead, with exactly the places of the usual text. */
        en?: string
        /** What is said instead, with exactly the places of the usual text. */
        es?: string
      }>
      /** The picture of the brand; null: none. */
      logo: {
        /** Where it is, below this server; null: the shop has no name in addresses yet. */
        url: string | null
        /** What kind of picture it is. */
        type: 'image/png' | 'image/jpeg' | 'image/webp'
        /** In pixels. */
        width: number
        /** In pixels. */
        height: number
      } | null
      /** Rules that the page of the program leaves out, by their ids. They count as before, and a customer still sees an own card. */
      hiddenRules: number[]
      /** As in the ETag. */
      version: number
    }
  }
  /** Seal tokens of customers with a new key, and with `now` refuse all tokens and links so far. Needs the permission `storefront.domains`. Asks for a confirmation that is at most ten minutes old. In the audit: `storefront.rotateKey`. */
  'storefront.rotateKey': {
    input: {
      readonly path: { readonly tenant: number }
      readonly body: {
        /** Refuse all tokens and links that were made so far, everywhere within a second. Default: false, and the former key opens tokens for an hour and links for 7 days. */
        now?: boolean | undefined
      }
    }
    answer: {
      /** Number of the new key. */
      key: number
    }
  }
  /** Change from where browsers may ask, and where the storefront leads. Needs the permission `storefront.domains`. Asks for a confirmation that is at most ten minutes old. In the audit: `storefront.domains`. */
  'storefront.changeDomains': {
    input: {
      readonly path: { readonly tenant: number }
      readonly body: {
        /** The name of the shop in addresses, unique on this server. */
        slug?: string | undefined
        /** Addresses of your pages: browsers may ask from these alone. */
        origins?: string[] | undefined
        /** Your own pages; they lie in `origins`. */
        links?: {
          /** Your own page about the program; null: none. */
          page?: string | null | undefined
          /** Where customers sign in; null: nowhere. */
          signIn?: string | null | undefined
          /** Your privacy policy; null: none. */
          privacy?: string | null | undefined
        } | undefined
        /** Where friends come who are referred, such as `https://shop.example/?ref={code}`; null: nowhere. */
        referralUrl?: string | null | undefined
      }
    }
    answer: {
      /** Whether browsers are answered. */
      isOn: boolean
      /** The name of the shop in addresses, unique on this server. */
      slug: string | null
      /** Addresses of your pages: browsers may ask from these alone. */
      origins: string[]
      /** Your own pages. */
      links: {
        /** Your own page about the program; null: none. */
        page: string | null
        /** Where customers sign in; null: nowhere. */
        signIn: string | null
        /** Your privacy policy; null: none. */
        privacy: string | null
      }
      /** Where friends come who are referred, such as `https://shop.example/?ref={code}`; null: nowhere. */
      referralUrl: string | null
      /** What the program is called. */
      programName: string
      /** How it looks. */
      appearance: {
        /** The colour of the brand, on light pages. */
        accent: string
        /** What is written on it. */
        onAccent: string
        /** The same on dark pages. */
        accentDark: string
        /** What is written on that. */
        onAccentDark: string
        /** The ground of the card that shows the balance. */
        card: string
        /** What is written on it. */
        onCard: string
        /** How round corners are. */
        corners: 'square' | 'soft' | 'round'
        /** Which type is used: that of the page around, the system’s, or one with serifs. */
        type: 'shop' | 'system' | 'serif'
        /** The sign beside the balance. */
        icon: 'card' | 'none'
      }
      /** What is shown. */
      switches: {
        /** Whether “earn” is shown. */
        earn: boolean
        /** Whether “ways” is shown. */
        ways: boolean
        /** Whether “rewards” is shown. */
        rewards: boolean
        /** Whether “redeem” is shown. */
        redeem: boolean
        /** Whether “tiers” is shown. */
        tiers: boolean
        /** Whether “cards” is shown. */
        cards: boolean
        /** Whether “history” is shown. */
        history: boolean
        /** Whether “why” is shown. */
        why: boolean
        /** Whether “quizzes” is shown. */
        quizzes: boolean
        /** Whether “referral” is shown. */
        referral: boolean
        /** Whether “join” is shown. */
        join: boolean
        /** Whether “birthday” is shown. */
        birthday: boolean
        /** Whether “checkout” is shown. */
        checkout: boolean
      }
      /** What your pages say instead of the usual texts, by key and language. */
      words: Record<string, {
        /** What is said instead, with exactly the places of the usual text. */
        'pt-BR'?: string
        /** What is said instead, with exactly the places of the usual text. */
        en?: string
        /** What is said instead, with exactly the places of the usual text. */
        es?: string
      }>
      /** The picture of the brand; null: none. */
      logo: {
        /** Where it is, below this server; null: the shop has no name in addresses yet. */
        url: string | null
        /** What kind of picture it is. */
        type: 'image/png' | 'image/jpeg' | 'image/webp'
        /** In pixels. */
        width: number
        /** In pixels. */
        height: number
      } | null
      /** Rules that the page of the program leaves out, by their ids. They count as before, and a customer still sees an own card. */
      hiddenRules: number[]
      /** As in the ETag. */
      version: number
    }
  }
  /** Read the terms of the program: what is in force, the draft, and how many customers have agreed. Needs the permission `storefront.read`. */
  'terms.get': {
    input: {
      readonly path: { readonly tenant: number }
    }
    answer: {
      /** What the next version is to say. */
      draft: {
        /** By language; null: there is none, and your own language is shown. */
        texts: {
          /** In Portuguese, as Markdown: headings, paragraphs, lists, bold text, and links to https: and mailto:. */
          'pt-BR': string | null
          /** In English, as Markdown: headings, paragraphs, lists, bold text, and links to https: and mailto:. */
          en: string | null
          /** In Spanish, as Markdown: headings, paragraphs, lists, bold text, and links to https: and mailto:. */
          es: string | null
        }
        /** Whether it says something else than what is in force. */
        isChanged: boolean
        /** When it was saved or published last; null: never. */
        changedAt: string | null
        /** Who did it. */
        changedBy: {
          /** What kind of actor it is. */
          kind: 'person' | 'token' | 'operator' | 'cli' | 'system'
          /** Its number, where it has one. */
          id: number | null
          /** Its name at that time. */
          label: string
        } | null
      }
      /** The version that is in force; null: none was published. */
      current: {
        /** Its number, from 1. */
        version: number
        /** When it was published. */
        publishedAt: string
        /** Who did it. */
        publishedBy: {
          /** What kind of actor it is. */
          kind: 'person' | 'token' | 'operator' | 'cli' | 'system'
          /** Its number, where it has one. */
          id: number | null
          /** Its name at that time. */
          label: string
        }
        /** By language; null: there is none, and your own language is shown. */
        texts: {
          /** In Portuguese, as Markdown: headings, paragraphs, lists, bold text, and links to https: and mailto:. */
          'pt-BR': string | null
          /** In English, as Markdown: headings, paragraphs, lists, bold text, and links to https: and mailto:. */
          en: string | null
          /** In Spanish, as Markdown: headings, paragraphs, lists, bold text, and links to https: and mailto:. */
          es: string | null
        }
      } | null
      /** The newest 50, newest first. A published version never changes. */
      versions: {
        /** Its number, from 1. */
        version: number
        /** When it was published. */
        publishedAt: string
        /** Who did it. */
        publishedBy: {
          /** What kind of actor it is. */
          kind: 'person' | 'token' | 'operator' | 'cli' | 'system'
          /** Its number, where it has one. */
          id: number | null
          /** Its name at that time. */
          label: string
        }
        /** The languages that it has. */
        languages: ('pt-BR' | 'en' | 'es')[]
      }[]
      /** How far customers have agreed; null: there is nothing to agree to. */
      agreement: {
        /** The version that is in force. */
        version: number
        /** How many enrolled customers have agreed to it. */
        agreed: number
        /** How many customers are enrolled. */
        enrolled: number
        /** False: both are of the newest 20,000 customers, because there are more. */
        isAll: boolean
      } | null
      /** As in the ETag. */
      revision: number
    }
  }
  /** Save the draft of the terms; at most 100 KB in each language. Needs the permission `storefront.write`. In the audit: `terms.saveDraft`. */
  'terms.draft.put': {
    input: {
      readonly path: { readonly tenant: number }
      readonly body: {
        /** By language; what is missing or null has no text. */
        texts: {
          /** In Portuguese, as Markdown: headings, paragraphs, lists, bold text, and links to https: and mailto:. */
          'pt-BR'?: string | null | undefined
          /** In English, as Markdown: headings, paragraphs, lists, bold text, and links to https: and mailto:. */
          en?: string | null | undefined
          /** In Spanish, as Markdown: headings, paragraphs, lists, bold text, and links to https: and mailto:. */
          es?: string | null | undefined
        }
      }
    }
    answer: {
      /** What the next version is to say. */
      draft: {
        /** By language; null: there is none, and your own language is shown. */
        texts: {
          /** In Portuguese, as Markdown: headings, paragraphs, lists, bold text, and links to https: and mailto:. */
          'pt-BR': string | null
          /** In English, as Markdown: headings, paragraphs, lists, bold text, and links to https: and mailto:. */
          en: string | null
          /** In Spanish, as Markdown: headings, paragraphs, lists, bold text, and links to https: and mailto:. */
          es: string | null
        }
        /** Whether it says something else than what is in force. */
        isChanged: boolean
        /** When it was saved or published last; null: never. */
        changedAt: string | null
        /** Who did it. */
        changedBy: {
          /** What kind of actor it is. */
          kind: 'person' | 'token' | 'operator' | 'cli' | 'system'
          /** Its number, where it has one. */
          id: number | null
          /** Its name at that time. */
          label: string
        } | null
      }
      /** The version that is in force; null: none was published. */
      current: {
        /** Its number, from 1. */
        version: number
        /** When it was published. */
        publishedAt: string
        /** Who did it. */
        publishedBy: {
          /** What kind of actor it is. */
          kind: 'person' | 'token' | 'operator' | 'cli' | 'system'
          /** Its number, where it has one. */
          id: number | null
          /** Its name at that time. */
          label: string
        }
        /** By language; null: there is none, and your own language is shown. */
        texts: {
          /** In Portuguese, as Markdown: headings, paragraphs, lists, bold text, and links to https: and mailto:. */
          'pt-BR': string | null
          /** In English, as Markdown: headings, paragraphs, lists, bold text, and links to https: and mailto:. */
          en: string | null
          /** In Spanish, as Markdown: headings, paragraphs, lists, bold text, and links to https: and mailto:. */
          es: string | null
        }
      } | null
      /** The newest 50, newest first. A published version never changes. */
      versions: {
        /** Its number, from 1. */
        version: number
        /** When it was published. */
        publishedAt: string
        /** Who did it. */
        publishedBy: {
          /** What kind of actor it is. */
          kind: 'person' | 'token' | 'operator' | 'cli' | 'system'
          /** Its number, where it has one. */
          id: number | null
          /** Its name at that time. */
          label: string
        }
        /** The languages that it has. */
        languages: ('pt-BR' | 'en' | 'es')[]
      }[]
      /** How far customers have agreed; null: there is nothing to agree to. */
      agreement: {
        /** The version that is in force. */
        version: number
        /** How many enrolled customers have agreed to it. */
        agreed: number
        /** How many customers are enrolled. */
        enrolled: number
        /** False: both are of the newest 20,000 customers, because there are more. */
        isAll: boolean
      } | null
      /** As in the ETag. */
      revision: number
    }
  }
  /** Publish the draft of the terms; customers who join from now on agree to it. Needs the permission `storefront.write`. In the audit: `terms.publish`. */
  'terms.publish': {
    input: {
      readonly path: { readonly tenant: number }
    }
    answer: {
      /** What the next version is to say. */
      draft: {
        /** By language; null: there is none, and your own language is shown. */
        texts: {
          /** In Portuguese, as Markdown: headings, paragraphs, lists, bold text, and links to https: and mailto:. */
          'pt-BR': string | null
          /** In English, as Markdown: headings, paragraphs, lists, bold text, and links to https: and mailto:. */
          en: string | null
          /** In Spanish, as Markdown: headings, paragraphs, lists, bold text, and links to https: and mailto:. */
          es: string | null
        }
        /** Whether it says something else than what is in force. */
        isChanged: boolean
        /** When it was saved or published last; null: never. */
        changedAt: string | null
        /** Who did it. */
        changedBy: {
          /** What kind of actor it is. */
          kind: 'person' | 'token' | 'operator' | 'cli' | 'system'
          /** Its number, where it has one. */
          id: number | null
          /** Its name at that time. */
          label: string
        } | null
      }
      /** The version that is in force; null: none was published. */
      current: {
        /** Its number, from 1. */
        version: number
        /** When it was published. */
        publishedAt: string
        /** Who did it. */
        publishedBy: {
          /** What kind of actor it is. */
          kind: 'person' | 'token' | 'operator' | 'cli' | 'system'
          /** Its number, where it has one. */
          id: number | null
          /** Its name at that time. */
          label: string
        }
        /** By language; null: there is none, and your own language is shown. */
        texts: {
          /** In Portuguese, as Markdown: headings, paragraphs, lists, bold text, and links to https: and mailto:. */
          'pt-BR': string | null
          /** In English, as Markdown: headings, paragraphs, lists, bold text, and links to https: and mailto:. */
          en: string | null
          /** In Spanish, as Markdown: headings, paragraphs, lists, bold text, and links to https: and mailto:. */
          es: string | null
        }
      } | null
      /** The newest 50, newest first. A published version never changes. */
      versions: {
        /** Its number, from 1. */
        version: number
        /** When it was published. */
        publishedAt: string
        /** Who did it. */
        publishedBy: {
          /** What kind of actor it is. */
          kind: 'person' | 'token' | 'operator' | 'cli' | 'system'
          /** Its number, where it has one. */
          id: number | null
          /** Its name at that time. */
          label: string
        }
        /** The languages that it has. */
        languages: ('pt-BR' | 'en' | 'es')[]
      }[]
      /** How far customers have agreed; null: there is nothing to agree to. */
      agreement: {
        /** The version that is in force. */
        version: number
        /** How many enrolled customers have agreed to it. */
        agreed: number
        /** How many customers are enrolled. */
        enrolled: number
        /** False: both are of the newest 20,000 customers, because there are more. */
        isAll: boolean
      } | null
      /** As in the ETag. */
      revision: number
    }
  }
  /** The draft; without one, the current program to begin with. Needs the permission `program.read`. */
  'program.draft.get': {
    input: {
      readonly path: { readonly tenant: number }
    }
    answer: {
      /** false: nothing is being prepared, and this is the current program. */
      exists: boolean
      /** The version that it is a change to; 0: none. */
      basedOn: number
      /** Why. */
      note: string | null
      /** Who did it. */
      savedBy: {
        /** What kind of actor it is. */
        kind: 'person' | 'token' | 'operator' | 'cli' | 'system'
        /** Its number, where it has one. */
        id: number | null
        /** Its name at that time. */
        label: string
      } | null
      /** When it was last saved. */
      savedAt: string | null
      /** As it was saved, also where it is wrong. */
      program: Record<string, unknown>
      /** The rules as sentences. */
      rules: {
        /** Its place in the program, like `/rules/1`. */
        pointer: string
        /** Of the rule; null: it has none, which is a problem. */
        id: number | null
        /** Of the rule; null: none that there is. */
        kind: string | null
        /** For people; empty: none. */
        name: string
        /** Whether it does anything. */
        isActive: boolean
        /** What it says; null: it is wrong, see the problems. */
        sentence: string | null
        /** The sentence in pieces, for editing in place. A rule with a wrong value has them too; none: it has the wrong shape. */
        parts: {
          /** Plain text; with `slot` there is none. */
          text?: string
          /** JSON pointer within the rule, like `/points`. `/bonus` is no member: it says which of `multiplier` and `points` the rule has. */
          slot?: string
          /** What is edited there. */
          kind?: 'number' | 'money' | 'days' | 'picker' | 'date' | 'choice' | 'weekdays' | 'hours' | 'set' | 'expiry'
          /** The member: decimal text of `number` and `money`, a number or null of `days`, ids of `picker`, names like `tue` of `weekdays` and of a `set`, beginnings and ends of `hours`, `goodUntil` of `expiry`. */
          value?: string | number | null | string[] | {
            /** Like `16:00`. */
            from: string
            /** The first minute after it, like `18:00`. */
            until: string
          }[] | {
            /** So many months later, until the end of the month. */
            monthEnd?: number
            /** Until the end of this day, like `03-31`. */
            yearDay?: string
            /** So many years later; with `yearDay`. */
            years?: number
          }
          /** The value as the sentence says it. */
          display?: string
          /** Of a `choice` or a `set`: all there are. */
          options?: {
            /** The value of the member. */
            value: string
            /** How the sentence says it. */
            display: string
          }[]
          /** Of a `picker`: what is picked. */
          picks?: 'product' | 'brand' | 'category' | 'paymentMethod' | 'branch' | 'tier' | 'action' | 'reward'
        }[]
      }[]
      /** All that is wrong; none: it can be published. */
      problems: {
        /** JSON pointer within the program. */
        pointer: string
        /** The name of the catalog of errors. */
        code?: string
        /** For a person. */
        message: string
      }[]
      /** Likely mistakes. */
      warnings: {
        /** JSON pointer within what it is about: the program, or the settings. */
        pointer: string
        /** A word for code, like `unknownId`. */
        name: string
        /** For a person. */
        message: string
        /** Number of another rule that it is about, as with `otherCard`. */
        otherRule?: number
      }[]
      /** Differences to the version that it is based on. */
      changes: {
        /** What became of it. */
        kind: 'added' | 'removed' | 'changed'
        /** Of the rule; null: the cashback. */
        ruleId: number | null
        /** Of a changed rule, like `multiplier`; null: the whole. */
        member: string | null
        /** As it was; null: it was not there. */
        before: unknown
        /** As it is; null: it is gone. */
        after: unknown
        /** The change, for a person. */
        sentence: string
      }[]
    }
  }
  /** Saves the draft, also one that is wrong. Needs the permission `program.write`. In the audit: `program.saveDraft`. */
  'program.draft.put': {
    input: {
      readonly path: { readonly tenant: number }
      readonly body: {
        /** The whole program. */
        program: Record<string, unknown>
        /** Why. */
        note?: string | null | undefined
        /** The version that it is a change to: the current one or one that is scheduled. Default: as before, and of a new draft the current one. Publishing over a rule that another person has changed since needs it. */
        basedOn?: number | null | undefined
      }
    }
    answer: {
      /** false: nothing is being prepared, and this is the current program. */
      exists: boolean
      /** The version that it is a change to; 0: none. */
      basedOn: number
      /** Why. */
      note: string | null
      /** Who did it. */
      savedBy: {
        /** What kind of actor it is. */
        kind: 'person' | 'token' | 'operator' | 'cli' | 'system'
        /** Its number, where it has one. */
        id: number | null
        /** Its name at that time. */
        label: string
      } | null
      /** When it was last saved. */
      savedAt: string | null
      /** As it was saved, also where it is wrong. */
      program: Record<string, unknown>
      /** The rules as sentences. */
      rules: {
        /** Its place in the program, like `/rules/1`. */
        pointer: string
        /** Of the rule; null: it has none, which is a problem. */
        id: number | null
        /** Of the rule; null: none that there is. */
        kind: string | null
        /** For people; empty: none. */
        name: string
        /** Whether it does anything. */
        isActive: boolean
        /** What it says; null: it is wrong, see the problems. */
        sentence: string | null
        /** The sentence in pieces, for editing in place. A rule with a wrong value has them too; none: it has the wrong shape. */
        parts: {
          /** Plain text; with `slot` there is none. */
          text?: string
          /** JSON pointer within the rule, like `/points`. `/bonus` is no member: it says which of `multiplier` and `points` the rule has. */
          slot?: string
          /** What is edited there. */
          kind?: 'number' | 'money' | 'days' | 'picker' | 'date' | 'choice' | 'weekdays' | 'hours' | 'set' | 'expiry'
          /** The member: decimal text of `number` and `money`, a number or null of `days`, ids of `picker`, names like `tue` of `weekdays` and of a `set`, beginnings and ends of `hours`, `goodUntil` of `expiry`. */
          value?: string | number | null | string[] | {
            /** Like `16:00`. */
            from: string
            /** The first minute after it, like `18:00`. */
            until: string
          }[] | {
            /** So many months later, until the end of the month. */
            monthEnd?: number
            /** Until the end of this day, like `03-31`. */
            yearDay?: string
            /** So many years later; with `yearDay`. */
            years?: number
          }
          /** The value as the sentence says it. */
          display?: string
          /** Of a `choice` or a `set`: all there are. */
          options?: {
            /** The value of the member. */
            value: string
            /** How the sentence says it. */
            display: string
          }[]
          /** Of a `picker`: what is picked. */
          picks?: 'product' | 'brand' | 'category' | 'paymentMethod' | 'branch' | 'tier' | 'action' | 'reward'
        }[]
      }[]
      /** All that is wrong; none: it can be published. */
      problems: {
        /** JSON pointer within the program. */
        pointer: string
        /** The name of the catalog of errors. */
        code?: string
        /** For a person. */
        message: string
      }[]
      /** Likely mistakes. */
      warnings: {
        /** JSON pointer within what it is about: the program, or the settings. */
        pointer: string
        /** A word for code, like `unknownId`. */
        name: string
        /** For a person. */
        message: string
        /** Number of another rule that it is about, as with `otherCard`. */
        otherRule?: number
      }[]
      /** Differences to the version that it is based on. */
      changes: {
        /** What became of it. */
        kind: 'added' | 'removed' | 'changed'
        /** Of the rule; null: the cashback. */
        ruleId: number | null
        /** Of a changed rule, like `multiplier`; null: the whole. */
        member: string | null
        /** As it was; null: it was not there. */
        before: unknown
        /** As it is; null: it is gone. */
        after: unknown
        /** The change, for a person. */
        sentence: string
      }[]
    }
  }
  /** Throws the draft away. Needs the permission `program.write`. In the audit: `program.deleteDraft`. */
  'program.draft.delete': {
    input: {
      readonly path: { readonly tenant: number }
    }
    answer: {
      /** false: nothing is being prepared, and this is the current program. */
      exists: boolean
      /** The version that it is a change to; 0: none. */
      basedOn: number
      /** Why. */
      note: string | null
      /** Who did it. */
      savedBy: {
        /** What kind of actor it is. */
        kind: 'person' | 'token' | 'operator' | 'cli' | 'system'
        /** Its number, where it has one. */
        id: number | null
        /** Its name at that time. */
        label: string
      } | null
      /** When it was last saved. */
      savedAt: string | null
      /** As it was saved, also where it is wrong. */
      program: Record<string, unknown>
      /** The rules as sentences. */
      rules: {
        /** Its place in the program, like `/rules/1`. */
        pointer: string
        /** Of the rule; null: it has none, which is a problem. */
        id: number | null
        /** Of the rule; null: none that there is. */
        kind: string | null
        /** For people; empty: none. */
        name: string
        /** Whether it does anything. */
        isActive: boolean
        /** What it says; null: it is wrong, see the problems. */
        sentence: string | null
        /** The sentence in pieces, for editing in place. A rule with a wrong value has them too; none: it has the wrong shape. */
        parts: {
          /** Plain text; with `slot` there is none. */
          text?: string
          /** JSON pointer within the rule, like `/points`. `/bonus` is no member: it says which of `multiplier` and `points` the rule has. */
          slot?: string
          /** What is edited there. */
          kind?: 'number' | 'money' | 'days' | 'picker' | 'date' | 'choice' | 'weekdays' | 'hours' | 'set' | 'expiry'
          /** The member: decimal text of `number` and `money`, a number or null of `days`, ids of `picker`, names like `tue` of `weekdays` and of a `set`, beginnings and ends of `hours`, `goodUntil` of `expiry`. */
          value?: string | number | null | string[] | {
            /** Like `16:00`. */
            from: string
            /** The first minute after it, like `18:00`. */
            until: string
          }[] | {
            /** So many months later, until the end of the month. */
            monthEnd?: number
            /** Until the end of this day, like `03-31`. */
            yearDay?: string
            /** So many years later; with `yearDay`. */
            years?: number
          }
          /** The value as the sentence says it. */
          display?: string
          /** Of a `choice` or a `set`: all there are. */
          options?: {
            /** The value of the member. */
            value: string
            /** How the sentence says it. */
            display: string
          }[]
          /** Of a `picker`: what is picked. */
          picks?: 'product' | 'brand' | 'category' | 'paymentMethod' | 'branch' | 'tier' | 'action' | 'reward'
        }[]
      }[]
      /** All that is wrong; none: it can be published. */
      problems: {
        /** JSON pointer within the program. */
        pointer: string
        /** The name of the catalog of errors. */
        code?: string
        /** For a person. */
        message: string
      }[]
      /** Likely mistakes. */
      warnings: {
        /** JSON pointer within what it is about: the program, or the settings. */
        pointer: string
        /** A word for code, like `unknownId`. */
        name: string
        /** For a person. */
        message: string
        /** Number of another rule that it is about, as with `otherCard`. */
        otherRule?: number
      }[]
      /** Differences to the version that it is based on. */
      changes: {
        /** What became of it. */
        kind: 'added' | 'removed' | 'changed'
        /** Of the rule; null: the cashback. */
        ruleId: number | null
        /** Of a changed rule, like `multiplier`; null: the whole. */
        member: string | null
        /** As it was; null: it was not there. */
        before: unknown
        /** As it is; null: it is gone. */
        after: unknown
        /** The change, for a person. */
        sentence: string
      }[]
    }
  }
  /** What is wrong with a program, and what may not be meant; nothing is saved. Needs the permission `program.read`. */
  'program.validate': {
    input: {
      readonly path: { readonly tenant: number }
      readonly body: {
        /** Default: the draft. */
        program?: Record<string, unknown> | undefined
      }
    }
    answer: {
      /** All that is wrong; none: it can be published. */
      problems: {
        /** JSON pointer within the program. */
        pointer: string
        /** The name of the catalog of errors. */
        code?: string
        /** For a person. */
        message: string
      }[]
      /** Likely mistakes. */
      warnings: {
        /** JSON pointer within what it is about: the program, or the settings. */
        pointer: string
        /** A word for code, like `unknownId`. */
        name: string
        /** For a person. */
        message: string
        /** Number of another rule that it is about, as with `otherCard`. */
        otherRule?: number
      }[]
      /** The rules as sentences. */
      rules: {
        /** Its place in the program, like `/rules/1`. */
        pointer: string
        /** Of the rule; null: it has none, which is a problem. */
        id: number | null
        /** Of the rule; null: none that there is. */
        kind: string | null
        /** For people; empty: none. */
        name: string
        /** Whether it does anything. */
        isActive: boolean
        /** What it says; null: it is wrong, see the problems. */
        sentence: string | null
        /** The sentence in pieces, for editing in place. A rule with a wrong value has them too; none: it has the wrong shape. */
        parts: {
          /** Plain text; with `slot` there is none. */
          text?: string
          /** JSON pointer within the rule, like `/points`. `/bonus` is no member: it says which of `multiplier` and `points` the rule has. */
          slot?: string
          /** What is edited there. */
          kind?: 'number' | 'money' | 'days' | 'picker' | 'date' | 'choice' | 'weekdays' | 'hours' | 'set' | 'expiry'
          /** The member: decimal text of `number` and `money`, a number or null of `days`, ids of `picker`, names like `tue` of `weekdays` and of a `set`, beginnings and ends of `hours`, `goodUntil` of `expiry`. */
          value?: string | number | null | string[] | {
            /** Like `16:00`. */
            from: string
            /** The first minute after it, like `18:00`. */
            until: string
          }[] | {
            /** So many months later, until the end of the month. */
            monthEnd?: number
            /** Until the end of this day, like `03-31`. */
            yearDay?: string
            /** So many years later; with `yearDay`. */
            years?: number
          }
          /** The value as the sentence says it. */
          display?: string
          /** Of a `choice` or a `set`: all there are. */
          options?: {
            /** The value of the member. */
            value: string
            /** How the sentence says it. */
            display: string
          }[]
          /** Of a `picker`: what is picked. */
          picks?: 'product' | 'brand' | 'category' | 'paymentMethod' | 'branch' | 'tier' | 'action' | 'reward'
        }[]
      }[]
      /** Differences to the current version. */
      changes: {
        /** What became of it. */
        kind: 'added' | 'removed' | 'changed'
        /** Of the rule; null: the cashback. */
        ruleId: number | null
        /** Of a changed rule, like `multiplier`; null: the whole. */
        member: string | null
        /** As it was; null: it was not there. */
        before: unknown
        /** As it is; null: it is gone. */
        after: unknown
        /** The change, for a person. */
        sentence: string
      }[]
    }
  }
  /** The published versions, newest first. Needs the permission `program.read`. */
  'program.versions.list': {
    input: {
      readonly path: { readonly tenant: number }
      readonly query?: { readonly limit?: number | undefined; readonly cursor?: string | undefined } | undefined
    }
    answer: {
      /** The items of this page. */
      items: {
        /** Its number. */
        version: number
        /** cancelled: it was scheduled, and never took effect. */
        state: 'current' | 'scheduled' | 'past' | 'cancelled'
        /** From when on is earned by it. */
        effectiveAt: string
        /** When it was published. */
        publishedAt: string
        /** Who did it. */
        publishedBy: {
          /** What kind of actor it is. */
          kind: 'person' | 'token' | 'operator' | 'cli' | 'system'
          /** Its number, where it has one. */
          id: number | null
          /** Its name at that time. */
          label: string
        } | null
        /** Why. */
        note: string | null
        /** panel, token, cli or job; null: published without an author. */
        source: string | null
      }[]
      /** Where the next page begins; null: this is the last. */
      nextCursor: string | null
    }
  }
  /** One published version with its rules. Needs the permission `program.read`. */
  'program.versions.get': {
    input: {
      readonly path: { readonly tenant: number; readonly version: number }
    }
    answer: {
      /** Its number. */
      version: number
      /** cancelled: it was scheduled, and never took effect. */
      state: 'current' | 'scheduled' | 'past' | 'cancelled'
      /** From when on is earned by it. */
      effectiveAt: string
      /** When it was published. */
      publishedAt: string
      /** Who did it. */
      publishedBy: {
        /** What kind of actor it is. */
        kind: 'person' | 'token' | 'operator' | 'cli' | 'system'
        /** Its number, where it has one. */
        id: number | null
        /** Its name at that time. */
        label: string
      } | null
      /** Why. */
      note: string | null
      /** panel, token, cli or job; null: published without an author. */
      source: string | null
      /** The program. */
      program: {
        /** What points are worth as money. */
        cashback: {
          /** Whether points are worth cashback. */
          isOn: boolean
          /** What one point is worth in the merchant's currency. */
          pointValue: string
        }
        /** How customers earn. */
        rules: ({
          /** Unique in the program; a rule keeps it from version to version. */
          id: number
          /** For people. */
          name?: string
          /** false: it is there but does nothing. */
          isActive?: boolean
          /** What it pays for. */
          kind: 'purchase'
          /** Points for every `perAmount`, above 0 and below 10000. */
          points: string
          /** In the merchant's currency, above 0. Default: 1. */
          perAmount?: string
          /** An order below this total earns nothing. Default: 0. */
          minimumOrder?: string
          /** To whole points. Default: floor. */
          rounding?: 'floor' | 'nearest' | 'ceiling'
          /** Days until the points can be used. Default: 0. */
          waitingDays?: number
          /** Days for which the points are good, counted from when they can be used; null: for ever. */
          validityDays?: number | null
          /** Until when the points are good, instead of `validityDays`: `monthEnd`, or `yearDay` and `years`. Where that is before they can be used, it is the next such day. */
          goodUntil?: {
            /** The end of the month that comes so many months after the one in which they were earned. */
            monthEnd?: number
            /** The end of a day that every year has, like `03-31`; with `years`. */
            yearDay?: string
            /** So many years after the one in which they were earned; with `yearDay`. */
            years?: number
          }
        } | {
          /** Unique in the program; a rule keeps it from version to version. */
          id: number
          /** For people. */
          name?: string
          /** false: it is there but does nothing. */
          isActive?: boolean
          /** What it pays for. */
          kind: 'exclude'
          /** What is left out: `product`, `brand` or `category` (with `ids`), lines that the shop `marked`, `shipping`, or `all` (needs `when`). */
          of: 'product' | 'brand' | 'category' | 'marked' | 'shipping' | 'all'
          /** By their ids in the merchant's store; only of products, brands and categories. */
          ids?: string[]
          /** Of what it is left out, each once. Default: points, stamps and tiers. */
          outOf?: ('points' | 'stamps' | 'tiers')[]
          /** Only when all of this is true of the order. */
          when?: {
            /** The first moment, ISO 8601 with an offset or Z. */
            from?: string
            /** The first moment after it. */
            until?: string
            /** On which weekdays, each once. */
            days?: ('mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun')[]
            /** At which hours of the merchant's clock. */
            hours?: {
              /** Like `16:00`. */
              from: string
              /** The first minute after it, like `18:00` or `24:00`; before `from`: over midnight. */
              until: string
            }[]
            /** For customers in these tiers, by their numbers; in a file, by their keys. */
            tiers?: string[]
            /** Placed at these branches, as orders name them. */
            branches?: string[]
            /** Paid with these, as orders name them. */
            paymentMethods?: string[]
          }
        } | {
          /** Unique in the program; a rule keeps it from version to version. */
          id: number
          /** For people. */
          name?: string
          /** false: it is there but does nothing. */
          isActive?: boolean
          /** What it pays for. */
          kind: 'cap'
          /** At most so many, at least 1. */
          points: string
          /** For which time it holds: each order, or all orders that were placed in the same day and so on. */
          per: 'order' | 'day' | 'week' | 'month' | 'year' | 'ever'
        } | {
          /** Unique in the program; a rule keeps it from version to version. */
          id: number
          /** For people. */
          name?: string
          /** false: it is there but does nothing. */
          isActive?: boolean
          /** What it pays for. */
          kind: 'product'
          /** Products, by their ids in the merchant's store. */
          ids: string[]
          /** What the points are multiplied by, 1 to 99.9999; either this or `points`. */
          multiplier?: string
          /** Points on top, at least 1; either this or `multiplier`. */
          points?: string
          /** Only when all of this is true of the order. */
          when?: {
            /** The first moment, ISO 8601 with an offset or Z. */
            from?: string
            /** The first moment after it. */
            until?: string
            /** On which weekdays, each once. */
            days?: ('mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun')[]
            /** At which hours of the merchant's clock. */
            hours?: {
              /** Like `16:00`. */
              from: string
              /** The first minute after it, like `18:00` or `24:00`; before `from`: over midnight. */
              until: string
            }[]
            /** For customers in these tiers, by their numbers; in a file, by their keys. */
            tiers?: string[]
            /** Placed at these branches, as orders name them. */
            branches?: string[]
            /** Paid with these, as orders name them. */
            paymentMethods?: string[]
            /** On orders of which at least this counts, above 0. */
            minimumOrder?: string
            /** On so many of each customer's first orders. */
            firstOrders?: number
          }
          /** true: it comes on top. false: of all that compete, only the best counts. Default: multipliers of products, brands, categories and campaigns compete, everything else comes on top. */
          stacks?: boolean
          /** How often a customer is given it at most. */
          limit?: {
            /** So many orders. */
            times: number
            /** Of each customer's orders that were placed in the same day, week and so on. */
            per: 'day' | 'week' | 'month' | 'year' | 'ever'
          }
        } | {
          /** Unique in the program; a rule keeps it from version to version. */
          id: number
          /** For people. */
          name?: string
          /** false: it is there but does nothing. */
          isActive?: boolean
          /** What it pays for. */
          kind: 'brand'
          /** Brands, by their ids in the merchant's store. */
          ids: string[]
          /** What the points are multiplied by, 1 to 99.9999; either this or `points`. */
          multiplier?: string
          /** Points on top, at least 1; either this or `multiplier`. */
          points?: string
          /** Only when all of this is true of the order. */
          when?: {
            /** The first moment, ISO 8601 with an offset or Z. */
            from?: string
            /** The first moment after it. */
            until?: string
            /** On which weekdays, each once. */
            days?: ('mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun')[]
            /** At which hours of the merchant's clock. */
            hours?: {
              /** Like `16:00`. */
              from: string
              /** The first minute after it, like `18:00` or `24:00`; before `from`: over midnight. */
              until: string
            }[]
            /** For customers in these tiers, by their numbers; in a file, by their keys. */
            tiers?: string[]
            /** Placed at these branches, as orders name them. */
            branches?: string[]
            /** Paid with these, as orders name them. */
            paymentMethods?: string[]
            /** On orders of which at least this counts, above 0. */
            minimumOrder?: string
            /** On so many of each customer's first orders. */
            firstOrders?: number
          }
          /** true: it comes on top. false: of all that compete, only the best counts. Default: multipliers of products, brands, categories and campaigns compete, everything else comes on top. */
          stacks?: boolean
          /** How often a customer is given it at most. */
          limit?: {
            /** So many orders. */
            times: number
            /** Of each customer's orders that were placed in the same day, week and so on. */
            per: 'day' | 'week' | 'month' | 'year' | 'ever'
          }
        } | {
          /** Unique in the program; a rule keeps it from version to version. */
          id: number
          /** For people. */
          name?: string
          /** false: it is there but does nothing. */
          isActive?: boolean
          /** What it pays for. */
          kind: 'category'
          /** Categories, by their ids in the merchant's store. */
          ids: string[]
          /** What the points are multiplied by, 1 to 99.9999; either this or `points`. */
          multiplier?: string
          /** Points on top, at least 1; either this or `multiplier`. */
          points?: string
          /** Only when all of this is true of the order. */
          when?: {
            /** The first moment, ISO 8601 with an offset or Z. */
            from?: string
            /** The first moment after it. */
            until?: string
            /** On which weekdays, each once. */
            days?: ('mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun')[]
            /** At which hours of the merchant's clock. */
            hours?: {
              /** Like `16:00`. */
              from: string
              /** The first minute after it, like `18:00` or `24:00`; before `from`: over midnight. */
              until: string
            }[]
            /** For customers in these tiers, by their numbers; in a file, by their keys. */
            tiers?: string[]
            /** Placed at these branches, as orders name them. */
            branches?: string[]
            /** Paid with these, as orders name them. */
            paymentMethods?: string[]
            /** On orders of which at least this counts, above 0. */
            minimumOrder?: string
            /** On so many of each customer's first orders. */
            firstOrders?: number
          }
          /** true: it comes on top. false: of all that compete, only the best counts. Default: multipliers of products, brands, categories and campaigns compete, everything else comes on top. */
          stacks?: boolean
          /** How often a customer is given it at most. */
          limit?: {
            /** So many orders. */
            times: number
            /** Of each customer's orders that were placed in the same day, week and so on. */
            per: 'day' | 'week' | 'month' | 'year' | 'ever'
          }
        } | {
          /** Unique in the program; a rule keeps it from version to version. */
          id: number
          /** For people. */
          name?: string
          /** false: it is there but does nothing. */
          isActive?: boolean
          /** What it pays for. */
          kind: 'paymentMethod'
          /** Payment methods, as orders name them. */
          ids: string[]
          /** What the points are multiplied by, 1 to 99.9999; either this or `points`. */
          multiplier?: string
          /** Points on top, at least 1; either this or `multiplier`. */
          points?: string
          /** Only when all of this is true of the order. */
          when?: {
            /** The first moment, ISO 8601 with an offset or Z. */
            from?: string
            /** The first moment after it. */
            until?: string
            /** On which weekdays, each once. */
            days?: ('mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun')[]
            /** At which hours of the merchant's clock. */
            hours?: {
              /** Like `16:00`. */
              from: string
              /** The first minute after it, like `18:00` or `24:00`; before `from`: over midnight. */
              until: string
            }[]
            /** For customers in these tiers, by their numbers; in a file, by their keys. */
            tiers?: string[]
            /** Placed at these branches, as orders name them. */
            branches?: string[]
            /** On orders of which at least this counts, above 0. */
            minimumOrder?: string
            /** On so many of each customer's first orders. */
            firstOrders?: number
          }
          /** true: it comes on top. false: of all that compete, only the best counts. Default: multipliers of products, brands, categories and campaigns compete, everything else comes on top. */
          stacks?: boolean
          /** How often a customer is given it at most. */
          limit?: {
            /** So many orders. */
            times: number
            /** Of each customer's orders that were placed in the same day, week and so on. */
            per: 'day' | 'week' | 'month' | 'year' | 'ever'
          }
        } | {
          /** Unique in the program; a rule keeps it from version to version. */
          id: number
          /** For people. */
          name?: string
          /** false: it is there but does nothing. */
          isActive?: boolean
          /** What it pays for. */
          kind: 'branch'
          /** Branches, as orders name them. */
          ids: string[]
          /** What the points are multiplied by, 1 to 99.9999; either this or `points`. */
          multiplier?: string
          /** Points on top, at least 1; either this or `multiplier`. */
          points?: string
          /** Only when all of this is true of the order. */
          when?: {
            /** The first moment, ISO 8601 with an offset or Z. */
            from?: string
            /** The first moment after it. */
            until?: string
            /** On which weekdays, each once. */
            days?: ('mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun')[]
            /** At which hours of the merchant's clock. */
            hours?: {
              /** Like `16:00`. */
              from: string
              /** The first minute after it, like `18:00` or `24:00`; before `from`: over midnight. */
              until: string
            }[]
            /** For customers in these tiers, by their numbers; in a file, by their keys. */
            tiers?: string[]
            /** Paid with these, as orders name them. */
            paymentMethods?: string[]
            /** On orders of which at least this counts, above 0. */
            minimumOrder?: string
            /** On so many of each customer's first orders. */
            firstOrders?: number
          }
          /** true: it comes on top. false: of all that compete, only the best counts. Default: multipliers of products, brands, categories and campaigns compete, everything else comes on top. */
          stacks?: boolean
          /** How often a customer is given it at most. */
          limit?: {
            /** So many orders. */
            times: number
            /** Of each customer's orders that were placed in the same day, week and so on. */
            per: 'day' | 'week' | 'month' | 'year' | 'ever'
          }
        } | {
          /** Unique in the program; a rule keeps it from version to version. */
          id: number
          /** For people. */
          name?: string
          /** false: it is there but does nothing. */
          isActive?: boolean
          /** What it pays for. */
          kind: 'tier'
          /** Tiers, by their numbers; in a file, by their keys. */
          ids: string[]
          /** What the points are multiplied by, 1 to 99.9999; either this or `points`. */
          multiplier?: string
          /** Points on top, at least 1; either this or `multiplier`. */
          points?: string
          /** Only when all of this is true of the order. */
          when?: {
            /** The first moment, ISO 8601 with an offset or Z. */
            from?: string
            /** The first moment after it. */
            until?: string
            /** On which weekdays, each once. */
            days?: ('mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun')[]
            /** At which hours of the merchant's clock. */
            hours?: {
              /** Like `16:00`. */
              from: string
              /** The first minute after it, like `18:00` or `24:00`; before `from`: over midnight. */
              until: string
            }[]
            /** Placed at these branches, as orders name them. */
            branches?: string[]
            /** Paid with these, as orders name them. */
            paymentMethods?: string[]
            /** On orders of which at least this counts, above 0. */
            minimumOrder?: string
            /** On so many of each customer's first orders. */
            firstOrders?: number
          }
          /** true: it comes on top. false: of all that compete, only the best counts. Default: multipliers of products, brands, categories and campaigns compete, everything else comes on top. */
          stacks?: boolean
          /** How often a customer is given it at most. */
          limit?: {
            /** So many orders. */
            times: number
            /** Of each customer's orders that were placed in the same day, week and so on. */
            per: 'day' | 'week' | 'month' | 'year' | 'ever'
          }
        } | {
          /** Unique in the program; a rule keeps it from version to version. */
          id: number
          /** For people. */
          name?: string
          /** false: it is there but does nothing. */
          isActive?: boolean
          /** What it pays for. */
          kind: 'firstPurchase'
          /** What the points are multiplied by, 1 to 99.9999; either this or `points`. */
          multiplier?: string
          /** Points on top, at least 1; either this or `multiplier`. */
          points?: string
          /** Only when all of this is true of the order. */
          when?: {
            /** The first moment, ISO 8601 with an offset or Z. */
            from?: string
            /** The first moment after it. */
            until?: string
            /** On which weekdays, each once. */
            days?: ('mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun')[]
            /** At which hours of the merchant's clock. */
            hours?: {
              /** Like `16:00`. */
              from: string
              /** The first minute after it, like `18:00` or `24:00`; before `from`: over midnight. */
              until: string
            }[]
            /** For customers in these tiers, by their numbers; in a file, by their keys. */
            tiers?: string[]
            /** Placed at these branches, as orders name them. */
            branches?: string[]
            /** Paid with these, as orders name them. */
            paymentMethods?: string[]
            /** On orders of which at least this counts, above 0. */
            minimumOrder?: string
          }
          /** true: it comes on top. false: of all that compete, only the best counts. Default: multipliers of products, brands, categories and campaigns compete, everything else comes on top. */
          stacks?: boolean
        } | {
          /** Unique in the program; a rule keeps it from version to version. */
          id: number
          /** For people. */
          name?: string
          /** false: it is there but does nothing. */
          isActive?: boolean
          /** What it pays for. */
          kind: 'campaign'
          /** What the points are multiplied by, 1 to 99.9999. */
          multiplier: string
          /** The first moment, ISO 8601 with an offset or Z. */
          startsAt: string
          /** The first moment after it. */
          endsAt: string
          /** Only when all of this is true of the order. */
          when?: {
            /** On which weekdays, each once. */
            days?: ('mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun')[]
            /** At which hours of the merchant's clock. */
            hours?: {
              /** Like `16:00`. */
              from: string
              /** The first minute after it, like `18:00` or `24:00`; before `from`: over midnight. */
              until: string
            }[]
            /** For customers in these tiers, by their numbers; in a file, by their keys. */
            tiers?: string[]
            /** Placed at these branches, as orders name them. */
            branches?: string[]
            /** Paid with these, as orders name them. */
            paymentMethods?: string[]
            /** On orders of which at least this counts, above 0. */
            minimumOrder?: string
            /** On so many of each customer's first orders. */
            firstOrders?: number
          }
          /** true: it comes on top. false: of all that compete, only the best counts. Default: multipliers of products, brands, categories and campaigns compete, everything else comes on top. */
          stacks?: boolean
          /** How often a customer is given it at most. */
          limit?: {
            /** So many orders. */
            times: number
            /** Of each customer's orders that were placed in the same day, week and so on. */
            per: 'day' | 'week' | 'month' | 'year' | 'ever'
          }
        } | {
          /** Unique in the program; a rule keeps it from version to version. */
          id: number
          /** For people. */
          name?: string
          /** false: it is there but does nothing. */
          isActive?: boolean
          /** What it pays for. */
          kind: 'card'
          /** What gives a stamp: each of the `items`, each of the `orders`, or each `perAmount` of `spend`. It never changes for an id. */
          counts: 'items' | 'orders' | 'spend'
          /** What `ids` are; required for `items`, with `ids`. */
          of?: 'product' | 'brand' | 'category'
          /** Only these count, by their ids in the merchant's store; with `of`. */
          ids?: string[]
          /** What is spent for one stamp, above 0; only for `spend`. */
          perAmount?: string
          /** How many stamps fill the card: at least 2; for `spend`, at least 1. */
          stamps: number
          /** How many stamps a customer gets at most. */
          stampLimit?: {
            /** So many stamps. */
            stamps: number
            /** For each order, or for all of a customer's orders of the same day, week or month. */
            per: 'order' | 'day' | 'week' | 'month'
          }
          /** For how many days stamps are good after `when.until`; only with that. Default: 3. */
          graceDays?: number
          /** For how many days after its own a stamp is good; null: for ever. */
          stampsGoodDays?: number | null
          /** true: a customer fills it once. Default: false. */
          once?: boolean
          /** Only when all of this is true of the order. */
          when?: {
            /** The first moment, ISO 8601 with an offset or Z. */
            from?: string
            /** The first moment after it. */
            until?: string
            /** On which weekdays, each once. */
            days?: ('mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun')[]
            /** At which hours of the merchant's clock. */
            hours?: {
              /** Like `16:00`. */
              from: string
              /** The first minute after it, like `18:00` or `24:00`; before `from`: over midnight. */
              until: string
            }[]
            /** For customers in these tiers, by their numbers; in a file, by their keys. */
            tiers?: string[]
            /** Placed at these branches, as orders name them. */
            branches?: string[]
            /** Paid with these, as orders name them. */
            paymentMethods?: string[]
            /** On orders of which at least this counts, above 0. */
            minimumOrder?: string
            /** On so many of each customer's first orders. */
            firstOrders?: number
          }
          /** Points, at least 1. */
          points?: string
          /** The reward that is given without taking points for it, by its number; in a file, by its key. Any type but cashback. Either this or `points`, or both. */
          reward?: string
          /** Days until the points can be used. Default: 0. */
          waitingDays?: number
          /** Days for which the points are good, counted from when they can be used; null: for ever. */
          validityDays?: number | null
          /** Until when the points are good, instead of `validityDays`: `monthEnd`, or `yearDay` and `years`. Where that is before they can be used, it is the next such day. */
          goodUntil?: {
            /** The end of the month that comes so many months after the one in which they were earned. */
            monthEnd?: number
            /** The end of a day that every year has, like `03-31`; with `years`. */
            yearDay?: string
            /** So many years after the one in which they were earned; with `yearDay`. */
            years?: number
          }
        } | {
          /** Unique in the program; a rule keeps it from version to version. */
          id: number
          /** For people. */
          name?: string
          /** false: it is there but does nothing. */
          isActive?: boolean
          /** What it pays for. */
          kind: 'order'
          /** What the points are multiplied by, 1 to 99.9999; either this or `points`. */
          multiplier?: string
          /** Points on top, at least 1; either this or `multiplier`. */
          points?: string
          /** Only when all of this is true of the order. */
          when: {
            /** The first moment, ISO 8601 with an offset or Z. */
            from?: string
            /** The first moment after it. */
            until?: string
            /** On which weekdays, each once. */
            days?: ('mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun')[]
            /** At which hours of the merchant's clock. */
            hours?: {
              /** Like `16:00`. */
              from: string
              /** The first minute after it, like `18:00` or `24:00`; before `from`: over midnight. */
              until: string
            }[]
            /** For customers in these tiers, by their numbers; in a file, by their keys. */
            tiers?: string[]
            /** Placed at these branches, as orders name them. */
            branches?: string[]
            /** Paid with these, as orders name them. */
            paymentMethods?: string[]
            /** On orders of which at least this counts, above 0. */
            minimumOrder?: string
            /** On so many of each customer's first orders. */
            firstOrders?: number
          }
          /** true: it comes on top. false: of all that compete, only the best counts. Default: multipliers of products, brands, categories and campaigns compete, everything else comes on top. */
          stacks?: boolean
          /** How often a customer is given it at most. */
          limit?: {
            /** So many orders. */
            times: number
            /** Of each customer's orders that were placed in the same day, week and so on. */
            per: 'day' | 'week' | 'month' | 'year' | 'ever'
          }
        } | {
          /** Unique in the program; a rule keeps it from version to version. */
          id: number
          /** For people. */
          name?: string
          /** false: it is there but does nothing. */
          isActive?: boolean
          /** What it pays for. */
          kind: 'signup'
          /** Points, at least 1. */
          points?: string
          /** The reward that is given without taking points for it, by its number; in a file, by its key. Any type but cashback. Either this or `points`, or both. */
          reward?: string
          /** Days until the points can be used. Default: 0. */
          waitingDays?: number
          /** Days for which the points are good, counted from when they can be used; null: for ever. */
          validityDays?: number | null
          /** Until when the points are good, instead of `validityDays`: `monthEnd`, or `yearDay` and `years`. Where that is before they can be used, it is the next such day. */
          goodUntil?: {
            /** The end of the month that comes so many months after the one in which they were earned. */
            monthEnd?: number
            /** The end of a day that every year has, like `03-31`; with `years`. */
            yearDay?: string
            /** So many years after the one in which they were earned; with `yearDay`. */
            years?: number
          }
        } | {
          /** Unique in the program; a rule keeps it from version to version. */
          id: number
          /** For people. */
          name?: string
          /** false: it is there but does nothing. */
          isActive?: boolean
          /** What it pays for. */
          kind: 'birthday'
          /** Points, at least 1. */
          points?: string
          /** The reward that is given without taking points for it, by its number; in a file, by its key. Any type but cashback. Either this or `points`, or both. */
          reward?: string
          /** Days until the points can be used. Default: 0. */
          waitingDays?: number
          /** Days for which the points are good, counted from when they can be used; null: for ever. */
          validityDays?: number | null
          /** Until when the points are good, instead of `validityDays`: `monthEnd`, or `yearDay` and `years`. Where that is before they can be used, it is the next such day. */
          goodUntil?: {
            /** The end of the month that comes so many months after the one in which they were earned. */
            monthEnd?: number
            /** The end of a day that every year has, like `03-31`; with `years`. */
            yearDay?: string
            /** So many years after the one in which they were earned; with `yearDay`. */
            years?: number
          }
        } | {
          /** Unique in the program; a rule keeps it from version to version. */
          id: number
          /** For people. */
          name?: string
          /** false: it is there but does nothing. */
          isActive?: boolean
          /** What it pays for. */
          kind: 'tierReached'
          /** Tiers, by their numbers; in a file, by their keys. */
          ids: string[]
          /** Points, at least 1. */
          points?: string
          /** The reward that is given without taking points for it, by its number; in a file, by its key. Any type but cashback. Either this or `points`, or both. */
          reward?: string
          /** Days until the points can be used. Default: 0. */
          waitingDays?: number
          /** Days for which the points are good, counted from when they can be used; null: for ever. */
          validityDays?: number | null
          /** Until when the points are good, instead of `validityDays`: `monthEnd`, or `yearDay` and `years`. Where that is before they can be used, it is the next such day. */
          goodUntil?: {
            /** The end of the month that comes so many months after the one in which they were earned. */
            monthEnd?: number
            /** The end of a day that every year has, like `03-31`; with `years`. */
            yearDay?: string
            /** So many years after the one in which they were earned; with `yearDay`. */
            years?: number
          }
        } | {
          /** Unique in the program; a rule keeps it from version to version. */
          id: number
          /** For people. */
          name?: string
          /** false: it is there but does nothing. */
          isActive?: boolean
          /** What it pays for. */
          kind: 'referral'
          /** What it is worth, at least 1. */
          points: string
          /** What has to count of the friend's first order. Default: 0. */
          minimumOrder?: string
          /** Within how many days of joining the friend has to place the first order. Default: 90. */
          withinDays?: number
          /** Points of the friend for the first order. Default: 0. */
          friendPoints?: string
          /** The reward that the friend gets for joining, by its number; in a file, by its key. Any type but cashback. */
          friendReward?: string
          /** For each customer. */
          limits?: {
            /** How often one customer earns with it in a day; null: as often as they like. */
            perDay?: number | null
            /** How often one customer earns with it at all; null: as often as they like. */
            ever?: number | null
          }
          /** Days until the points can be used. Default: 0. */
          waitingDays?: number
          /** Days for which the points are good, counted from when they can be used; null: for ever. */
          validityDays?: number | null
          /** Until when the points are good, instead of `validityDays`: `monthEnd`, or `yearDay` and `years`. Where that is before they can be used, it is the next such day. */
          goodUntil?: {
            /** The end of the month that comes so many months after the one in which they were earned. */
            monthEnd?: number
            /** The end of a day that every year has, like `03-31`; with `years`. */
            yearDay?: string
            /** So many years after the one in which they were earned; with `yearDay`. */
            years?: number
          }
        } | {
          /** Unique in the program; a rule keeps it from version to version. */
          id: number
          /** For people. */
          name?: string
          /** false: it is there but does nothing. */
          isActive?: boolean
          /** What it pays for. */
          kind: 'quiz'
          /** Days until the points can be used. Default: 0. */
          waitingDays?: number
          /** Days for which the points are good, counted from when they can be used; null: for ever. */
          validityDays?: number | null
          /** Until when the points are good, instead of `validityDays`: `monthEnd`, or `yearDay` and `years`. Where that is before they can be used, it is the next such day. */
          goodUntil?: {
            /** The end of the month that comes so many months after the one in which they were earned. */
            monthEnd?: number
            /** The end of a day that every year has, like `03-31`; with `years`. */
            yearDay?: string
            /** So many years after the one in which they were earned; with `yearDay`. */
            years?: number
          }
        } | {
          /** Unique in the program; a rule keeps it from version to version. */
          id: number
          /** For people. */
          name?: string
          /** false: it is there but does nothing. */
          isActive?: boolean
          /** What it pays for. */
          kind: 'custom'
          /** By which the merchant's backend reports it. */
          key: string
          /** For each customer. */
          limits?: {
            /** How often one customer earns with it in a day; null: as often as they like. */
            perDay?: number | null
            /** How often one customer earns with it at all; null: as often as they like. */
            ever?: number | null
          }
          /** What it is worth, at least 1. */
          points: string
          /** Days until the points can be used. Default: 0. */
          waitingDays?: number
          /** Days for which the points are good, counted from when they can be used; null: for ever. */
          validityDays?: number | null
          /** Until when the points are good, instead of `validityDays`: `monthEnd`, or `yearDay` and `years`. Where that is before they can be used, it is the next such day. */
          goodUntil?: {
            /** The end of the month that comes so many months after the one in which they were earned. */
            monthEnd?: number
            /** The end of a day that every year has, like `03-31`; with `years`. */
            yearDay?: string
            /** So many years after the one in which they were earned; with `yearDay`. */
            years?: number
          }
        })[]
      }
      /** The rules as sentences. */
      rules: {
        /** Its place in the program, like `/rules/1`. */
        pointer: string
        /** Of the rule; null: it has none, which is a problem. */
        id: number | null
        /** Of the rule; null: none that there is. */
        kind: string | null
        /** For people; empty: none. */
        name: string
        /** Whether it does anything. */
        isActive: boolean
        /** What it says; null: it is wrong, see the problems. */
        sentence: string | null
        /** The sentence in pieces, for editing in place. A rule with a wrong value has them too; none: it has the wrong shape. */
        parts: {
          /** Plain text; with `slot` there is none. */
          text?: string
          /** JSON pointer within the rule, like `/points`. `/bonus` is no member: it says which of `multiplier` and `points` the rule has. */
          slot?: string
          /** What is edited there. */
          kind?: 'number' | 'money' | 'days' | 'picker' | 'date' | 'choice' | 'weekdays' | 'hours' | 'set' | 'expiry'
          /** The member: decimal text of `number` and `money`, a number or null of `days`, ids of `picker`, names like `tue` of `weekdays` and of a `set`, beginnings and ends of `hours`, `goodUntil` of `expiry`. */
          value?: string | number | null | string[] | {
            /** Like `16:00`. */
            from: string
            /** The first minute after it, like `18:00`. */
            until: string
          }[] | {
            /** So many months later, until the end of the month. */
            monthEnd?: number
            /** Until the end of this day, like `03-31`. */
            yearDay?: string
            /** So many years later; with `yearDay`. */
            years?: number
          }
          /** The value as the sentence says it. */
          display?: string
          /** Of a `choice` or a `set`: all there are. */
          options?: {
            /** The value of the member. */
            value: string
            /** How the sentence says it. */
            display: string
          }[]
          /** Of a `picker`: what is picked. */
          picks?: 'product' | 'brand' | 'category' | 'paymentMethod' | 'branch' | 'tier' | 'action' | 'reward'
        }[]
      }[]
    }
  }
  /** What a version changed, in sentences. Needs the permission `program.read`. */
  'program.versions.diff': {
    input: {
      readonly path: { readonly tenant: number; readonly version: number }
      readonly query?: { readonly against?: number | undefined } | undefined
    }
    answer: {
      /** The version. */
      version: number
      /** What it was compared with. */
      against: number
      /** From the other to this one. */
      changes: {
        /** What became of it. */
        kind: 'added' | 'removed' | 'changed'
        /** Of the rule; null: the cashback. */
        ruleId: number | null
        /** Of a changed rule, like `multiplier`; null: the whole. */
        member: string | null
        /** As it was; null: it was not there. */
        before: unknown
        /** As it is; null: it is gone. */
        after: unknown
        /** The change, for a person. */
        sentence: string
      }[]
    }
  }
  /** Puts a version into the draft; publishing that is a rollback. Needs the permission `program.write`. In the audit: `program.restore`. */
  'program.versions.restore': {
    input: {
      readonly path: { readonly tenant: number; readonly version: number }
    }
    answer: {
      /** false: nothing is being prepared, and this is the current program. */
      exists: boolean
      /** The version that it is a change to; 0: none. */
      basedOn: number
      /** Why. */
      note: string | null
      /** Who did it. */
      savedBy: {
        /** What kind of actor it is. */
        kind: 'person' | 'token' | 'operator' | 'cli' | 'system'
        /** Its number, where it has one. */
        id: number | null
        /** Its name at that time. */
        label: string
      } | null
      /** When it was last saved. */
      savedAt: string | null
      /** As it was saved, also where it is wrong. */
      program: Record<string, unknown>
      /** The rules as sentences. */
      rules: {
        /** Its place in the program, like `/rules/1`. */
        pointer: string
        /** Of the rule; null: it has none, which is a problem. */
        id: number | null
        /** Of the rule; null: none that there is. */
        kind: string | null
        /** For people; empty: none. */
        name: string
        /** Whether it does anything. */
        isActive: boolean
        /** What it says; null: it is wrong, see the problems. */
        sentence: string | null
        /** The sentence in pieces, for editing in place. A rule with a wrong value has them too; none: it has the wrong shape. */
        parts: {
          /** Plain text; with `slot` there is none. */
          text?: string
          /** JSON pointer within the rule, like `/points`. `/bonus` is no member: it says which of `multiplier` and `points` the rule has. */
          slot?: string
          /** What is edited there. */
          kind?: 'number' | 'money' | 'days' | 'picker' | 'date' | 'choice' | 'weekdays' | 'hours' | 'set' | 'expiry'
          /** The member: decimal text of `number` and `money`, a number or null of `days`, ids of `picker`, names like `tue` of `weekdays` and of a `set`, beginnings and ends of `hours`, `goodUntil` of `expiry`. */
          value?: string | number | null | string[] | {
            /** Like `16:00`. */
            from: string
            /** The first minute after it, like `18:00`. */
            until: string
          }[] | {
            /** So many months later, until the end of the month. */
            monthEnd?: number
            /** Until the end of this day, like `03-31`. */
            yearDay?: string
            /** So many years later; with `yearDay`. */
            years?: number
          }
          /** The value as the sentence says it. */
          display?: string
          /** Of a `choice` or a `set`: all there are. */
          options?: {
            /** The value of the member. */
            value: string
            /** How the sentence says it. */
            display: string
          }[]
          /** Of a `picker`: what is picked. */
          picks?: 'product' | 'brand' | 'category' | 'paymentMethod' | 'branch' | 'tier' | 'action' | 'reward'
        }[]
      }[]
      /** All that is wrong; none: it can be published. */
      problems: {
        /** JSON pointer within the program. */
        pointer: string
        /** The name of the catalog of errors. */
        code?: string
        /** For a person. */
        message: string
      }[]
      /** Likely mistakes. */
      warnings: {
        /** JSON pointer within what it is about: the program, or the settings. */
        pointer: string
        /** A word for code, like `unknownId`. */
        name: string
        /** For a person. */
        message: string
        /** Number of another rule that it is about, as with `otherCard`. */
        otherRule?: number
      }[]
      /** Differences to the version that it is based on. */
      changes: {
        /** What became of it. */
        kind: 'added' | 'removed' | 'changed'
        /** Of the rule; null: the cashback. */
        ruleId: number | null
        /** Of a changed rule, like `multiplier`; null: the whole. */
        member: string | null
        /** As it was; null: it was not there. */
        before: unknown
        /** As it is; null: it is gone. */
        after: unknown
        /** The change, for a person. */
        sentence: string
      }[]
    }
  }
  /** What an order would earn, line by line, under the draft and under what is current. Needs the permission `program.read`. */
  'program.preview': {
    input: {
      readonly path: { readonly tenant: number }
      readonly body: {
        /** The draft, a version by its number, or a program. */
        of: 'draft' | number | Record<string, unknown>
        /** An order as it could be. */
        order?: {
          /** What was paid in all. */
          total: string
          /** The lines. */
          products?: {
            /** The product, by its id in the merchant's store. Left out: one that no rule names. */
            id?: string | undefined
            /** The price of the line; null: not known. */
            price?: string | null | undefined
            /** Its brand. Default: what the catalog says. */
            brandId?: string | null | undefined
            /** Its category, which is in those above it too. Default: what the catalog says. */
            categoryId?: string | null | undefined
            /** How many items the line is. Default: 1. */
            quantity?: number | undefined
            /** Whether the shop marks the line, as a sale item for example. */
            isMarked?: boolean | undefined
          }[] | undefined
          /** What of the total is shipping; null: not known. */
          shippingValue?: string | null | undefined
          /** How it was paid. */
          paymentMethodId?: string | null | undefined
          /** Where it was placed. */
          branchId?: string | null | undefined
          /** When. Default: now. */
          placedAt?: string | Date | undefined
        } | undefined
        /** An order that there is, by its id in the merchant's store, instead of `order`. */
        orderId?: string | undefined
        /** By the id in the merchant's store: whose tier counts, and whether it is their first order. */
        customerId?: string | undefined
        /** A tier instead of that of a customer. */
        tierId?: number | null | undefined
        /** Default: whether it is that of the customer; without one, no. */
        isFirstPurchase?: boolean | undefined
      }
    }
    answer: {
      /** What is earned. */
      points: string
      /** What that is worth. */
      cashback: string
      /** From when it can be used; null: nothing is earned. */
      availableAt: string | null
      /** The last second in which it is good; null: never. */
      expiresAt: string | null
      /** Why nothing is earned. */
      nothing: string | null
      /** What of the order counts: its total without what is left out. */
      counted: string
      /** They add up to the points. */
      lines: {
        /** Of the rule; null: a benefit of the customer's tier. */
        ruleId: number | null
        /** Of the rule, or `tierBenefit`. */
        kind: string
        /** Of the rule. */
        name: string
        /** Why these points. */
        sentence: string
        /** What it was computed on. */
        amount: string | null
        /** How many lines it applied to, where that counts. */
        count: number | null
        /** What it adds. */
        points: string
      }[]
      /** Why it is not more: bonuses that give nothing, and what is left out or cut off. */
      notMore: {
        /** Of the rule. */
        ruleId: number
        /** Of the rule; empty: none. */
        name: string
        /** A word for code. */
        why: 'notYet' | 'over' | 'otherDay' | 'otherHour' | 'otherTier' | 'otherBranch' | 'otherPayment' | 'belowItsMinimum' | 'notAmongFirst' | 'noSuchLine' | 'beaten' | 'limitReached' | 'capped' | 'excluded' | 'unpriced' | 'cardDone' | 'cardClosed' | 'beforeCard'
        /** For a person: a clause. */
        sentence: string
      }[]
      /** What it would do to the cards of the customer; without one, to cards on which nothing is. */
      cards: {
        /** Id of the card’s rule. */
        ruleId: number
        /** What the card is called; empty: it has no name. */
        name: string
        /** Of a card that counts money: what is spent for one stamp, and all stamps here are money. */
        perStamp: string | null
        /** Stamps on it before; below zero: owed. */
        before: string
        /** What the order would give. */
        stamps: string
        /** Stamps on it afterwards; below zero: owed. */
        after: string
        /** What fills the card that the customer has now. */
        size: string
        /** What fills the card that the customer would have afterwards. */
        sizeAfter: string
        /** How often it would be full. */
        fills: number
        /** Points for a full card; 0: none. */
        prize: string
        /** The reward for a full card; null: none. */
        reward: string | null
        /** The same for a person. */
        sentence: string
      }[]
      /** The same under what is current. */
      current: {
        /** What is earned. */
        points: string
        /** What that is worth. */
        cashback: string
        /** From when it can be used; null: nothing is earned. */
        availableAt: string | null
        /** The last second in which it is good; null: never. */
        expiresAt: string | null
        /** Why nothing is earned. */
        nothing: string | null
        /** What of the order counts: its total without what is left out. */
        counted: string
        /** They add up to the points. */
        lines: {
          /** Of the rule; null: a benefit of the customer's tier. */
          ruleId: number | null
          /** Of the rule, or `tierBenefit`. */
          kind: string
          /** Of the rule. */
          name: string
          /** Why these points. */
          sentence: string
          /** What it was computed on. */
          amount: string | null
          /** How many lines it applied to, where that counts. */
          count: number | null
          /** What it adds. */
          points: string
        }[]
        /** Why it is not more: bonuses that give nothing, and what is left out or cut off. */
        notMore: {
          /** Of the rule. */
          ruleId: number
          /** Of the rule; empty: none. */
          name: string
          /** A word for code. */
          why: 'notYet' | 'over' | 'otherDay' | 'otherHour' | 'otherTier' | 'otherBranch' | 'otherPayment' | 'belowItsMinimum' | 'notAmongFirst' | 'noSuchLine' | 'beaten' | 'limitReached' | 'capped' | 'excluded' | 'unpriced' | 'cardDone' | 'cardClosed' | 'beforeCard'
          /** For a person: a clause. */
          sentence: string
        }[]
      }
    }
  }
  /** The program: what is current, what takes effect later, and whether there is a draft. Needs the permission `program.read`. */
  'program.get': {
    input: {
      readonly path: { readonly tenant: number }
    }
    answer: {
      /** A published version with its rules. */
      current: {
        /** Its number. */
        version: number
        /** cancelled: it was scheduled, and never took effect. */
        state: 'current' | 'scheduled' | 'past' | 'cancelled'
        /** From when on is earned by it. */
        effectiveAt: string
        /** When it was published. */
        publishedAt: string
        /** Who did it. */
        publishedBy: {
          /** What kind of actor it is. */
          kind: 'person' | 'token' | 'operator' | 'cli' | 'system'
          /** Its number, where it has one. */
          id: number | null
          /** Its name at that time. */
          label: string
        } | null
        /** Why. */
        note: string | null
        /** panel, token, cli or job; null: published without an author. */
        source: string | null
        /** The program. */
        program: {
          /** What points are worth as money. */
          cashback: {
            /** Whether points are worth cashback. */
            isOn: boolean
            /** What one point is worth in the merchant's currency. */
            pointValue: string
          }
          /** How customers earn. */
          rules: ({
            /** Unique in the program; a rule keeps it from version to version. */
            id: number
            /** For people. */
            name?: string
            /** false: it is there but does nothing. */
            isActive?: boolean
            /** What it pays for. */
            kind: 'purchase'
            /** Points for every `perAmount`, above 0 and below 10000. */
            points: string
            /** In the merchant's currency, above 0. Default: 1. */
            perAmount?: string
            /** An order below this total earns nothing. Default: 0. */
            minimumOrder?: string
            /** To whole points. Default: floor. */
            rounding?: 'floor' | 'nearest' | 'ceiling'
            /** Days until the points can be used. Default: 0. */
            waitingDays?: number
            /** Days for which the points are good, counted from when they can be used; null: for ever. */
            validityDays?: number | null
            /** Until when the points are good, instead of `validityDays`: `monthEnd`, or `yearDay` and `years`. Where that is before they can be used, it is the next such day. */
            goodUntil?: {
              /** The end of the month that comes so many months after the one in which they were earned. */
              monthEnd?: number
              /** The end of a day that every year has, like `03-31`; with `years`. */
              yearDay?: string
              /** So many years after the one in which they were earned; with `yearDay`. */
              years?: number
            }
          } | {
            /** Unique in the program; a rule keeps it from version to version. */
            id: number
            /** For people. */
            name?: string
            /** false: it is there but does nothing. */
            isActive?: boolean
            /** What it pays for. */
            kind: 'exclude'
            /** What is left out: `product`, `brand` or `category` (with `ids`), lines that the shop `marked`, `shipping`, or `all` (needs `when`). */
            of: 'product' | 'brand' | 'category' | 'marked' | 'shipping' | 'all'
            /** By their ids in the merchant's store; only of products, brands and categories. */
            ids?: string[]
            /** Of what it is left out, each once. Default: points, stamps and tiers. */
            outOf?: ('points' | 'stamps' | 'tiers')[]
            /** Only when all of this is true of the order. */
            when?: {
              /** The first moment, ISO 8601 with an offset or Z. */
              from?: string
              /** The first moment after it. */
              until?: string
              /** On which weekdays, each once. */
              days?: ('mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun')[]
              /** At which hours of the merchant's clock. */
              hours?: {
                /** Like `16:00`. */
                from: string
                /** The first minute after it, like `18:00` or `24:00`; before `from`: over midnight. */
                until: string
              }[]
              /** For customers in these tiers, by their numbers; in a file, by their keys. */
              tiers?: string[]
              /** Placed at these branches, as orders name them. */
              branches?: string[]
              /** Paid with these, as orders name them. */
              paymentMethods?: string[]
            }
          } | {
            /** Unique in the program; a rule keeps it from version to version. */
            id: number
            /** For people. */
            name?: string
            /** false: it is there but does nothing. */
            isActive?: boolean
            /** What it pays for. */
            kind: 'cap'
            /** At most so many, at least 1. */
            points: string
            /** For which time it holds: each order, or all orders that were placed in the same day and so on. */
            per: 'order' | 'day' | 'week' | 'month' | 'year' | 'ever'
          } | {
            /** Unique in the program; a rule keeps it from version to version. */
            id: number
            /** For people. */
            name?: string
            /** false: it is there but does nothing. */
            isActive?: boolean
            /** What it pays for. */
            kind: 'product'
            /** Products, by their ids in the merchant's store. */
            ids: string[]
            /** What the points are multiplied by, 1 to 99.9999; either this or `points`. */
            multiplier?: string
            /** Points on top, at least 1; either this or `multiplier`. */
            points?: string
            /** Only when all of this is true of the order. */
            when?: {
              /** The first moment, ISO 8601 with an offset or Z. */
              from?: string
              /** The first moment after it. */
              until?: string
              /** On which weekdays, each once. */
              days?: ('mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun')[]
              /** At which hours of the merchant's clock. */
              hours?: {
                /** Like `16:00`. */
                from: string
                /** The first minute after it, like `18:00` or `24:00`; before `from`: over midnight. */
                until: string
              }[]
              /** For customers in these tiers, by their numbers; in a file, by their keys. */
              tiers?: string[]
              /** Placed at these branches, as orders name them. */
              branches?: string[]
              /** Paid with these, as orders name them. */
              paymentMethods?: string[]
              /** On orders of which at least this counts, above 0. */
              minimumOrder?: string
              /** On so many of each customer's first orders. */
              firstOrders?: number
            }
            /** true: it comes on top. false: of all that compete, only the best counts. Default: multipliers of products, brands, categories and campaigns compete, everything else comes on top. */
            stacks?: boolean
            /** How often a customer is given it at most. */
            limit?: {
              /** So many orders. */
              times: number
              /** Of each customer's orders that were placed in the same day, week and so on. */
              per: 'day' | 'week' | 'month' | 'year' | 'ever'
            }
          } | {
            /** Unique in the program; a rule keeps it from version to version. */
            id: number
            /** For people. */
            name?: string
            /** false: it is there but does nothing. */
            isActive?: boolean
            /** What it pays for. */
            kind: 'brand'
            /** Brands, by their ids in the merchant's store. */
            ids: string[]
            /** What the points are multiplied by, 1 to 99.9999; either this or `points`. */
            multiplier?: string
            /** Points on top, at least 1; either this or `multiplier`. */
            points?: string
            /** Only when all of this is true of the order. */
            when?: {
              /** The first moment, ISO 8601 with an offset or Z. */
              from?: string
              /** The first moment after it. */
              until?: string
              /** On which weekdays, each once. */
              days?: ('mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun')[]
              /** At which hours of the merchant's clock. */
              hours?: {
                /** Like `16:00`. */
                from: string
                /** The first minute after it, like `18:00` or `24:00`; before `from`: over midnight. */
                until: string
              }[]
              /** For customers in these tiers, by their numbers; in a file, by their keys. */
              tiers?: string[]
              /** Placed at these branches, as orders name them. */
              branches?: string[]
              /** Paid with these, as orders name them. */
              paymentMethods?: string[]
              /** On orders of which at least this counts, above 0. */
              minimumOrder?: string
              /** On so many of each customer's first orders. */
              firstOrders?: number
            }
            /** true: it comes on top. false: of all that compete, only the best counts. Default: multipliers of products, brands, categories and campaigns compete, everything else comes on top. */
            stacks?: boolean
            /** How often a customer is given it at most. */
            limit?: {
              /** So many orders. */
              times: number
              /** Of each customer's orders that were placed in the same day, week and so on. */
              per: 'day' | 'week' | 'month' | 'year' | 'ever'
            }
          } | {
            /** Unique in the program; a rule keeps it from version to version. */
            id: number
            /** For people. */
            name?: string
            /** false: it is there but does nothing. */
            isActive?: boolean
            /** What it pays for. */
            kind: 'category'
            /** Categories, by their ids in the merchant's store. */
            ids: string[]
            /** What the points are multiplied by, 1 to 99.9999; either this or `points`. */
            multiplier?: string
            /** Points on top, at least 1; either this or `multiplier`. */
            points?: string
            /** Only when all of this is true of the order. */
            when?: {
              /** The first moment, ISO 8601 with an offset or Z. */
              from?: string
              /** The first moment after it. */
              until?: string
              /** On which weekdays, each once. */
              days?: ('mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun')[]
              /** At which hours of the merchant's clock. */
              hours?: {
                /** Like `16:00`. */
                from: string
                /** The first minute after it, like `18:00` or `24:00`; before `from`: over midnight. */
                until: string
              }[]
              /** For customers in these tiers, by their numbers; in a file, by their keys. */
              tiers?: string[]
              /** Placed at these branches, as orders name them. */
              branches?: string[]
              /** Paid with these, as orders name them. */
              paymentMethods?: string[]
              /** On orders of which at least this counts, above 0. */
              minimumOrder?: string
              /** On so many of each customer's first orders. */
              firstOrders?: number
            }
            /** true: it comes on top. false: of all that compete, only the best counts. Default: multipliers of products, brands, categories and campaigns compete, everything else comes on top. */
            stacks?: boolean
            /** How often a customer is given it at most. */
            limit?: {
              /** So many orders. */
              times: number
              /** Of each customer's orders that were placed in the same day, week and so on. */
              per: 'day' | 'week' | 'month' | 'year' | 'ever'
            }
          } | {
            /** Unique in the program; a rule keeps it from version to version. */
            id: number
            /** For people. */
            name?: string
            /** false: it is there but does nothing. */
            isActive?: boolean
            /** What it pays for. */
            kind: 'paymentMethod'
            /** Payment methods, as orders name them. */
            ids: string[]
            /** What the points are multiplied by, 1 to 99.9999; either this or `points`. */
            multiplier?: string
            /** Points on top, at least 1; either this or `multiplier`. */
            points?: string
            /** Only when all of this is true of the order. */
            when?: {
              /** The first moment, ISO 8601 with an offset or Z. */
              from?: string
              /** The first moment after it. */
              until?: string
              /** On which weekdays, each once. */
              days?: ('mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun')[]
              /** At which hours of the merchant's clock. */
              hours?: {
                /** Like `16:00`. */
                from: string
                /** The first minute after it, like `18:00` or `24:00`; before `from`: over midnight. */
                until: string
              }[]
              /** For customers in these tiers, by their numbers; in a file, by their keys. */
              tiers?: string[]
              /** Placed at these branches, as orders name them. */
              branches?: string[]
              /** On orders of which at least this counts, above 0. */
              minimumOrder?: string
              /** On so many of each customer's first orders. */
              firstOrders?: number
            }
            /** true: it comes on top. false: of all that compete, only the best counts. Default: multipliers of products, brands, categories and campaigns compete, everything else comes on top. */
            stacks?: boolean
            /** How often a customer is given it at most. */
            limit?: {
              /** So many orders. */
              times: number
              /** Of each customer's orders that were placed in the same day, week and so on. */
              per: 'day' | 'week' | 'month' | 'year' | 'ever'
            }
          } | {
            /** Unique in the program; a rule keeps it from version to version. */
            id: number
            /** For people. */
            name?: string
            /** false: it is there but does nothing. */
            isActive?: boolean
            /** What it pays for. */
            kind: 'branch'
            /** Branches, as orders name them. */
            ids: string[]
            /** What the points are multiplied by, 1 to 99.9999; either this or `points`. */
            multiplier?: string
            /** Points on top, at least 1; either this or `multiplier`. */
            points?: string
            /** Only when all of this is true of the order. */
            when?: {
              /** The first moment, ISO 8601 with an offset or Z. */
              from?: string
              /** The first moment after it. */
              until?: string
              /** On which weekdays, each once. */
              days?: ('mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun')[]
              /** At which hours of the merchant's clock. */
              hours?: {
                /** Like `16:00`. */
                from: string
                /** The first minute after it, like `18:00` or `24:00`; before `from`: over midnight. */
                until: string
              }[]
              /** For customers in these tiers, by their numbers; in a file, by their keys. */
              tiers?: string[]
              /** Paid with these, as orders name them. */
              paymentMethods?: string[]
              /** On orders of which at least this counts, above 0. */
              minimumOrder?: string
              /** On so many of each customer's first orders. */
              firstOrders?: number
            }
            /** true: it comes on top. false: of all that compete, only the best counts. Default: multipliers of products, brands, categories and campaigns compete, everything else comes on top. */
            stacks?: boolean
            /** How often a customer is given it at most. */
            limit?: {
              /** So many orders. */
              times: number
              /** Of each customer's orders that were placed in the same day, week and so on. */
              per: 'day' | 'week' | 'month' | 'year' | 'ever'
            }
          } | {
            /** Unique in the program; a rule keeps it from version to version. */
            id: number
            /** For people. */
            name?: string
            /** false: it is there but does nothing. */
            isActive?: boolean
            /** What it pays for. */
            kind: 'tier'
            /** Tiers, by their numbers; in a file, by their keys. */
            ids: string[]
            /** What the points are multiplied by, 1 to 99.9999; either this or `points`. */
            multiplier?: string
            /** Points on top, at least 1; either this or `multiplier`. */
            points?: string
            /** Only when all of this is true of the order. */
            when?: {
              /** The first moment, ISO 8601 with an offset or Z. */
              from?: string
              /** The first moment after it. */
              until?: string
              /** On which weekdays, each once. */
              days?: ('mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun')[]
              /** At which hours of the merchant's clock. */
              hours?: {
                /** Like `16:00`. */
                from: string
                /** The first minute after it, like `18:00` or `24:00`; before `from`: over midnight. */
                until: string
              }[]
              /** Placed at these branches, as orders name them. */
              branches?: string[]
              /** Paid with these, as orders name them. */
              paymentMethods?: string[]
              /** On orders of which at least this counts, above 0. */
              minimumOrder?: string
              /** On so many of each customer's first orders. */
              firstOrders?: number
            }
            /** true: it comes on top. false: of all that compete, only the best counts. Default: multipliers of products, brands, categories and campaigns compete, everything else comes on top. */
            stacks?: boolean
            /** How often a customer is given it at most. */
            limit?: {
              /** So many orders. */
              times: number
              /** Of each customer's orders that were placed in the same day, week and so on. */
              per: 'day' | 'week' | 'month' | 'year' | 'ever'
            }
          } | {
            /** Unique in the program; a rule keeps it from version to version. */
            id: number
            /** For people. */
            name?: string
            /** false: it is there but does nothing. */
            isActive?: boolean
            /** What it pays for. */
            kind: 'firstPurchase'
            /** What the points are multiplied by, 1 to 99.9999; either this or `points`. */
            multiplier?: string
            /** Points on top, at least 1; either this or `multiplier`. */
            points?: string
            /** Only when all of this is true of the order. */
            when?: {
              /** The first moment, ISO 8601 with an offset or Z. */
              from?: string
              /** The first moment after it. */
              until?: string
              /** On which weekdays, each once. */
              days?: ('mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun')[]
              /** At which hours of the merchant's clock. */
              hours?: {
                /** Like `16:00`. */
                from: string
                /** The first minute after it, like `18:00` or `24:00`; before `from`: over midnight. */
                until: string
              }[]
              /** For customers in these tiers, by their numbers; in a file, by their keys. */
              tiers?: string[]
              /** Placed at these branches, as orders name them. */
              branches?: string[]
              /** Paid with these, as orders name them. */
              paymentMethods?: string[]
              /** On orders of which at least this counts, above 0. */
              minimumOrder?: string
            }
            /** true: it comes on top. false: of all that compete, only the best counts. Default: multipliers of products, brands, categories and campaigns compete, everything else comes on top. */
            stacks?: boolean
          } | {
            /** Unique in the program; a rule keeps it from version to version. */
            id: number
            /** For people. */
            name?: string
            /** false: it is there but does nothing. */
            isActive?: boolean
            /** What it pays for. */
            kind: 'campaign'
            /** What the points are multiplied by, 1 to 99.9999. */
            multiplier: string
            /** The first moment, ISO 8601 with an offset or Z. */
            startsAt: string
            /** The first moment after it. */
            endsAt: string
            /** Only when all of this is true of the order. */
            when?: {
              /** On which weekdays, each once. */
              days?: ('mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun')[]
              /** At which hours of the merchant's clock. */
              hours?: {
                /** Like `16:00`. */
                from: string
                /** The first minute after it, like `18:00` or `24:00`; before `from`: over midnight. */
                until: string
              }[]
              /** For customers in these tiers, by their numbers; in a file, by their keys. */
              tiers?: string[]
              /** Placed at these branches, as orders name them. */
              branches?: string[]
              /** Paid with these, as orders name them. */
              paymentMethods?: string[]
              /** On orders of which at least this counts, above 0. */
              minimumOrder?: string
              /** On so many of each customer's first orders. */
              firstOrders?: number
            }
            /** true: it comes on top. false: of all that compete, only the best counts. Default: multipliers of products, brands, categories and campaigns compete, everything else comes on top. */
            stacks?: boolean
            /** How often a customer is given it at most. */
            limit?: {
              /** So many orders. */
              times: number
              /** Of each customer's orders that were placed in the same day, week and so on. */
              per: 'day' | 'week' | 'month' | 'year' | 'ever'
            }
          } | {
            /** Unique in the program; a rule keeps it from version to version. */
            id: number
            /** For people. */
            name?: string
            /** false: it is there but does nothing. */
            isActive?: boolean
            /** What it pays for. */
            kind: 'card'
            /** What gives a stamp: each of the `items`, each of the `orders`, or each `perAmount` of `spend`. It never changes for an id. */
            counts: 'items' | 'orders' | 'spend'
            /** What `ids` are; required for `items`, with `ids`. */
            of?: 'product' | 'brand' | 'category'
            /** Only these count, by their ids in the merchant's store; with `of`. */
            ids?: string[]
            /** What is spent for one stamp, above 0; only for `spend`. */
            perAmount?: string
            /** How many stamps fill the card: at least 2; for `spend`, at least 1. */
            stamps: number
            /** How many stamps a customer gets at most. */
            stampLimit?: {
              /** So many stamps. */
              stamps: number
              /** For each order, or for all of a customer's orders of the same day, week or month. */
              per: 'order' | 'day' | 'week' | 'month'
            }
            /** For how many days stamps are good after `when.until`; only with that. Default: 3. */
            graceDays?: number
            /** For how many days after its own a stamp is good; null: for ever. */
            stampsGoodDays?: number | null
            /** true: a customer fills it once. Default: false. */
            once?: boolean
            /** Only when all of this is true of the order. */
            when?: {
              /** The first moment, ISO 8601 with an offset or Z. */
              from?: string
              /** The first moment after it. */
              until?: string
              /** On which weekdays, each once. */
              days?: ('mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun')[]
              /** At which hours of the merchant's clock. */
              hours?: {
                /** Like `16:00`. */
                from: string
                /** The first minute after it, like `18:00` or `24:00`; before `from`: over midnight. */
                until: string
              }[]
              /** For customers in these tiers, by their numbers; in a file, by their keys. */
              tiers?: string[]
              /** Placed at these branches, as orders name them. */
              branches?: string[]
              /** Paid with these, as orders name them. */
              paymentMethods?: string[]
              /** On orders of which at least this counts, above 0. */
              minimumOrder?: string
              /** On so many of each customer's first orders. */
              firstOrders?: number
            }
            /** Points, at least 1. */
            points?: string
            /** The reward that is given without taking points for it, by its number; in a file, by its key. Any type but cashback. Either this or `points`, or both. */
            reward?: string
            /** Days until the points can be used. Default: 0. */
            waitingDays?: number
            /** Days for which the points are good, counted from when they can be used; null: for ever. */
            validityDays?: number | null
            /** Until when the points are good, instead of `validityDays`: `monthEnd`, or `yearDay` and `years`. Where that is before they can be used, it is the next such day. */
            goodUntil?: {
              /** The end of the month that comes so many months after the one in which they were earned. */
              monthEnd?: number
              /** The end of a day that every year has, like `03-31`; with `years`. */
              yearDay?: string
              /** So many years after the one in which they were earned; with `yearDay`. */
              years?: number
            }
          } | {
            /** Unique in the program; a rule keeps it from version to version. */
            id: number
            /** For people. */
            name?: string
            /** false: it is there but does nothing. */
            isActive?: boolean
            /** What it pays for. */
            kind: 'order'
            /** What the points are multiplied by, 1 to 99.9999; either this or `points`. */
            multiplier?: string
            /** Points on top, at least 1; either this or `multiplier`. */
            points?: string
            /** Only when all of this is true of the order. */
            when: {
              /** The first moment, ISO 8601 with an offset or Z. */
              from?: string
              /** The first moment after it. */
              until?: string
              /** On which weekdays, each once. */
              days?: ('mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun')[]
              /** At which hours of the merchant's clock. */
              hours?: {
                /** Like `16:00`. */
                from: string
                /** The first minute after it, like `18:00` or `24:00`; before `from`: over midnight. */
                until: string
              }[]
              /** For customers in these tiers, by their numbers; in a file, by their keys. */
              tiers?: string[]
              /** Placed at these branches, as orders name them. */
              branches?: string[]
              /** Paid with these, as orders name them. */
              paymentMethods?: string[]
              /** On orders of which at least this counts, above 0. */
              minimumOrder?: string
              /** On so many of each customer's first orders. */
              firstOrders?: number
            }
            /** true: it comes on top. false: of all that compete, only the best counts. Default: multipliers of products, brands, categories and campaigns compete, everything else comes on top. */
            stacks?: boolean
            /** How often a customer is given it at most. */
            limit?: {
              /** So many orders. */
              times: number
              /** Of each customer's orders that were placed in the same day, week and so on. */
              per: 'day' | 'week' | 'month' | 'year' | 'ever'
            }
          } | {
            /** Unique in the program; a rule keeps it from version to version. */
            id: number
            /** For people. */
            name?: string
            /** false: it is there but does nothing. */
            isActive?: boolean
            /** What it pays for. */
            kind: 'signup'
            /** Points, at least 1. */
            points?: string
            /** The reward that is given without taking points for it, by its number; in a file, by its key. Any type but cashback. Either this or `points`, or both. */
            reward?: string
            /** Days until the points can be used. Default: 0. */
            waitingDays?: number
            /** Days for which the points are good, counted from when they can be used; null: for ever. */
            validityDays?: number | null
            /** Until when the points are good, instead of `validityDays`: `monthEnd`, or `yearDay` and `years`. Where that is before they can be used, it is the next such day. */
            goodUntil?: {
              /** The end of the month that comes so many months after the one in which they were earned. */
              monthEnd?: number
              /** The end of a day that every year has, like `03-31`; with `years`. */
              yearDay?: string
              /** So many years after the one in which they were earned; with `yearDay`. */
              years?: number
            }
          } | {
            /** Unique in the program; a rule keeps it from version to version. */
            id: number
            /** For people. */
            name?: string
            /** false: it is there but does nothing. */
            isActive?: boolean
            /** What it pays for. */
            kind: 'birthday'
            /** Points, at least 1. */
            points?: string
            /** The reward that is given without taking points for it, by its number; in a file, by its key. Any type but cashback. Either this or `points`, or both. */
            reward?: string
            /** Days until the points can be used. Default: 0. */
            waitingDays?: number
            /** Days for which the points are good, counted from when they can be used; null: for ever. */
            validityDays?: number | null
            /** Until when the points are good, instead of `validityDays`: `monthEnd`, or `yearDay` and `years`. Where that is before they can be used, it is the next such day. */
            goodUntil?: {
              /** The end of the month that comes so many months after the one in which they were earned. */
              monthEnd?: number
              /** The end of a day that every year has, like `03-31`; with `years`. */
              yearDay?: string
              /** So many years after the one in which they were earned; with `yearDay`. */
              years?: number
            }
          } | {
            /** Unique in the program; a rule keeps it from version to version. */
            id: number
            /** For people. */
            name?: string
            /** false: it is there but does nothing. */
            isActive?: boolean
            /** What it pays for. */
            kind: 'tierReached'
            /** Tiers, by their numbers; in a file, by their keys. */
            ids: string[]
            /** Points, at least 1. */
            points?: string
            /** The reward that is given without taking points for it, by its number; in a file, by its key. Any type but cashback. Either this or `points`, or both. */
            reward?: string
            /** Days until the points can be used. Default: 0. */
            waitingDays?: number
            /** Days for which the points are good, counted from when they can be used; null: for ever. */
            validityDays?: number | null
            /** Until when the points are good, instead of `validityDays`: `monthEnd`, or `yearDay` and `years`. Where that is before they can be used, it is the next such day. */
            goodUntil?: {
              /** The end of the month that comes so many months after the one in which they were earned. */
              monthEnd?: number
              /** The end of a day that every year has, like `03-31`; with `years`. */
              yearDay?: string
              /** So many years after the one in which they were earned; with `yearDay`. */
              years?: number
            }
          } | {
            /** Unique in the program; a rule keeps it from version to version. */
            id: number
            /** For people. */
            name?: string
            /** false: it is there but does nothing. */
            isActive?: boolean
            /** What it pays for. */
            kind: 'referral'
            /** What it is worth, at least 1. */
            points: string
            /** What has to count of the friend's first order. Default: 0. */
            minimumOrder?: string
            /** Within how many days of joining the friend has to place the first order. Default: 90. */
            withinDays?: number
            /** Points of the friend for the first order. Default: 0. */
            friendPoints?: string
            /** The reward that the friend gets for joining, by its number; in a file, by its key. Any type but cashback. */
            friendReward?: string
            /** For each customer. */
            limits?: {
              /** How often one customer earns with it in a day; null: as often as they like. */
              perDay?: number | null
              /** How often one customer earns with it at all; null: as often as they like. */
              ever?: number | null
            }
            /** Days until the points can be used. Default: 0. */
            waitingDays?: number
            /** Days for which the points are good, counted from when they can be used; null: for ever. */
            validityDays?: number | null
            /** Until when the points are good, instead of `validityDays`: `monthEnd`, or `yearDay` and `years`. Where that is before they can be used, it is the next such day. */
            goodUntil?: {
              /** The end of the month that comes so many months after the one in which they were earned. */
              monthEnd?: number
              /** The end of a day that every year has, like `03-31`; with `years`. */
              yearDay?: string
              /** So many years after the one in which they were earned; with `yearDay`. */
              years?: number
            }
          } | {
            /** Unique in the program; a rule keeps it from version to version. */
            id: number
            /** For people. */
            name?: string
            /** false: it is there but does nothing. */
            isActive?: boolean
            /** What it pays for. */
            kind: 'quiz'
            /** Days until the points can be used. Default: 0. */
            waitingDays?: number
            /** Days for which the points are good, counted from when they can be used; null: for ever. */
            validityDays?: number | null
            /** Until when the points are good, instead of `validityDays`: `monthEnd`, or `yearDay` and `years`. Where that is before they can be used, it is the next such day. */
            goodUntil?: {
              /** The end of the month that comes so many months after the one in which they were earned. */
              monthEnd?: number
              /** The end of a day that every year has, like `03-31`; with `years`. */
              yearDay?: string
              /** So many years after the one in which they were earned; with `yearDay`. */
              years?: number
            }
          } | {
            /** Unique in the program; a rule keeps it from version to version. */
            id: number
            /** For people. */
            name?: string
            /** false: it is there but does nothing. */
            isActive?: boolean
            /** What it pays for. */
            kind: 'custom'
            /** By which the merchant's backend reports it. */
            key: string
            /** For each customer. */
            limits?: {
              /** How often one customer earns with it in a day; null: as often as they like. */
              perDay?: number | null
              /** How often one customer earns with it at all; null: as often as they like. */
              ever?: number | null
            }
            /** What it is worth, at least 1. */
            points: string
            /** Days until the points can be used. Default: 0. */
            waitingDays?: number
            /** Days for which the points are good, counted from when they can be used; null: for ever. */
            validityDays?: number | null
            /** Until when the points are good, instead of `validityDays`: `monthEnd`, or `yearDay` and `years`. Where that is before they can be used, it is the next such day. */
            goodUntil?: {
              /** The end of the month that comes so many months after the one in which they were earned. */
              monthEnd?: number
              /** The end of a day that every year has, like `03-31`; with `years`. */
              yearDay?: string
              /** So many years after the one in which they were earned; with `yearDay`. */
              years?: number
            }
          })[]
        }
        /** The rules as sentences. */
        rules: {
          /** Its place in the program, like `/rules/1`. */
          pointer: string
          /** Of the rule; null: it has none, which is a problem. */
          id: number | null
          /** Of the rule; null: none that there is. */
          kind: string | null
          /** For people; empty: none. */
          name: string
          /** Whether it does anything. */
          isActive: boolean
          /** What it says; null: it is wrong, see the problems. */
          sentence: string | null
          /** The sentence in pieces, for editing in place. A rule with a wrong value has them too; none: it has the wrong shape. */
          parts: {
            /** Plain text; with `slot` there is none. */
            text?: string
            /** JSON pointer within the rule, like `/points`. `/bonus` is no member: it says which of `multiplier` and `points` the rule has. */
            slot?: string
            /** What is edited there. */
            kind?: 'number' | 'money' | 'days' | 'picker' | 'date' | 'choice' | 'weekdays' | 'hours' | 'set' | 'expiry'
            /** The member: decimal text of `number` and `money`, a number or null of `days`, ids of `picker`, names like `tue` of `weekdays` and of a `set`, beginnings and ends of `hours`, `goodUntil` of `expiry`. */
            value?: string | number | null | string[] | {
              /** Like `16:00`. */
              from: string
              /** The first minute after it, like `18:00`. */
              until: string
            }[] | {
              /** So many months later, until the end of the month. */
              monthEnd?: number
              /** Until the end of this day, like `03-31`. */
              yearDay?: string
              /** So many years later; with `yearDay`. */
              years?: number
            }
            /** The value as the sentence says it. */
            display?: string
            /** Of a `choice` or a `set`: all there are. */
            options?: {
              /** The value of the member. */
              value: string
              /** How the sentence says it. */
              display: string
            }[]
            /** Of a `picker`: what is picked. */
            picks?: 'product' | 'brand' | 'category' | 'paymentMethod' | 'branch' | 'tier' | 'action' | 'reward'
          }[]
        }[]
      } | null
      /** A published version with its rules. */
      scheduled: {
        /** Its number. */
        version: number
        /** cancelled: it was scheduled, and never took effect. */
        state: 'current' | 'scheduled' | 'past' | 'cancelled'
        /** From when on is earned by it. */
        effectiveAt: string
        /** When it was published. */
        publishedAt: string
        /** Who did it. */
        publishedBy: {
          /** What kind of actor it is. */
          kind: 'person' | 'token' | 'operator' | 'cli' | 'system'
          /** Its number, where it has one. */
          id: number | null
          /** Its name at that time. */
          label: string
        } | null
        /** Why. */
        note: string | null
        /** panel, token, cli or job; null: published without an author. */
        source: string | null
        /** The program. */
        program: {
          /** What points are worth as money. */
          cashback: {
            /** Whether points are worth cashback. */
            isOn: boolean
            /** What one point is worth in the merchant's currency. */
            pointValue: string
          }
          /** How customers earn. */
          rules: ({
            /** Unique in the program; a rule keeps it from version to version. */
            id: number
            /** For people. */
            name?: string
            /** false: it is there but does nothing. */
            isActive?: boolean
            /** What it pays for. */
            kind: 'purchase'
            /** Points for every `perAmount`, above 0 and below 10000. */
            points: string
            /** In the merchant's currency, above 0. Default: 1. */
            perAmount?: string
            /** An order below this total earns nothing. Default: 0. */
            minimumOrder?: string
            /** To whole points. Default: floor. */
            rounding?: 'floor' | 'nearest' | 'ceiling'
            /** Days until the points can be used. Default: 0. */
            waitingDays?: number
            /** Days for which the points are good, counted from when they can be used; null: for ever. */
            validityDays?: number | null
            /** Until when the points are good, instead of `validityDays`: `monthEnd`, or `yearDay` and `years`. Where that is before they can be used, it is the next such day. */
            goodUntil?: {
              /** The end of the month that comes so many months after the one in which they were earned. */
              monthEnd?: number
              /** The end of a day that every year has, like `03-31`; with `years`. */
              yearDay?: string
              /** So many years after the one in which they were earned; with `yearDay`. */
              years?: number
            }
          } | {
            /** Unique in the program; a rule keeps it from version to version. */
            id: number
            /** For people. */
            name?: string
            /** false: it is there but does nothing. */
            isActive?: boolean
            /** What it pays for. */
            kind: 'exclude'
            /** What is left out: `product`, `brand` or `category` (with `ids`), lines that the shop `marked`, `shipping`, or `all` (needs `when`). */
            of: 'product' | 'brand' | 'category' | 'marked' | 'shipping' | 'all'
            /** By their ids in the merchant's store; only of products, brands and categories. */
            ids?: string[]
            /** Of what it is left out, each once. Default: points, stamps and tiers. */
            outOf?: ('points' | 'stamps' | 'tiers')[]
            /** Only when all of this is true of the order. */
            when?: {
              /** The first moment, ISO 8601 with an offset or Z. */
              from?: string
              /** The first moment after it. */
              until?: string
              /** On which weekdays, each once. */
              days?: ('mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun')[]
              /** At which hours of the merchant's clock. */
              hours?: {
                /** Like `16:00`. */
                from: string
                /** The first minute after it, like `18:00` or `24:00`; before `from`: over midnight. */
                until: string
              }[]
              /** For customers in these tiers, by their numbers; in a file, by their keys. */
              tiers?: string[]
              /** Placed at these branches, as orders name them. */
              branches?: string[]
              /** Paid with these, as orders name them. */
              paymentMethods?: string[]
            }
          } | {
            /** Unique in the program; a rule keeps it from version to version. */
            id: number
            /** For people. */
            name?: string
            /** false: it is there but does nothing. */
            isActive?: boolean
            /** What it pays for. */
            kind: 'cap'
            /** At most so many, at least 1. */
            points: string
            /** For which time it holds: each order, or all orders that were placed in the same day and so on. */
            per: 'order' | 'day' | 'week' | 'month' | 'year' | 'ever'
          } | {
            /** Unique in the program; a rule keeps it from version to version. */
            id: number
            /** For people. */
            name?: string
            /** false: it is there but does nothing. */
            isActive?: boolean
            /** What it pays for. */
            kind: 'product'
            /** Products, by their ids in the merchant's store. */
            ids: string[]
            /** What the points are multiplied by, 1 to 99.9999; either this or `points`. */
            multiplier?: string
            /** Points on top, at least 1; either this or `multiplier`. */
            points?: string
            /** Only when all of this is true of the order. */
            when?: {
              /** The first moment, ISO 8601 with an offset or Z. */
              from?: string
              /** The first moment after it. */
              until?: string
              /** On which weekdays, each once. */
              days?: ('mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun')[]
              /** At which hours of the merchant's clock. */
              hours?: {
                /** Like `16:00`. */
                from: string
                /** The first minute after it, like `18:00` or `24:00`; before `from`: over midnight. */
                until: string
              }[]
              /** For customers in these tiers, by their numbers; in a file, by their keys. */
              tiers?: string[]
              /** Placed at these branches, as orders name them. */
              branches?: string[]
              /** Paid with these, as orders name them. */
              paymentMethods?: string[]
              /** On orders of which at least this counts, above 0. */
              minimumOrder?: string
              /** On so many of each customer's first orders. */
              firstOrders?: number
            }
            /** true: it comes on top. false: of all that compete, only the best counts. Default: multipliers of products, brands, categories and campaigns compete, everything else comes on top. */
            stacks?: boolean
            /** How often a customer is given it at most. */
            limit?: {
              /** So many orders. */
              times: number
              /** Of each customer's orders that were placed in the same day, week and so on. */
              per: 'day' | 'week' | 'month' | 'year' | 'ever'
            }
          } | {
            /** Unique in the program; a rule keeps it from version to version. */
            id: number
            /** For people. */
            name?: string
            /** false: it is there but does nothing. */
            isActive?: boolean
            /** What it pays for. */
            kind: 'brand'
            /** Brands, by their ids in the merchant's store. */
            ids: string[]
            /** What the points are multiplied by, 1 to 99.9999; either this or `points`. */
            multiplier?: string
            /** Points on top, at least 1; either this or `multiplier`. */
            points?: string
            /** Only when all of this is true of the order. */
            when?: {
              /** The first moment, ISO 8601 with an offset or Z. */
              from?: string
              /** The first moment after it. */
              until?: string
              /** On which weekdays, each once. */
              days?: ('mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun')[]
              /** At which hours of the merchant's clock. */
              hours?: {
                /** Like `16:00`. */
                from: string
                /** The first minute after it, like `18:00` or `24:00`; before `from`: over midnight. */
                until: string
              }[]
              /** For customers in these tiers, by their numbers; in a file, by their keys. */
              tiers?: string[]
              /** Placed at these branches, as orders name them. */
              branches?: string[]
              /** Paid with these, as orders name them. */
              paymentMethods?: string[]
              /** On orders of which at least this counts, above 0. */
              minimumOrder?: string
              /** On so many of each customer's first orders. */
              firstOrders?: number
            }
            /** true: it comes on top. false: of all that compete, only the best counts. Default: multipliers of products, brands, categories and campaigns compete, everything else comes on top. */
            stacks?: boolean
            /** How often a customer is given it at most. */
            limit?: {
              /** So many orders. */
              times: number
              /** Of each customer's orders that were placed in the same day, week and so on. */
              per: 'day' | 'week' | 'month' | 'year' | 'ever'
            }
          } | {
            /** Unique in the program; a rule keeps it from version to version. */
            id: number
            /** For people. */
            name?: string
            /** false: it is there but does nothing. */
            isActive?: boolean
            /** What it pays for. */
            kind: 'category'
            /** Categories, by their ids in the merchant's store. */
            ids: string[]
            /** What the points are multiplied by, 1 to 99.9999; either this or `points`. */
            multiplier?: string
            /** Points on top, at least 1; either this or `multiplier`. */
            points?: string
            /** Only when all of this is true of the order. */
            when?: {
              /** The first moment, ISO 8601 with an offset or Z. */
              from?: string
              /** The first moment after it. */
              until?: string
              /** On which weekdays, each once. */
              days?: ('mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun')[]
              /** At which hours of the merchant's clock. */
              hours?: {
                /** Like `16:00`. */
                from: string
                /** The first minute after it, like `18:00` or `24:00`; before `from`: over midnight. */
                until: string
              }[]
              /** For customers in these tiers, by their numbers; in a file, by their keys. */
              tiers?: string[]
              /** Placed at these branches, as orders name them. */
              branches?: string[]
              /** Paid with these, as orders name them. */
              paymentMethods?: string[]
              /** On orders of which at least this counts, above 0. */
              minimumOrder?: string
              /** On so many of each customer's first orders. */
              firstOrders?: number
            }
            /** true: it comes on top. false: of all that compete, only the best counts. Default: multipliers of products, brands, categories and campaigns compete, everything else comes on top. */
            stacks?: boolean
            /** How often a customer is given it at most. */
            limit?: {
              /** So many orders. */
              times: number
              /** Of each customer's orders that were placed in the same day, week and so on. */
              per: 'day' | 'week' | 'month' | 'year' | 'ever'
            }
          } | {
            /** Unique in the program; a rule keeps it from version to version. */
            id: number
            /** For people. */
            name?: string
            /** false: it is there but does nothing. */
            isActive?: boolean
            /** What it pays for. */
            kind: 'paymentMethod'
            /** Payment methods, as orders name them. */
            ids: string[]
            /** What the points are multiplied by, 1 to 99.9999; either this or `points`. */
            multiplier?: string
            /** Points on top, at least 1; either this or `multiplier`. */
            points?: string
            /** Only when all of this is true of the order. */
            when?: {
              /** The first moment, ISO 8601 with an offset or Z. */
              from?: string
              /** The first moment after it. */
              until?: string
              /** On which weekdays, each once. */
              days?: ('mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun')[]
              /** At which hours of the merchant's clock. */
              hours?: {
                /** Like `16:00`. */
                from: string
                /** The first minute after it, like `18:00` or `24:00`; before `from`: over midnight. */
                until: string
              }[]
              /** For customers in these tiers, by their numbers; in a file, by their keys. */
              tiers?: string[]
              /** Placed at these branches, as orders name them. */
              branches?: string[]
              /** On orders of which at least this counts, above 0. */
              minimumOrder?: string
              /** On so many of each customer's first orders. */
              firstOrders?: number
            }
            /** true: it comes on top. false: of all that compete, only the best counts. Default: multipliers of products, brands, categories and campaigns compete, everything else comes on top. */
            stacks?: boolean
            /** How often a customer is given it at most. */
            limit?: {
              /** So many orders. */
              times: number
              /** Of each customer's orders that were placed in the same day, week and so on. */
              per: 'day' | 'week' | 'month' | 'year' | 'ever'
            }
          } | {
            /** Unique in the program; a rule keeps it from version to version. */
            id: number
            /** For people. */
            name?: string
            /** false: it is there but does nothing. */
            isActive?: boolean
            /** What it pays for. */
            kind: 'branch'
            /** Branches, as orders name them. */
            ids: string[]
            /** What the points are multiplied by, 1 to 99.9999; either this or `points`. */
            multiplier?: string
            /** Points on top, at least 1; either this or `multiplier`. */
            points?: string
            /** Only when all of this is true of the order. */
            when?: {
              /** The first moment, ISO 8601 with an offset or Z. */
              from?: string
              /** The first moment after it. */
              until?: string
              /** On which weekdays, each once. */
              days?: ('mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun')[]
              /** At which hours of the merchant's clock. */
              hours?: {
                /** Like `16:00`. */
                from: string
                /** The first minute after it, like `18:00` or `24:00`; before `from`: over midnight. */
                until: string
              }[]
              /** For customers in these tiers, by their numbers; in a file, by their keys. */
              tiers?: string[]
              /** Paid with these, as orders name them. */
              paymentMethods?: string[]
              /** On orders of which at least this counts, above 0. */
              minimumOrder?: string
              /** On so many of each customer's first orders. */
              firstOrders?: number
            }
            /** true: it comes on top. false: of all that compete, only the best counts. Default: multipliers of products, brands, categories and campaigns compete, everything else comes on top. */
            stacks?: boolean
            /** How often a customer is given it at most. */
            limit?: {
              /** So many orders. */
              times: number
              /** Of each customer's orders that were placed in the same day, week and so on. */
              per: 'day' | 'week' | 'month' | 'year' | 'ever'
            }
          } | {
            /** Unique in the program; a rule keeps it from version to version. */
            id: number
            /** For people. */
            name?: string
            /** false: it is there but does nothing. */
            isActive?: boolean
            /** What it pays for. */
            kind: 'tier'
            /** Tiers, by their numbers; in a file, by their keys. */
            ids: string[]
            /** What the points are multiplied by, 1 to 99.9999; either this or `points`. */
            multiplier?: string
            /** Points on top, at least 1; either this or `multiplier`. */
            points?: string
            /** Only when all of this is true of the order. */
            when?: {
              /** The first moment, ISO 8601 with an offset or Z. */
              from?: string
              /** The first moment after it. */
              until?: string
              /** On which weekdays, each once. */
              days?: ('mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun')[]
              /** At which hours of the merchant's clock. */
              hours?: {
                /** Like `16:00`. */
                from: string
                /** The first minute after it, like `18:00` or `24:00`; before `from`: over midnight. */
                until: string
              }[]
              /** Placed at these branches, as orders name them. */
              branches?: string[]
              /** Paid with these, as orders name them. */
              paymentMethods?: string[]
              /** On orders of which at least this counts, above 0. */
              minimumOrder?: string
              /** On so many of each customer's first orders. */
              firstOrders?: number
            }
            /** true: it comes on top. false: of all that compete, only the best counts. Default: multipliers of products, brands, categories and campaigns compete, everything else comes on top. */
            stacks?: boolean
            /** How often a customer is given it at most. */
            limit?: {
              /** So many orders. */
              times: number
              /** Of each customer's orders that were placed in the same day, week and so on. */
              per: 'day' | 'week' | 'month' | 'year' | 'ever'
            }
          } | {
            /** Unique in the program; a rule keeps it from version to version. */
            id: number
            /** For people. */
            name?: string
            /** false: it is there but does nothing. */
            isActive?: boolean
            /** What it pays for. */
            kind: 'firstPurchase'
            /** What the points are multiplied by, 1 to 99.9999; either this or `points`. */
            multiplier?: string
            /** Points on top, at least 1; either this or `multiplier`. */
            points?: string
            /** Only when all of this is true of the order. */
            when?: {
              /** The first moment, ISO 8601 with an offset or Z. */
              from?: string
              /** The first moment after it. */
              until?: string
              /** On which weekdays, each once. */
              days?: ('mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun')[]
              /** At which hours of the merchant's clock. */
              hours?: {
                /** Like `16:00`. */
                from: string
                /** The first minute after it, like `18:00` or `24:00`; before `from`: over midnight. */
                until: string
              }[]
              /** For customers in these tiers, by their numbers; in a file, by their keys. */
              tiers?: string[]
              /** Placed at these branches, as orders name them. */
              branches?: string[]
              /** Paid with these, as orders name them. */
              paymentMethods?: string[]
              /** On orders of which at least this counts, above 0. */
              minimumOrder?: string
            }
            /** true: it comes on top. false: of all that compete, only the best counts. Default: multipliers of products, brands, categories and campaigns compete, everything else comes on top. */
            stacks?: boolean
          } | {
            /** Unique in the program; a rule keeps it from version to version. */
            id: number
            /** For people. */
            name?: string
            /** false: it is there but does nothing. */
            isActive?: boolean
            /** What it pays for. */
            kind: 'campaign'
            /** What the points are multiplied by, 1 to 99.9999. */
            multiplier: string
            /** The first moment, ISO 8601 with an offset or Z. */
            startsAt: string
            /** The first moment after it. */
            endsAt: string
            /** Only when all of this is true of the order. */
            when?: {
              /** On which weekdays, each once. */
              days?: ('mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun')[]
              /** At which hours of the merchant's clock. */
              hours?: {
                /** Like `16:00`. */
                from: string
                /** The first minute after it, like `18:00` or `24:00`; before `from`: over midnight. */
                until: string
              }[]
              /** For customers in these tiers, by their numbers; in a file, by their keys. */
              tiers?: string[]
              /** Placed at these branches, as orders name them. */
              branches?: string[]
              /** Paid with these, as orders name them. */
              paymentMethods?: string[]
              /** On orders of which at least this counts, above 0. */
              minimumOrder?: string
              /** On so many of each customer's first orders. */
              firstOrders?: number
            }
            /** true: it comes on top. false: of all that compete, only the best counts. Default: multipliers of products, brands, categories and campaigns compete, everything else comes on top. */
            stacks?: boolean
            /** How often a customer is given it at most. */
            limit?: {
              /** So many orders. */
              times: number
              /** Of each customer's orders that were placed in the same day, week and so on. */
              per: 'day' | 'week' | 'month' | 'year' | 'ever'
            }
          } | {
            /** Unique in the program; a rule keeps it from version to version. */
            id: number
            /** For people. */
            name?: string
            /** false: it is there but does nothing. */
            isActive?: boolean
            /** What it pays for. */
            kind: 'card'
            /** What gives a stamp: each of the `items`, each of the `orders`, or each `perAmount` of `spend`. It never changes for an id. */
            counts: 'items' | 'orders' | 'spend'
            /** What `ids` are; required for `items`, with `ids`. */
            of?: 'product' | 'brand' | 'category'
            /** Only these count, by their ids in the merchant's store; with `of`. */
            ids?: string[]
            /** What is spent for one stamp, above 0; only for `spend`. */
            perAmount?: string
            /** How many stamps fill the card: at least 2; for `spend`, at least 1. */
            stamps: number
            /** How many stamps a customer gets at most. */
            stampLimit?: {
              /** So many stamps. */
              stamps: number
              /** For each order, or for all of a customer's orders of the same day, week or month. */
              per: 'order' | 'day' | 'week' | 'month'
            }
            /** For how many days stamps are good after `when.until`; only with that. Default: 3. */
            graceDays?: number
            /** For how many days after its own a stamp is good; null: for ever. */
            stampsGoodDays?: number | null
            /** true: a customer fills it once. Default: false. */
            once?: boolean
            /** Only when all of this is true of the order. */
            when?: {
              /** The first moment, ISO 8601 with an offset or Z. */
              from?: string
              /** The first moment after it. */
              until?: string
              /** On which weekdays, each once. */
              days?: ('mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun')[]
              /** At which hours of the merchant's clock. */
              hours?: {
                /** Like `16:00`. */
                from: string
                /** The first minute after it, like `18:00` or `24:00`; before `from`: over midnight. */
                until: string
              }[]
              /** For customers in these tiers, by their numbers; in a file, by their keys. */
              tiers?: string[]
              /** Placed at these branches, as orders name them. */
              branches?: string[]
              /** Paid with these, as orders name them. */
              paymentMethods?: string[]
              /** On orders of which at least this counts, above 0. */
              minimumOrder?: string
              /** On so many of each customer's first orders. */
              firstOrders?: number
            }
            /** Points, at least 1. */
            points?: string
            /** The reward that is given without taking points for it, by its number; in a file, by its key. Any type but cashback. Either this or `points`, or both. */
            reward?: string
            /** Days until the points can be used. Default: 0. */
            waitingDays?: number
            /** Days for which the points are good, counted from when they can be used; null: for ever. */
            validityDays?: number | null
            /** Until when the points are good, instead of `validityDays`: `monthEnd`, or `yearDay` and `years`. Where that is before they can be used, it is the next such day. */
            goodUntil?: {
              /** The end of the month that comes so many months after the one in which they were earned. */
              monthEnd?: number
              /** The end of a day that every year has, like `03-31`; with `years`. */
              yearDay?: string
              /** So many years after the one in which they were earned; with `yearDay`. */
              years?: number
            }
          } | {
            /** Unique in the program; a rule keeps it from version to version. */
            id: number
            /** For people. */
            name?: string
            /** false: it is there but does nothing. */
            isActive?: boolean
            /** What it pays for. */
            kind: 'order'
            /** What the points are multiplied by, 1 to 99.9999; either this or `points`. */
            multiplier?: string
            /** Points on top, at least 1; either this or `multiplier`. */
            points?: string
            /** Only when all of this is true of the order. */
            when: {
              /** The first moment, ISO 8601 with an offset or Z. */
              from?: string
              /** The first moment after it. */
              until?: string
              /** On which weekdays, each once. */
              days?: ('mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun')[]
              /** At which hours of the merchant's clock. */
              hours?: {
                /** Like `16:00`. */
                from: string
                /** The first minute after it, like `18:00` or `24:00`; before `from`: over midnight. */
                until: string
              }[]
              /** For customers in these tiers, by their numbers; in a file, by their keys. */
              tiers?: string[]
              /** Placed at these branches, as orders name them. */
              branches?: string[]
              /** Paid with these, as orders name them. */
              paymentMethods?: string[]
              /** On orders of which at least this counts, above 0. */
              minimumOrder?: string
              /** On so many of each customer's first orders. */
              firstOrders?: number
            }
            /** true: it comes on top. false: of all that compete, only the best counts. Default: multipliers of products, brands, categories and campaigns compete, everything else comes on top. */
            stacks?: boolean
            /** How often a customer is given it at most. */
            limit?: {
              /** So many orders. */
              times: number
              /** Of each customer's orders that were placed in the same day, week and so on. */
              per: 'day' | 'week' | 'month' | 'year' | 'ever'
            }
          } | {
            /** Unique in the program; a rule keeps it from version to version. */
            id: number
            /** For people. */
            name?: string
            /** false: it is there but does nothing. */
            isActive?: boolean
            /** What it pays for. */
            kind: 'signup'
            /** Points, at least 1. */
            points?: string
            /** The reward that is given without taking points for it, by its number; in a file, by its key. Any type but cashback. Either this or `points`, or both. */
            reward?: string
            /** Days until the points can be used. Default: 0. */
            waitingDays?: number
            /** Days for which the points are good, counted from when they can be used; null: for ever. */
            validityDays?: number | null
            /** Until when the points are good, instead of `validityDays`: `monthEnd`, or `yearDay` and `years`. Where that is before they can be used, it is the next such day. */
            goodUntil?: {
              /** The end of the month that comes so many months after the one in which they were earned. */
              monthEnd?: number
              /** The end of a day that every year has, like `03-31`; with `years`. */
              yearDay?: string
              /** So many years after the one in which they were earned; with `yearDay`. */
              years?: number
            }
          } | {
            /** Unique in the program; a rule keeps it from version to version. */
            id: number
            /** For people. */
            name?: string
            /** false: it is there but does nothing. */
            isActive?: boolean
            /** What it pays for. */
            kind: 'birthday'
            /** Points, at least 1. */
            points?: string
            /** The reward that is given without taking points for it, by its number; in a file, by its key. Any type but cashback. Either this or `points`, or both. */
            reward?: string
            /** Days until the points can be used. Default: 0. */
            waitingDays?: number
            /** Days for which the points are good, counted from when they can be used; null: for ever. */
            validityDays?: number | null
            /** Until when the points are good, instead of `validityDays`: `monthEnd`, or `yearDay` and `years`. Where that is before they can be used, it is the next such day. */
            goodUntil?: {
              /** The end of the month that comes so many months after the one in which they were earned. */
              monthEnd?: number
              /** The end of a day that every year has, like `03-31`; with `years`. */
              yearDay?: string
              /** So many years after the one in which they were earned; with `yearDay`. */
              years?: number
            }
          } | {
            /** Unique in the program; a rule keeps it from version to version. */
            id: number
            /** For people. */
            name?: string
            /** false: it is there but does nothing. */
            isActive?: boolean
            /** What it pays for. */
            kind: 'tierReached'
            /** Tiers, by their numbers; in a file, by their keys. */
            ids: string[]
            /** Points, at least 1. */
            points?: string
            /** The reward that is given without taking points for it, by its number; in a file, by its key. Any type but cashback. Either this or `points`, or both. */
            reward?: string
            /** Days until the points can be used. Default: 0. */
            waitingDays?: number
            /** Days for which the points are good, counted from when they can be used; null: for ever. */
            validityDays?: number | null
            /** Until when the points are good, instead of `validityDays`: `monthEnd`, or `yearDay` and `years`. Where that is before they can be used, it is the next such day. */
            goodUntil?: {
              /** The end of the month that comes so many months after the one in which they were earned. */
              monthEnd?: number
              /** The end of a day that every year has, like `03-31`; with `years`. */
              yearDay?: string
              /** So many years after the one in which they were earned; with `yearDay`. */
              years?: number
            }
          } | {
            /** Unique in the program; a rule keeps it from version to version. */
            id: number
            /** For people. */
            name?: string
            /** false: it is there but does nothing. */
            isActive?: boolean
            /** What it pays for. */
            kind: 'referral'
            /** What it is worth, at least 1. */
            points: string
            /** What has to count of the friend's first order. Default: 0. */
            minimumOrder?: string
            /** Within how many days of joining the friend has to place the first order. Default: 90. */
            withinDays?: number
            /** Points of the friend for the first order. Default: 0. */
            friendPoints?: string
            /** The reward that the friend gets for joining, by its number; in a file, by its key. Any type but cashback. */
            friendReward?: string
            /** For each customer. */
            limits?: {
              /** How often one customer earns with it in a day; null: as often as they like. */
              perDay?: number | null
              /** How often one customer earns with it at all; null: as often as they like. */
              ever?: number | null
            }
            /** Days until the points can be used. Default: 0. */
            waitingDays?: number
            /** Days for which the points are good, counted from when they can be used; null: for ever. */
            validityDays?: number | null
            /** Until when the points are good, instead of `validityDays`: `monthEnd`, or `yearDay` and `years`. Where that is before they can be used, it is the next such day. */
            goodUntil?: {
              /** The end of the month that comes so many months after the one in which they were earned. */
              monthEnd?: number
              /** The end of a day that every year has, like `03-31`; with `years`. */
              yearDay?: string
              /** So many years after the one in which they were earned; with `yearDay`. */
              years?: number
            }
          } | {
            /** Unique in the program; a rule keeps it from version to version. */
            id: number
            /** For people. */
            name?: string
            /** false: it is there but does nothing. */
            isActive?: boolean
            /** What it pays for. */
            kind: 'quiz'
            /** Days until the points can be used. Default: 0. */
            waitingDays?: number
            /** Days for which the points are good, counted from when they can be used; null: for ever. */
            validityDays?: number | null
            /** Until when the points are good, instead of `validityDays`: `monthEnd`, or `yearDay` and `years`. Where that is before they can be used, it is the next such day. */
            goodUntil?: {
              /** The end of the month that comes so many months after the one in which they were earned. */
              monthEnd?: number
              /** The end of a day that every year has, like `03-31`; with `years`. */
              yearDay?: string
              /** So many years after the one in which they were earned; with `yearDay`. */
              years?: number
            }
          } | {
            /** Unique in the program; a rule keeps it from version to version. */
            id: number
            /** For people. */
            name?: string
            /** false: it is there but does nothing. */
            isActive?: boolean
            /** What it pays for. */
            kind: 'custom'
            /** By which the merchant's backend reports it. */
            key: string
            /** For each customer. */
            limits?: {
              /** How often one customer earns with it in a day; null: as often as they like. */
              perDay?: number | null
              /** How often one customer earns with it at all; null: as often as they like. */
              ever?: number | null
            }
            /** What it is worth, at least 1. */
            points: string
            /** Days until the points can be used. Default: 0. */
            waitingDays?: number
            /** Days for which the points are good, counted from when they can be used; null: for ever. */
            validityDays?: number | null
            /** Until when the points are good, instead of `validityDays`: `monthEnd`, or `yearDay` and `years`. Where that is before they can be used, it is the next such day. */
            goodUntil?: {
              /** The end of the month that comes so many months after the one in which they were earned. */
              monthEnd?: number
              /** The end of a day that every year has, like `03-31`; with `years`. */
              yearDay?: string
              /** So many years after the one in which they were earned; with `yearDay`. */
              years?: number
            }
          })[]
        }
        /** The rules as sentences. */
        rules: {
          /** Its place in the program, like `/rules/1`. */
          pointer: string
          /** Of the rule; null: it has none, which is a problem. */
          id: number | null
          /** Of the rule; null: none that there is. */
          kind: string | null
          /** For people; empty: none. */
          name: string
          /** Whether it does anything. */
          isActive: boolean
          /** What it says; null: it is wrong, see the problems. */
          sentence: string | null
          /** The sentence in pieces, for editing in place. A rule with a wrong value has them too; none: it has the wrong shape. */
          parts: {
            /** Plain text; with `slot` there is none. */
            text?: string
            /** JSON pointer within the rule, like `/points`. `/bonus` is no member: it says which of `multiplier` and `points` the rule has. */
            slot?: string
            /** What is edited there. */
            kind?: 'number' | 'money' | 'days' | 'picker' | 'date' | 'choice' | 'weekdays' | 'hours' | 'set' | 'expiry'
            /** The member: decimal text of `number` and `money`, a number or null of `days`, ids of `picker`, names like `tue` of `weekdays` and of a `set`, beginnings and ends of `hours`, `goodUntil` of `expiry`. */
            value?: string | number | null | string[] | {
              /** Like `16:00`. */
              from: string
              /** The first minute after it, like `18:00`. */
              until: string
            }[] | {
              /** So many months later, until the end of the month. */
              monthEnd?: number
              /** Until the end of this day, like `03-31`. */
              yearDay?: string
              /** So many years later; with `yearDay`. */
              years?: number
            }
            /** The value as the sentence says it. */
            display?: string
            /** Of a `choice` or a `set`: all there are. */
            options?: {
              /** The value of the member. */
              value: string
              /** How the sentence says it. */
              display: string
            }[]
            /** Of a `picker`: what is picked. */
            picks?: 'product' | 'brand' | 'category' | 'paymentMethod' | 'branch' | 'tier' | 'action' | 'reward'
          }[]
        }[]
      } | null
      /** All versions that take effect later, the next first; `scheduled` is that one. */
      queue: {
        /** Its number. */
        version: number
        /** From when on is earned by it. */
        effectiveAt: string
        /** Who did it. */
        publishedBy: {
          /** What kind of actor it is. */
          kind: 'person' | 'token' | 'operator' | 'cli' | 'system'
          /** Its number, where it has one. */
          id: number | null
          /** Its name at that time. */
          label: string
        } | null
        /** Why. */
        note: string | null
        /** Differences to what counts until then. */
        changes: {
          /** What became of it. */
          kind: 'added' | 'removed' | 'changed'
          /** Of the rule; null: the cashback. */
          ruleId: number | null
          /** Of a changed rule, like `multiplier`; null: the whole. */
          member: string | null
          /** As it was; null: it was not there. */
          before: unknown
          /** As it is; null: it is gone. */
          after: unknown
          /** The change, for a person. */
          sentence: string
        }[]
      }[]
      /** What is being prepared. */
      draft: {
        /** The version that it is a change to; 0: none. */
        basedOn: number
        /** Why. */
        note: string | null
        /** Who did it. */
        savedBy: {
          /** What kind of actor it is. */
          kind: 'person' | 'token' | 'operator' | 'cli' | 'system'
          /** Its number, where it has one. */
          id: number | null
          /** Its name at that time. */
          label: string
        } | null
        /** When it was last saved. */
        savedAt: string
        /** How many things are wrong with it. */
        problems: number
        /** How many differences to the version that it is based on it has. */
        changes: number
      } | null
      /** What adds up and what competes, in one sentence. */
      combining: string
    }
  }
  /** Publishes the draft, now or at a time. Needs the permission `program.publish`. In the audit: `program.publish`. */
  'program.publish': {
    input: {
      readonly path: { readonly tenant: number }
      readonly body: {
        /** From when on is earned by it. Default, and null: at once. */
        effectiveAt?: string | Date | null | undefined
        /** Why. Default: the draft's note. */
        note?: string | null | undefined
        /** Whether the change is also made in the versions that take effect later, and in one that was published since the draft began. Default: false. Where it is needed and not sent, the answer is 409 `carryNeeded` with `versions`; where another version changes the same rule in another way, 409 `carryConflict` with `conflicts`, and nothing is published. */
        carry?: boolean | undefined
      }
    }
    answer: {
      /** Its number. */
      version: number
      /** cancelled: it was scheduled, and never took effect. */
      state: 'current' | 'scheduled' | 'past' | 'cancelled'
      /** From when on is earned by it. */
      effectiveAt: string
      /** Who did it. */
      publishedBy: {
        /** What kind of actor it is. */
        kind: 'person' | 'token' | 'operator' | 'cli' | 'system'
        /** Its number, where it has one. */
        id: number | null
        /** Its name at that time. */
        label: string
      } | null
      /** Differences to the version before it. */
      changes: {
        /** What became of it. */
        kind: 'added' | 'removed' | 'changed'
        /** Of the rule; null: the cashback. */
        ruleId: number | null
        /** Of a changed rule, like `multiplier`; null: the whole. */
        member: string | null
        /** As it was; null: it was not there. */
        before: unknown
        /** As it is; null: it is gone. */
        after: unknown
        /** The change, for a person. */
        sentence: string
      }[]
      /** Versions that take effect later and were changed too. */
      carried: {
        /** The version that waited. It is cancelled. */
        from: number
        /** What takes effect instead, with the change. */
        version: number
        /** When: as before. */
        effectiveAt: string
      }[]
    }
  }
  /** Cancels a version that is scheduled; its number stays used. Needs the permission `program.publish`. In the audit: `program.cancelScheduled`. */
  'program.scheduled.delete': {
    input: {
      readonly path: { readonly tenant: number }
      readonly query?: { readonly version?: number | undefined } | undefined
    }
    answer: {
      /** A published version with its rules. */
      current: {
        /** Its number. */
        version: number
        /** cancelled: it was scheduled, and never took effect. */
        state: 'current' | 'scheduled' | 'past' | 'cancelled'
        /** From when on is earned by it. */
        effectiveAt: string
        /** When it was published. */
        publishedAt: string
        /** Who did it. */
        publishedBy: {
          /** What kind of actor it is. */
          kind: 'person' | 'token' | 'operator' | 'cli' | 'system'
          /** Its number, where it has one. */
          id: number | null
          /** Its name at that time. */
          label: string
        } | null
        /** Why. */
        note: string | null
        /** panel, token, cli or job; null: published without an author. */
        source: string | null
        /** The program. */
        program: {
          /** What points are worth as money. */
          cashback: {
            /** Whether points are worth cashback. */
            isOn: boolean
            /** What one point is worth in the merchant's currency. */
            pointValue: string
          }
          /** How customers earn. */
          rules: ({
            /** Unique in the program; a rule keeps it from version to version. */
            id: number
            /** For people. */
            name?: string
            /** false: it is there but does nothing. */
            isActive?: boolean
            /** What it pays for. */
            kind: 'purchase'
            /** Points for every `perAmount`, above 0 and below 10000. */
            points: string
            /** In the merchant's currency, above 0. Default: 1. */
            perAmount?: string
            /** An order below this total earns nothing. Default: 0. */
            minimumOrder?: string
            /** To whole points. Default: floor. */
            rounding?: 'floor' | 'nearest' | 'ceiling'
            /** Days until the points can be used. Default: 0. */
            waitingDays?: number
            /** Days for which the points are good, counted from when they can be used; null: for ever. */
            validityDays?: number | null
            /** Until when the points are good, instead of `validityDays`: `monthEnd`, or `yearDay` and `years`. Where that is before they can be used, it is the next such day. */
            goodUntil?: {
              /** The end of the month that comes so many months after the one in which they were earned. */
              monthEnd?: number
              /** The end of a day that every year has, like `03-31`; with `years`. */
              yearDay?: string
              /** So many years after the one in which they were earned; with `yearDay`. */
              years?: number
            }
          } | {
            /** Unique in the program; a rule keeps it from version to version. */
            id: number
            /** For people. */
            name?: string
            /** false: it is there but does nothing. */
            isActive?: boolean
            /** What it pays for. */
            kind: 'exclude'
            /** What is left out: `product`, `brand` or `category` (with `ids`), lines that the shop `marked`, `shipping`, or `all` (needs `when`). */
            of: 'product' | 'brand' | 'category' | 'marked' | 'shipping' | 'all'
            /** By their ids in the merchant's store; only of products, brands and categories. */
            ids?: string[]
            /** Of what it is left out, each once. Default: points, stamps and tiers. */
            outOf?: ('points' | 'stamps' | 'tiers')[]
            /** Only when all of this is true of the order. */
            when?: {
              /** The first moment, ISO 8601 with an offset or Z. */
              from?: string
              /** The first moment after it. */
              until?: string
              /** On which weekdays, each once. */
              days?: ('mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun')[]
              /** At which hours of the merchant's clock. */
              hours?: {
                /** Like `16:00`. */
                from: string
                /** The first minute after it, like `18:00` or `24:00`; before `from`: over midnight. */
                until: string
              }[]
              /** For customers in these tiers, by their numbers; in a file, by their keys. */
              tiers?: string[]
              /** Placed at these branches, as orders name them. */
              branches?: string[]
              /** Paid with these, as orders name them. */
              paymentMethods?: string[]
            }
          } | {
            /** Unique in the program; a rule keeps it from version to version. */
            id: number
            /** For people. */
            name?: string
            /** false: it is there but does nothing. */
            isActive?: boolean
            /** What it pays for. */
            kind: 'cap'
            /** At most so many, at least 1. */
            points: string
            /** For which time it holds: each order, or all orders that were placed in the same day and so on. */
            per: 'order' | 'day' | 'week' | 'month' | 'year' | 'ever'
          } | {
            /** Unique in the program; a rule keeps it from version to version. */
            id: number
            /** For people. */
            name?: string
            /** false: it is there but does nothing. */
            isActive?: boolean
            /** What it pays for. */
            kind: 'product'
            /** Products, by their ids in the merchant's store. */
            ids: string[]
            /** What the points are multiplied by, 1 to 99.9999; either this or `points`. */
            multiplier?: string
            /** Points on top, at least 1; either this or `multiplier`. */
            points?: string
            /** Only when all of this is true of the order. */
            when?: {
              /** The first moment, ISO 8601 with an offset or Z. */
              from?: string
              /** The first moment after it. */
              until?: string
              /** On which weekdays, each once. */
              days?: ('mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun')[]
              /** At which hours of the merchant's clock. */
              hours?: {
                /** Like `16:00`. */
                from: string
                /** The first minute after it, like `18:00` or `24:00`; before `from`: over midnight. */
                until: string
              }[]
              /** For customers in these tiers, by their numbers; in a file, by their keys. */
              tiers?: string[]
              /** Placed at these branches, as orders name them. */
              branches?: string[]
              /** Paid with these, as orders name them. */
              paymentMethods?: string[]
              /** On orders of which at least this counts, above 0. */
              minimumOrder?: string
              /** On so many of each customer's first orders. */
              firstOrders?: number
            }
            /** true: it comes on top. false: of all that compete, only the best counts. Default: multipliers of products, brands, categories and campaigns compete, everything else comes on top. */
            stacks?: boolean
            /** How often a customer is given it at most. */
            limit?: {
              /** So many orders. */
              times: number
              /** Of each customer's orders that were placed in the same day, week and so on. */
              per: 'day' | 'week' | 'month' | 'year' | 'ever'
            }
          } | {
            /** Unique in the program; a rule keeps it from version to version. */
            id: number
            /** For people. */
            name?: string
            /** false: it is there but does nothing. */
            isActive?: boolean
            /** What it pays for. */
            kind: 'brand'
            /** Brands, by their ids in the merchant's store. */
            ids: string[]
            /** What the points are multiplied by, 1 to 99.9999; either this or `points`. */
            multiplier?: string
            /** Points on top, at least 1; either this or `multiplier`. */
            points?: string
            /** Only when all of this is true of the order. */
            when?: {
              /** The first moment, ISO 8601 with an offset or Z. */
              from?: string
              /** The first moment after it. */
              until?: string
              /** On which weekdays, each once. */
              days?: ('mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun')[]
              /** At which hours of the merchant's clock. */
              hours?: {
                /** Like `16:00`. */
                from: string
                /** The first minute after it, like `18:00` or `24:00`; before `from`: over midnight. */
                until: string
              }[]
              /** For customers in these tiers, by their numbers; in a file, by their keys. */
              tiers?: string[]
              /** Placed at these branches, as orders name them. */
              branches?: string[]
              /** Paid with these, as orders name them. */
              paymentMethods?: string[]
              /** On orders of which at least this counts, above 0. */
              minimumOrder?: string
              /** On so many of each customer's first orders. */
              firstOrders?: number
            }
            /** true: it comes on top. false: of all that compete, only the best counts. Default: multipliers of products, brands, categories and campaigns compete, everything else comes on top. */
            stacks?: boolean
            /** How often a customer is given it at most. */
            limit?: {
              /** So many orders. */
              times: number
              /** Of each customer's orders that were placed in the same day, week and so on. */
              per: 'day' | 'week' | 'month' | 'year' | 'ever'
            }
          } | {
            /** Unique in the program; a rule keeps it from version to version. */
            id: number
            /** For people. */
            name?: string
            /** false: it is there but does nothing. */
            isActive?: boolean
            /** What it pays for. */
            kind: 'category'
            /** Categories, by their ids in the merchant's store. */
            ids: string[]
            /** What the points are multiplied by, 1 to 99.9999; either this or `points`. */
            multiplier?: string
            /** Points on top, at least 1; either this or `multiplier`. */
            points?: string
            /** Only when all of this is true of the order. */
            when?: {
              /** The first moment, ISO 8601 with an offset or Z. */
              from?: string
              /** The first moment after it. */
              until?: string
              /** On which weekdays, each once. */
              days?: ('mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun')[]
              /** At which hours of the merchant's clock. */
              hours?: {
                /** Like `16:00`. */
                from: string
                /** The first minute after it, like `18:00` or `24:00`; before `from`: over midnight. */
                until: string
              }[]
              /** For customers in these tiers, by their numbers; in a file, by their keys. */
              tiers?: string[]
              /** Placed at these branches, as orders name them. */
              branches?: string[]
              /** Paid with these, as orders name them. */
              paymentMethods?: string[]
              /** On orders of which at least this counts, above 0. */
              minimumOrder?: string
              /** On so many of each customer's first orders. */
              firstOrders?: number
            }
            /** true: it comes on top. false: of all that compete, only the best counts. Default: multipliers of products, brands, categories and campaigns compete, everything else comes on top. */
            stacks?: boolean
            /** How often a customer is given it at most. */
            limit?: {
              /** So many orders. */
              times: number
              /** Of each customer's orders that were placed in the same day, week and so on. */
              per: 'day' | 'week' | 'month' | 'year' | 'ever'
            }
          } | {
            /** Unique in the program; a rule keeps it from version to version. */
            id: number
            /** For people. */
            name?: string
            /** false: it is there but does nothing. */
            isActive?: boolean
            /** What it pays for. */
            kind: 'paymentMethod'
            /** Payment methods, as orders name them. */
            ids: string[]
            /** What the points are multiplied by, 1 to 99.9999; either this or `points`. */
            multiplier?: string
            /** Points on top, at least 1; either this or `multiplier`. */
            points?: string
            /** Only when all of this is true of the order. */
            when?: {
              /** The first moment, ISO 8601 with an offset or Z. */
              from?: string
              /** The first moment after it. */
              until?: string
              /** On which weekdays, each once. */
              days?: ('mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun')[]
              /** At which hours of the merchant's clock. */
              hours?: {
                /** Like `16:00`. */
                from: string
                /** The first minute after it, like `18:00` or `24:00`; before `from`: over midnight. */
                until: string
              }[]
              /** For customers in these tiers, by their numbers; in a file, by their keys. */
              tiers?: string[]
              /** Placed at these branches, as orders name them. */
              branches?: string[]
              /** On orders of which at least this counts, above 0. */
              minimumOrder?: string
              /** On so many of each customer's first orders. */
              firstOrders?: number
            }
            /** true: it comes on top. false: of all that compete, only the best counts. Default: multipliers of products, brands, categories and campaigns compete, everything else comes on top. */
            stacks?: boolean
            /** How often a customer is given it at most. */
            limit?: {
              /** So many orders. */
              times: number
              /** Of each customer's orders that were placed in the same day, week and so on. */
              per: 'day' | 'week' | 'month' | 'year' | 'ever'
            }
          } | {
            /** Unique in the program; a rule keeps it from version to version. */
            id: number
            /** For people. */
            name?: string
            /** false: it is there but does nothing. */
            isActive?: boolean
            /** What it pays for. */
            kind: 'branch'
            /** Branches, as orders name them. */
            ids: string[]
            /** What the points are multiplied by, 1 to 99.9999; either this or `points`. */
            multiplier?: string
            /** Points on top, at least 1; either this or `multiplier`. */
            points?: string
            /** Only when all of this is true of the order. */
            when?: {
              /** The first moment, ISO 8601 with an offset or Z. */
              from?: string
              /** The first moment after it. */
              until?: string
              /** On which weekdays, each once. */
              days?: ('mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun')[]
              /** At which hours of the merchant's clock. */
              hours?: {
                /** Like `16:00`. */
                from: string
                /** The first minute after it, like `18:00` or `24:00`; before `from`: over midnight. */
                until: string
              }[]
              /** For customers in these tiers, by their numbers; in a file, by their keys. */
              tiers?: string[]
              /** Paid with these, as orders name them. */
              paymentMethods?: string[]
              /** On orders of which at least this counts, above 0. */
              minimumOrder?: string
              /** On so many of each customer's first orders. */
              firstOrders?: number
            }
            /** true: it comes on top. false: of all that compete, only the best counts. Default: multipliers of products, brands, categories and campaigns compete, everything else comes on top. */
            stacks?: boolean
            /** How often a customer is given it at most. */
            limit?: {
              /** So many orders. */
              times: number
              /** Of each customer's orders that were placed in the same day, week and so on. */
              per: 'day' | 'week' | 'month' | 'year' | 'ever'
            }
          } | {
            /** Unique in the program; a rule keeps it from version to version. */
            id: number
            /** For people. */
            name?: string
            /** false: it is there but does nothing. */
            isActive?: boolean
            /** What it pays for. */
            kind: 'tier'
            /** Tiers, by their numbers; in a file, by their keys. */
            ids: string[]
            /** What the points are multiplied by, 1 to 99.9999; either this or `points`. */
            multiplier?: string
            /** Points on top, at least 1; either this or `multiplier`. */
            points?: string
            /** Only when all of this is true of the order. */
            when?: {
              /** The first moment, ISO 8601 with an offset or Z. */
              from?: string
              /** The first moment after it. */
              until?: string
              /** On which weekdays, each once. */
              days?: ('mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun')[]
              /** At which hours of the merchant's clock. */
              hours?: {
                /** Like `16:00`. */
                from: string
                /** The first minute after it, like `18:00` or `24:00`; before `from`: over midnight. */
                until: string
              }[]
              /** Placed at these branches, as orders name them. */
              branches?: string[]
              /** Paid with these, as orders name them. */
              paymentMethods?: string[]
              /** On orders of which at least this counts, above 0. */
              minimumOrder?: string
              /** On so many of each customer's first orders. */
              firstOrders?: number
            }
            /** true: it comes on top. false: of all that compete, only the best counts. Default: multipliers of products, brands, categories and campaigns compete, everything else comes on top. */
            stacks?: boolean
            /** How often a customer is given it at most. */
            limit?: {
              /** So many orders. */
              times: number
              /** Of each customer's orders that were placed in the same day, week and so on. */
              per: 'day' | 'week' | 'month' | 'year' | 'ever'
            }
          } | {
            /** Unique in the program; a rule keeps it from version to version. */
            id: number
            /** For people. */
            name?: string
            /** false: it is there but does nothing. */
            isActive?: boolean
            /** What it pays for. */
            kind: 'firstPurchase'
            /** What the points are multiplied by, 1 to 99.9999; either this or `points`. */
            multiplier?: string
            /** Points on top, at least 1; either this or `multiplier`. */
            points?: string
            /** Only when all of this is true of the order. */
            when?: {
              /** The first moment, ISO 8601 with an offset or Z. */
              from?: string
              /** The first moment after it. */
              until?: string
              /** On which weekdays, each once. */
              days?: ('mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun')[]
              /** At which hours of the merchant's clock. */
              hours?: {
                /** Like `16:00`. */
                from: string
                /** The first minute after it, like `18:00` or `24:00`; before `from`: over midnight. */
                until: string
              }[]
              /** For customers in these tiers, by their numbers; in a file, by their keys. */
              tiers?: string[]
              /** Placed at these branches, as orders name them. */
              branches?: string[]
              /** Paid with these, as orders name them. */
              paymentMethods?: string[]
              /** On orders of which at least this counts, above 0. */
              minimumOrder?: string
            }
            /** true: it comes on top. false: of all that compete, only the best counts. Default: multipliers of products, brands, categories and campaigns compete, everything else comes on top. */
            stacks?: boolean
          } | {
            /** Unique in the program; a rule keeps it from version to version. */
            id: number
            /** For people. */
            name?: string
            /** false: it is there but does nothing. */
            isActive?: boolean
            /** What it pays for. */
            kind: 'campaign'
            /** What the points are multiplied by, 1 to 99.9999. */
            multiplier: string
            /** The first moment, ISO 8601 with an offset or Z. */
            startsAt: string
            /** The first moment after it. */
            endsAt: string
            /** Only when all of this is true of the order. */
            when?: {
              /** On which weekdays, each once. */
              days?: ('mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun')[]
              /** At which hours of the merchant's clock. */
              hours?: {
                /** Like `16:00`. */
                from: string
                /** The first minute after it, like `18:00` or `24:00`; before `from`: over midnight. */
                until: string
              }[]
              /** For customers in these tiers, by their numbers; in a file, by their keys. */
              tiers?: string[]
              /** Placed at these branches, as orders name them. */
              branches?: string[]
              /** Paid with these, as orders name them. */
              paymentMethods?: string[]
              /** On orders of which at least this counts, above 0. */
              minimumOrder?: string
              /** On so many of each customer's first orders. */
              firstOrders?: number
            }
            /** true: it comes on top. false: of all that compete, only the best counts. Default: multipliers of products, brands, categories and campaigns compete, everything else comes on top. */
            stacks?: boolean
            /** How often a customer is given it at most. */
            limit?: {
              /** So many orders. */
              times: number
              /** Of each customer's orders that were placed in the same day, week and so on. */
              per: 'day' | 'week' | 'month' | 'year' | 'ever'
            }
          } | {
            /** Unique in the program; a rule keeps it from version to version. */
            id: number
            /** For people. */
            name?: string
            /** false: it is there but does nothing. */
            isActive?: boolean
            /** What it pays for. */
            kind: 'card'
            /** What gives a stamp: each of the `items`, each of the `orders`, or each `perAmount` of `spend`. It never changes for an id. */
            counts: 'items' | 'orders' | 'spend'
            /** What `ids` are; required for `items`, with `ids`. */
            of?: 'product' | 'brand' | 'category'
            /** Only these count, by their ids in the merchant's store; with `of`. */
            ids?: string[]
            /** What is spent for one stamp, above 0; only for `spend`. */
            perAmount?: string
            /** How many stamps fill the card: at least 2; for `spend`, at least 1. */
            stamps: number
            /** How many stamps a customer gets at most. */
            stampLimit?: {
              /** So many stamps. */
              stamps: number
              /** For each order, or for all of a customer's orders of the same day, week or month. */
              per: 'order' | 'day' | 'week' | 'month'
            }
            /** For how many days stamps are good after `when.until`; only with that. Default: 3. */
            graceDays?: number
            /** For how many days after its own a stamp is good; null: for ever. */
            stampsGoodDays?: number | null
            /** true: a customer fills it once. Default: false. */
            once?: boolean
            /** Only when all of this is true of the order. */
            when?: {
              /** The first moment, ISO 8601 with an offset or Z. */
              from?: string
              /** The first moment after it. */
              until?: string
              /** On which weekdays, each once. */
              days?: ('mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun')[]
              /** At which hours of the merchant's clock. */
              hours?: {
                /** Like `16:00`. */
                from: string
                /** The first minute after it, like `18:00` or `24:00`; before `from`: over midnight. */
                until: string
              }[]
              /** For customers in these tiers, by their numbers; in a file, by their keys. */
              tiers?: string[]
              /** Placed at these branches, as orders name them. */
              branches?: string[]
              /** Paid with these, as orders name them. */
              paymentMethods?: string[]
              /** On orders of which at least this counts, above 0. */
              minimumOrder?: string
              /** On so many of each customer's first orders. */
              firstOrders?: number
            }
            /** Points, at least 1. */
            points?: string
            /** The reward that is given without taking points for it, by its number; in a file, by its key. Any type but cashback. Either this or `points`, or both. */
            reward?: string
            /** Days until the points can be used. Default: 0. */
            waitingDays?: number
            /** Days for which the points are good, counted from when they can be used; null: for ever. */
            validityDays?: number | null
            /** Until when the points are good, instead of `validityDays`: `monthEnd`, or `yearDay` and `years`. Where that is before they can be used, it is the next such day. */
            goodUntil?: {
              /** The end of the month that comes so many months after the one in which they were earned. */
              monthEnd?: number
              /** The end of a day that every year has, like `03-31`; with `years`. */
              yearDay?: string
              /** So many years after the one in which they were earned; with `yearDay`. */
              years?: number
            }
          } | {
            /** Unique in the program; a rule keeps it from version to version. */
            id: number
            /** For people. */
            name?: string
            /** false: it is there but does nothing. */
            isActive?: boolean
            /** What it pays for. */
            kind: 'order'
            /** What the points are multiplied by, 1 to 99.9999; either this or `points`. */
            multiplier?: string
            /** Points on top, at least 1; either this or `multiplier`. */
            points?: string
            /** Only when all of this is true of the order. */
            when: {
              /** The first moment, ISO 8601 with an offset or Z. */
              from?: string
              /** The first moment after it. */
              until?: string
              /** On which weekdays, each once. */
              days?: ('mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun')[]
              /** At which hours of the merchant's clock. */
              hours?: {
                /** Like `16:00`. */
                from: string
                /** The first minute after it, like `18:00` or `24:00`; before `from`: over midnight. */
                until: string
              }[]
              /** For customers in these tiers, by their numbers; in a file, by their keys. */
              tiers?: string[]
              /** Placed at these branches, as orders name them. */
              branches?: string[]
              /** Paid with these, as orders name them. */
              paymentMethods?: string[]
              /** On orders of which at least this counts, above 0. */
              minimumOrder?: string
              /** On so many of each customer's first orders. */
              firstOrders?: number
            }
            /** true: it comes on top. false: of all that compete, only the best counts. Default: multipliers of products, brands, categories and campaigns compete, everything else comes on top. */
            stacks?: boolean
            /** How often a customer is given it at most. */
            limit?: {
              /** So many orders. */
              times: number
              /** Of each customer's orders that were placed in the same day, week and so on. */
              per: 'day' | 'week' | 'month' | 'year' | 'ever'
            }
          } | {
            /** Unique in the program; a rule keeps it from version to version. */
            id: number
            /** For people. */
            name?: string
            /** false: it is there but does nothing. */
            isActive?: boolean
            /** What it pays for. */
            kind: 'signup'
            /** Points, at least 1. */
            points?: string
            /** The reward that is given without taking points for it, by its number; in a file, by its key. Any type but cashback. Either this or `points`, or both. */
            reward?: string
            /** Days until the points can be used. Default: 0. */
            waitingDays?: number
            /** Days for which the points are good, counted from when they can be used; null: for ever. */
            validityDays?: number | null
            /** Until when the points are good, instead of `validityDays`: `monthEnd`, or `yearDay` and `years`. Where that is before they can be used, it is the next such day. */
            goodUntil?: {
              /** The end of the month that comes so many months after the one in which they were earned. */
              monthEnd?: number
              /** The end of a day that every year has, like `03-31`; with `years`. */
              yearDay?: string
              /** So many years after the one in which they were earned; with `yearDay`. */
              years?: number
            }
          } | {
            /** Unique in the program; a rule keeps it from version to version. */
            id: number
            /** For people. */
            name?: string
            /** false: it is there but does nothing. */
            isActive?: boolean
            /** What it pays for. */
            kind: 'birthday'
            /** Points, at least 1. */
            points?: string
            /** The reward that is given without taking points for it, by its number; in a file, by its key. Any type but cashback. Either this or `points`, or both. */
            reward?: string
            /** Days until the points can be used. Default: 0. */
            waitingDays?: number
            /** Days for which the points are good, counted from when they can be used; null: for ever. */
            validityDays?: number | null
            /** Until when the points are good, instead of `validityDays`: `monthEnd`, or `yearDay` and `years`. Where that is before they can be used, it is the next such day. */
            goodUntil?: {
              /** The end of the month that comes so many months after the one in which they were earned. */
              monthEnd?: number
              /** The end of a day that every year has, like `03-31`; with `years`. */
              yearDay?: string
              /** So many years after the one in which they were earned; with `yearDay`. */
              years?: number
            }
          } | {
            /** Unique in the program; a rule keeps it from version to version. */
            id: number
            /** For people. */
            name?: string
            /** false: it is there but does nothing. */
            isActive?: boolean
            /** What it pays for. */
            kind: 'tierReached'
            /** Tiers, by their numbers; in a file, by their keys. */
            ids: string[]
            /** Points, at least 1. */
            points?: string
            /** The reward that is given without taking points for it, by its number; in a file, by its key. Any type but cashback. Either this or `points`, or both. */
            reward?: string
            /** Days until the points can be used. Default: 0. */
            waitingDays?: number
            /** Days for which the points are good, counted from when they can be used; null: for ever. */
            validityDays?: number | null
            /** Until when the points are good, instead of `validityDays`: `monthEnd`, or `yearDay` and `years`. Where that is before they can be used, it is the next such day. */
            goodUntil?: {
              /** The end of the month that comes so many months after the one in which they were earned. */
              monthEnd?: number
              /** The end of a day that every year has, like `03-31`; with `years`. */
              yearDay?: string
              /** So many years after the one in which they were earned; with `yearDay`. */
              years?: number
            }
          } | {
            /** Unique in the program; a rule keeps it from version to version. */
            id: number
            /** For people. */
            name?: string
            /** false: it is there but does nothing. */
            isActive?: boolean
            /** What it pays for. */
            kind: 'referral'
            /** What it is worth, at least 1. */
            points: string
            /** What has to count of the friend's first order. Default: 0. */
            minimumOrder?: string
            /** Within how many days of joining the friend has to place the first order. Default: 90. */
            withinDays?: number
            /** Points of the friend for the first order. Default: 0. */
            friendPoints?: string
            /** The reward that the friend gets for joining, by its number; in a file, by its key. Any type but cashback. */
            friendReward?: string
            /** For each customer. */
            limits?: {
              /** How often one customer earns with it in a day; null: as often as they like. */
              perDay?: number | null
              /** How often one customer earns with it at all; null: as often as they like. */
              ever?: number | null
            }
            /** Days until the points can be used. Default: 0. */
            waitingDays?: number
            /** Days for which the points are good, counted from when they can be used; null: for ever. */
            validityDays?: number | null
            /** Until when the points are good, instead of `validityDays`: `monthEnd`, or `yearDay` and `years`. Where that is before they can be used, it is the next such day. */
            goodUntil?: {
              /** The end of the month that comes so many months after the one in which they were earned. */
              monthEnd?: number
              /** The end of a day that every year has, like `03-31`; with `years`. */
              yearDay?: string
              /** So many years after the one in which they were earned; with `yearDay`. */
              years?: number
            }
          } | {
            /** Unique in the program; a rule keeps it from version to version. */
            id: number
            /** For people. */
            name?: string
            /** false: it is there but does nothing. */
            isActive?: boolean
            /** What it pays for. */
            kind: 'quiz'
            /** Days until the points can be used. Default: 0. */
            waitingDays?: number
            /** Days for which the points are good, counted from when they can be used; null: for ever. */
            validityDays?: number | null
            /** Until when the points are good, instead of `validityDays`: `monthEnd`, or `yearDay` and `years`. Where that is before they can be used, it is the next such day. */
            goodUntil?: {
              /** The end of the month that comes so many months after the one in which they were earned. */
              monthEnd?: number
              /** The end of a day that every year has, like `03-31`; with `years`. */
              yearDay?: string
              /** So many years after the one in which they were earned; with `yearDay`. */
              years?: number
            }
          } | {
            /** Unique in the program; a rule keeps it from version to version. */
            id: number
            /** For people. */
            name?: string
            /** false: it is there but does nothing. */
            isActive?: boolean
            /** What it pays for. */
            kind: 'custom'
            /** By which the merchant's backend reports it. */
            key: string
            /** For each customer. */
            limits?: {
              /** How often one customer earns with it in a day; null: as often as they like. */
              perDay?: number | null
              /** How often one customer earns with it at all; null: as often as they like. */
              ever?: number | null
            }
            /** What it is worth, at least 1. */
            points: string
            /** Days until the points can be used. Default: 0. */
            waitingDays?: number
            /** Days for which the points are good, counted from when they can be used; null: for ever. */
            validityDays?: number | null
            /** Until when the points are good, instead of `validityDays`: `monthEnd`, or `yearDay` and `years`. Where that is before they can be used, it is the next such day. */
            goodUntil?: {
              /** The end of the month that comes so many months after the one in which they were earned. */
              monthEnd?: number
              /** The end of a day that every year has, like `03-31`; with `years`. */
              yearDay?: string
              /** So many years after the one in which they were earned; with `yearDay`. */
              years?: number
            }
          })[]
        }
        /** The rules as sentences. */
        rules: {
          /** Its place in the program, like `/rules/1`. */
          pointer: string
          /** Of the rule; null: it has none, which is a problem. */
          id: number | null
          /** Of the rule; null: none that there is. */
          kind: string | null
          /** For people; empty: none. */
          name: string
          /** Whether it does anything. */
          isActive: boolean
          /** What it says; null: it is wrong, see the problems. */
          sentence: string | null
          /** The sentence in pieces, for editing in place. A rule with a wrong value has them too; none: it has the wrong shape. */
          parts: {
            /** Plain text; with `slot` there is none. */
            text?: string
            /** JSON pointer within the rule, like `/points`. `/bonus` is no member: it says which of `multiplier` and `points` the rule has. */
            slot?: string
            /** What is edited there. */
            kind?: 'number' | 'money' | 'days' | 'picker' | 'date' | 'choice' | 'weekdays' | 'hours' | 'set' | 'expiry'
            /** The member: decimal text of `number` and `money`, a number or null of `days`, ids of `picker`, names like `tue` of `weekdays` and of a `set`, beginnings and ends of `hours`, `goodUntil` of `expiry`. */
            value?: string | number | null | string[] | {
              /** Like `16:00`. */
              from: string
              /** The first minute after it, like `18:00`. */
              until: string
            }[] | {
              /** So many months later, until the end of the month. */
              monthEnd?: number
              /** Until the end of this day, like `03-31`. */
              yearDay?: string
              /** So many years later; with `yearDay`. */
              years?: number
            }
            /** The value as the sentence says it. */
            display?: string
            /** Of a `choice` or a `set`: all there are. */
            options?: {
              /** The value of the member. */
              value: string
              /** How the sentence says it. */
              display: string
            }[]
            /** Of a `picker`: what is picked. */
            picks?: 'product' | 'brand' | 'category' | 'paymentMethod' | 'branch' | 'tier' | 'action' | 'reward'
          }[]
        }[]
      } | null
      /** A published version with its rules. */
      scheduled: {
        /** Its number. */
        version: number
        /** cancelled: it was scheduled, and never took effect. */
        state: 'current' | 'scheduled' | 'past' | 'cancelled'
        /** From when on is earned by it. */
        effectiveAt: string
        /** When it was published. */
        publishedAt: string
        /** Who did it. */
        publishedBy: {
          /** What kind of actor it is. */
          kind: 'person' | 'token' | 'operator' | 'cli' | 'system'
          /** Its number, where it has one. */
          id: number | null
          /** Its name at that time. */
          label: string
        } | null
        /** Why. */
        note: string | null
        /** panel, token, cli or job; null: published without an author. */
        source: string | null
        /** The program. */
        program: {
          /** What points are worth as money. */
          cashback: {
            /** Whether points are worth cashback. */
            isOn: boolean
            /** What one point is worth in the merchant's currency. */
            pointValue: string
          }
          /** How customers earn. */
          rules: ({
            /** Unique in the program; a rule keeps it from version to version. */
            id: number
            /** For people. */
            name?: string
            /** false: it is there but does nothing. */
            isActive?: boolean
            /** What it pays for. */
            kind: 'purchase'
            /** Points for every `perAmount`, above 0 and below 10000. */
            points: string
            /** In the merchant's currency, above 0. Default: 1. */
            perAmount?: string
            /** An order below this total earns nothing. Default: 0. */
            minimumOrder?: string
            /** To whole points. Default: floor. */
            rounding?: 'floor' | 'nearest' | 'ceiling'
            /** Days until the points can be used. Default: 0. */
            waitingDays?: number
            /** Days for which the points are good, counted from when they can be used; null: for ever. */
            validityDays?: number | null
            /** Until when the points are good, instead of `validityDays`: `monthEnd`, or `yearDay` and `years`. Where that is before they can be used, it is the next such day. */
            goodUntil?: {
              /** The end of the month that comes so many months after the one in which they were earned. */
              monthEnd?: number
              /** The end of a day that every year has, like `03-31`; with `years`. */
              yearDay?: string
              /** So many years after the one in which they were earned; with `yearDay`. */
              years?: number
            }
          } | {
            /** Unique in the program; a rule keeps it from version to version. */
            id: number
            /** For people. */
            name?: string
            /** false: it is there but does nothing. */
            isActive?: boolean
            /** What it pays for. */
            kind: 'exclude'
            /** What is left out: `product`, `brand` or `category` (with `ids`), lines that the shop `marked`, `shipping`, or `all` (needs `when`). */
            of: 'product' | 'brand' | 'category' | 'marked' | 'shipping' | 'all'
            /** By their ids in the merchant's store; only of products, brands and categories. */
            ids?: string[]
            /** Of what it is left out, each once. Default: points, stamps and tiers. */
            outOf?: ('points' | 'stamps' | 'tiers')[]
            /** Only when all of this is true of the order. */
            when?: {
              /** The first moment, ISO 8601 with an offset or Z. */
              from?: string
              /** The first moment after it. */
              until?: string
              /** On which weekdays, each once. */
              days?: ('mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun')[]
              /** At which hours of the merchant's clock. */
              hours?: {
                /** Like `16:00`. */
                from: string
                /** The first minute after it, like `18:00` or `24:00`; before `from`: over midnight. */
                until: string
              }[]
              /** For customers in these tiers, by their numbers; in a file, by their keys. */
              tiers?: string[]
              /** Placed at these branches, as orders name them. */
              branches?: string[]
              /** Paid with these, as orders name them. */
              paymentMethods?: string[]
            }
          } | {
            /** Unique in the program; a rule keeps it from version to version. */
            id: number
            /** For people. */
            name?: string
            /** false: it is there but does nothing. */
            isActive?: boolean
            /** What it pays for. */
            kind: 'cap'
            /** At most so many, at least 1. */
            points: string
            /** For which time it holds: each order, or all orders that were placed in the same day and so on. */
            per: 'order' | 'day' | 'week' | 'month' | 'year' | 'ever'
          } | {
            /** Unique in the program; a rule keeps it from version to version. */
            id: number
            /** For people. */
            name?: string
            /** false: it is there but does nothing. */
            isActive?: boolean
            /** What it pays for. */
            kind: 'product'
            /** Products, by their ids in the merchant's store. */
            ids: string[]
            /** What the points are multiplied by, 1 to 99.9999; either this or `points`. */
            multiplier?: string
            /** Points on top, at least 1; either this or `multiplier`. */
            points?: string
            /** Only when all of this is true of the order. */
            when?: {
              /** The first moment, ISO 8601 with an offset or Z. */
              from?: string
              /** The first moment after it. */
              until?: string
              /** On which weekdays, each once. */
              days?: ('mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun')[]
              /** At which hours of the merchant's clock. */
              hours?: {
                /** Like `16:00`. */
                from: string
                /** The first minute after it, like `18:00` or `24:00`; before `from`: over midnight. */
                until: string
              }[]
              /** For customers in these tiers, by their numbers; in a file, by their keys. */
              tiers?: string[]
              /** Placed at these branches, as orders name them. */
              branches?: string[]
              /** Paid with these, as orders name them. */
              paymentMethods?: string[]
              /** On orders of which at least this counts, above 0. */
              minimumOrder?: string
              /** On so many of each customer's first orders. */
              firstOrders?: number
            }
            /** true: it comes on top. false: of all that compete, only the best counts. Default: multipliers of products, brands, categories and campaigns compete, everything else comes on top. */
            stacks?: boolean
            /** How often a customer is given it at most. */
            limit?: {
              /** So many orders. */
              times: number
              /** Of each customer's orders that were placed in the same day, week and so on. */
              per: 'day' | 'week' | 'month' | 'year' | 'ever'
            }
          } | {
            /** Unique in the program; a rule keeps it from version to version. */
            id: number
            /** For people. */
            name?: string
            /** false: it is there but does nothing. */
            isActive?: boolean
            /** What it pays for. */
            kind: 'brand'
            /** Brands, by their ids in the merchant's store. */
            ids: string[]
            /** What the points are multiplied by, 1 to 99.9999; either this or `points`. */
            multiplier?: string
            /** Points on top, at least 1; either this or `multiplier`. */
            points?: string
            /** Only when all of this is true of the order. */
            when?: {
              /** The first moment, ISO 8601 with an offset or Z. */
              from?: string
              /** The first moment after it. */
              until?: string
              /** On which weekdays, each once. */
              days?: ('mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun')[]
              /** At which hours of the merchant's clock. */
              hours?: {
                /** Like `16:00`. */
                from: string
                /** The first minute after it, like `18:00` or `24:00`; before `from`: over midnight. */
                until: string
              }[]
              /** For customers in these tiers, by their numbers; in a file, by their keys. */
              tiers?: string[]
              /** Placed at these branches, as orders name them. */
              branches?: string[]
              /** Paid with these, as orders name them. */
              paymentMethods?: string[]
              /** On orders of which at least this counts, above 0. */
              minimumOrder?: string
              /** On so many of each customer's first orders. */
              firstOrders?: number
            }
            /** true: it comes on top. false: of all that compete, only the best counts. Default: multipliers of products, brands, categories and campaigns compete, everything else comes on top. */
            stacks?: boolean
            /** How often a customer is given it at most. */
            limit?: {
              /** So many orders. */
              times: number
              /** Of each customer's orders that were placed in the same day, week and so on. */
              per: 'day' | 'week' | 'month' | 'year' | 'ever'
            }
          } | {
            /** Unique in the program; a rule keeps it from version to version. */
            id: number
            /** For people. */
            name?: string
            /** false: it is there but does nothing. */
            isActive?: boolean
            /** What it pays for. */
            kind: 'category'
            /** Categories, by their ids in the merchant's store. */
            ids: string[]
            /** What the points are multiplied by, 1 to 99.9999; either this or `points`. */
            multiplier?: string
            /** Points on top, at least 1; either this or `multiplier`. */
            points?: string
            /** Only when all of this is true of the order. */
            when?: {
              /** The first moment, ISO 8601 with an offset or Z. */
              from?: string
              /** The first moment after it. */
              until?: string
              /** On which weekdays, each once. */
              days?: ('mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun')[]
              /** At which hours of the merchant's clock. */
              hours?: {
                /** Like `16:00`. */
                from: string
                /** The first minute after it, like `18:00` or `24:00`; before `from`: over midnight. */
                until: string
              }[]
              /** For customers in these tiers, by their numbers; in a file, by their keys. */
              tiers?: string[]
              /** Placed at these branches, as orders name them. */
              branches?: string[]
              /** Paid with these, as orders name them. */
              paymentMethods?: string[]
              /** On orders of which at least this counts, above 0. */
              minimumOrder?: string
              /** On so many of each customer's first orders. */
              firstOrders?: number
            }
            /** true: it comes on top. false: of all that compete, only the best counts. Default: multipliers of products, brands, categories and campaigns compete, everything else comes on top. */
            stacks?: boolean
            /** How often a customer is given it at most. */
            limit?: {
              /** So many orders. */
              times: number
              /** Of each customer's orders that were placed in the same day, week and so on. */
              per: 'day' | 'week' | 'month' | 'year' | 'ever'
            }
          } | {
            /** Unique in the program; a rule keeps it from version to version. */
            id: number
            /** For people. */
            name?: string
            /** false: it is there but does nothing. */
            isActive?: boolean
            /** What it pays for. */
            kind: 'paymentMethod'
            /** Payment methods, as orders name them. */
            ids: string[]
            /** What the points are multiplied by, 1 to 99.9999; either this or `points`. */
            multiplier?: string
            /** Points on top, at least 1; either this or `multiplier`. */
            points?: string
            /** Only when all of this is true of the order. */
            when?: {
              /** The first moment, ISO 8601 with an offset or Z. */
              from?: string
              /** The first moment after it. */
              until?: string
              /** On which weekdays, each once. */
              days?: ('mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun')[]
              /** At which hours of the merchant's clock. */
              hours?: {
                /** Like `16:00`. */
                from: string
                /** The first minute after it, like `18:00` or `24:00`; before `from`: over midnight. */
                until: string
              }[]
              /** For customers in these tiers, by their numbers; in a file, by their keys. */
              tiers?: string[]
              /** Placed at these branches, as orders name them. */
              branches?: string[]
              /** On orders of which at least this counts, above 0. */
              minimumOrder?: string
              /** On so many of each customer's first orders. */
              firstOrders?: number
            }
            /** true: it comes on top. false: of all that compete, only the best counts. Default: multipliers of products, brands, categories and campaigns compete, everything else comes on top. */
            stacks?: boolean
            /** How often a customer is given it at most. */
            limit?: {
              /** So many orders. */
              times: number
              /** Of each customer's orders that were placed in the same day, week and so on. */
              per: 'day' | 'week' | 'month' | 'year' | 'ever'
            }
          } | {
            /** Unique in the program; a rule keeps it from version to version. */
            id: number
            /** For people. */
            name?: string
            /** false: it is there but does nothing. */
            isActive?: boolean
            /** What it pays for. */
            kind: 'branch'
            /** Branches, as orders name them. */
            ids: string[]
            /** What the points are multiplied by, 1 to 99.9999; either this or `points`. */
            multiplier?: string
            /** Points on top, at least 1; either this or `multiplier`. */
            points?: string
            /** Only when all of this is true of the order. */
            when?: {
              /** The first moment, ISO 8601 with an offset or Z. */
              from?: string
              /** The first moment after it. */
              until?: string
              /** On which weekdays, each once. */
              days?: ('mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun')[]
              /** At which hours of the merchant's clock. */
              hours?: {
                /** Like `16:00`. */
                from: string
                /** The first minute after it, like `18:00` or `24:00`; before `from`: over midnight. */
                until: string
              }[]
              /** For customers in these tiers, by their numbers; in a file, by their keys. */
              tiers?: string[]
              /** Paid with these, as orders name them. */
              paymentMethods?: string[]
              /** On orders of which at least this counts, above 0. */
              minimumOrder?: string
              /** On so many of each customer's first orders. */
              firstOrders?: number
            }
            /** true: it comes on top. false: of all that compete, only the best counts. Default: multipliers of products, brands, categories and campaigns compete, everything else comes on top. */
            stacks?: boolean
            /** How often a customer is given it at most. */
            limit?: {
              /** So many orders. */
              times: number
              /** Of each customer's orders that were placed in the same day, week and so on. */
              per: 'day' | 'week' | 'month' | 'year' | 'ever'
            }
          } | {
            /** Unique in the program; a rule keeps it from version to version. */
            id: number
            /** For people. */
            name?: string
            /** false: it is there but does nothing. */
            isActive?: boolean
            /** What it pays for. */
            kind: 'tier'
            /** Tiers, by their numbers; in a file, by their keys. */
            ids: string[]
            /** What the points are multiplied by, 1 to 99.9999; either this or `points`. */
            multiplier?: string
            /** Points on top, at least 1; either this or `multiplier`. */
            points?: string
            /** Only when all of this is true of the order. */
            when?: {
              /** The first moment, ISO 8601 with an offset or Z. */
              from?: string
              /** The first moment after it. */
              until?: string
              /** On which weekdays, each once. */
              days?: ('mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun')[]
              /** At which hours of the merchant's clock. */
              hours?: {
                /** Like `16:00`. */
                from: string
                /** The first minute after it, like `18:00` or `24:00`; before `from`: over midnight. */
                until: string
              }[]
              /** Placed at these branches, as orders name them. */
              branches?: string[]
              /** Paid with these, as orders name them. */
              paymentMethods?: string[]
              /** On orders of which at least this counts, above 0. */
              minimumOrder?: string
              /** On so many of each customer's first orders. */
              firstOrders?: number
            }
            /** true: it comes on top. false: of all that compete, only the best counts. Default: multipliers of products, brands, categories and campaigns compete, everything else comes on top. */
            stacks?: boolean
            /** How often a customer is given it at most. */
            limit?: {
              /** So many orders. */
              times: number
              /** Of each customer's orders that were placed in the same day, week and so on. */
              per: 'day' | 'week' | 'month' | 'year' | 'ever'
            }
          } | {
            /** Unique in the program; a rule keeps it from version to version. */
            id: number
            /** For people. */
            name?: string
            /** false: it is there but does nothing. */
            isActive?: boolean
            /** What it pays for. */
            kind: 'firstPurchase'
            /** What the points are multiplied by, 1 to 99.9999; either this or `points`. */
            multiplier?: string
            /** Points on top, at least 1; either this or `multiplier`. */
            points?: string
            /** Only when all of this is true of the order. */
            when?: {
              /** The first moment, ISO 8601 with an offset or Z. */
              from?: string
              /** The first moment after it. */
              until?: string
              /** On which weekdays, each once. */
              days?: ('mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun')[]
              /** At which hours of the merchant's clock. */
              hours?: {
                /** Like `16:00`. */
                from: string
                /** The first minute after it, like `18:00` or `24:00`; before `from`: over midnight. */
                until: string
              }[]
              /** For customers in these tiers, by their numbers; in a file, by their keys. */
              tiers?: string[]
              /** Placed at these branches, as orders name them. */
              branches?: string[]
              /** Paid with these, as orders name them. */
              paymentMethods?: string[]
              /** On orders of which at least this counts, above 0. */
              minimumOrder?: string
            }
            /** true: it comes on top. false: of all that compete, only the best counts. Default: multipliers of products, brands, categories and campaigns compete, everything else comes on top. */
            stacks?: boolean
          } | {
            /** Unique in the program; a rule keeps it from version to version. */
            id: number
            /** For people. */
            name?: string
            /** false: it is there but does nothing. */
            isActive?: boolean
            /** What it pays for. */
            kind: 'campaign'
            /** What the points are multiplied by, 1 to 99.9999. */
            multiplier: string
            /** The first moment, ISO 8601 with an offset or Z. */
            startsAt: string
            /** The first moment after it. */
            endsAt: string
            /** Only when all of this is true of the order. */
            when?: {
              /** On which weekdays, each once. */
              days?: ('mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun')[]
              /** At which hours of the merchant's clock. */
              hours?: {
                /** Like `16:00`. */
                from: string
                /** The first minute after it, like `18:00` or `24:00`; before `from`: over midnight. */
                until: string
              }[]
              /** For customers in these tiers, by their numbers; in a file, by their keys. */
              tiers?: string[]
              /** Placed at these branches, as orders name them. */
              branches?: string[]
              /** Paid with these, as orders name them. */
              paymentMethods?: string[]
              /** On orders of which at least this counts, above 0. */
              minimumOrder?: string
              /** On so many of each customer's first orders. */
              firstOrders?: number
            }
            /** true: it comes on top. false: of all that compete, only the best counts. Default: multipliers of products, brands, categories and campaigns compete, everything else comes on top. */
            stacks?: boolean
            /** How often a customer is given it at most. */
            limit?: {
              /** So many orders. */
              times: number
              /** Of each customer's orders that were placed in the same day, week and so on. */
              per: 'day' | 'week' | 'month' | 'year' | 'ever'
            }
          } | {
            /** Unique in the program; a rule keeps it from version to version. */
            id: number
            /** For people. */
            name?: string
            /** false: it is there but does nothing. */
            isActive?: boolean
            /** What it pays for. */
            kind: 'card'
            /** What gives a stamp: each of the `items`, each of the `orders`, or each `perAmount` of `spend`. It never changes for an id. */
            counts: 'items' | 'orders' | 'spend'
            /** What `ids` are; required for `items`, with `ids`. */
            of?: 'product' | 'brand' | 'category'
            /** Only these count, by their ids in the merchant's store; with `of`. */
            ids?: string[]
            /** What is spent for one stamp, above 0; only for `spend`. */
            perAmount?: string
            /** How many stamps fill the card: at least 2; for `spend`, at least 1. */
            stamps: number
            /** How many stamps a customer gets at most. */
            stampLimit?: {
              /** So many stamps. */
              stamps: number
              /** For each order, or for all of a customer's orders of the same day, week or month. */
              per: 'order' | 'day' | 'week' | 'month'
            }
            /** For how many days stamps are good after `when.until`; only with that. Default: 3. */
            graceDays?: number
            /** For how many days after its own a stamp is good; null: for ever. */
            stampsGoodDays?: number | null
            /** true: a customer fills it once. Default: false. */
            once?: boolean
            /** Only when all of this is true of the order. */
            when?: {
              /** The first moment, ISO 8601 with an offset or Z. */
              from?: string
              /** The first moment after it. */
              until?: string
              /** On which weekdays, each once. */
              days?: ('mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun')[]
              /** At which hours of the merchant's clock. */
              hours?: {
                /** Like `16:00`. */
                from: string
                /** The first minute after it, like `18:00` or `24:00`; before `from`: over midnight. */
                until: string
              }[]
              /** For customers in these tiers, by their numbers; in a file, by their keys. */
              tiers?: string[]
              /** Placed at these branches, as orders name them. */
              branches?: string[]
              /** Paid with these, as orders name them. */
              paymentMethods?: string[]
              /** On orders of which at least this counts, above 0. */
              minimumOrder?: string
              /** On so many of each customer's first orders. */
              firstOrders?: number
            }
            /** Points, at least 1. */
            points?: string
            /** The reward that is given without taking points for it, by its number; in a file, by its key. Any type but cashback. Either this or `points`, or both. */
            reward?: string
            /** Days until the points can be used. Default: 0. */
            waitingDays?: number
            /** Days for which the points are good, counted from when they can be used; null: for ever. */
            validityDays?: number | null
            /** Until when the points are good, instead of `validityDays`: `monthEnd`, or `yearDay` and `years`. Where that is before they can be used, it is the next such day. */
            goodUntil?: {
              /** The end of the month that comes so many months after the one in which they were earned. */
              monthEnd?: number
              /** The end of a day that every year has, like `03-31`; with `years`. */
              yearDay?: string
              /** So many years after the one in which they were earned; with `yearDay`. */
              years?: number
            }
          } | {
            /** Unique in the program; a rule keeps it from version to version. */
            id: number
            /** For people. */
            name?: string
            /** false: it is there but does nothing. */
            isActive?: boolean
            /** What it pays for. */
            kind: 'order'
            /** What the points are multiplied by, 1 to 99.9999; either this or `points`. */
            multiplier?: string
            /** Points on top, at least 1; either this or `multiplier`. */
            points?: string
            /** Only when all of this is true of the order. */
            when: {
              /** The first moment, ISO 8601 with an offset or Z. */
              from?: string
              /** The first moment after it. */
              until?: string
              /** On which weekdays, each once. */
              days?: ('mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun')[]
              /** At which hours of the merchant's clock. */
              hours?: {
                /** Like `16:00`. */
                from: string
                /** The first minute after it, like `18:00` or `24:00`; before `from`: over midnight. */
                until: string
              }[]
              /** For customers in these tiers, by their numbers; in a file, by their keys. */
              tiers?: string[]
              /** Placed at these branches, as orders name them. */
              branches?: string[]
              /** Paid with these, as orders name them. */
              paymentMethods?: string[]
              /** On orders of which at least this counts, above 0. */
              minimumOrder?: string
              /** On so many of each customer's first orders. */
              firstOrders?: number
            }
            /** true: it comes on top. false: of all that compete, only the best counts. Default: multipliers of products, brands, categories and campaigns compete, everything else comes on top. */
            stacks?: boolean
            /** How often a customer is given it at most. */
            limit?: {
              /** So many orders. */
              times: number
              /** Of each customer's orders that were placed in the same day, week and so on. */
              per: 'day' | 'week' | 'month' | 'year' | 'ever'
            }
          } | {
            /** Unique in the program; a rule keeps it from version to version. */
            id: number
            /** For people. */
            name?: string
            /** false: it is there but does nothing. */
            isActive?: boolean
            /** What it pays for. */
            kind: 'signup'
            /** Points, at least 1. */
            points?: string
            /** The reward that is given without taking points for it, by its number; in a file, by its key. Any type but cashback. Either this or `points`, or both. */
            reward?: string
            /** Days until the points can be used. Default: 0. */
            waitingDays?: number
            /** Days for which the points are good, counted from when they can be used; null: for ever. */
            validityDays?: number | null
            /** Until when the points are good, instead of `validityDays`: `monthEnd`, or `yearDay` and `years`. Where that is before they can be used, it is the next such day. */
            goodUntil?: {
              /** The end of the month that comes so many months after the one in which they were earned. */
              monthEnd?: number
              /** The end of a day that every year has, like `03-31`; with `years`. */
              yearDay?: string
              /** So many years after the one in which they were earned; with `yearDay`. */
              years?: number
            }
          } | {
            /** Unique in the program; a rule keeps it from version to version. */
            id: number
            /** For people. */
            name?: string
            /** false: it is there but does nothing. */
            isActive?: boolean
            /** What it pays for. */
            kind: 'birthday'
            /** Points, at least 1. */
            points?: string
            /** The reward that is given without taking points for it, by its number; in a file, by its key. Any type but cashback. Either this or `points`, or both. */
            reward?: string
            /** Days until the points can be used. Default: 0. */
            waitingDays?: number
            /** Days for which the points are good, counted from when they can be used; null: for ever. */
            validityDays?: number | null
            /** Until when the points are good, instead of `validityDays`: `monthEnd`, or `yearDay` and `years`. Where that is before they can be used, it is the next such day. */
            goodUntil?: {
              /** The end of the month that comes so many months after the one in which they were earned. */
              monthEnd?: number
              /** The end of a day that every year has, like `03-31`; with `years`. */
              yearDay?: string
              /** So many years after the one in which they were earned; with `yearDay`. */
              years?: number
            }
          } | {
            /** Unique in the program; a rule keeps it from version to version. */
            id: number
            /** For people. */
            name?: string
            /** false: it is there but does nothing. */
            isActive?: boolean
            /** What it pays for. */
            kind: 'tierReached'
            /** Tiers, by their numbers; in a file, by their keys. */
            ids: string[]
            /** Points, at least 1. */
            points?: string
            /** The reward that is given without taking points for it, by its number; in a file, by its key. Any type but cashback. Either this or `points`, or both. */
            reward?: string
            /** Days until the points can be used. Default: 0. */
            waitingDays?: number
            /** Days for which the points are good, counted from when they can be used; null: for ever. */
            validityDays?: number | null
            /** Until when the points are good, instead of `validityDays`: `monthEnd`, or `yearDay` and `years`. Where that is before they can be used, it is the next such day. */
            goodUntil?: {
              /** The end of the month that comes so many months after the one in which they were earned. */
              monthEnd?: number
              /** The end of a day that every year has, like `03-31`; with `years`. */
              yearDay?: string
              /** So many years after the one in which they were earned; with `yearDay`. */
              years?: number
            }
          } | {
            /** Unique in the program; a rule keeps it from version to version. */
            id: number
            /** For people. */
            name?: string
            /** false: it is there but does nothing. */
            isActive?: boolean
            /** What it pays for. */
            kind: 'referral'
            /** What it is worth, at least 1. */
            points: string
            /** What has to count of the friend's first order. Default: 0. */
            minimumOrder?: string
            /** Within how many days of joining the friend has to place the first order. Default: 90. */
            withinDays?: number
            /** Points of the friend for the first order. Default: 0. */
            friendPoints?: string
            /** The reward that the friend gets for joining, by its number; in a file, by its key. Any type but cashback. */
            friendReward?: string
            /** For each customer. */
            limits?: {
              /** How often one customer earns with it in a day; null: as often as they like. */
              perDay?: number | null
              /** How often one customer earns with it at all; null: as often as they like. */
              ever?: number | null
            }
            /** Days until the points can be used. Default: 0. */
            waitingDays?: number
            /** Days for which the points are good, counted from when they can be used; null: for ever. */
            validityDays?: number | null
            /** Until when the points are good, instead of `validityDays`: `monthEnd`, or `yearDay` and `years`. Where that is before they can be used, it is the next such day. */
            goodUntil?: {
              /** The end of the month that comes so many months after the one in which they were earned. */
              monthEnd?: number
              /** The end of a day that every year has, like `03-31`; with `years`. */
              yearDay?: string
              /** So many years after the one in which they were earned; with `yearDay`. */
              years?: number
            }
          } | {
            /** Unique in the program; a rule keeps it from version to version. */
            id: number
            /** For people. */
            name?: string
            /** false: it is there but does nothing. */
            isActive?: boolean
            /** What it pays for. */
            kind: 'quiz'
            /** Days until the points can be used. Default: 0. */
            waitingDays?: number
            /** Days for which the points are good, counted from when they can be used; null: for ever. */
            validityDays?: number | null
            /** Until when the points are good, instead of `validityDays`: `monthEnd`, or `yearDay` and `years`. Where that is before they can be used, it is the next such day. */
            goodUntil?: {
              /** The end of the month that comes so many months after the one in which they were earned. */
              monthEnd?: number
              /** The end of a day that every year has, like `03-31`; with `years`. */
              yearDay?: string
              /** So many years after the one in which they were earned; with `yearDay`. */
              years?: number
            }
          } | {
            /** Unique in the program; a rule keeps it from version to version. */
            id: number
            /** For people. */
            name?: string
            /** false: it is there but does nothing. */
            isActive?: boolean
            /** What it pays for. */
            kind: 'custom'
            /** By which the merchant's backend reports it. */
            key: string
            /** For each customer. */
            limits?: {
              /** How often one customer earns with it in a day; null: as often as they like. */
              perDay?: number | null
              /** How often one customer earns with it at all; null: as often as they like. */
              ever?: number | null
            }
            /** What it is worth, at least 1. */
            points: string
            /** Days until the points can be used. Default: 0. */
            waitingDays?: number
            /** Days for which the points are good, counted from when they can be used; null: for ever. */
            validityDays?: number | null
            /** Until when the points are good, instead of `validityDays`: `monthEnd`, or `yearDay` and `years`. Where that is before they can be used, it is the next such day. */
            goodUntil?: {
              /** The end of the month that comes so many months after the one in which they were earned. */
              monthEnd?: number
              /** The end of a day that every year has, like `03-31`; with `years`. */
              yearDay?: string
              /** So many years after the one in which they were earned; with `yearDay`. */
              years?: number
            }
          })[]
        }
        /** The rules as sentences. */
        rules: {
          /** Its place in the program, like `/rules/1`. */
          pointer: string
          /** Of the rule; null: it has none, which is a problem. */
          id: number | null
          /** Of the rule; null: none that there is. */
          kind: string | null
          /** For people; empty: none. */
          name: string
          /** Whether it does anything. */
          isActive: boolean
          /** What it says; null: it is wrong, see the problems. */
          sentence: string | null
          /** The sentence in pieces, for editing in place. A rule with a wrong value has them too; none: it has the wrong shape. */
          parts: {
            /** Plain text; with `slot` there is none. */
            text?: string
            /** JSON pointer within the rule, like `/points`. `/bonus` is no member: it says which of `multiplier` and `points` the rule has. */
            slot?: string
            /** What is edited there. */
            kind?: 'number' | 'money' | 'days' | 'picker' | 'date' | 'choice' | 'weekdays' | 'hours' | 'set' | 'expiry'
            /** The member: decimal text of `number` and `money`, a number or null of `days`, ids of `picker`, names like `tue` of `weekdays` and of a `set`, beginnings and ends of `hours`, `goodUntil` of `expiry`. */
            value?: string | number | null | string[] | {
              /** Like `16:00`. */
              from: string
              /** The first minute after it, like `18:00`. */
              until: string
            }[] | {
              /** So many months later, until the end of the month. */
              monthEnd?: number
              /** Until the end of this day, like `03-31`. */
              yearDay?: string
              /** So many years later; with `yearDay`. */
              years?: number
            }
            /** The value as the sentence says it. */
            display?: string
            /** Of a `choice` or a `set`: all there are. */
            options?: {
              /** The value of the member. */
              value: string
              /** How the sentence says it. */
              display: string
            }[]
            /** Of a `picker`: what is picked. */
            picks?: 'product' | 'brand' | 'category' | 'paymentMethod' | 'branch' | 'tier' | 'action' | 'reward'
          }[]
        }[]
      } | null
      /** All versions that take effect later, the next first; `scheduled` is that one. */
      queue: {
        /** Its number. */
        version: number
        /** From when on is earned by it. */
        effectiveAt: string
        /** Who did it. */
        publishedBy: {
          /** What kind of actor it is. */
          kind: 'person' | 'token' | 'operator' | 'cli' | 'system'
          /** Its number, where it has one. */
          id: number | null
          /** Its name at that time. */
          label: string
        } | null
        /** Why. */
        note: string | null
        /** Differences to what counts until then. */
        changes: {
          /** What became of it. */
          kind: 'added' | 'removed' | 'changed'
          /** Of the rule; null: the cashback. */
          ruleId: number | null
          /** Of a changed rule, like `multiplier`; null: the whole. */
          member: string | null
          /** As it was; null: it was not there. */
          before: unknown
          /** As it is; null: it is gone. */
          after: unknown
          /** The change, for a person. */
          sentence: string
        }[]
      }[]
      /** What is being prepared. */
      draft: {
        /** The version that it is a change to; 0: none. */
        basedOn: number
        /** Why. */
        note: string | null
        /** Who did it. */
        savedBy: {
          /** What kind of actor it is. */
          kind: 'person' | 'token' | 'operator' | 'cli' | 'system'
          /** Its number, where it has one. */
          id: number | null
          /** Its name at that time. */
          label: string
        } | null
        /** When it was last saved. */
        savedAt: string
        /** How many things are wrong with it. */
        problems: number
        /** How many differences to the version that it is based on it has. */
        changes: number
      } | null
      /** What adds up and what competes, in one sentence. */
      combining: string
    }
  }
  /** What a picker of a rule offers, from the catalog and the tiers. Needs the permission `program.read`. */
  'program.choices': {
    input: {
      readonly path: { readonly tenant: number }
      readonly query: { readonly of: 'product' | 'brand' | 'category' | 'paymentMethod' | 'branch' | 'tier' | 'action' | 'reward'; readonly search?: string | undefined }
    }
    answer: {
      /** Up to 50. */
      items: {
        /** For `ids` of the rule. */
        id: string
        /** For people. */
        label: string
        /** What is in a brand or category, with all categories below it. Only where `search` is its ID. */
        contents?: {
          /** Of its first products. */
          names: string[]
          /** How many more products it has. Of a larger catalog, the first 20,000 are counted. */
          more: number
        }
      }[]
    }
  }
  /** List the rewards. Needs the permission `rewards.read`. */
  'rewards.list': {
    input: {
      readonly path: { readonly tenant: number }
      readonly query?: { readonly limit?: number | undefined; readonly cursor?: string | undefined; readonly state?: 'active' | 'inactive' | 'archived' | 'all' | undefined; readonly type?: 'percent' | 'fixedValue' | 'freeShipping' | 'cashback' | 'custom' | 'product' | undefined; readonly tier?: string | undefined } | undefined
    }
    answer: {
      /** The items of this page. */
      items: {
        /** Its number. */
        id: number
        /** By which files know it. */
        key: string
        /** What the customer gets. */
        type: 'percent' | 'fixedValue' | 'freeShipping' | 'cashback' | 'custom' | 'product'
        /** Its name. */
        title: string
        /** Whether it can be redeemed, or given by a rule. */
        isActive: boolean
        /** Whether only rules give it: customers can’t see or redeem it. */
        prizeOnly: boolean
        /** What it costs. */
        points: string
        /** What its coupon is worth, in money or percent. */
        value: string
        /** A line above the title. */
        preTitle: string | null
        /** A sentence about it. */
        description: string | null
        /** All about it. */
        longDescription: string | null
        /** A title in place of the usual one of its type. */
        customTitle: string | null
        /** How to use it. */
        usageInstructions: string | null
        /** Whether these instructions are shown in place of the usual ones. */
        usesCustomInstruction: boolean
        /** From when it can be redeemed. */
        validFrom: string | null
        /** Until when. */
        validUntil: string | null
        /** How often it can be redeemed. */
        limits: {
          /** Redemptions of one customer that may stand. */
          perCustomer: number | null
          /** Redemptions of all that may stand. */
          total: number | null
        }
        /** Whose customers may redeem it; none: all. */
        tiers: string[]
        /** Where it is for. */
        channel: 'all' | 'online' | 'pointOfSale'
        /** The coupon that it gives. */
        coupon: {
          /** What made-up codes begin with. */
          prefix: string | null
          /** How many days a coupon can be used. */
          validDays: number | null
          /** Whether it may be combined with other promotions. */
          cumulative: boolean
          /** The smallest purchase that it can be used for. */
          minimumPurchase: string | null
          /** Whether the merchant makes the coupon in its store by hand. */
          byHand: boolean
          /** Whether a coupon that the store no longer has counts as expired. */
          expiresMissingInPlatform: boolean
        }
        /** Of rewards of the type cashback. */
        cashback: {
          /** The most cashback that one redemption may use. */
          maximum: string | null
          /** How much of a purchase may be paid with it, in percent. */
          percentOfPurchase: string | null
          /** Whether it is only shown, and not redeemed. */
          informativeOnly: boolean
          /** What is shown then. */
          informativeText: string | null
          /** The rules, in the merchant’s words. */
          rules: string | null
        }
        /** The products that it is for. */
        collections: {
          /** Which products it is for. */
          which: 'all' | 'only' | 'except'
          /** The collections; none where it is for all products. */
          ids: string[]
        }
        /** Whom your own systems notify of a redemption. Stored and returned: Punchcard sends no e-mail. */
        notify: {
          /** Addresses of the team. */
          team: string[]
          /** Whether your own systems notify the customer. */
          customer: boolean
        }
        /** Its pictures. */
        icons: {
          /** A picture of the reward. */
          url: string | null
          /** The icon in the widget. */
          widget: string | null
          /** The icon on the landing page. */
          landingPage: string | null
        }
        /** Since when it is out of sight; null: it is not. */
        archivedAt: string | null
        /** Redemptions that stand. */
        redeemed: number
        /** Free codes of its lists; null: its codes are generated, and never run out. */
        codesLeft: number | null
        /** The lists that its codes come from. */
        couponLists: {
          /** Number of the list. */
          id: number
          /** By which files know it. */
          key: string
          /** Its name. */
          name: string
        }[]
        /** The rules that give it without taking points, now or in a version that is scheduled. */
        givenBy: {
          /** Id of the rule. */
          id: number
          /** Its name; may be empty. */
          name: string
          /** The version of the program; of several, the first that counts. */
          version: number
          /** Whether that version counts now; otherwise it is scheduled. */
          isCurrent: boolean
        }[]
        /** As in the ETag. */
        version: number
      }[]
      /** Where the next page begins; null: this is the last. */
      nextCursor: string | null
    }
  }
  /** Make a reward. Needs the permission `rewards.write`. In the audit: `reward.create`. */
  'rewards.create': {
    input: {
      readonly path: { readonly tenant: number }
      readonly body: {
        /** By which files know it. Left out: made from the title. It can’t change later. */
        key?: string | undefined
        /** What the customer gets. */
        type: 'percent' | 'fixedValue' | 'freeShipping' | 'cashback' | 'custom' | 'product'
        /** Its name. */
        title: string
        /** Whether it can be redeemed, or given by a rule; default: yes. */
        isActive?: boolean | undefined
        /** Whether only rules give it: customers can’t see or redeem it. Not for cashback; default: no. */
        prizeOnly?: boolean | undefined
        /** What it costs; default: "0". Cashback costs no points. */
        points?: string | undefined
        /** What its coupon is worth, in money or percent; default: "0". */
        value?: string | undefined
        /** A line above the title. */
        preTitle?: string | null | undefined
        /** A sentence about it. */
        description?: string | null | undefined
        /** All about it. */
        longDescription?: string | null | undefined
        /** A title in place of the usual one of its type. */
        customTitle?: string | null | undefined
        /** How to use it. */
        usageInstructions?: string | null | undefined
        /** Whether these instructions are shown in place of the usual ones; default: no. */
        usesCustomInstruction?: boolean | undefined
        /** From when it can be redeemed; null: from ever. */
        validFrom?: string | Date | null | undefined
        /** Until when; null: for ever. */
        validUntil?: string | Date | null | undefined
        /** How often it can be redeemed; left out: as often as they can pay for it. */
        limits?: {
          /** Redemptions of one customer that may stand. */
          perCustomer?: number | null | undefined
          /** Redemptions of all that may stand. */
          total?: number | null | undefined
        } | undefined
        /** The tiers whose customers may redeem it; none: all customers may. */
        tiers?: string[] | undefined
        /** Where it is for; default: all. */
        channel?: 'all' | 'online' | 'pointOfSale' | undefined
        /** The coupon that it gives. */
        coupon?: {
          /** What made-up codes begin with. */
          prefix?: string | null | undefined
          /** How many days a coupon can be used; null: for ever. */
          validDays?: number | null | undefined
          /** Whether it may be combined with other promotions; default: no. */
          cumulative?: boolean | undefined
          /** The smallest purchase that it can be used for. */
          minimumPurchase?: string | null | undefined
          /** Whether the merchant makes the coupon in its store by hand; default: no. */
          byHand?: boolean | undefined
          /** Whether a coupon that the store no longer has counts as expired; default: no. */
          expiresMissingInPlatform?: boolean | undefined
        } | undefined
        /** For rewards of the type cashback. */
        cashback?: {
          /** The most cashback that one redemption may use; null: all there is. */
          maximum?: string | null | undefined
          /** How much of a purchase may be paid with it, in percent. */
          percentOfPurchase?: string | null | undefined
          /** Whether it is only shown, and not redeemed; default: no. */
          informativeOnly?: boolean | undefined
          /** What is shown then. */
          informativeText?: string | null | undefined
          /** The rules, in the merchant’s words. */
          rules?: string | null | undefined
        } | undefined
        /** The products that it is for; left out: all. */
        collections?: {
          /** Which products it is for. */
          which: 'all' | 'only' | 'except'
          /** The collections; none where it is for all products. */
          ids: string[]
        } | undefined
        /** Whom your own systems notify of a redemption. Stored and returned: Punchcard sends no e-mail. */
        notify?: {
          /** Addresses of the merchant’s team. */
          team?: string[] | undefined
          /** Whether your own systems notify the customer; default: no. */
          customer?: boolean | undefined
        } | undefined
        /** Its pictures. */
        icons?: {
          /** The address of a picture of the reward. */
          url?: string | null | undefined
          /** The icon in the widget; null: none. */
          widget?: string | null | undefined
          /** The icon on the landing page; null: none. */
          landingPage?: string | null | undefined
        } | undefined
      }
    }
    answer: {
      /** Its number. */
      id: number
      /** By which files know it. */
      key: string
      /** What the customer gets. */
      type: 'percent' | 'fixedValue' | 'freeShipping' | 'cashback' | 'custom' | 'product'
      /** Its name. */
      title: string
      /** Whether it can be redeemed, or given by a rule. */
      isActive: boolean
      /** Whether only rules give it: customers can’t see or redeem it. */
      prizeOnly: boolean
      /** What it costs. */
      points: string
      /** What its coupon is worth, in money or percent. */
      value: string
      /** A line above the title. */
      preTitle: string | null
      /** A sentence about it. */
      description: string | null
      /** All about it. */
      longDescription: string | null
      /** A title in place of the usual one of its type. */
      customTitle: string | null
      /** How to use it. */
      usageInstructions: string | null
      /** Whether these instructions are shown in place of the usual ones. */
      usesCustomInstruction: boolean
      /** From when it can be redeemed. */
      validFrom: string | null
      /** Until when. */
      validUntil: string | null
      /** How often it can be redeemed. */
      limits: {
        /** Redemptions of one customer that may stand. */
        perCustomer: number | null
        /** Redemptions of all that may stand. */
        total: number | null
      }
      /** Whose customers may redeem it; none: all. */
      tiers: string[]
      /** Where it is for. */
      channel: 'all' | 'online' | 'pointOfSale'
      /** The coupon that it gives. */
      coupon: {
        /** What made-up codes begin with. */
        prefix: string | null
        /** How many days a coupon can be used. */
        validDays: number | null
        /** Whether it may be combined with other promotions. */
        cumulative: boolean
        /** The smallest purchase that it can be used for. */
        minimumPurchase: string | null
        /** Whether the merchant makes the coupon in its store by hand. */
        byHand: boolean
        /** Whether a coupon that the store no longer has counts as expired. */
        expiresMissingInPlatform: boolean
      }
      /** Of rewards of the type cashback. */
      cashback: {
        /** The most cashback that one redemption may use. */
        maximum: string | null
        /** How much of a purchase may be paid with it, in percent. */
        percentOfPurchase: string | null
        /** Whether it is only shown, and not redeemed. */
        informativeOnly: boolean
        /** What is shown then. */
        informativeText: string | null
        /** The rules, in the merchant’s words. */
        rules: string | null
      }
      /** The products that it is for. */
      collections: {
        /** Which products it is for. */
        which: 'all' | 'only' | 'except'
        /** The collections; none where it is for all products. */
        ids: string[]
      }
      /** Whom your own systems notify of a redemption. Stored and returned: Punchcard sends no e-mail. */
      notify: {
        /** Addresses of the team. */
        team: string[]
        /** Whether your own systems notify the customer. */
        customer: boolean
      }
      /** Its pictures. */
      icons: {
        /** A picture of the reward. */
        url: string | null
        /** The icon in the widget. */
        widget: string | null
        /** The icon on the landing page. */
        landingPage: string | null
      }
      /** Since when it is out of sight; null: it is not. */
      archivedAt: string | null
      /** Redemptions that stand. */
      redeemed: number
      /** Free codes of its lists; null: its codes are generated, and never run out. */
      codesLeft: number | null
      /** The lists that its codes come from. */
      couponLists: {
        /** Number of the list. */
        id: number
        /** By which files know it. */
        key: string
        /** Its name. */
        name: string
      }[]
      /** The rules that give it without taking points, now or in a version that is scheduled. */
      givenBy: {
        /** Id of the rule. */
        id: number
        /** Its name; may be empty. */
        name: string
        /** The version of the program; of several, the first that counts. */
        version: number
        /** Whether that version counts now; otherwise it is scheduled. */
        isCurrent: boolean
      }[]
      /** As in the ETag. */
      version: number
    }
  }
  /** Read a reward. Needs the permission `rewards.read`. */
  'rewards.get': {
    input: {
      readonly path: { readonly tenant: number; readonly id: number }
    }
    answer: {
      /** Its number. */
      id: number
      /** By which files know it. */
      key: string
      /** What the customer gets. */
      type: 'percent' | 'fixedValue' | 'freeShipping' | 'cashback' | 'custom' | 'product'
      /** Its name. */
      title: string
      /** Whether it can be redeemed, or given by a rule. */
      isActive: boolean
      /** Whether only rules give it: customers can’t see or redeem it. */
      prizeOnly: boolean
      /** What it costs. */
      points: string
      /** What its coupon is worth, in money or percent. */
      value: string
      /** A line above the title. */
      preTitle: string | null
      /** A sentence about it. */
      description: string | null
      /** All about it. */
      longDescription: string | null
      /** A title in place of the usual one of its type. */
      customTitle: string | null
      /** How to use it. */
      usageInstructions: string | null
      /** Whether these instructions are shown in place of the usual ones. */
      usesCustomInstruction: boolean
      /** From when it can be redeemed. */
      validFrom: string | null
      /** Until when. */
      validUntil: string | null
      /** How often it can be redeemed. */
      limits: {
        /** Redemptions of one customer that may stand. */
        perCustomer: number | null
        /** Redemptions of all that may stand. */
        total: number | null
      }
      /** Whose customers may redeem it; none: all. */
      tiers: string[]
      /** Where it is for. */
      channel: 'all' | 'online' | 'pointOfSale'
      /** The coupon that it gives. */
      coupon: {
        /** What made-up codes begin with. */
        prefix: string | null
        /** How many days a coupon can be used. */
        validDays: number | null
        /** Whether it may be combined with other promotions. */
        cumulative: boolean
        /** The smallest purchase that it can be used for. */
        minimumPurchase: string | null
        /** Whether the merchant makes the coupon in its store by hand. */
        byHand: boolean
        /** Whether a coupon that the store no longer has counts as expired. */
        expiresMissingInPlatform: boolean
      }
      /** Of rewards of the type cashback. */
      cashback: {
        /** The most cashback that one redemption may use. */
        maximum: string | null
        /** How much of a purchase may be paid with it, in percent. */
        percentOfPurchase: string | null
        /** Whether it is only shown, and not redeemed. */
        informativeOnly: boolean
        /** What is shown then. */
        informativeText: string | null
        /** The rules, in the merchant’s words. */
        rules: string | null
      }
      /** The products that it is for. */
      collections: {
        /** Which products it is for. */
        which: 'all' | 'only' | 'except'
        /** The collections; none where it is for all products. */
        ids: string[]
      }
      /** Whom your own systems notify of a redemption. Stored and returned: Punchcard sends no e-mail. */
      notify: {
        /** Addresses of the team. */
        team: string[]
        /** Whether your own systems notify the customer. */
        customer: boolean
      }
      /** Its pictures. */
      icons: {
        /** A picture of the reward. */
        url: string | null
        /** The icon in the widget. */
        widget: string | null
        /** The icon on the landing page. */
        landingPage: string | null
      }
      /** Since when it is out of sight; null: it is not. */
      archivedAt: string | null
      /** Redemptions that stand. */
      redeemed: number
      /** Free codes of its lists; null: its codes are generated, and never run out. */
      codesLeft: number | null
      /** The lists that its codes come from. */
      couponLists: {
        /** Number of the list. */
        id: number
        /** By which files know it. */
        key: string
        /** Its name. */
        name: string
      }[]
      /** The rules that give it without taking points, now or in a version that is scheduled. */
      givenBy: {
        /** Id of the rule. */
        id: number
        /** Its name; may be empty. */
        name: string
        /** The version of the program; of several, the first that counts. */
        version: number
        /** Whether that version counts now; otherwise it is scheduled. */
        isCurrent: boolean
      }[]
      /** As in the ETag. */
      version: number
    }
  }
  /** Replace a reward. Needs the permission `rewards.write`. In the audit: `reward.update`. */
  'rewards.replace': {
    input: {
      readonly path: { readonly tenant: number; readonly id: number }
      readonly body: {
        /** By which files know it. Left out: made from the title. It can’t change later. */
        key?: string | undefined
        /** What the customer gets. */
        type: 'percent' | 'fixedValue' | 'freeShipping' | 'cashback' | 'custom' | 'product'
        /** Its name. */
        title: string
        /** Whether it can be redeemed, or given by a rule; default: yes. */
        isActive?: boolean | undefined
        /** Whether only rules give it: customers can’t see or redeem it. Not for cashback; default: no. */
        prizeOnly?: boolean | undefined
        /** What it costs; default: "0". Cashback costs no points. */
        points?: string | undefined
        /** What its coupon is worth, in money or percent; default: "0". */
        value?: string | undefined
        /** A line above the title. */
        preTitle?: string | null | undefined
        /** A sentence about it. */
        description?: string | null | undefined
        /** All about it. */
        longDescription?: string | null | undefined
        /** A title in place of the usual one of its type. */
        customTitle?: string | null | undefined
        /** How to use it. */
        usageInstructions?: string | null | undefined
        /** Whether these instructions are shown in place of the usual ones; default: no. */
        usesCustomInstruction?: boolean | undefined
        /** From when it can be redeemed; null: from ever. */
        validFrom?: string | Date | null | undefined
        /** Until when; null: for ever. */
        validUntil?: string | Date | null | undefined
        /** How often it can be redeemed; left out: as often as they can pay for it. */
        limits?: {
          /** Redemptions of one customer that may stand. */
          perCustomer?: number | null | undefined
          /** Redemptions of all that may stand. */
          total?: number | null | undefined
        } | undefined
        /** The tiers whose customers may redeem it; none: all customers may. */
        tiers?: string[] | undefined
        /** Where it is for; default: all. */
        channel?: 'all' | 'online' | 'pointOfSale' | undefined
        /** The coupon that it gives. */
        coupon?: {
          /** What made-up codes begin with. */
          prefix?: string | null | undefined
          /** How many days a coupon can be used; null: for ever. */
          validDays?: number | null | undefined
          /** Whether it may be combined with other promotions; default: no. */
          cumulative?: boolean | undefined
          /** The smallest purchase that it can be used for. */
          minimumPurchase?: string | null | undefined
          /** Whether the merchant makes the coupon in its store by hand; default: no. */
          byHand?: boolean | undefined
          /** Whether a coupon that the store no longer has counts as expired; default: no. */
          expiresMissingInPlatform?: boolean | undefined
        } | undefined
        /** For rewards of the type cashback. */
        cashback?: {
          /** The most cashback that one redemption may use; null: all there is. */
          maximum?: string | null | undefined
          /** How much of a purchase may be paid with it, in percent. */
          percentOfPurchase?: string | null | undefined
          /** Whether it is only shown, and not redeemed; default: no. */
          informativeOnly?: boolean | undefined
          /** What is shown then. */
          informativeText?: string | null | undefined
          /** The rules, in the merchant’s words. */
          rules?: string | null | undefined
        } | undefined
        /** The products that it is for; left out: all. */
        collections?: {
          /** Which products it is for. */
          which: 'all' | 'only' | 'except'
          /** The collections; none where it is for all products. */
          ids: string[]
        } | undefined
        /** Whom your own systems notify of a redemption. Stored and returned: Punchcard sends no e-mail. */
        notify?: {
          /** Addresses of the merchant’s team. */
          team?: string[] | undefined
          /** Whether your own systems notify the customer; default: no. */
          customer?: boolean | undefined
        } | undefined
        /** Its pictures. */
        icons?: {
          /** The address of a picture of the reward. */
          url?: string | null | undefined
          /** The icon in the widget; null: none. */
          widget?: string | null | undefined
          /** The icon on the landing page; null: none. */
          landingPage?: string | null | undefined
        } | undefined
      }
    }
    answer: {
      /** Its number. */
      id: number
      /** By which files know it. */
      key: string
      /** What the customer gets. */
      type: 'percent' | 'fixedValue' | 'freeShipping' | 'cashback' | 'custom' | 'product'
      /** Its name. */
      title: string
      /** Whether it can be redeemed, or given by a rule. */
      isActive: boolean
      /** Whether only rules give it: customers can’t see or redeem it. */
      prizeOnly: boolean
      /** What it costs. */
      points: string
      /** What its coupon is worth, in money or percent. */
      value: string
      /** A line above the title. */
      preTitle: string | null
      /** A sentence about it. */
      description: string | null
      /** All about it. */
      longDescription: string | null
      /** A title in place of the usual one of its type. */
      customTitle: string | null
      /** How to use it. */
      usageInstructions: string | null
      /** Whether these instructions are shown in place of the usual ones. */
      usesCustomInstruction: boolean
      /** From when it can be redeemed. */
      validFrom: string | null
      /** Until when. */
      validUntil: string | null
      /** How often it can be redeemed. */
      limits: {
        /** Redemptions of one customer that may stand. */
        perCustomer: number | null
        /** Redemptions of all that may stand. */
        total: number | null
      }
      /** Whose customers may redeem it; none: all. */
      tiers: string[]
      /** Where it is for. */
      channel: 'all' | 'online' | 'pointOfSale'
      /** The coupon that it gives. */
      coupon: {
        /** What made-up codes begin with. */
        prefix: string | null
        /** How many days a coupon can be used. */
        validDays: number | null
        /** Whether it may be combined with other promotions. */
        cumulative: boolean
        /** The smallest purchase that it can be used for. */
        minimumPurchase: string | null
        /** Whether the merchant makes the coupon in its store by hand. */
        byHand: boolean
        /** Whether a coupon that the store no longer has counts as expired. */
        expiresMissingInPlatform: boolean
      }
      /** Of rewards of the type cashback. */
      cashback: {
        /** The most cashback that one redemption may use. */
        maximum: string | null
        /** How much of a purchase may be paid with it, in percent. */
        percentOfPurchase: string | null
        /** Whether it is only shown, and not redeemed. */
        informativeOnly: boolean
        /** What is shown then. */
        informativeText: string | null
        /** The rules, in the merchant’s words. */
        rules: string | null
      }
      /** The products that it is for. */
      collections: {
        /** Which products it is for. */
        which: 'all' | 'only' | 'except'
        /** The collections; none where it is for all products. */
        ids: string[]
      }
      /** Whom your own systems notify of a redemption. Stored and returned: Punchcard sends no e-mail. */
      notify: {
        /** Addresses of the team. */
        team: string[]
        /** Whether your own systems notify the customer. */
        customer: boolean
      }
      /** Its pictures. */
      icons: {
        /** A picture of the reward. */
        url: string | null
        /** The icon in the widget. */
        widget: string | null
        /** The icon on the landing page. */
        landingPage: string | null
      }
      /** Since when it is out of sight; null: it is not. */
      archivedAt: string | null
      /** Redemptions that stand. */
      redeemed: number
      /** Free codes of its lists; null: its codes are generated, and never run out. */
      codesLeft: number | null
      /** The lists that its codes come from. */
      couponLists: {
        /** Number of the list. */
        id: number
        /** By which files know it. */
        key: string
        /** Its name. */
        name: string
      }[]
      /** The rules that give it without taking points, now or in a version that is scheduled. */
      givenBy: {
        /** Id of the rule. */
        id: number
        /** Its name; may be empty. */
        name: string
        /** The version of the program; of several, the first that counts. */
        version: number
        /** Whether that version counts now; otherwise it is scheduled. */
        isCurrent: boolean
      }[]
      /** As in the ETag. */
      version: number
    }
  }
  /** Check a reward without making it. Needs the permission `rewards.read`. In the audit: `reward.validate`. */
  'rewards.validate': {
    input: {
      readonly path: { readonly tenant: number }
      readonly body: {
        /** By which files know it. Left out: made from the title. It can’t change later. */
        key?: string | undefined
        /** What the customer gets. */
        type: 'percent' | 'fixedValue' | 'freeShipping' | 'cashback' | 'custom' | 'product'
        /** Its name. */
        title: string
        /** Whether it can be redeemed, or given by a rule; default: yes. */
        isActive?: boolean | undefined
        /** Whether only rules give it: customers can’t see or redeem it. Not for cashback; default: no. */
        prizeOnly?: boolean | undefined
        /** What it costs; default: "0". Cashback costs no points. */
        points?: string | undefined
        /** What its coupon is worth, in money or percent; default: "0". */
        value?: string | undefined
        /** A line above the title. */
        preTitle?: string | null | undefined
        /** A sentence about it. */
        description?: string | null | undefined
        /** All about it. */
        longDescription?: string | null | undefined
        /** A title in place of the usual one of its type. */
        customTitle?: string | null | undefined
        /** How to use it. */
        usageInstructions?: string | null | undefined
        /** Whether these instructions are shown in place of the usual ones; default: no. */
        usesCustomInstruction?: boolean | undefined
        /** From when it can be redeemed; null: from ever. */
        validFrom?: string | Date | null | undefined
        /** Until when; null: for ever. */
        validUntil?: string | Date | null | undefined
        /** How often it can be redeemed; left out: as often as they can pay for it. */
        limits?: {
          /** Redemptions of one customer that may stand. */
          perCustomer?: number | null | undefined
          /** Redemptions of all that may stand. */
          total?: number | null | undefined
        } | undefined
        /** The tiers whose customers may redeem it; none: all customers may. */
        tiers?: string[] | undefined
        /** Where it is for; default: all. */
        channel?: 'all' | 'online' | 'pointOfSale' | undefined
        /** The coupon that it gives. */
        coupon?: {
          /** What made-up codes begin with. */
          prefix?: string | null | undefined
          /** How many days a coupon can be used; null: for ever. */
          validDays?: number | null | undefined
          /** Whether it may be combined with other promotions; default: no. */
          cumulative?: boolean | undefined
          /** The smallest purchase that it can be used for. */
          minimumPurchase?: string | null | undefined
          /** Whether the merchant makes the coupon in its store by hand; default: no. */
          byHand?: boolean | undefined
          /** Whether a coupon that the store no longer has counts as expired; default: no. */
          expiresMissingInPlatform?: boolean | undefined
        } | undefined
        /** For rewards of the type cashback. */
        cashback?: {
          /** The most cashback that one redemption may use; null: all there is. */
          maximum?: string | null | undefined
          /** How much of a purchase may be paid with it, in percent. */
          percentOfPurchase?: string | null | undefined
          /** Whether it is only shown, and not redeemed; default: no. */
          informativeOnly?: boolean | undefined
          /** What is shown then. */
          informativeText?: string | null | undefined
          /** The rules, in the merchant’s words. */
          rules?: string | null | undefined
        } | undefined
        /** The products that it is for; left out: all. */
        collections?: {
          /** Which products it is for. */
          which: 'all' | 'only' | 'except'
          /** The collections; none where it is for all products. */
          ids: string[]
        } | undefined
        /** Whom your own systems notify of a redemption. Stored and returned: Punchcard sends no e-mail. */
        notify?: {
          /** Addresses of the merchant’s team. */
          team?: string[] | undefined
          /** Whether your own systems notify the customer; default: no. */
          customer?: boolean | undefined
        } | undefined
        /** Its pictures. */
        icons?: {
          /** The address of a picture of the reward. */
          url?: string | null | undefined
          /** The icon in the widget; null: none. */
          widget?: string | null | undefined
          /** The icon on the landing page; null: none. */
          landingPage?: string | null | undefined
        } | undefined
      }
    }
    answer: {
      /** true: it could be saved. */
      isValid: true
    }
  }
  /** Make a copy of a reward, switched off, without its lists of codes. Needs the permission `rewards.write`. In the audit: `reward.create`. */
  'rewards.duplicate': {
    input: {
      readonly path: { readonly tenant: number; readonly id: number }
    }
    answer: {
      /** Its number. */
      id: number
      /** By which files know it. */
      key: string
      /** What the customer gets. */
      type: 'percent' | 'fixedValue' | 'freeShipping' | 'cashback' | 'custom' | 'product'
      /** Its name. */
      title: string
      /** Whether it can be redeemed, or given by a rule. */
      isActive: boolean
      /** Whether only rules give it: customers can’t see or redeem it. */
      prizeOnly: boolean
      /** What it costs. */
      points: string
      /** What its coupon is worth, in money or percent. */
      value: string
      /** A line above the title. */
      preTitle: string | null
      /** A sentence about it. */
      description: string | null
      /** All about it. */
      longDescription: string | null
      /** A title in place of the usual one of its type. */
      customTitle: string | null
      /** How to use it. */
      usageInstructions: string | null
      /** Whether these instructions are shown in place of the usual ones. */
      usesCustomInstruction: boolean
      /** From when it can be redeemed. */
      validFrom: string | null
      /** Until when. */
      validUntil: string | null
      /** How often it can be redeemed. */
      limits: {
        /** Redemptions of one customer that may stand. */
        perCustomer: number | null
        /** Redemptions of all that may stand. */
        total: number | null
      }
      /** Whose customers may redeem it; none: all. */
      tiers: string[]
      /** Where it is for. */
      channel: 'all' | 'online' | 'pointOfSale'
      /** The coupon that it gives. */
      coupon: {
        /** What made-up codes begin with. */
        prefix: string | null
        /** How many days a coupon can be used. */
        validDays: number | null
        /** Whether it may be combined with other promotions. */
        cumulative: boolean
        /** The smallest purchase that it can be used for. */
        minimumPurchase: string | null
        /** Whether the merchant makes the coupon in its store by hand. */
        byHand: boolean
        /** Whether a coupon that the store no longer has counts as expired. */
        expiresMissingInPlatform: boolean
      }
      /** Of rewards of the type cashback. */
      cashback: {
        /** The most cashback that one redemption may use. */
        maximum: string | null
        /** How much of a purchase may be paid with it, in percent. */
        percentOfPurchase: string | null
        /** Whether it is only shown, and not redeemed. */
        informativeOnly: boolean
        /** What is shown then. */
        informativeText: string | null
        /** The rules, in the merchant’s words. */
        rules: string | null
      }
      /** The products that it is for. */
      collections: {
        /** Which products it is for. */
        which: 'all' | 'only' | 'except'
        /** The collections; none where it is for all products. */
        ids: string[]
      }
      /** Whom your own systems notify of a redemption. Stored and returned: Punchcard sends no e-mail. */
      notify: {
        /** Addresses of the team. */
        team: string[]
        /** Whether your own systems notify the customer. */
        customer: boolean
      }
      /** Its pictures. */
      icons: {
        /** A picture of the reward. */
        url: string | null
        /** The icon in the widget. */
        widget: string | null
        /** The icon on the landing page. */
        landingPage: string | null
      }
      /** Since when it is out of sight; null: it is not. */
      archivedAt: string | null
      /** Redemptions that stand. */
      redeemed: number
      /** Free codes of its lists; null: its codes are generated, and never run out. */
      codesLeft: number | null
      /** The lists that its codes come from. */
      couponLists: {
        /** Number of the list. */
        id: number
        /** By which files know it. */
        key: string
        /** Its name. */
        name: string
      }[]
      /** The rules that give it without taking points, now or in a version that is scheduled. */
      givenBy: {
        /** Id of the rule. */
        id: number
        /** Its name; may be empty. */
        name: string
        /** The version of the program; of several, the first that counts. */
        version: number
        /** Whether that version counts now; otherwise it is scheduled. */
        isCurrent: boolean
      }[]
      /** As in the ETag. */
      version: number
    }
  }
  /** Put a reward out of sight; it can’t be redeemed any more. Needs the permission `rewards.write`. In the audit: `reward.archive`. */
  'rewards.archive': {
    input: {
      readonly path: { readonly tenant: number; readonly id: number }
    }
    answer: {
      /** Its number. */
      id: number
      /** By which files know it. */
      key: string
      /** What the customer gets. */
      type: 'percent' | 'fixedValue' | 'freeShipping' | 'cashback' | 'custom' | 'product'
      /** Its name. */
      title: string
      /** Whether it can be redeemed, or given by a rule. */
      isActive: boolean
      /** Whether only rules give it: customers can’t see or redeem it. */
      prizeOnly: boolean
      /** What it costs. */
      points: string
      /** What its coupon is worth, in money or percent. */
      value: string
      /** A line above the title. */
      preTitle: string | null
      /** A sentence about it. */
      description: string | null
      /** All about it. */
      longDescription: string | null
      /** A title in place of the usual one of its type. */
      customTitle: string | null
      /** How to use it. */
      usageInstructions: string | null
      /** Whether these instructions are shown in place of the usual ones. */
      usesCustomInstruction: boolean
      /** From when it can be redeemed. */
      validFrom: string | null
      /** Until when. */
      validUntil: string | null
      /** How often it can be redeemed. */
      limits: {
        /** Redemptions of one customer that may stand. */
        perCustomer: number | null
        /** Redemptions of all that may stand. */
        total: number | null
      }
      /** Whose customers may redeem it; none: all. */
      tiers: string[]
      /** Where it is for. */
      channel: 'all' | 'online' | 'pointOfSale'
      /** The coupon that it gives. */
      coupon: {
        /** What made-up codes begin with. */
        prefix: string | null
        /** How many days a coupon can be used. */
        validDays: number | null
        /** Whether it may be combined with other promotions. */
        cumulative: boolean
        /** The smallest purchase that it can be used for. */
        minimumPurchase: string | null
        /** Whether the merchant makes the coupon in its store by hand. */
        byHand: boolean
        /** Whether a coupon that the store no longer has counts as expired. */
        expiresMissingInPlatform: boolean
      }
      /** Of rewards of the type cashback. */
      cashback: {
        /** The most cashback that one redemption may use. */
        maximum: string | null
        /** How much of a purchase may be paid with it, in percent. */
        percentOfPurchase: string | null
        /** Whether it is only shown, and not redeemed. */
        informativeOnly: boolean
        /** What is shown then. */
        informativeText: string | null
        /** The rules, in the merchant’s words. */
        rules: string | null
      }
      /** The products that it is for. */
      collections: {
        /** Which products it is for. */
        which: 'all' | 'only' | 'except'
        /** The collections; none where it is for all products. */
        ids: string[]
      }
      /** Whom your own systems notify of a redemption. Stored and returned: Punchcard sends no e-mail. */
      notify: {
        /** Addresses of the team. */
        team: string[]
        /** Whether your own systems notify the customer. */
        customer: boolean
      }
      /** Its pictures. */
      icons: {
        /** A picture of the reward. */
        url: string | null
        /** The icon in the widget. */
        widget: string | null
        /** The icon on the landing page. */
        landingPage: string | null
      }
      /** Since when it is out of sight; null: it is not. */
      archivedAt: string | null
      /** Redemptions that stand. */
      redeemed: number
      /** Free codes of its lists; null: its codes are generated, and never run out. */
      codesLeft: number | null
      /** The lists that its codes come from. */
      couponLists: {
        /** Number of the list. */
        id: number
        /** By which files know it. */
        key: string
        /** Its name. */
        name: string
      }[]
      /** The rules that give it without taking points, now or in a version that is scheduled. */
      givenBy: {
        /** Id of the rule. */
        id: number
        /** Its name; may be empty. */
        name: string
        /** The version of the program; of several, the first that counts. */
        version: number
        /** Whether that version counts now; otherwise it is scheduled. */
        isCurrent: boolean
      }[]
      /** As in the ETag. */
      version: number
    }
  }
  /** Bring an archived reward back, as it was. Needs the permission `rewards.write`. In the audit: `reward.unarchive`. */
  'rewards.unarchive': {
    input: {
      readonly path: { readonly tenant: number; readonly id: number }
    }
    answer: {
      /** Its number. */
      id: number
      /** By which files know it. */
      key: string
      /** What the customer gets. */
      type: 'percent' | 'fixedValue' | 'freeShipping' | 'cashback' | 'custom' | 'product'
      /** Its name. */
      title: string
      /** Whether it can be redeemed, or given by a rule. */
      isActive: boolean
      /** Whether only rules give it: customers can’t see or redeem it. */
      prizeOnly: boolean
      /** What it costs. */
      points: string
      /** What its coupon is worth, in money or percent. */
      value: string
      /** A line above the title. */
      preTitle: string | null
      /** A sentence about it. */
      description: string | null
      /** All about it. */
      longDescription: string | null
      /** A title in place of the usual one of its type. */
      customTitle: string | null
      /** How to use it. */
      usageInstructions: string | null
      /** Whether these instructions are shown in place of the usual ones. */
      usesCustomInstruction: boolean
      /** From when it can be redeemed. */
      validFrom: string | null
      /** Until when. */
      validUntil: string | null
      /** How often it can be redeemed. */
      limits: {
        /** Redemptions of one customer that may stand. */
        perCustomer: number | null
        /** Redemptions of all that may stand. */
        total: number | null
      }
      /** Whose customers may redeem it; none: all. */
      tiers: string[]
      /** Where it is for. */
      channel: 'all' | 'online' | 'pointOfSale'
      /** The coupon that it gives. */
      coupon: {
        /** What made-up codes begin with. */
        prefix: string | null
        /** How many days a coupon can be used. */
        validDays: number | null
        /** Whether it may be combined with other promotions. */
        cumulative: boolean
        /** The smallest purchase that it can be used for. */
        minimumPurchase: string | null
        /** Whether the merchant makes the coupon in its store by hand. */
        byHand: boolean
        /** Whether a coupon that the store no longer has counts as expired. */
        expiresMissingInPlatform: boolean
      }
      /** Of rewards of the type cashback. */
      cashback: {
        /** The most cashback that one redemption may use. */
        maximum: string | null
        /** How much of a purchase may be paid with it, in percent. */
        percentOfPurchase: string | null
        /** Whether it is only shown, and not redeemed. */
        informativeOnly: boolean
        /** What is shown then. */
        informativeText: string | null
        /** The rules, in the merchant’s words. */
        rules: string | null
      }
      /** The products that it is for. */
      collections: {
        /** Which products it is for. */
        which: 'all' | 'only' | 'except'
        /** The collections; none where it is for all products. */
        ids: string[]
      }
      /** Whom your own systems notify of a redemption. Stored and returned: Punchcard sends no e-mail. */
      notify: {
        /** Addresses of the team. */
        team: string[]
        /** Whether your own systems notify the customer. */
        customer: boolean
      }
      /** Its pictures. */
      icons: {
        /** A picture of the reward. */
        url: string | null
        /** The icon in the widget. */
        widget: string | null
        /** The icon on the landing page. */
        landingPage: string | null
      }
      /** Since when it is out of sight; null: it is not. */
      archivedAt: string | null
      /** Redemptions that stand. */
      redeemed: number
      /** Free codes of its lists; null: its codes are generated, and never run out. */
      codesLeft: number | null
      /** The lists that its codes come from. */
      couponLists: {
        /** Number of the list. */
        id: number
        /** By which files know it. */
        key: string
        /** Its name. */
        name: string
      }[]
      /** The rules that give it without taking points, now or in a version that is scheduled. */
      givenBy: {
        /** Id of the rule. */
        id: number
        /** Its name; may be empty. */
        name: string
        /** The version of the program; of several, the first that counts. */
        version: number
        /** Whether that version counts now; otherwise it is scheduled. */
        isCurrent: boolean
      }[]
      /** As in the ETag. */
      version: number
    }
  }
  /** List the lists of codes. Needs the permission `rewards.read`. */
  'couponLists.list': {
    input: {
      readonly path: { readonly tenant: number }
      readonly query?: { readonly limit?: number | undefined; readonly cursor?: string | undefined; readonly reward?: number | undefined; readonly state?: 'active' | 'archived' | 'all' | undefined } | undefined
    }
    answer: {
      /** The items of this page. */
      items: {
        /** Its number. */
        id: number
        /** By which files know it. */
        key: string
        /** Its name. */
        name: string
        /** The reward that gives its codes out; null: none. */
        reward: {
          /** Number of the reward. */
          id: number
          /** Its key. */
          key: string
          /** Its name. */
          title: string
        } | null
        /** What its codes give. */
        couponType: 'fixedValue' | 'percent' | 'freeShipping' | 'shippingDiscount' | 'others'
        /** What each is worth. */
        couponValue: string
        /** All its codes, given out or not. */
        codes: number
        /** Those that were given out. */
        used: number
        /** Those that were not; some may have expired. */
        left: number
        /** When the last is given out, if as many go every day as have gone since the list was made; null: that can’t be said. */
        runsOutOn: string | null
        /** With fewer codes left the panel warns; null: it does not. */
        warnBelow: number | null
        /** Since when no codes are taken from it; null: they are. */
        archivedAt: string | null
        /** When it was made. */
        createdAt: string
        /** As in the ETag. */
        version: number
      }[]
      /** Where the next page begins; null: this is the last. */
      nextCursor: string | null
    }
  }
  /** Make a list of codes for a reward. Needs the permission `rewards.write`. In the audit: `couponList.create`. */
  'couponLists.create': {
    input: {
      readonly path: { readonly tenant: number }
      readonly body: {
        /** By which files know it. Left out: made from the name. */
        key?: string | undefined
        /** Its name. */
        name: string
        /** The reward whose coupons have these codes. */
        rewardId: number
        /** With fewer codes left the panel warns; null: it does not. */
        warnBelow?: number | null | undefined
      }
    }
    answer: {
      /** Its number. */
      id: number
      /** By which files know it. */
      key: string
      /** Its name. */
      name: string
      /** The reward that gives its codes out; null: none. */
      reward: {
        /** Number of the reward. */
        id: number
        /** Its key. */
        key: string
        /** Its name. */
        title: string
      } | null
      /** What its codes give. */
      couponType: 'fixedValue' | 'percent' | 'freeShipping' | 'shippingDiscount' | 'others'
      /** What each is worth. */
      couponValue: string
      /** All its codes, given out or not. */
      codes: number
      /** Those that were given out. */
      used: number
      /** Those that were not; some may have expired. */
      left: number
      /** When the last is given out, if as many go every day as have gone since the list was made; null: that can’t be said. */
      runsOutOn: string | null
      /** With fewer codes left the panel warns; null: it does not. */
      warnBelow: number | null
      /** Since when no codes are taken from it; null: they are. */
      archivedAt: string | null
      /** When it was made. */
      createdAt: string
      /** As in the ETag. */
      version: number
    }
  }
  /** Read a list of codes. Needs the permission `rewards.read`. */
  'couponLists.get': {
    input: {
      readonly path: { readonly tenant: number; readonly id: number }
    }
    answer: {
      /** Its number. */
      id: number
      /** By which files know it. */
      key: string
      /** Its name. */
      name: string
      /** The reward that gives its codes out; null: none. */
      reward: {
        /** Number of the reward. */
        id: number
        /** Its key. */
        key: string
        /** Its name. */
        title: string
      } | null
      /** What its codes give. */
      couponType: 'fixedValue' | 'percent' | 'freeShipping' | 'shippingDiscount' | 'others'
      /** What each is worth. */
      couponValue: string
      /** All its codes, given out or not. */
      codes: number
      /** Those that were given out. */
      used: number
      /** Those that were not; some may have expired. */
      left: number
      /** When the last is given out, if as many go every day as have gone since the list was made; null: that can’t be said. */
      runsOutOn: string | null
      /** With fewer codes left the panel warns; null: it does not. */
      warnBelow: number | null
      /** Since when no codes are taken from it; null: they are. */
      archivedAt: string | null
      /** When it was made. */
      createdAt: string
      /** As in the ETag. */
      version: number
      /** What of it is given without a redemption, by rules. */
      automatic: {
        /** The rules that give its reward; none: no rule does. */
        rules: {
          /** Id of the rule. */
          id: number
          /** Its name; may be empty. */
          name: string
          /** The version of the program; of several, the first that counts. */
          version: number
          /** Whether that version counts now; otherwise it is scheduled. */
          isCurrent: boolean
        }[]
        /** Codes that rules gave in the last 30 days, of the newest 20,000 redemptions. */
        given30Days: number
      }
    }
  }
  /** Rename a list of codes, or change when to warn. Needs the permission `rewards.write`. In the audit: `couponList.update`. */
  'couponLists.change': {
    input: {
      readonly path: { readonly tenant: number; readonly id: number }
      readonly body: {
        /** Its name. */
        name?: string | undefined
        /** With fewer codes left the panel warns; null: it does not. */
        warnBelow?: number | null | undefined
      }
    }
    answer: {
      /** Its number. */
      id: number
      /** By which files know it. */
      key: string
      /** Its name. */
      name: string
      /** The reward that gives its codes out; null: none. */
      reward: {
        /** Number of the reward. */
        id: number
        /** Its key. */
        key: string
        /** Its name. */
        title: string
      } | null
      /** What its codes give. */
      couponType: 'fixedValue' | 'percent' | 'freeShipping' | 'shippingDiscount' | 'others'
      /** What each is worth. */
      couponValue: string
      /** All its codes, given out or not. */
      codes: number
      /** Those that were given out. */
      used: number
      /** Those that were not; some may have expired. */
      left: number
      /** When the last is given out, if as many go every day as have gone since the list was made; null: that can’t be said. */
      runsOutOn: string | null
      /** With fewer codes left the panel warns; null: it does not. */
      warnBelow: number | null
      /** Since when no codes are taken from it; null: they are. */
      archivedAt: string | null
      /** When it was made. */
      createdAt: string
      /** As in the ETag. */
      version: number
    }
  }
  /** Take no more codes from a list. Needs the permission `rewards.write`. In the audit: `couponList.archive`. */
  'couponLists.archive': {
    input: {
      readonly path: { readonly tenant: number; readonly id: number }
    }
    answer: {
      /** Its number. */
      id: number
      /** By which files know it. */
      key: string
      /** Its name. */
      name: string
      /** The reward that gives its codes out; null: none. */
      reward: {
        /** Number of the reward. */
        id: number
        /** Its key. */
        key: string
        /** Its name. */
        title: string
      } | null
      /** What its codes give. */
      couponType: 'fixedValue' | 'percent' | 'freeShipping' | 'shippingDiscount' | 'others'
      /** What each is worth. */
      couponValue: string
      /** All its codes, given out or not. */
      codes: number
      /** Those that were given out. */
      used: number
      /** Those that were not; some may have expired. */
      left: number
      /** When the last is given out, if as many go every day as have gone since the list was made; null: that can’t be said. */
      runsOutOn: string | null
      /** With fewer codes left the panel warns; null: it does not. */
      warnBelow: number | null
      /** Since when no codes are taken from it; null: they are. */
      archivedAt: string | null
      /** When it was made. */
      createdAt: string
      /** As in the ETag. */
      version: number
    }
  }
  /** Take codes from an archived list again. Needs the permission `rewards.write`. In the audit: `couponList.unarchive`. */
  'couponLists.unarchive': {
    input: {
      readonly path: { readonly tenant: number; readonly id: number }
    }
    answer: {
      /** Its number. */
      id: number
      /** By which files know it. */
      key: string
      /** Its name. */
      name: string
      /** The reward that gives its codes out; null: none. */
      reward: {
        /** Number of the reward. */
        id: number
        /** Its key. */
        key: string
        /** Its name. */
        title: string
      } | null
      /** What its codes give. */
      couponType: 'fixedValue' | 'percent' | 'freeShipping' | 'shippingDiscount' | 'others'
      /** What each is worth. */
      couponValue: string
      /** All its codes, given out or not. */
      codes: number
      /** Those that were given out. */
      used: number
      /** Those that were not; some may have expired. */
      left: number
      /** When the last is given out, if as many go every day as have gone since the list was made; null: that can’t be said. */
      runsOutOn: string | null
      /** With fewer codes left the panel warns; null: it does not. */
      warnBelow: number | null
      /** Since when no codes are taken from it; null: they are. */
      archivedAt: string | null
      /** When it was made. */
      createdAt: string
      /** As in the ETag. */
      version: number
    }
  }
  /** Add codes to a list, one per line. Needs the permission `rewards.write`. In the audit: `couponList.addCodes`. */
  'couponLists.addCodes': {
    input: {
      readonly path: { readonly tenant: number; readonly id: number }
      readonly query?: { readonly upload?: string | undefined; readonly file?: string | undefined } | undefined
      readonly body: string
    }
    answer: {
      /** Codes that are new. */
      imported: number
      /** Codes that were skipped: the merchant has them already, in upper or lower case. */
      duplicates: number
      /** Lines that can’t be a code. */
      invalid: number
      /** The first 100 of them. */
      duplicateCodes: string[]
      /** The numbers of the first 100 of them. */
      invalidLines: number[]
      /** Codes that were added together. */
      upload: {
        /** Its number. */
        id: number
        /** Name of the file; null: none was sent. */
        file: string | null
        /** Codes that it added. */
        codes: number
        /** Codes that undoing it has removed. */
        removed: number
        /** Whether a customer has one of its codes: then it can’t be undone any more. */
        isUsed: boolean
        /** When it began. */
        createdAt: string
        /** When it was undone; null: it was not, or not to the end. */
        undoneAt: string | null
      }
      /** A list of codes. */
      list: {
        /** Its number. */
        id: number
        /** By which files know it. */
        key: string
        /** Its name. */
        name: string
        /** The reward that gives its codes out; null: none. */
        reward: {
          /** Number of the reward. */
          id: number
          /** Its key. */
          key: string
          /** Its name. */
          title: string
        } | null
        /** What its codes give. */
        couponType: 'fixedValue' | 'percent' | 'freeShipping' | 'shippingDiscount' | 'others'
        /** What each is worth. */
        couponValue: string
        /** All its codes, given out or not. */
        codes: number
        /** Those that were given out. */
        used: number
        /** Those that were not; some may have expired. */
        left: number
        /** When the last is given out, if as many go every day as have gone since the list was made; null: that can’t be said. */
        runsOutOn: string | null
        /** With fewer codes left the panel warns; null: it does not. */
        warnBelow: number | null
        /** Since when no codes are taken from it; null: they are. */
        archivedAt: string | null
        /** When it was made. */
        createdAt: string
        /** As in the ETag. */
        version: number
      }
    }
  }
  /** Show the codes of a list. Needs the permission `codes.read`. In the audit: `couponList.readCodes`. */
  'couponLists.listCodes': {
    input: {
      readonly path: { readonly tenant: number; readonly id: number }
      readonly query?: { readonly limit?: number | undefined; readonly cursor?: string | undefined; readonly state?: 'free' | 'given' | 'all' | undefined; readonly prefix?: string | undefined } | undefined
    }
    answer: {
      /** The items of this page. */
      items: {
        /** Number of the code. */
        id: number
        /** As it was sent. */
        code: string
        /** Whether a customer has it. */
        isGiven: boolean
        /** From when it can be given out. */
        validFrom: string | null
        /** Until when. */
        validUntil: string | null
        /** When it was added. */
        createdAt: string
      }[]
      /** Where the next page begins; null: this is the last. */
      nextCursor: string | null
    }
  }
  /** Say what adding codes would do. Needs the permission `rewards.write`. */
  'couponLists.checkCodes': {
    input: {
      readonly path: { readonly tenant: number; readonly id: number }
      readonly body: string
    }
    answer: {
      /** Codes that would be new. */
      added: number
      /** Codes that were skipped: the merchant has them already, in upper or lower case. */
      duplicates: number
      /** Lines that can’t be a code. */
      invalid: number
      /** The first 100 of them. */
      duplicateCodes: string[]
      /** The numbers of the first 100 of them. */
      invalidLines: number[]
    }
  }
  /** List the uploads of a list, the newest first. Needs the permission `rewards.read`. */
  'couponLists.listUploads': {
    input: {
      readonly path: { readonly tenant: number; readonly id: number }
      readonly query?: { readonly limit?: number | undefined; readonly cursor?: string | undefined } | undefined
    }
    answer: {
      /** The items of this page. */
      items: {
        /** Its number. */
        id: number
        /** Name of the file; null: none was sent. */
        file: string | null
        /** Codes that it added. */
        codes: number
        /** Codes that undoing it has removed. */
        removed: number
        /** Whether a customer has one of its codes: then it can’t be undone any more. */
        isUsed: boolean
        /** When it began. */
        createdAt: string
        /** When it was undone; null: it was not, or not to the end. */
        undoneAt: string | null
      }[]
      /** Where the next page begins; null: this is the last. */
      nextCursor: string | null
    }
  }
  /** Remove the codes of an upload, while none was given out. Needs the permission `rewards.write`. In the audit: `couponList.undoUpload`. */
  'couponLists.undoUpload': {
    input: {
      readonly path: { readonly tenant: number; readonly id: number; readonly upload: number }
    }
    answer: {
      /** Codes that this request removed: at most 20,000. Undone already: 0. */
      removed: number
      /** Whether all of them are removed. False: send the request again for the rest. */
      isDone: boolean
      /** Codes that were added together. */
      upload: {
        /** Its number. */
        id: number
        /** Name of the file; null: none was sent. */
        file: string | null
        /** Codes that it added. */
        codes: number
        /** Codes that undoing it has removed. */
        removed: number
        /** Whether a customer has one of its codes: then it can’t be undone any more. */
        isUsed: boolean
        /** When it began. */
        createdAt: string
        /** When it was undone; null: it was not, or not to the end. */
        undoneAt: string | null
      }
      /** A list of codes. */
      list: {
        /** Its number. */
        id: number
        /** By which files know it. */
        key: string
        /** Its name. */
        name: string
        /** The reward that gives its codes out; null: none. */
        reward: {
          /** Number of the reward. */
          id: number
          /** Its key. */
          key: string
          /** Its name. */
          title: string
        } | null
        /** What its codes give. */
        couponType: 'fixedValue' | 'percent' | 'freeShipping' | 'shippingDiscount' | 'others'
        /** What each is worth. */
        couponValue: string
        /** All its codes, given out or not. */
        codes: number
        /** Those that were given out. */
        used: number
        /** Those that were not; some may have expired. */
        left: number
        /** When the last is given out, if as many go every day as have gone since the list was made; null: that can’t be said. */
        runsOutOn: string | null
        /** With fewer codes left the panel warns; null: it does not. */
        warnBelow: number | null
        /** Since when no codes are taken from it; null: they are. */
        archivedAt: string | null
        /** When it was made. */
        createdAt: string
        /** As in the ETag. */
        version: number
      }
    }
  }
  /** What rules gave customers besides points for orders, and what waits to be given, newest first. Needs the permission `rewards.read`. */
  'awards.list': {
    input: {
      readonly path: { readonly tenant: number }
      readonly query?: { readonly limit?: number | undefined; readonly cursor?: string | undefined; readonly state?: 'due' | 'given' | 'held' | 'undone' | 'dropped' | undefined; readonly customerId?: number | undefined; readonly rewardId?: number | undefined } | undefined
    }
    answer: {
      /** The items of this page. */
      items: {
        /** Number of the award. */
        id: number
        /** due: to be given at `dueAt` · given · held: it could not be given yet · undone: what it was for was taken back · dropped: not given, by hand or because the customer was erased. */
        state: 'due' | 'given' | 'held' | 'undone' | 'dropped'
        /** Why its reward can’t be given: switched off, archived, outside its dates, at its total limit, or without codes. */
        heldBecause: 'inactive' | 'archived' | 'outsideDates' | 'limitReached' | 'noCodes' | null
        /** What it is for. */
        source: 'card' | 'tier' | 'birthday' | 'signup' | 'referral'
        /** The rule that gave it. */
        rule: {
          /** Id of the rule. */
          id: number
          /** What it is called; null: it has no name. */
          name: string | null
        }
        /** Of what it is the prize: the number of the stamp record that filled the card, the number of the tier, the year of the birthday, or `once`. */
        reference: string
        /** Whose it is. */
        customer: {
          /** Number of the customer. */
          id: number
          /** Id in the merchant’s store; masked where it is an e-mail address, document or phone. */
          originalId: string
          /** By which the customer is known outside. */
          publicId: string
          /** Name; masked: the first letter of each word. */
          name: string | null
          /** E-mail address. */
          email: string | null
          /** When the customer was erased: the account stays, anonymously; null: not erased. */
          erasedAt: string | null
        }
        /** The reward that it gives; null: points alone. */
        reward: {
          /** Number of the reward. */
          id: number
          /** What it is called now. */
          title: string | null
        } | null
        /** The points that it gave; 0: none. */
        points: string
        /** Number of the record of its points; null: none. */
        recordId: number | null
        /** Number of the redemption that its reward became; null: none yet. */
        redemptionId: number | null
        /** The coupon that it gave. */
        coupon: {
          /** The code; null: you may not read codes. */
          code: string | null
          /** What it gives. */
          type: 'fixedValue' | 'percent' | 'freeShipping' | 'shippingDiscount' | 'others'
          /** What it is worth. */
          value: string
          /** Whether it can be used now, and why not. */
          state: 'open' | 'used' | 'inactive' | 'notYet' | 'over'
          /** The last moment at which it is good; null: for ever. */
          validUntil: string | null
          /** Number of the order that used it; null: none. */
          orderId: number | null
        } | null
        /** When it was earned. */
        madeAt: string
        /** When its reward is given, or should have been; null: it has none. */
        dueAt: string | null
        /** When it was given; null: it was not. */
        givenAt: string | null
        /** When it was undone or dropped; null: it was not. */
        endedAt: string | null
      }[]
      /** Where the next page begins; null: this is the last. */
      nextCursor: string | null
    }
  }
  /** Try held awards again now, oldest first. A worker does it, within seconds. Needs the permission `rewards.write`. In the audit: `award.retry`. */
  'awards.retry': {
    input: {
      readonly path: { readonly tenant: number }
      readonly body: {
        /** Only those of this reward; left out: all. */
        rewardId?: number | undefined
      }
    }
    answer: {
      /** How many are tried, counted up to 10,000. */
      held: number
    }
  }
  /** Decide that an award that is due or held is not given. Its points stay, and it counts as earned. Needs the permission `rewards.write`. In the audit: `award.drop`. */
  'awards.drop': {
    input: {
      readonly path: { readonly tenant: number; readonly id: number }
    }
    answer: {
      /** Number of the award. */
      id: number
      /** due: to be given at `dueAt` · given · held: it could not be given yet · undone: what it was for was taken back · dropped: not given, by hand or because the customer was erased. */
      state: 'due' | 'given' | 'held' | 'undone' | 'dropped'
      /** When it was dropped. */
      endedAt: string
    }
  }
  /** Look a coupon up by its code. Needs the permission `codes.read`. */
  'coupons.get': {
    input: {
      readonly path: { readonly tenant: number; readonly code: string }
    }
    answer: {
      /** As it is shown. */
      code: string
      /** The merchant’s own id of it. */
      originalId: string | null
      /** Whose it is. */
      customer: {
        /** Number of the customer. */
        id: number
        /** By which the customer is known outside. */
        publicId: string
      }
      /** What it gives. */
      couponType: 'fixedValue' | 'percent' | 'freeShipping' | 'shippingDiscount' | 'others'
      /** What it is worth. */
      value: string
      /** Whether it can be used now, and why not. */
      state: 'open' | 'used' | 'inactive' | 'notYet' | 'over'
      /** When it was made. */
      createdAt: string
      /** From when; null: from ever. */
      validFrom: string | null
      /** The last moment at which it is good; null: for ever. */
      validUntil: string | null
      /** Number of the order that used it; null: none. */
      orderId: number | null
      /** Since when it is out of use; null: it is not. */
      inactivatedAt: string | null
      /** Key of the redemption that issued it; null: the merchant made it. */
      redemptionKey: string | null
    }
  }
  /** A customer’s coupons, newest first. Needs the permission `codes.read`. */
  'customers.coupons': {
    input: {
      readonly path: { readonly tenant: number; readonly id: number }
      readonly query?: { readonly limit?: number | undefined; readonly cursor?: string | undefined } | undefined
    }
    answer: {
      /** The items of this page. */
      items: {
        /** As it is shown. */
        code: string
        /** The merchant’s own id of it. */
        originalId: string | null
        /** Whose it is. */
        customer: {
          /** Number of the customer. */
          id: number
          /** By which the customer is known outside. */
          publicId: string
        }
        /** What it gives. */
        couponType: 'fixedValue' | 'percent' | 'freeShipping' | 'shippingDiscount' | 'others'
        /** What it is worth. */
        value: string
        /** Whether it can be used now, and why not. */
        state: 'open' | 'used' | 'inactive' | 'notYet' | 'over'
        /** When it was made. */
        createdAt: string
        /** From when; null: from ever. */
        validFrom: string | null
        /** The last moment at which it is good; null: for ever. */
        validUntil: string | null
        /** Number of the order that used it; null: none. */
        orderId: number | null
        /** Since when it is out of use; null: it is not. */
        inactivatedAt: string | null
        /** Key of the redemption that issued it; null: the merchant made it. */
        redemptionKey: string | null
      }[]
      /** Where the next page begins; null: this is the last. */
      nextCursor: string | null
    }
  }
  /** Take a coupon out of use; doing so again answers the same. Needs the permission `rewards.write`. In the audit: `coupon.inactivate`. */
  'coupons.inactivate': {
    input: {
      readonly path: { readonly tenant: number; readonly code: string }
    }
    answer: {
      /** As it is shown. */
      code: string
      /** The merchant’s own id of it. */
      originalId: string | null
      /** Whose it is. */
      customer: {
        /** Number of the customer. */
        id: number
        /** By which the customer is known outside. */
        publicId: string
      }
      /** What it gives. */
      couponType: 'fixedValue' | 'percent' | 'freeShipping' | 'shippingDiscount' | 'others'
      /** What it is worth. */
      value: string
      /** Whether it can be used now, and why not. */
      state: 'open' | 'used' | 'inactive' | 'notYet' | 'over'
      /** When it was made. */
      createdAt: string
      /** From when; null: from ever. */
      validFrom: string | null
      /** The last moment at which it is good; null: for ever. */
      validUntil: string | null
      /** Number of the order that used it; null: none. */
      orderId: number | null
      /** Since when it is out of use; null: it is not. */
      inactivatedAt: string | null
      /** Key of the redemption that issued it; null: the merchant made it. */
      redemptionKey: string | null
    }
  }
  /** Add or remove a customer’s points or cashback, with a reason; above a limit, another person approves. Needs the permission `points.adjust`. Asks for a confirmation that is at most ten minutes old. In the audit: `customer.adjust`. */
  'customers.adjust': {
    input: {
      readonly path: { readonly tenant: number; readonly id: number }
      readonly body: {
        /** Points to give, below zero to take. Either these or cashback. */
        points?: string | null | undefined
        /** Cashback to give, below zero to take. Either this or points. */
        cashback?: string | null | undefined
        /** Why. The customer’s history says it. */
        reason: 'goodwill' | 'correction' | 'complaint' | 'promotion' | 'fraud' | 'other'
        /** An order of this customer that it is about, by its id in the merchant’s store. */
        orderId?: string | null | undefined
        /** For how many days what is given is good; left out: for ever. */
        validityDays?: number | null | undefined
        /** What happened, in your words. It is kept with the adjustment, not in the audit. */
        note: string
      }
    }
    answer: {
      /** Number of the record. */
      recordId: number
      /** What was recorded; below zero: it was taken. */
      points: string
      /** The same in money. */
      cashback: string
      /** The last second in which what was given is good; null: for ever, or it was taken. */
      expiresAt: string | null
      /** The balance now. */
      balance: {
        /** In points. */
        points: string
        /** The same in money. */
        cashback: string
      }
      /** Where points that were taken came from; the first 100. */
      lots: {
        /** Number of the record that had added these points. */
        lotId: number
        /** What is used of them; below zero where it is given back. */
        used: {
          /** In points. */
          points: string
          /** The same in money. */
          cashback: string
        }
        /** The last second in which those points are good; null: they never expire. */
        expiresAt: string | null
      }[]
    } | {
      /** Not done yet: another person has to approve it. */
      approval: {
        /** Number of the approval. */
        id: number
        /** Whether it waits, and how it ended. */
        state: 'waiting' | 'approved' | 'rejected' | 'expired'
        /** Until when another person can decide. */
        expiresAt: string
        /** Which limit it exceeds: `change` that of one adjustment; `customer` the same with what you gave or took from this customer within 24 hours; `day` that of all your adjustments within 24 hours. */
        exceeds: 'change' | 'customer' | 'day'
      }
    }
  }
  /** What an adjustment would do, and whether it needs a second approval; nothing is changed. Needs the permission `points.adjust`. */
  'customers.previewAdjustment': {
    input: {
      readonly path: { readonly tenant: number; readonly id: number }
      readonly body: {
        /** Points to give, below zero to take. Either these or cashback. */
        points?: string | null | undefined
        /** Cashback to give, below zero to take. Either this or points. */
        cashback?: string | null | undefined
        /** Why. The customer’s history says it. */
        reason: 'goodwill' | 'correction' | 'complaint' | 'promotion' | 'fraud' | 'other'
        /** An order of this customer that it is about, by its id in the merchant’s store. */
        orderId?: string | null | undefined
        /** For how many days what is given is good; left out: for ever. */
        validityDays?: number | null | undefined
        /** As in the adjustment; not looked at. */
        note?: string | null | undefined
      }
    }
    answer: {
      /** Whose points they are. */
      customer: {
        /** Number of the customer. */
        id: number
        /** By which the customer is known outside. */
        publicId: string
      }
      /** The balance before; below zero: it is owed. */
      before: {
        /** In points. */
        points: string
        /** The same in money. */
        cashback: string
      }
      /** The balance after it. */
      after: {
        /** In points. */
        points: string
        /** The same in money. */
        cashback: string
      }
      /** Number of the tier before; null: the base tier, or none. */
      tierBefore: number | null
      /** Number of the tier after it. */
      tierAfter: number | null
      /** What is recorded, in its order; none: nothing changes. */
      records: {
        /** Number of the record; null: it is only tried out. */
        recordId: number | null
        /** `expired`, `opened`: points whose time had come, or that expire in the moment they come back. `merged`: the balance of a customer who was merged into this one. */
        kind: 'added' | 'taken' | 'returned' | 'expired' | 'opened' | 'merged'
        /** What is recorded; below zero where it takes. */
        amount: {
          /** In points. */
          points: string
          /** The same in money. */
          cashback: string
        }
        /** What of it there was nothing to take from: the next points pay it. */
        owed: {
          /** In points. */
          points: string
          /** The same in money. */
          cashback: string
        }
        /** Of points that are added: the last second in which they are good; null: they never expire. */
        expiresAt: string | null
        /** The points that it uses or gives back; the first 100. */
        lots: {
          /** Number of the record that had added these points. */
          lotId: number
          /** What is used of them; below zero where it is given back. */
          used: {
            /** In points. */
            points: string
            /** The same in money. */
            cashback: string
          }
          /** The last second in which those points are good; null: they never expire. */
          expiresAt: string | null
        }[]
        /** How many there are of them. */
        lotCount: number
      }[]
      /** Which limit it exceeds: `change` that of one adjustment; `customer` the same with what you gave or took from this customer within 24 hours; `day` that of all your adjustments within 24 hours. */
      exceeds: 'change' | 'customer' | 'day' | null
    }
  }
  /** Redeem a reward for a customer: its points are spent and its coupon is issued. Needs the permission `redemptions.create`. Asks for a confirmation that is at most ten minutes old. In the audit: `redemption.create`. */
  'redemptions.create': {
    input: {
      readonly path: { readonly tenant: number; readonly id: number }
      readonly body: {
        /** Number of the reward. */
        rewardId: number
        /** Of a cashback reward: how much of it; left out: as much as can be used at once. */
        value?: string | null | undefined
        /** Why. It is kept with the customer, not in the audit. */
        note: string
      }
    }
    answer: {
      /** Number of the redemption. */
      id: number
      /** The key of the redemption. */
      key: string
      /** The coupon that was issued. */
      coupon: {
        /** The code; null: you may not read codes. */
        code: string | null
        /** What it is worth. */
        value: string
        /** The last second in which it can be used; null: it does not expire. */
        validUntil: string | null
      }
      /** What it does to the points, or did. */
      effect: {
        /** Whose points they are. */
        customer: {
          /** Number of the customer. */
          id: number
          /** By which the customer is known outside. */
          publicId: string
        }
        /** The balance before; below zero: it is owed. */
        before: {
          /** In points. */
          points: string
          /** The same in money. */
          cashback: string
        }
        /** The balance after it. */
        after: {
          /** In points. */
          points: string
          /** The same in money. */
          cashback: string
        }
        /** Number of the tier before; null: the base tier, or none. */
        tierBefore: number | null
        /** Number of the tier after it. */
        tierAfter: number | null
        /** What is recorded, in its order; none: nothing changes. */
        records: {
          /** Number of the record; null: it is only tried out. */
          recordId: number | null
          /** `expired`, `opened`: points whose time had come, or that expire in the moment they come back. `merged`: the balance of a customer who was merged into this one. */
          kind: 'added' | 'taken' | 'returned' | 'expired' | 'opened' | 'merged'
          /** What is recorded; below zero where it takes. */
          amount: {
            /** In points. */
            points: string
            /** The same in money. */
            cashback: string
          }
          /** What of it there was nothing to take from: the next points pay it. */
          owed: {
            /** In points. */
            points: string
            /** The same in money. */
            cashback: string
          }
          /** Of points that are added: the last second in which they are good; null: they never expire. */
          expiresAt: string | null
          /** The points that it uses or gives back; the first 100. */
          lots: {
            /** Number of the record that had added these points. */
            lotId: number
            /** What is used of them; below zero where it is given back. */
            used: {
              /** In points. */
              points: string
              /** The same in money. */
              cashback: string
            }
            /** The last second in which those points are good; null: they never expire. */
            expiresAt: string | null
          }[]
          /** How many there are of them. */
          lotCount: number
        }[]
      }
    }
  }
  /** A customer’s redemptions, newest first. Needs the permission `customers.read`. */
  'customers.redemptions': {
    input: {
      readonly path: { readonly tenant: number; readonly id: number }
      readonly query?: { readonly limit?: number | undefined; readonly cursor?: string | undefined } | undefined
    }
    answer: {
      /** The items of this page. */
      items: {
        /** Number of the redemption. */
        id: number
        /** The merchant’s key for it; null: you may not read codes, and it may be one. */
        key: string | null
        /** What an order may send as its coupon; null: you may not read codes. */
        externalCode: string | null
        /** What was redeemed. */
        reward: {
          /** Number of the reward. */
          id: number
          /** What it is called now. */
          title: string | null
        }
        /** Whose it is. */
        customer: {
          /** Number of the customer. */
          id: number
          /** Id in the merchant’s store; masked where it is an e-mail address, document or phone. */
          originalId: string
          /** By which the customer is known outside. */
          publicId: string
          /** Name; masked: the first letter of each word. */
          name: string | null
          /** E-mail address. */
          email: string | null
          /** When the customer was erased: the account stays, anonymously; null: not erased. */
          erasedAt: string | null
        }
        /** What it cost. */
        cost: {
          /** In points. */
          points: string
          /** The same in money. */
          cashback: string
        }
        /** The coupon that it gave. */
        coupon: {
          /** The code; null: you may not read codes. */
          code: string | null
          /** What it gives. */
          type: 'fixedValue' | 'percent' | 'freeShipping' | 'shippingDiscount' | 'others'
          /** What it is worth. */
          value: string
          /** Whether it can be used now, and why not. */
          state: 'open' | 'used' | 'inactive' | 'notYet' | 'over'
          /** The last moment at which it is good; null: for ever. */
          validUntil: string | null
          /** Number of the order that used it; null: none. */
          orderId: number | null
        } | null
        /** When. */
        redeemedAt: string
        /** When it was given back; null: it was not. */
        returnedAt: string | null
      }[]
      /** Where the next page begins; null: this is the last. */
      nextCursor: string | null
    }
  }
  /** What redeeming a reward for a customer would do; nothing is changed. Needs the permission `redemptions.create`. */
  'redemptions.previewCreate': {
    input: {
      readonly path: { readonly tenant: number; readonly id: number }
      readonly body: {
        /** Number of the reward. */
        rewardId: number
        /** Of a cashback reward: how much of it; left out: as much as can be used at once. */
        value?: string | null | undefined
      }
    }
    answer: {
      /** Whose points they are. */
      customer: {
        /** Number of the customer. */
        id: number
        /** By which the customer is known outside. */
        publicId: string
      }
      /** The balance before; below zero: it is owed. */
      before: {
        /** In points. */
        points: string
        /** The same in money. */
        cashback: string
      }
      /** The balance after it. */
      after: {
        /** In points. */
        points: string
        /** The same in money. */
        cashback: string
      }
      /** Number of the tier before; null: the base tier, or none. */
      tierBefore: number | null
      /** Number of the tier after it. */
      tierAfter: number | null
      /** What is recorded, in its order; none: nothing changes. */
      records: {
        /** Number of the record; null: it is only tried out. */
        recordId: number | null
        /** `expired`, `opened`: points whose time had come, or that expire in the moment they come back. `merged`: the balance of a customer who was merged into this one. */
        kind: 'added' | 'taken' | 'returned' | 'expired' | 'opened' | 'merged'
        /** What is recorded; below zero where it takes. */
        amount: {
          /** In points. */
          points: string
          /** The same in money. */
          cashback: string
        }
        /** What of it there was nothing to take from: the next points pay it. */
        owed: {
          /** In points. */
          points: string
          /** The same in money. */
          cashback: string
        }
        /** Of points that are added: the last second in which they are good; null: they never expire. */
        expiresAt: string | null
        /** The points that it uses or gives back; the first 100. */
        lots: {
          /** Number of the record that had added these points. */
          lotId: number
          /** What is used of them; below zero where it is given back. */
          used: {
            /** In points. */
            points: string
            /** The same in money. */
            cashback: string
          }
          /** The last second in which those points are good; null: they never expire. */
          expiresAt: string | null
        }[]
        /** How many there are of them. */
        lotCount: number
      }[]
    }
  }
  /** Give a redemption back: its points return to the lots they came from, and its coupon is out of use. Needs the permission `redemptions.return`. In the audit: `redemption.return`. */
  'redemptions.return': {
    input: {
      readonly path: { readonly tenant: number; readonly id: number }
      readonly body: {
        /** Why. It is kept with the customer, not in the audit. */
        note: string
      }
    }
    answer: {
      /** Number of the redemption. */
      id: number
      /** The merchant’s key for it. */
      key: string
      /** When it was given back. */
      returnedAt: string
      /** What it does to the points, or did. */
      effect: {
        /** Whose points they are. */
        customer: {
          /** Number of the customer. */
          id: number
          /** By which the customer is known outside. */
          publicId: string
        }
        /** The balance before; below zero: it is owed. */
        before: {
          /** In points. */
          points: string
          /** The same in money. */
          cashback: string
        }
        /** The balance after it. */
        after: {
          /** In points. */
          points: string
          /** The same in money. */
          cashback: string
        }
        /** Number of the tier before; null: the base tier, or none. */
        tierBefore: number | null
        /** Number of the tier after it. */
        tierAfter: number | null
        /** What is recorded, in its order; none: nothing changes. */
        records: {
          /** Number of the record; null: it is only tried out. */
          recordId: number | null
          /** `expired`, `opened`: points whose time had come, or that expire in the moment they come back. `merged`: the balance of a customer who was merged into this one. */
          kind: 'added' | 'taken' | 'returned' | 'expired' | 'opened' | 'merged'
          /** What is recorded; below zero where it takes. */
          amount: {
            /** In points. */
            points: string
            /** The same in money. */
            cashback: string
          }
          /** What of it there was nothing to take from: the next points pay it. */
          owed: {
            /** In points. */
            points: string
            /** The same in money. */
            cashback: string
          }
          /** Of points that are added: the last second in which they are good; null: they never expire. */
          expiresAt: string | null
          /** The points that it uses or gives back; the first 100. */
          lots: {
            /** Number of the record that had added these points. */
            lotId: number
            /** What is used of them; below zero where it is given back. */
            used: {
              /** In points. */
              points: string
              /** The same in money. */
              cashback: string
            }
            /** The last second in which those points are good; null: they never expire. */
            expiresAt: string | null
          }[]
          /** How many there are of them. */
          lotCount: number
        }[]
      }
    }
  }
  /** What giving a redemption back would do; nothing is changed. Needs the permission `redemptions.return`. */
  'redemptions.previewReturn': {
    input: {
      readonly path: { readonly tenant: number; readonly id: number }
    }
    answer: {
      /** Whose points they are. */
      customer: {
        /** Number of the customer. */
        id: number
        /** By which the customer is known outside. */
        publicId: string
      }
      /** The balance before; below zero: it is owed. */
      before: {
        /** In points. */
        points: string
        /** The same in money. */
        cashback: string
      }
      /** The balance after it. */
      after: {
        /** In points. */
        points: string
        /** The same in money. */
        cashback: string
      }
      /** Number of the tier before; null: the base tier, or none. */
      tierBefore: number | null
      /** Number of the tier after it. */
      tierAfter: number | null
      /** What is recorded, in its order; none: nothing changes. */
      records: {
        /** Number of the record; null: it is only tried out. */
        recordId: number | null
        /** `expired`, `opened`: points whose time had come, or that expire in the moment they come back. `merged`: the balance of a customer who was merged into this one. */
        kind: 'added' | 'taken' | 'returned' | 'expired' | 'opened' | 'merged'
        /** What is recorded; below zero where it takes. */
        amount: {
          /** In points. */
          points: string
          /** The same in money. */
          cashback: string
        }
        /** What of it there was nothing to take from: the next points pay it. */
        owed: {
          /** In points. */
          points: string
          /** The same in money. */
          cashback: string
        }
        /** Of points that are added: the last second in which they are good; null: they never expire. */
        expiresAt: string | null
        /** The points that it uses or gives back; the first 100. */
        lots: {
          /** Number of the record that had added these points. */
          lotId: number
          /** What is used of them; below zero where it is given back. */
          used: {
            /** In points. */
            points: string
            /** The same in money. */
            cashback: string
          }
          /** The last second in which those points are good; null: they never expire. */
          expiresAt: string | null
        }[]
        /** How many there are of them. */
        lotCount: number
      }[]
    }
  }
  /** Cancel an order: what it earned is taken back; doing so again answers the same. Needs the permission `orders.cancel`. In the audit: `order.cancel`. */
  'orders.cancel': {
    input: {
      readonly path: { readonly tenant: number; readonly customer: number; readonly id: number }
      readonly body: {
        /** When it was cancelled; left out: now. */
        date?: string | Date | null | undefined
        /** Why. It is kept with the customer, not in the audit. */
        note: string
      }
    }
    answer: {
      /** Number of the order. */
      id: number
      /** Its id in the merchant’s store. */
      originalId: string
      /** When it was cancelled. */
      cancelledAt: string
      /** What it does to the points, or did. */
      effect: {
        /** Whose points they are. */
        customer: {
          /** Number of the customer. */
          id: number
          /** By which the customer is known outside. */
          publicId: string
        }
        /** The balance before; below zero: it is owed. */
        before: {
          /** In points. */
          points: string
          /** The same in money. */
          cashback: string
        }
        /** The balance after it. */
        after: {
          /** In points. */
          points: string
          /** The same in money. */
          cashback: string
        }
        /** Number of the tier before; null: the base tier, or none. */
        tierBefore: number | null
        /** Number of the tier after it. */
        tierAfter: number | null
        /** What is recorded, in its order; none: nothing changes. */
        records: {
          /** Number of the record; null: it is only tried out. */
          recordId: number | null
          /** `expired`, `opened`: points whose time had come, or that expire in the moment they come back. `merged`: the balance of a customer who was merged into this one. */
          kind: 'added' | 'taken' | 'returned' | 'expired' | 'opened' | 'merged'
          /** What is recorded; below zero where it takes. */
          amount: {
            /** In points. */
            points: string
            /** The same in money. */
            cashback: string
          }
          /** What of it there was nothing to take from: the next points pay it. */
          owed: {
            /** In points. */
            points: string
            /** The same in money. */
            cashback: string
          }
          /** Of points that are added: the last second in which they are good; null: they never expire. */
          expiresAt: string | null
          /** The points that it uses or gives back; the first 100. */
          lots: {
            /** Number of the record that had added these points. */
            lotId: number
            /** What is used of them; below zero where it is given back. */
            used: {
              /** In points. */
              points: string
              /** The same in money. */
              cashback: string
            }
            /** The last second in which those points are good; null: they never expire. */
            expiresAt: string | null
          }[]
          /** How many there are of them. */
          lotCount: number
        }[]
      }
    }
  }
  /** What cancelling an order would do; nothing is changed. Needs the permission `orders.cancel`. */
  'orders.previewCancel': {
    input: {
      readonly path: { readonly tenant: number; readonly customer: number; readonly id: number }
      readonly body: {
        /** When it was cancelled; left out: now. */
        date?: string | Date | null | undefined
      }
    }
    answer: {
      /** Whose points they are. */
      customer: {
        /** Number of the customer. */
        id: number
        /** By which the customer is known outside. */
        publicId: string
      }
      /** The balance before; below zero: it is owed. */
      before: {
        /** In points. */
        points: string
        /** The same in money. */
        cashback: string
      }
      /** The balance after it. */
      after: {
        /** In points. */
        points: string
        /** The same in money. */
        cashback: string
      }
      /** Number of the tier before; null: the base tier, or none. */
      tierBefore: number | null
      /** Number of the tier after it. */
      tierAfter: number | null
      /** What is recorded, in its order; none: nothing changes. */
      records: {
        /** Number of the record; null: it is only tried out. */
        recordId: number | null
        /** `expired`, `opened`: points whose time had come, or that expire in the moment they come back. `merged`: the balance of a customer who was merged into this one. */
        kind: 'added' | 'taken' | 'returned' | 'expired' | 'opened' | 'merged'
        /** What is recorded; below zero where it takes. */
        amount: {
          /** In points. */
          points: string
          /** The same in money. */
          cashback: string
        }
        /** What of it there was nothing to take from: the next points pay it. */
        owed: {
          /** In points. */
          points: string
          /** The same in money. */
          cashback: string
        }
        /** Of points that are added: the last second in which they are good; null: they never expire. */
        expiresAt: string | null
        /** The points that it uses or gives back; the first 100. */
        lots: {
          /** Number of the record that had added these points. */
          lotId: number
          /** What is used of them; below zero where it is given back. */
          used: {
            /** In points. */
            points: string
            /** The same in money. */
            cashback: string
          }
          /** The last second in which those points are good; null: they never expire. */
          expiresAt: string | null
        }[]
        /** How many there are of them. */
        lotCount: number
      }[]
    }
  }
  /** Return a part of an order: what it earned is computed again on what is left; the last part cancels it. Needs the permission `orders.cancel`. Asks for a confirmation that is at most ten minutes old. In the audit: `order.return`. */
  'orders.returnPart': {
    input: {
      readonly path: { readonly tenant: number; readonly customer: number; readonly id: number }
      readonly body: {
        /** What was refunded, in money: it is taken from all lines in proportion. Either this or products. */
        value?: string | null | undefined
        /** What was refunded for which products. Either these or value. */
        products?: {
          /** Id of a product of the order. */
          originalId: string
          /** What was refunded for it. */
          value: string
        }[] | null | undefined
        /** Whether cashback that was redeemed for the order is refunded in its share; left out: as the settings say. */
        refundsRedeem?: boolean | null | undefined
        /** Why. It is kept with the customer, not in the audit. */
        note: string
      }
    }
    answer: {
      /** Number of the order. */
      orderId: number
      /** Key of the return, unique for the order. */
      key: string
      /** When it was returned. */
      at: string
      /** What was returned, in money. */
      value: string
      /** What is left of the order’s total; 0: the order is cancelled. */
      remaining: string
      /** What should have been taken back, was spent and was written off. */
      writtenOff: {
        /** In points. */
        points: string
        /** The same in money. */
        cashback: string
      }
      /** What it does to the points, or did. */
      effect: {
        /** Whose points they are. */
        customer: {
          /** Number of the customer. */
          id: number
          /** By which the customer is known outside. */
          publicId: string
        }
        /** The balance before; below zero: it is owed. */
        before: {
          /** In points. */
          points: string
          /** The same in money. */
          cashback: string
        }
        /** The balance after it. */
        after: {
          /** In points. */
          points: string
          /** The same in money. */
          cashback: string
        }
        /** Number of the tier before; null: the base tier, or none. */
        tierBefore: number | null
        /** Number of the tier after it. */
        tierAfter: number | null
        /** What is recorded, in its order; none: nothing changes. */
        records: {
          /** Number of the record; null: it is only tried out. */
          recordId: number | null
          /** `expired`, `opened`: points whose time had come, or that expire in the moment they come back. `merged`: the balance of a customer who was merged into this one. */
          kind: 'added' | 'taken' | 'returned' | 'expired' | 'opened' | 'merged'
          /** What is recorded; below zero where it takes. */
          amount: {
            /** In points. */
            points: string
            /** The same in money. */
            cashback: string
          }
          /** What of it there was nothing to take from: the next points pay it. */
          owed: {
            /** In points. */
            points: string
            /** The same in money. */
            cashback: string
          }
          /** Of points that are added: the last second in which they are good; null: they never expire. */
          expiresAt: string | null
          /** The points that it uses or gives back; the first 100. */
          lots: {
            /** Number of the record that had added these points. */
            lotId: number
            /** What is used of them; below zero where it is given back. */
            used: {
              /** In points. */
              points: string
              /** The same in money. */
              cashback: string
            }
            /** The last second in which those points are good; null: they never expire. */
            expiresAt: string | null
          }[]
          /** How many there are of them. */
          lotCount: number
        }[]
      }
    }
  }
  /** What returning a part of an order would do; nothing is changed. Needs the permission `orders.cancel`. */
  'orders.previewReturnPart': {
    input: {
      readonly path: { readonly tenant: number; readonly customer: number; readonly id: number }
      readonly body: {
        /** What was refunded, in money: it is taken from all lines in proportion. Either this or products. */
        value?: string | null | undefined
        /** What was refunded for which products. Either these or value. */
        products?: {
          /** Id of a product of the order. */
          originalId: string
          /** What was refunded for it. */
          value: string
        }[] | null | undefined
        /** Whether cashback that was redeemed for the order is refunded in its share; left out: as the settings say. */
        refundsRedeem?: boolean | null | undefined
      }
    }
    answer: {
      /** Whose points they are. */
      customer: {
        /** Number of the customer. */
        id: number
        /** By which the customer is known outside. */
        publicId: string
      }
      /** The balance before; below zero: it is owed. */
      before: {
        /** In points. */
        points: string
        /** The same in money. */
        cashback: string
      }
      /** The balance after it. */
      after: {
        /** In points. */
        points: string
        /** The same in money. */
        cashback: string
      }
      /** Number of the tier before; null: the base tier, or none. */
      tierBefore: number | null
      /** Number of the tier after it. */
      tierAfter: number | null
      /** What is recorded, in its order; none: nothing changes. */
      records: {
        /** Number of the record; null: it is only tried out. */
        recordId: number | null
        /** `expired`, `opened`: points whose time had come, or that expire in the moment they come back. `merged`: the balance of a customer who was merged into this one. */
        kind: 'added' | 'taken' | 'returned' | 'expired' | 'opened' | 'merged'
        /** What is recorded; below zero where it takes. */
        amount: {
          /** In points. */
          points: string
          /** The same in money. */
          cashback: string
        }
        /** What of it there was nothing to take from: the next points pay it. */
        owed: {
          /** In points. */
          points: string
          /** The same in money. */
          cashback: string
        }
        /** Of points that are added: the last second in which they are good; null: they never expire. */
        expiresAt: string | null
        /** The points that it uses or gives back; the first 100. */
        lots: {
          /** Number of the record that had added these points. */
          lotId: number
          /** What is used of them; below zero where it is given back. */
          used: {
            /** In points. */
            points: string
            /** The same in money. */
            cashback: string
          }
          /** The last second in which those points are good; null: they never expire. */
          expiresAt: string | null
        }[]
        /** How many there are of them. */
        lotCount: number
      }[]
    }
  }
  /** Add a customer, with the points for signing up; the same again answers the same customer. Needs the permission `customers.write`. In the audit: `customer.create`. */
  'customers.create': {
    input: {
      readonly path: { readonly tenant: number }
      readonly body: {
        /** Id in the merchant’s store, by which orders will name the customer. */
        originalId: string
        /** Name. */
        name?: string | undefined
        /** E-mail address; no other customer may have it. */
        email?: string | undefined
        /** Phone. */
        phone?: string | undefined
        /** Document; no other customer may have it. */
        document?: string | undefined
        /** Birthday. Once stored it stays, for it may earn points. */
        birthday?: string | Date | undefined
        /** Whether they are enrolled in the program; left out: they are. */
        isEnrolled?: boolean | undefined
      }
    }
    answer: {
      /** Number of the customer. */
      id: number
      /** By which the customer is known outside. */
      publicId: string
      /** Whether they are enrolled in the program. */
      isEnrolled: boolean
      /** Since when. */
      enrolledAt: string | null
      /** What it does to the points, or did. */
      effect: {
        /** Whose points they are. */
        customer: {
          /** Number of the customer. */
          id: number
          /** By which the customer is known outside. */
          publicId: string
        }
        /** The balance before; below zero: it is owed. */
        before: {
          /** In points. */
          points: string
          /** The same in money. */
          cashback: string
        }
        /** The balance after it. */
        after: {
          /** In points. */
          points: string
          /** The same in money. */
          cashback: string
        }
        /** Number of the tier before; null: the base tier, or none. */
        tierBefore: number | null
        /** Number of the tier after it. */
        tierAfter: number | null
        /** What is recorded, in its order; none: nothing changes. */
        records: {
          /** Number of the record; null: it is only tried out. */
          recordId: number | null
          /** `expired`, `opened`: points whose time had come, or that expire in the moment they come back. `merged`: the balance of a customer who was merged into this one. */
          kind: 'added' | 'taken' | 'returned' | 'expired' | 'opened' | 'merged'
          /** What is recorded; below zero where it takes. */
          amount: {
            /** In points. */
            points: string
            /** The same in money. */
            cashback: string
          }
          /** What of it there was nothing to take from: the next points pay it. */
          owed: {
            /** In points. */
            points: string
            /** The same in money. */
            cashback: string
          }
          /** Of points that are added: the last second in which they are good; null: they never expire. */
          expiresAt: string | null
          /** The points that it uses or gives back; the first 100. */
          lots: {
            /** Number of the record that had added these points. */
            lotId: number
            /** What is used of them; below zero where it is given back. */
            used: {
              /** In points. */
              points: string
              /** The same in money. */
              cashback: string
            }
            /** The last second in which those points are good; null: they never expire. */
            expiresAt: string | null
          }[]
          /** How many there are of them. */
          lotCount: number
        }[]
      }
    }
  }
  /** Find customers, newest first; what is searched for comes in the order of its terms. Needs the permission `customers.read`. */
  'customers.list': {
    input: {
      readonly path: { readonly tenant: number }
      readonly query?: { readonly limit?: number | undefined; readonly cursor?: string | undefined; readonly search?: string | undefined; readonly tier?: number | undefined; readonly enrolled?: boolean | undefined } | undefined
    }
    answer: {
      /** The items of this page. */
      items: {
        /** Number of the customer. */
        id: number
        /** Id in the merchant’s store; masked where it is an e-mail address, document or phone. */
        originalId: string
        /** By which the customer is known outside. */
        publicId: string
        /** Name; masked: the first letter of each word. */
        name: string | null
        /** E-mail address. */
        email: string | null
        /** When the customer was erased: the account stays, anonymously; null: not erased. */
        erasedAt: string | null
        /** Phone. */
        phone: string | null
        /** Document. */
        document: string | null
        /** Whether they are enrolled in the program. */
        isEnrolled: boolean
        /** The tier of the customer; null: in none. */
        tier: {
          /** Number of the tier. */
          id: number
          /** Its name. */
          name: string
          /** Such as #d4af37. */
          color: string | null
        } | null
        /** What can be spent; below zero: it is owed. */
        balance: {
          /** In points. */
          points: string
          /** The same in money. */
          cashback: string
        }
        /** How many orders. */
        orders: number
        /** Since when they are known. */
        createdAt: string
      }[]
      /** Where the next page begins; null: this is the last. */
      nextCursor: string | null
    }
  }
  /** What adding a customer would do; nothing is changed. Needs the permission `customers.write`. */
  'customers.previewCreate': {
    input: {
      readonly path: { readonly tenant: number }
      readonly body: {
        /** Id in the merchant’s store, by which orders will name the customer. */
        originalId: string
        /** Name. */
        name?: string | undefined
        /** E-mail address; no other customer may have it. */
        email?: string | undefined
        /** Phone. */
        phone?: string | undefined
        /** Document; no other customer may have it. */
        document?: string | undefined
        /** Birthday. Once stored it stays, for it may earn points. */
        birthday?: string | Date | undefined
        /** Whether they are enrolled in the program; left out: they are. */
        isEnrolled?: boolean | undefined
      }
    }
    answer: {
      /** Whose points they are. */
      customer: {
        /** Number of the customer. */
        id: number
        /** By which the customer is known outside. */
        publicId: string
      }
      /** The balance before; below zero: it is owed. */
      before: {
        /** In points. */
        points: string
        /** The same in money. */
        cashback: string
      }
      /** The balance after it. */
      after: {
        /** In points. */
        points: string
        /** The same in money. */
        cashback: string
      }
      /** Number of the tier before; null: the base tier, or none. */
      tierBefore: number | null
      /** Number of the tier after it. */
      tierAfter: number | null
      /** What is recorded, in its order; none: nothing changes. */
      records: {
        /** Number of the record; null: it is only tried out. */
        recordId: number | null
        /** `expired`, `opened`: points whose time had come, or that expire in the moment they come back. `merged`: the balance of a customer who was merged into this one. */
        kind: 'added' | 'taken' | 'returned' | 'expired' | 'opened' | 'merged'
        /** What is recorded; below zero where it takes. */
        amount: {
          /** In points. */
          points: string
          /** The same in money. */
          cashback: string
        }
        /** What of it there was nothing to take from: the next points pay it. */
        owed: {
          /** In points. */
          points: string
          /** The same in money. */
          cashback: string
        }
        /** Of points that are added: the last second in which they are good; null: they never expire. */
        expiresAt: string | null
        /** The points that it uses or gives back; the first 100. */
        lots: {
          /** Number of the record that had added these points. */
          lotId: number
          /** What is used of them; below zero where it is given back. */
          used: {
            /** In points. */
            points: string
            /** The same in money. */
            cashback: string
          }
          /** The last second in which those points are good; null: they never expire. */
          expiresAt: string | null
        }[]
        /** How many there are of them. */
        lotCount: number
      }[]
    }
  }
  /** Enroll a customer in the program: orders earn from then on. Needs the permission `customers.write`. In the audit: `customer.enrol`. */
  'customers.enrol': {
    input: {
      readonly path: { readonly tenant: number; readonly id: number }
    }
    answer: {
      /** Number of the customer. */
      id: number
      /** By which the customer is known outside. */
      publicId: string
      /** Whether they are enrolled in the program. */
      isEnrolled: boolean
      /** Since when. */
      enrolledAt: string | null
      /** What it does to the points, or did. */
      effect: {
        /** Whose points they are. */
        customer: {
          /** Number of the customer. */
          id: number
          /** By which the customer is known outside. */
          publicId: string
        }
        /** The balance before; below zero: it is owed. */
        before: {
          /** In points. */
          points: string
          /** The same in money. */
          cashback: string
        }
        /** The balance after it. */
        after: {
          /** In points. */
          points: string
          /** The same in money. */
          cashback: string
        }
        /** Number of the tier before; null: the base tier, or none. */
        tierBefore: number | null
        /** Number of the tier after it. */
        tierAfter: number | null
        /** What is recorded, in its order; none: nothing changes. */
        records: {
          /** Number of the record; null: it is only tried out. */
          recordId: number | null
          /** `expired`, `opened`: points whose time had come, or that expire in the moment they come back. `merged`: the balance of a customer who was merged into this one. */
          kind: 'added' | 'taken' | 'returned' | 'expired' | 'opened' | 'merged'
          /** What is recorded; below zero where it takes. */
          amount: {
            /** In points. */
            points: string
            /** The same in money. */
            cashback: string
          }
          /** What of it there was nothing to take from: the next points pay it. */
          owed: {
            /** In points. */
            points: string
            /** The same in money. */
            cashback: string
          }
          /** Of points that are added: the last second in which they are good; null: they never expire. */
          expiresAt: string | null
          /** The points that it uses or gives back; the first 100. */
          lots: {
            /** Number of the record that had added these points. */
            lotId: number
            /** What is used of them; below zero where it is given back. */
            used: {
              /** In points. */
              points: string
              /** The same in money. */
              cashback: string
            }
            /** The last second in which those points are good; null: they never expire. */
            expiresAt: string | null
          }[]
          /** How many there are of them. */
          lotCount: number
        }[]
      }
    }
  }
  /** Let a customer leave the program: orders earn nothing from then on. Needs the permission `customers.write`. In the audit: `customer.leave`. */
  'customers.leave': {
    input: {
      readonly path: { readonly tenant: number; readonly id: number }
    }
    answer: {
      /** Number of the customer. */
      id: number
      /** By which the customer is known outside. */
      publicId: string
      /** Whether they are enrolled in the program. */
      isEnrolled: boolean
      /** Since when. */
      enrolledAt: string | null
      /** What it does to the points, or did. */
      effect: {
        /** Whose points they are. */
        customer: {
          /** Number of the customer. */
          id: number
          /** By which the customer is known outside. */
          publicId: string
        }
        /** The balance before; below zero: it is owed. */
        before: {
          /** In points. */
          points: string
          /** The same in money. */
          cashback: string
        }
        /** The balance after it. */
        after: {
          /** In points. */
          points: string
          /** The same in money. */
          cashback: string
        }
        /** Number of the tier before; null: the base tier, or none. */
        tierBefore: number | null
        /** Number of the tier after it. */
        tierAfter: number | null
        /** What is recorded, in its order; none: nothing changes. */
        records: {
          /** Number of the record; null: it is only tried out. */
          recordId: number | null
          /** `expired`, `opened`: points whose time had come, or that expire in the moment they come back. `merged`: the balance of a customer who was merged into this one. */
          kind: 'added' | 'taken' | 'returned' | 'expired' | 'opened' | 'merged'
          /** What is recorded; below zero where it takes. */
          amount: {
            /** In points. */
            points: string
            /** The same in money. */
            cashback: string
          }
          /** What of it there was nothing to take from: the next points pay it. */
          owed: {
            /** In points. */
            points: string
            /** The same in money. */
            cashback: string
          }
          /** Of points that are added: the last second in which they are good; null: they never expire. */
          expiresAt: string | null
          /** The points that it uses or gives back; the first 100. */
          lots: {
            /** Number of the record that had added these points. */
            lotId: number
            /** What is used of them; below zero where it is given back. */
            used: {
              /** In points. */
              points: string
              /** The same in money. */
              cashback: string
            }
            /** The last second in which those points are good; null: they never expire. */
            expiresAt: string | null
          }[]
          /** How many there are of them. */
          lotCount: number
        }[]
      }
    }
  }
  /** End the storefront sessions of a customer: tokens and links that were made until now are refused. Needs the permission `customers.write`. In the audit: `customer.endSessions`. */
  'customers.endSessions': {
    input: {
      readonly path: { readonly tenant: number; readonly id: number }
    }
    answer: {
      /** What was made before is refused. */
      since: string
    }
  }
  /** Change who a customer is: what is left out stays; the audit names the members, not their values. Needs the permission `customers.write`. In the audit: `customer.update`. */
  'customers.update': {
    input: {
      readonly path: { readonly tenant: number; readonly id: number }
      readonly body: {
        /** Name. */
        name?: string | undefined
        /** E-mail address. */
        email?: string | undefined
        /** Phone. */
        phone?: string | undefined
        /** Document. */
        document?: string | undefined
        /** Birthday; one that is stored stays, for it may have earned points. */
        birthday?: string | Date | undefined
      }
    }
    answer: {
      /** Number of the customer. */
      id: number
      /** By which the customer is known outside. */
      publicId: string
      /** Whether they are enrolled in the program. */
      isEnrolled: boolean
      /** Since when. */
      enrolledAt: string | null
      /** What it does to the points, or did. */
      effect: {
        /** Whose points they are. */
        customer: {
          /** Number of the customer. */
          id: number
          /** By which the customer is known outside. */
          publicId: string
        }
        /** The balance before; below zero: it is owed. */
        before: {
          /** In points. */
          points: string
          /** The same in money. */
          cashback: string
        }
        /** The balance after it. */
        after: {
          /** In points. */
          points: string
          /** The same in money. */
          cashback: string
        }
        /** Number of the tier before; null: the base tier, or none. */
        tierBefore: number | null
        /** Number of the tier after it. */
        tierAfter: number | null
        /** What is recorded, in its order; none: nothing changes. */
        records: {
          /** Number of the record; null: it is only tried out. */
          recordId: number | null
          /** `expired`, `opened`: points whose time had come, or that expire in the moment they come back. `merged`: the balance of a customer who was merged into this one. */
          kind: 'added' | 'taken' | 'returned' | 'expired' | 'opened' | 'merged'
          /** What is recorded; below zero where it takes. */
          amount: {
            /** In points. */
            points: string
            /** The same in money. */
            cashback: string
          }
          /** What of it there was nothing to take from: the next points pay it. */
          owed: {
            /** In points. */
            points: string
            /** The same in money. */
            cashback: string
          }
          /** Of points that are added: the last second in which they are good; null: they never expire. */
          expiresAt: string | null
          /** The points that it uses or gives back; the first 100. */
          lots: {
            /** Number of the record that had added these points. */
            lotId: number
            /** What is used of them; below zero where it is given back. */
            used: {
              /** In points. */
              points: string
              /** The same in money. */
              cashback: string
            }
            /** The last second in which those points are good; null: they never expire. */
            expiresAt: string | null
          }[]
          /** How many there are of them. */
          lotCount: number
        }[]
      }
    }
  }
  /** Read a customer: who it is, what there is, what waits, expires and is owed, and the tier. Needs the permission `customers.read`. */
  'customers.get': {
    input: {
      readonly path: { readonly tenant: number; readonly id: number }
    }
    answer: {
      /** Number of the customer. */
      id: number
      /** Id in the merchant’s store; masked where it is an e-mail address, document or phone. */
      originalId: string
      /** By which the customer is known outside. */
      publicId: string
      /** Name; masked: the first letter of each word. */
      name: string | null
      /** E-mail address. */
      email: string | null
      /** When the customer was erased: the account stays, anonymously; null: not erased. */
      erasedAt: string | null
      /** Phone. */
      phone: string | null
      /** Document. */
      document: string | null
      /** Birthday; masked: null. */
      birthday: string | null
      /** Of the profile, as in the ETag: another one when a member is; masked: null. */
      version: number | null
      /** Number of the customer who has everything that this one had; null: this one was not merged. */
      mergedInto: number | null
      /** Whether personal values are masked for you. */
      isMasked: boolean
      /** Whether they are enrolled in the program. */
      isEnrolled: boolean
      /** Since when. */
      enrolledAt: string | null
      /** When they signed up at the store, if known. */
      signupAt: string | null
      /** Since when they are known here. */
      createdAt: string
      /** What can be spent; below zero: it is owed. */
      balance: {
        /** In points. */
        points: string
        /** The same in money. */
        cashback: string
      }
      /** What is earned and can’t be spent yet. */
      waiting: {
        /** In points. */
        points: string
        /** The same in money. */
        cashback: string
      }
      /** What of the balance expires soon, if it is not spent. */
      expiring: {
        /** Within 30 days. */
        in30Days: {
          /** In points. */
          points: string
          /** The same in money. */
          cashback: string
        }
        /** Within 60 days, those of the 30 included. */
        in60Days: {
          /** In points. */
          points: string
          /** The same in money. */
          cashback: string
        }
        /** Within 90 days, those of the 60 included. */
        in90Days: {
          /** In points. */
          points: string
          /** The same in money. */
          cashback: string
        }
      }
      /** The last day on which they completed an order, earned or redeemed something; null: not known, or points do not end by inactivity. */
      activeOn: string | null
      /** The last day on which their points are good if nothing happens; null: there are none, points do not end by inactivity, or the notice that has to come before is not out yet. */
      endsOn: string | null
      /** When `Points_Expiring` told of that day; null: it did not. */
      noticedOn: string | null
      /** What was taken without there being anything to take it from; the next points pay it. */
      owed: {
        /** In points. */
        points: string
        /** The same in money. */
        cashback: string
      }
      /** The tier of the customer; null: in none. */
      tier: {
        /** Number of the tier. */
        id: number
        /** Its name. */
        name: string
        /** Such as #d4af37. */
        color: string | null
        /** Since when; null: it is the base tier. */
        since: string | null
        /** Since when its goals are not met; null: they are. */
        belowSince: string | null
        /** All have to be met. */
        goals: {
          /** In the merchant’s words. */
          name: string
          /** What is counted. */
          measure: 'spend' | 'orders' | 'points'
          /** How much of it is needed. */
          value: string
          /** How much of it there is now. */
          progress: string
          /** How far back it looks. */
          months: number
          /** Whether there is enough of it. */
          isMet: boolean
        }[]
      } | null
      /** The next tier, and what it needs; null: there is none above. */
      nextTier: {
        /** Number of the tier. */
        id: number
        /** Its name. */
        name: string
        /** Such as #d4af37. */
        color: string | null
        /** All have to be met. */
        goals: {
          /** In the merchant’s words. */
          name: string
          /** What is counted. */
          measure: 'spend' | 'orders' | 'points'
          /** How much of it is needed. */
          value: string
          /** How much of it there is now. */
          progress: string
          /** How far back it looks. */
          months: number
          /** Whether there is enough of it. */
          isMet: boolean
        }[]
      } | null
      /** What is counted anyway. */
      counts: {
        /** All orders, in whatever state. */
        orders: number
      }
      /** The total of all complete orders without what was returned of them, in money; null: of more than 2,000 orders it is not added up. */
      spent: string | null
      /** When the order that reached us first was placed. */
      firstOrderAt: string | null
      /** When the order that reached us last was placed. */
      lastOrderAt: string | null
      /** What they have agreed to in the shop’s pages, newest first; at most 100. */
      consents: {
        /** What was agreed to: the terms, or that the birthday is used. */
        kind: 'terms' | 'birthday'
        /** Of the terms; null: it has no versions. */
        version: number | null
        /** When. */
        at: string
        /** When they opted out in the shop’s pages; null: it stands. */
        withdrawnAt: string | null
      }[]
    }
  }
  /** Customers who were imported by an e-mail or a document, and whom no order has named by an id since. Needs the permission `customers.read`. */
  'customers.unclaimed': {
    input: {
      readonly path: { readonly tenant: number }
      readonly query?: { readonly limit?: number | undefined; readonly cursor?: string | undefined; readonly search?: string | undefined; readonly matched?: boolean | undefined } | undefined
    }
    answer: {
      /** The items of this page. */
      items: {
        /** Who was imported; masked without `customers.personal`. */
        customer: {
          /** Number of the customer. */
          id: number
          /** Id in the merchant’s store; masked where it is an e-mail address, document or phone. */
          originalId: string
          /** By which the customer is known outside. */
          publicId: string
          /** Name; masked: the first letter of each word. */
          name: string | null
          /** E-mail address. */
          email: string | null
          /** When the customer was erased: the account stays, anonymously; null: not erased. */
          erasedAt: string | null
        }
        /** What waits for them. */
        balance: {
          /** In points. */
          points: string
          /** The same in money. */
          cashback: string
        }
        /** Customers who have the same e-mail or document and an id of the shop: merge the unclaimed one into the one who is the same person. */
        sharing: {
          /** Number of the customer. */
          id: number
          /** Id in the merchant’s store; masked where it is an e-mail address, document or phone. */
          originalId: string
          /** By which the customer is known outside. */
          publicId: string
          /** Name; masked: the first letter of each word. */
          name: string | null
          /** E-mail address. */
          email: string | null
          /** When the customer was erased: the account stays, anonymously; null: not erased. */
          erasedAt: string | null
        }[]
      }[]
      /** Where the next page begins; null: this is the last. */
      nextCursor: string | null
    }
  }
  /** Claims of the last 30 days, newest first: imported customers whom the shop has named by an id. Needs the permission `customers.read`. */
  'customers.claims': {
    input: {
      readonly path: { readonly tenant: number }
      readonly query?: { readonly limit?: number | undefined; readonly cursor?: string | undefined } | undefined
    }
    answer: {
      /** The items of this page. */
      items: {
        /** The customer as it is now; masked without `customers.personal`. */
        customer: {
          /** Number of the customer. */
          id: number
          /** Id in the merchant’s store; masked where it is an e-mail address, document or phone. */
          originalId: string
          /** By which the customer is known outside. */
          publicId: string
          /** Name; masked: the first letter of each word. */
          name: string | null
          /** E-mail address. */
          email: string | null
          /** When the customer was erased: the account stays, anonymously; null: not erased. */
          erasedAt: string | null
        }
        /** What can be spent. */
        balance: {
          /** In points. */
          points: string
          /** The same in money. */
          cashback: string
        }
        /** The shop’s id; masked as ids of customers are. */
        claimedId: string
        /** The contact by which the customer was imported; masked likewise. */
        formerId: string
        /** By what the customer was known. */
        matchedBy: 'document' | 'email'
        /** When the shop named the customer. */
        claimedAt: string
        /** Until when the claim can be revoked. */
        revocableUntil: string
        /** When it was revoked; null: it stands. */
        revokedAt: string | null
        /** Who revoked it, as `person:7`. */
        revokedBy: string | null
      }[]
      /** Where the next page begins; null: this is the last. */
      nextCursor: string | null
    }
  }
  /** What revoking the last claim of a customer would do; nothing is changed. Needs the permission `customers.merge`. */
  'customers.previewRevoke': {
    input: {
      readonly path: { readonly tenant: number; readonly id: number }
    }
    answer: {
      /** The shop’s id; masked as ids of customers are. */
      claimedId: string
      /** The contact by which the customer was imported; masked likewise. */
      formerId: string
      /** By what the customer was known. */
      matchedBy: 'document' | 'email'
      /** When the shop named the customer. */
      claimedAt: string
      /** Until when the claim can be revoked. */
      revocableUntil: string
      /** When it was revoked; null: it stands. */
      revokedAt: string | null
      /** Who revoked it, as `person:7`. */
      revokedBy: string | null
      /** The customer as it will be; masked without `customers.personal`. */
      customer: {
        /** Number of the customer. */
        id: number
        /** Id in the merchant’s store; masked where it is an e-mail address, document or phone. */
        originalId: string
        /** By which the customer is known outside. */
        publicId: string
        /** Name; masked: the first letter of each word. */
        name: string | null
        /** E-mail address. */
        email: string | null
        /** When the customer was erased: the account stays, anonymously; null: not erased. */
        erasedAt: string | null
      }
      /** What stays with the customer. */
      balance: {
        /** In points. */
        points: string
        /** The same in money. */
        cashback: string
      }
      /** How many orders the shop sent under that id. They stay with this customer. */
      orders: number
      /** What those orders earned. It stays with this customer. */
      earned: {
        /** In points. */
        points: string
        /** The same in money. */
        cashback: string
      }
      /** What rewards and cashback have used since. It is not given back. */
      used: {
        /** In points. */
        points: string
        /** The same in money. */
        cashback: string
      }
      /** Whether it can be revoked now. */
      canRevoke: boolean
      /** Why it can’t be revoked now; null: it can. */
      obstacle: {
        /** For code. */
        reason: 'tooLate' | 'idChanged' | 'mergedSince' | 'reserved' | 'ordersOpen'
        /** For people, in the language of the request. */
        sentence: string
      } | null
    }
  }
  /** Revoke the last claim of a customer: the shop’s id is unknown again, and the customer unclaimed under its e-mail. Needs the permission `customers.merge`. In the audit: `customer.revokeClaim`. */
  'customers.revokeClaim': {
    input: {
      readonly path: { readonly tenant: number; readonly id: number }
    }
    answer: {
      /** The shop’s id; masked as ids of customers are. */
      claimedId: string
      /** The contact by which the customer was imported; masked likewise. */
      formerId: string
      /** By what the customer was known. */
      matchedBy: 'document' | 'email'
      /** When the shop named the customer. */
      claimedAt: string
      /** Until when the claim can be revoked. */
      revocableUntil: string
      /** When it was revoked; null: it stands. */
      revokedAt: string | null
      /** Who revoked it, as `person:7`. */
      revokedBy: string | null
      /** The customer as it will be; masked without `customers.personal`. */
      customer: {
        /** Number of the customer. */
        id: number
        /** Id in the merchant’s store; masked where it is an e-mail address, document or phone. */
        originalId: string
        /** By which the customer is known outside. */
        publicId: string
        /** Name; masked: the first letter of each word. */
        name: string | null
        /** E-mail address. */
        email: string | null
        /** When the customer was erased: the account stays, anonymously; null: not erased. */
        erasedAt: string | null
      }
      /** What stays with the customer. */
      balance: {
        /** In points. */
        points: string
        /** The same in money. */
        cashback: string
      }
      /** How many orders the shop sent under that id. They stay with this customer. */
      orders: number
      /** What those orders earned. It stays with this customer. */
      earned: {
        /** In points. */
        points: string
        /** The same in money. */
        cashback: string
      }
      /** What rewards and cashback have used since. It is not given back. */
      used: {
        /** In points. */
        points: string
        /** The same in money. */
        cashback: string
      }
    }
  }
  /** Start a job that writes all that is kept of one customer into a file: what erasing would empty, and their records. Needs the permission `customers.export` and `customers.personal`. In the audit: `customer.export`. */
  'customers.export': {
    input: {
      readonly path: { readonly tenant: number; readonly id: number }
    }
    answer: {
      /** Number of the job. */
      id: number
      /** What it does. */
      kind: string
      /** Of an export: what it exports; null: the job is of another kind. */
      export: {
        /** Which rows, by the word with which the export was started. */
        kind: string
        /** Of `lots`: at the end of which day; null: when it began. */
        asOf: string | null
      } | null
      /** Queued: it waits for its first turn. Failed: a page failed five times in a row; resume it. */
      state: 'queued' | 'running' | 'paused' | 'done' | 'failed' | 'cancelled'
      /** What it does after its current page; null: it goes on. */
      wish: 'pause' | 'cancel' | null
      /** How far it is. */
      done: number
      /** How far it goes; null: not known yet. */
      total: number | null
      /** How much it did per second in the last minute; null: not known yet. */
      perSecond: number | null
      /** About how long it will take; null: not known. */
      secondsLeft: number | null
      /** Who started it, by their name at that time. */
      createdBy: string
      /** When it was started. */
      createdAt: string
      /** When it had its first turn; null: it waits. */
      startedAt: string | null
      /** When it ended; null: it has not. */
      finishedAt: string | null
      /** When the job and its result are deleted; null: it has not ended. */
      expiresAt: string | null
      /** What it found or made, as its kind says; null: nothing yet. */
      result: Record<string, unknown> | null
      /** Why it failed; null: it did not. */
      problem: {
        /** For a person. */
        message: string
        /** Under which the server’s log tells more. */
        requestId: string
      } | null
    }
  }
  /** What erasing a person would end and empty; nothing is changed. Needs the permission `customers.erase`. */
  'customers.previewErase': {
    input: {
      readonly path: { readonly tenant: number; readonly id: number }
    }
    answer: {
      /** What could be spent and expires at once; what was reserved at checkout is part of it. */
      expired: {
        /** In points. */
        points: string
        /** The same in money. */
        cashback: string
      }
      /** What was earned, could not be spent yet, and is closed. */
      waiting: {
        /** In points. */
        points: string
        /** The same in money. */
        cashback: string
      }
      /** Coupons that could still be used, and are out of use. */
      coupons: number
      /** Orders: without metadata and sales person from then on. */
      orders: number
      /** Redemptions: without metadata from then on. */
      redemptions: number
      /** Quizzes that were answered: without what was written in them. */
      quizAnswers: number
      /** Notes that are gone. */
      notes: number
      /** Former ids that are gone with the present one. */
      formerIds: number
      /** Whether another person has to approve it first. */
      needsApproval: boolean
    }
  }
  /** Erase a customer permanently: personal data is deleted, points and coupons end, records and sums stay. If the settings require it, another person approves. Needs the permission `customers.erase`. Asks for a confirmation that is at most ten minutes old. In the audit: `customer.erase`. */
  'customers.erase': {
    input: {
      readonly path: { readonly tenant: number; readonly id: number }
      readonly body: {
        /** The customer’s id in the merchant’s store, typed as a confirmation. */
        confirm: string
        /** Why: `asked` the person asked for it, `unused` nothing has happened for long, `mistake` it never was a person. It is in the audit. */
        reason: 'asked' | 'unused' | 'mistake' | 'other'
      }
    }
    answer: {
      /** Number of the customer, which stays. */
      customerId: number
      /** By which the customer was known outside. */
      publicId: string
      /** When. */
      erasedAt: string
      /** What could be spent and expires at once; what was reserved at checkout is part of it. */
      expired: {
        /** In points. */
        points: string
        /** The same in money. */
        cashback: string
      }
      /** What was earned, could not be spent yet, and is closed. */
      waiting: {
        /** In points. */
        points: string
        /** The same in money. */
        cashback: string
      }
      /** Coupons that could still be used, and are out of use. */
      coupons: number
      /** Orders: without metadata and sales person from then on. */
      orders: number
      /** Redemptions: without metadata from then on. */
      redemptions: number
      /** Quizzes that were answered: without what was written in them. */
      quizAnswers: number
      /** Notes that are gone. */
      notes: number
      /** Former ids that are gone with the present one. */
      formerIds: number
    } | {
      /** Not done yet: another person has to approve it. */
      approval: {
        /** Number of the approval. */
        id: number
        /** Whether it waits, and how it ended. */
        state: 'waiting' | 'approved' | 'rejected' | 'expired'
        /** Until when another person can decide. */
        expiresAt: string
      }
    }
  }
  /** Compare two customers before one is merged into the other: what each has, and what the one who stays will have; nothing is changed. Needs the permission `customers.merge`. */
  'customers.previewMerge': {
    input: {
      readonly path: { readonly tenant: number; readonly id: number }
      readonly query: { readonly into: number }
    }
    answer: {
      /** The customer whose account ends, as it is now. */
      from: {
        /** Number of the customer. */
        id: number
        /** Id in the merchant’s store; masked where it is an e-mail address, document or phone. */
        originalId: string
        /** By which the customer is known outside. */
        publicId: string
        /** Name; masked: the first letter of each word. */
        name: string | null
        /** E-mail address. */
        email: string | null
        /** When the customer was erased: the account stays, anonymously; null: not erased. */
        erasedAt: string | null
        /** Phone. */
        phone: string | null
        /** Document. */
        document: string | null
        /** Whether they are enrolled in the program. */
        isEnrolled: boolean
        /** The tier of the customer; null: in none. */
        tier: {
          /** Number of the tier. */
          id: number
          /** Its name. */
          name: string
          /** Such as #d4af37. */
          color: string | null
        } | null
        /** What can be spent; below zero: it is owed. */
        balance: {
          /** In points. */
          points: string
          /** The same in money. */
          cashback: string
        }
        /** How many orders. */
        orders: number
        /** Since when they are known. */
        createdAt: string
        /** Birthday; masked: null. */
        birthday: string | null
        /** What is earned and can’t be spent yet. */
        waiting: {
          /** In points. */
          points: string
          /** The same in money. */
          cashback: string
        }
        /** What is owed; the next points earned cover it. */
        owed: {
          /** In points. */
          points: string
          /** The same in money. */
          cashback: string
        }
        /** How many redemptions. */
        redemptions: number
        /** How many coupons, used or not. */
        coupons: number
      }
      /** The customer who stays, as it is now. */
      into: {
        /** Number of the customer. */
        id: number
        /** Id in the merchant’s store; masked where it is an e-mail address, document or phone. */
        originalId: string
        /** By which the customer is known outside. */
        publicId: string
        /** Name; masked: the first letter of each word. */
        name: string | null
        /** E-mail address. */
        email: string | null
        /** When the customer was erased: the account stays, anonymously; null: not erased. */
        erasedAt: string | null
        /** Phone. */
        phone: string | null
        /** Document. */
        document: string | null
        /** Whether they are enrolled in the program. */
        isEnrolled: boolean
        /** The tier of the customer; null: in none. */
        tier: {
          /** Number of the tier. */
          id: number
          /** Its name. */
          name: string
          /** Such as #d4af37. */
          color: string | null
        } | null
        /** What can be spent; below zero: it is owed. */
        balance: {
          /** In points. */
          points: string
          /** The same in money. */
          cashback: string
        }
        /** How many orders. */
        orders: number
        /** Since when they are known. */
        createdAt: string
        /** Birthday; masked: null. */
        birthday: string | null
        /** What is earned and can’t be spent yet. */
        waiting: {
          /** In points. */
          points: string
          /** The same in money. */
          cashback: string
        }
        /** What is owed; the next points earned cover it. */
        owed: {
          /** In points. */
          points: string
          /** The same in money. */
          cashback: string
        }
        /** How many redemptions. */
        redemptions: number
        /** How many coupons, used or not. */
        coupons: number
      }
      /** The customer who stays, as it will be; null: they can’t be merged now. */
      after: {
        /** Number of the customer. */
        id: number
        /** Id in the merchant’s store; masked where it is an e-mail address, document or phone. */
        originalId: string
        /** By which the customer is known outside. */
        publicId: string
        /** Name; masked: the first letter of each word. */
        name: string | null
        /** E-mail address. */
        email: string | null
        /** When the customer was erased: the account stays, anonymously; null: not erased. */
        erasedAt: string | null
        /** Phone. */
        phone: string | null
        /** Document. */
        document: string | null
        /** Whether they are enrolled in the program. */
        isEnrolled: boolean
        /** The tier of the customer; null: in none. */
        tier: {
          /** Number of the tier. */
          id: number
          /** Its name. */
          name: string
          /** Such as #d4af37. */
          color: string | null
        } | null
        /** What can be spent; below zero: it is owed. */
        balance: {
          /** In points. */
          points: string
          /** The same in money. */
          cashback: string
        }
        /** How many orders. */
        orders: number
        /** Since when they are known. */
        createdAt: string
        /** Birthday; masked: null. */
        birthday: string | null
        /** What is earned and can’t be spent yet. */
        waiting: {
          /** In points. */
          points: string
          /** The same in money. */
          cashback: string
        }
        /** What is owed; the next points earned cover it. */
        owed: {
          /** In points. */
          points: string
          /** The same in money. */
          cashback: string
        }
        /** How many redemptions. */
        redemptions: number
        /** How many coupons, used or not. */
        coupons: number
      } | null
      /** Members of the profile that the customer who stays does not have and gets from the other one. */
      takenOver: ('name' | 'email' | 'phone' | 'document' | 'birthday' | 'signupAt')[]
      /** Whether they can be merged now. */
      canMerge: boolean
      /** Why they can’t be merged now; null: they can. */
      obstacle: {
        /** For code. */
        reason: 'customerErased' | 'targetErased' | 'customerMerged' | 'targetMerged' | 'reserved' | 'approvalWaiting'
        /** For people, in the language of the request. */
        sentence: string
      } | null
      /** That it can’t be undone, in the language of the request. */
      warning: string
      /** Whether another person has to approve it first. */
      needsApproval: boolean
    }
  }
  /** Merge a customer into another one, for good: everything goes to the customer who stays; where the settings ask for it, another person approves it first. Needs the permission `customers.merge`. Asks for a confirmation that is at most ten minutes old. In the audit: `customer.merge`. */
  'customers.merge': {
    input: {
      readonly path: { readonly tenant: number; readonly id: number }
      readonly body: {
        /** Number of the customer who stays. */
        into: number
        /** Why; it is kept with the customer who stays. */
        note?: string | null | undefined
      }
    }
    answer: {
      /** Number of the customer who stays. */
      customerId: number
      /** By which that customer is known outside. */
      publicId: string
      /** Number of the customer who was merged. */
      mergedId: number
      /** When. */
      mergedAt: string
      /** What went from the one customer to the other. */
      moved: {
        /** What could be spent, less what was owed. */
        balance: {
          /** In points. */
          points: string
          /** The same in money. */
          cashback: string
        }
        /** What was earned and could not be spent yet. */
        waiting: {
          /** In points. */
          points: string
          /** The same in money. */
          cashback: string
        }
        /** What was owed. */
        owed: {
          /** In points. */
          points: string
          /** The same in money. */
          cashback: string
        }
        /** Orders. */
        orders: number
        /** Redemptions. */
        redemptions: number
        /** Coupons. */
        coupons: number
      }
      /** What the customer who stays has now; below zero: it is owed. */
      balance: {
        /** In points. */
        points: string
        /** The same in money. */
        cashback: string
      }
    } | {
      /** Not done yet: another person has to approve it. */
      approval: {
        /** Number of the approval. */
        id: number
        /** Whether it waits, and how it ended. */
        state: 'waiting' | 'approved' | 'rejected' | 'expired'
        /** Until when another person can decide. */
        expiresAt: string
      }
    }
  }
  /** Approve a request and execute it now. Needs the permission `approvals.decide`. Asks for a confirmation that is at most ten minutes old. In the audit: `approval.approve`. */
  'approvals.approve': {
    input: {
      readonly path: { readonly tenant: number; readonly id: number }
      readonly body: {
        /** Why; it is kept with the approval, unless it approves that a person is erased. */
        note?: string | null | undefined
      }
    }
    answer: {
      /** Number of the approval. */
      id: number
      /** Whether it waits, and how it ended. */
      state: 'waiting' | 'approved' | 'rejected' | 'expired'
      /** Until when another person can decide. */
      expiresAt: string
      /** Which limit it exceeds: `change` that of one adjustment; `customer` the same with what you gave or took from this customer within 24 hours; `day` that of all your adjustments within 24 hours. */
      exceeds: 'change' | 'customer' | 'day' | null
      /** What was asked for: an adjustment, that a person is erased, that another customer is merged into this one, that an import is applied, or that it is undone. */
      kind: 'adjustment' | 'erasure' | 'merge' | 'import' | 'undo'
      /** What it is about. */
      target: {
        /** What kind of thing. */
        kind: 'customer' | 'import'
        /** Its number. */
        id: number
        /** Of a customer: the public id. Of an import: the name of its file. */
        label: string
        /** Name; masked: the first letter of each word. */
        name: string | null
        /** When the person was erased; null: it was not. */
        erasedAt: string | null
      }
      /** What was asked for; null: no adjustment. */
      adjustment: {
        /** Points to give, below zero to take; null: it is about cashback. */
        points: string | null
        /** Cashback to give, below zero to take; null: it is about points. */
        cashback: string | null
        /** Why. */
        reason: string
        /** What was noted; null: the customer was erased. */
        note: string | null
        /** The order that it is about, by its id in the merchant’s store. */
        orderId: string | null
        /** How long the points are good; null: for ever. */
        validityDays: number | null
      } | null
      /** That a person is erased; null: it is about something else. */
      erasure: {
        /** Why: as in the request. */
        reason: string
      } | null
      /** That two customers are merged; null: it is about something else. */
      merge: {
        /** The customer whose account ends; `target` is the one who stays. */
        from: {
          /** Number of the customer. */
          id: number
          /** The public id; null in the answer to a decision. */
          label: string | null
          /** Name; masked: the first letter of each word. */
          name: string | null
          /** When the person was erased; null: it was not. */
          erasedAt: string | null
        }
        /** What was noted; null: nothing was, or the customer was erased. */
        note: string | null
      } | null
      /** That an import is applied or undone; null: it is about something else. */
      import: {
        /** All points of its lines, without their signs. */
        points: string
        /** How many lines the file has. */
        lines: number
        /** Of the dry run that was looked at: another plan needs another approval. */
        planHash: string
      } | null
      /** Who did it. */
      requestedBy: {
        /** What kind of actor it is. */
        kind: 'person' | 'token' | 'operator' | 'cli' | 'system'
        /** Its number, where it has one. */
        id: number | null
        /** Its name at that time. */
        label: string
      }
      /** When it was asked for. */
      requestedAt: string
      /** Whether you have asked for it: then you can’t decide it. */
      isOwn: boolean
      /** Who did it. */
      decidedBy: {
        /** What kind of actor it is. */
        kind: 'person' | 'token' | 'operator' | 'cli' | 'system'
        /** Its number, where it has one. */
        id: number | null
        /** Its name at that time. */
        label: string
      } | null
      /** When it was decided; null: it was not. */
      decidedAt: string | null
      /** What was noted with the decision. */
      decisionNote: string | null
      /** Number of the record that it made; null: none. */
      recordId: number | null
    }
  }
  /** What approving would do now; nothing is changed. Needs the permission `approvals.decide`. */
  'approvals.preview': {
    input: {
      readonly path: { readonly tenant: number; readonly id: number }
    }
    answer: {
      /** Whose points they are. */
      customer: {
        /** Number of the customer. */
        id: number
        /** By which the customer is known outside. */
        publicId: string
      }
      /** The balance before; below zero: it is owed. */
      before: {
        /** In points. */
        points: string
        /** The same in money. */
        cashback: string
      }
      /** The balance after it. */
      after: {
        /** In points. */
        points: string
        /** The same in money. */
        cashback: string
      }
      /** Number of the tier before; null: the base tier, or none. */
      tierBefore: number | null
      /** Number of the tier after it. */
      tierAfter: number | null
      /** What is recorded, in its order; none: nothing changes. */
      records: {
        /** Number of the record; null: it is only tried out. */
        recordId: number | null
        /** `expired`, `opened`: points whose time had come, or that expire in the moment they come back. `merged`: the balance of a customer who was merged into this one. */
        kind: 'added' | 'taken' | 'returned' | 'expired' | 'opened' | 'merged'
        /** What is recorded; below zero where it takes. */
        amount: {
          /** In points. */
          points: string
          /** The same in money. */
          cashback: string
        }
        /** What of it there was nothing to take from: the next points pay it. */
        owed: {
          /** In points. */
          points: string
          /** The same in money. */
          cashback: string
        }
        /** Of points that are added: the last second in which they are good; null: they never expire. */
        expiresAt: string | null
        /** The points that it uses or gives back; the first 100. */
        lots: {
          /** Number of the record that had added these points. */
          lotId: number
          /** What is used of them; below zero where it is given back. */
          used: {
            /** In points. */
            points: string
            /** The same in money. */
            cashback: string
          }
          /** The last second in which those points are good; null: they never expire. */
          expiresAt: string | null
        }[]
        /** How many there are of them. */
        lotCount: number
      }[]
    }
  }
  /** Reject another person’s request; nothing is done. Needs the permission `approvals.decide`. Asks for a confirmation that is at most ten minutes old. In the audit: `approval.reject`. */
  'approvals.reject': {
    input: {
      readonly path: { readonly tenant: number; readonly id: number }
      readonly body: {
        /** Why; it is kept with the approval, unless it approves that a person is erased. */
        note?: string | null | undefined
      }
    }
    answer: {
      /** Number of the approval. */
      id: number
      /** Whether it waits, and how it ended. */
      state: 'waiting' | 'approved' | 'rejected' | 'expired'
      /** Until when another person can decide. */
      expiresAt: string
      /** Which limit it exceeds: `change` that of one adjustment; `customer` the same with what you gave or took from this customer within 24 hours; `day` that of all your adjustments within 24 hours. */
      exceeds: 'change' | 'customer' | 'day' | null
      /** What was asked for: an adjustment, that a person is erased, that another customer is merged into this one, that an import is applied, or that it is undone. */
      kind: 'adjustment' | 'erasure' | 'merge' | 'import' | 'undo'
      /** What it is about. */
      target: {
        /** What kind of thing. */
        kind: 'customer' | 'import'
        /** Its number. */
        id: number
        /** Of a customer: the public id. Of an import: the name of its file. */
        label: string
        /** Name; masked: the first letter of each word. */
        name: string | null
        /** When the person was erased; null: it was not. */
        erasedAt: string | null
      }
      /** What was asked for; null: no adjustment. */
      adjustment: {
        /** Points to give, below zero to take; null: it is about cashback. */
        points: string | null
        /** Cashback to give, below zero to take; null: it is about points. */
        cashback: string | null
        /** Why. */
        reason: string
        /** What was noted; null: the customer was erased. */
        note: string | null
        /** The order that it is about, by its id in the merchant’s store. */
        orderId: string | null
        /** How long the points are good; null: for ever. */
        validityDays: number | null
      } | null
      /** That a person is erased; null: it is about something else. */
      erasure: {
        /** Why: as in the request. */
        reason: string
      } | null
      /** That two customers are merged; null: it is about something else. */
      merge: {
        /** The customer whose account ends; `target` is the one who stays. */
        from: {
          /** Number of the customer. */
          id: number
          /** The public id; null in the answer to a decision. */
          label: string | null
          /** Name; masked: the first letter of each word. */
          name: string | null
          /** When the person was erased; null: it was not. */
          erasedAt: string | null
        }
        /** What was noted; null: nothing was, or the customer was erased. */
        note: string | null
      } | null
      /** That an import is applied or undone; null: it is about something else. */
      import: {
        /** All points of its lines, without their signs. */
        points: string
        /** How many lines the file has. */
        lines: number
        /** Of the dry run that was looked at: another plan needs another approval. */
        planHash: string
      } | null
      /** Who did it. */
      requestedBy: {
        /** What kind of actor it is. */
        kind: 'person' | 'token' | 'operator' | 'cli' | 'system'
        /** Its number, where it has one. */
        id: number | null
        /** Its name at that time. */
        label: string
      }
      /** When it was asked for. */
      requestedAt: string
      /** Whether you have asked for it: then you can’t decide it. */
      isOwn: boolean
      /** Who did it. */
      decidedBy: {
        /** What kind of actor it is. */
        kind: 'person' | 'token' | 'operator' | 'cli' | 'system'
        /** Its number, where it has one. */
        id: number | null
        /** Its name at that time. */
        label: string
      } | null
      /** When it was decided; null: it was not. */
      decidedAt: string | null
      /** What was noted with the decision. */
      decisionNote: string | null
      /** Number of the record that it made; null: none. */
      recordId: number | null
    }
  }
  /** List the quizzes. Needs the permission `quizzes.read`. */
  'quizzes.list': {
    input: {
      readonly path: { readonly tenant: number }
      readonly query?: { readonly limit?: number | undefined; readonly cursor?: string | undefined; readonly state?: 'active' | 'inactive' | 'archived' | 'all' | undefined } | undefined
    }
    answer: {
      /** The items of this page. */
      items: {
        /** Its number. */
        id: number
        /** By which files know it. */
        key: string
        /** Its name. */
        name: string
        /** What a complete answer earns. */
        points: string
        /** Whether it can be answered. */
        isActive: boolean
        /** From when. */
        startsAt: string | null
        /** Until when. */
        endsAt: string | null
        /** Its questions, in their order. */
        questions: {
          /** Number of the question. */
          id: number
          /** The question. */
          text: string
          /** How it is answered. */
          type: 'singleChoice' | 'severalChoices' | 'openText'
          /** What can be chosen; empty of an open question. */
          options: string[]
          /** How many at least. */
          optionsMin: number | null
          /** How many at most. */
          optionsMax: number | null
        }[]
        /** Whether it has answers: if so, only texts, dates and isActive can change. */
        isAnswered: boolean
        /** Since when it is out of sight; null: it is not. */
        archivedAt: string | null
        /** When it was made. */
        createdAt: string
        /** As in the ETag. */
        version: number
      }[]
      /** Where the next page begins; null: this is the last. */
      nextCursor: string | null
    }
  }
  /** Make a quiz. Needs the permission `quizzes.write`. In the audit: `quiz.create`. */
  'quizzes.create': {
    input: {
      readonly path: { readonly tenant: number }
      readonly body: {
        /** By which files know it. Left out: made from the name. It can’t change later. */
        key?: string | undefined
        /** Its name. */
        name: string
        /** What a complete answer earns, once a customer. */
        points: string
        /** Whether it can be answered; default: yes. */
        isActive?: boolean | undefined
        /** From when; null: from ever. */
        startsAt?: string | Date | null | undefined
        /** Until when; null: for ever. */
        endsAt?: string | Date | null | undefined
        /** In the order in which they are asked; at most 50. */
        questions: {
          /** The question. */
          text: string
          /** How it is answered. */
          type: 'singleChoice' | 'severalChoices' | 'openText'
          /** From 2 to 10 of them; none where the answer is a text. */
          options?: string[] | undefined
          /** Of several choices: how many at least; default: 1. */
          optionsMin?: number | null | undefined
          /** Of several choices: how many at most; default: all. */
          optionsMax?: number | null | undefined
        }[]
      }
    }
    answer: {
      /** Its number. */
      id: number
      /** By which files know it. */
      key: string
      /** Its name. */
      name: string
      /** What a complete answer earns. */
      points: string
      /** Whether it can be answered. */
      isActive: boolean
      /** From when. */
      startsAt: string | null
      /** Until when. */
      endsAt: string | null
      /** Its questions, in their order. */
      questions: {
        /** Number of the question. */
        id: number
        /** The question. */
        text: string
        /** How it is answered. */
        type: 'singleChoice' | 'severalChoices' | 'openText'
        /** What can be chosen; empty of an open question. */
        options: string[]
        /** How many at least. */
        optionsMin: number | null
        /** How many at most. */
        optionsMax: number | null
      }[]
      /** Whether it has answers: if so, only texts, dates and isActive can change. */
      isAnswered: boolean
      /** Since when it is out of sight; null: it is not. */
      archivedAt: string | null
      /** When it was made. */
      createdAt: string
      /** As in the ETag. */
      version: number
    }
  }
  /** Read a quiz. Needs the permission `quizzes.read`. */
  'quizzes.get': {
    input: {
      readonly path: { readonly tenant: number; readonly id: number }
    }
    answer: {
      /** Its number. */
      id: number
      /** By which files know it. */
      key: string
      /** Its name. */
      name: string
      /** What a complete answer earns. */
      points: string
      /** Whether it can be answered. */
      isActive: boolean
      /** From when. */
      startsAt: string | null
      /** Until when. */
      endsAt: string | null
      /** Its questions, in their order. */
      questions: {
        /** Number of the question. */
        id: number
        /** The question. */
        text: string
        /** How it is answered. */
        type: 'singleChoice' | 'severalChoices' | 'openText'
        /** What can be chosen; empty of an open question. */
        options: string[]
        /** How many at least. */
        optionsMin: number | null
        /** How many at most. */
        optionsMax: number | null
      }[]
      /** Whether it has answers: if so, only texts, dates and isActive can change. */
      isAnswered: boolean
      /** Since when it is out of sight; null: it is not. */
      archivedAt: string | null
      /** When it was made. */
      createdAt: string
      /** As in the ETag. */
      version: number
    }
  }
  /** Replace a quiz; once answered, only its texts, dates and isActive. Needs the permission `quizzes.write`. In the audit: `quiz.update`. */
  'quizzes.replace': {
    input: {
      readonly path: { readonly tenant: number; readonly id: number }
      readonly body: {
        /** By which files know it. Left out: made from the name. It can’t change later. */
        key?: string | undefined
        /** Its name. */
        name: string
        /** What a complete answer earns, once a customer. */
        points: string
        /** Whether it can be answered; default: yes. */
        isActive?: boolean | undefined
        /** From when; null: from ever. */
        startsAt?: string | Date | null | undefined
        /** Until when; null: for ever. */
        endsAt?: string | Date | null | undefined
        /** In the order in which they are asked; at most 50. */
        questions: {
          /** The question. */
          text: string
          /** How it is answered. */
          type: 'singleChoice' | 'severalChoices' | 'openText'
          /** From 2 to 10 of them; none where the answer is a text. */
          options?: string[] | undefined
          /** Of several choices: how many at least; default: 1. */
          optionsMin?: number | null | undefined
          /** Of several choices: how many at most; default: all. */
          optionsMax?: number | null | undefined
        }[]
      }
    }
    answer: {
      /** Its number. */
      id: number
      /** By which files know it. */
      key: string
      /** Its name. */
      name: string
      /** What a complete answer earns. */
      points: string
      /** Whether it can be answered. */
      isActive: boolean
      /** From when. */
      startsAt: string | null
      /** Until when. */
      endsAt: string | null
      /** Its questions, in their order. */
      questions: {
        /** Number of the question. */
        id: number
        /** The question. */
        text: string
        /** How it is answered. */
        type: 'singleChoice' | 'severalChoices' | 'openText'
        /** What can be chosen; empty of an open question. */
        options: string[]
        /** How many at least. */
        optionsMin: number | null
        /** How many at most. */
        optionsMax: number | null
      }[]
      /** Whether it has answers: if so, only texts, dates and isActive can change. */
      isAnswered: boolean
      /** Since when it is out of sight; null: it is not. */
      archivedAt: string | null
      /** When it was made. */
      createdAt: string
      /** As in the ETag. */
      version: number
    }
  }
  /** Make a copy of a quiz, switched off. Needs the permission `quizzes.write`. In the audit: `quiz.create`. */
  'quizzes.duplicate': {
    input: {
      readonly path: { readonly tenant: number; readonly id: number }
    }
    answer: {
      /** Its number. */
      id: number
      /** By which files know it. */
      key: string
      /** Its name. */
      name: string
      /** What a complete answer earns. */
      points: string
      /** Whether it can be answered. */
      isActive: boolean
      /** From when. */
      startsAt: string | null
      /** Until when. */
      endsAt: string | null
      /** Its questions, in their order. */
      questions: {
        /** Number of the question. */
        id: number
        /** The question. */
        text: string
        /** How it is answered. */
        type: 'singleChoice' | 'severalChoices' | 'openText'
        /** What can be chosen; empty of an open question. */
        options: string[]
        /** How many at least. */
        optionsMin: number | null
        /** How many at most. */
        optionsMax: number | null
      }[]
      /** Whether it has answers: if so, only texts, dates and isActive can change. */
      isAnswered: boolean
      /** Since when it is out of sight; null: it is not. */
      archivedAt: string | null
      /** When it was made. */
      createdAt: string
      /** As in the ETag. */
      version: number
    }
  }
  /** Put a quiz out of sight; it can’t be answered any more. Needs the permission `quizzes.write`. In the audit: `quiz.archive`. */
  'quizzes.archive': {
    input: {
      readonly path: { readonly tenant: number; readonly id: number }
    }
    answer: {
      /** Its number. */
      id: number
      /** By which files know it. */
      key: string
      /** Its name. */
      name: string
      /** What a complete answer earns. */
      points: string
      /** Whether it can be answered. */
      isActive: boolean
      /** From when. */
      startsAt: string | null
      /** Until when. */
      endsAt: string | null
      /** Its questions, in their order. */
      questions: {
        /** Number of the question. */
        id: number
        /** The question. */
        text: string
        /** How it is answered. */
        type: 'singleChoice' | 'severalChoices' | 'openText'
        /** What can be chosen; empty of an open question. */
        options: string[]
        /** How many at least. */
        optionsMin: number | null
        /** How many at most. */
        optionsMax: number | null
      }[]
      /** Whether it has answers: if so, only texts, dates and isActive can change. */
      isAnswered: boolean
      /** Since when it is out of sight; null: it is not. */
      archivedAt: string | null
      /** When it was made. */
      createdAt: string
      /** As in the ETag. */
      version: number
    }
  }
  /** Bring an archived quiz back, as it was. Needs the permission `quizzes.write`. In the audit: `quiz.unarchive`. */
  'quizzes.unarchive': {
    input: {
      readonly path: { readonly tenant: number; readonly id: number }
    }
    answer: {
      /** Its number. */
      id: number
      /** By which files know it. */
      key: string
      /** Its name. */
      name: string
      /** What a complete answer earns. */
      points: string
      /** Whether it can be answered. */
      isActive: boolean
      /** From when. */
      startsAt: string | null
      /** Until when. */
      endsAt: string | null
      /** Its questions, in their order. */
      questions: {
        /** Number of the question. */
        id: number
        /** The question. */
        text: string
        /** How it is answered. */
        type: 'singleChoice' | 'severalChoices' | 'openText'
        /** What can be chosen; empty of an open question. */
        options: string[]
        /** How many at least. */
        optionsMin: number | null
        /** How many at most. */
        optionsMax: number | null
      }[]
      /** Whether it has answers: if so, only texts, dates and isActive can change. */
      isAnswered: boolean
      /** Since when it is out of sight; null: it is not. */
      archivedAt: string | null
      /** When it was made. */
      createdAt: string
      /** As in the ETag. */
      version: number
    }
  }
  /** Count what was answered to a quiz. Needs the permission `quizzes.read`. */
  'quizzes.results': {
    input: {
      readonly path: { readonly tenant: number; readonly id: number }
    }
    answer: {
      /** Customers whose answers were counted. */
      answers: number
      /** False: there are more, and these are some of them. */
      isAll: boolean
      /** The answers, question by question. */
      questions: {
        /** Number of the question. */
        id: number
        /** The question. */
        text: string
        /** How it is answered. */
        type: 'singleChoice' | 'severalChoices' | 'openText'
        /** How many have answered it. */
        answered: number
        /** How often each option was chosen. */
        options: {
          /** Number of the option. */
          id: number
          /** The option. */
          text: string
          /** How many have chosen it. */
          count: number
        }[]
      }[]
    }
  }
  /** Read what customers wrote to the open questions of a quiz. Needs the permission `quizzes.read`. In the audit: `quiz.readAnswers`. */
  'quizzes.answers': {
    input: {
      readonly path: { readonly tenant: number; readonly id: number }
      readonly query?: { readonly limit?: number | undefined; readonly cursor?: string | undefined } | undefined
    }
    answer: {
      /** The items of this page. */
      items: {
        /** Our number of the customer. */
        customerId: number
        /** When. */
        answeredAt: string
        /** What they wrote. */
        texts: {
          /** Number of the question. */
          questionId: number
          /** What they wrote. */
          text: string
        }[]
      }[]
      /** Where the next page begins; null: this is the last. */
      nextCursor: string | null
    }
  }
  /** Friends who joined with a customer’s code, those who joined last first. Needs the permission `customers.read`. */
  'referrals.list': {
    input: {
      readonly path: { readonly tenant: number }
      readonly query?: { readonly limit?: number | undefined; readonly cursor?: string | undefined; readonly state?: 'registered' | 'earned' | 'granted' | 'held' | 'refused' | 'undone' | 'expired' | undefined; readonly outcome?: 'turnedAway' | 'notYet' | 'expired' | 'pending' | 'rewarded' | 'notCounted' | 'held' | undefined; readonly referrer?: number | undefined; readonly search?: string | undefined } | undefined
    }
    answer: {
      /** The items of this page. */
      items: {
        /** Number of the friend: each has one referral at most. */
        id: number
        /** Who joined. */
        friend: {
          /** Number of the customer. */
          id: number
          /** Id in the merchant’s store; masked where it is an e-mail address, document or phone. */
          originalId: string
          /** By which the customer is known outside. */
          publicId: string
          /** Name; masked: the first letter of each word. */
          name: string | null
          /** E-mail address. */
          email: string | null
          /** When the customer was erased: the account stays, anonymously; null: not erased. */
          erasedAt: string | null
        }
        /** Whose code the friend brought. */
        referrer: {
          /** Number of the customer. */
          id: number
          /** Id in the merchant’s store; masked where it is an e-mail address, document or phone. */
          originalId: string
          /** By which the customer is known outside. */
          publicId: string
          /** Name; masked: the first letter of each word. */
          name: string | null
          /** E-mail address. */
          email: string | null
          /** When the customer was erased: the account stays, anonymously; null: not erased. */
          erasedAt: string | null
        }
        /** registered: the friend has not bought · earned: the friend has, and the customer who referred is being rewarded · granted: both have what the rule gives · held: a person decides · refused: it does not count · undone: the order was taken back in time · expired: the friend did not buy in time. */
        state: 'registered' | 'earned' | 'granted' | 'held' | 'refused' | 'undone' | 'expired'
        /** turnedAway: the friend joined with a code that did not count · notYet: has not bought · expired: did not buy in time · pending: has bought, and the points wait · rewarded: and they do not wait any more · notCounted: has bought, and it did not count · held: has bought, and a person decides. */
        outcome: 'turnedAway' | 'notYet' | 'expired' | 'pending' | 'rewarded' | 'notCounted' | 'held'
        /** ruleOff: no rule was active · codeUnknown: of nobody · referrerLeft: who referred was not enrolled · ownCode, sameEmail, samePhone, sameDocument: the two are one person · known: no new customer · belowMinimum: the first order was too small · tooLate: it came too late · orderCancelled, orderReturned: while the points waited · limit: who referred was rewarded as often as the rule allows · declined: by a person, or after 30 days without one. */
        reason: 'ruleOff' | 'codeUnknown' | 'referrerLeft' | 'ownCode' | 'known' | 'sameEmail' | 'samePhone' | 'sameDocument' | 'belowMinimum' | 'tooLate' | 'orderCancelled' | 'orderReturned' | 'limit' | 'declined' | null
        /** The reason as a sentence, in the language that was asked for. */
        why: string | null
        /** When the friend joined. */
        joinedAt: string
        /** Until when the friend’s first order counts. */
        endsAt: string
        /** The friend’s first order of which something counts. */
        order: {
          /** Number of the order. */
          id: number
          /** Number of its customer, with whom it is read. */
          customerId: number
          /** Its id in the merchant’s store. */
          originalId: string
          /** When it was placed. */
          placedAt: string
          /** What was paid, whatever was returned since. */
          total: string
          /** What is left of it and counts for points: the rule asks for this. */
          counted: string
        } | null
        /** Points of the customer who referred; null: none are given, or they were taken back. */
        points: string | null
        /** The same of the friend. */
        friendPoints: string | null
        /** When the points become available, or did; null: none were given. */
        availableAt: string | null
        /** When it came to this state. */
        changedAt: string
      }[]
      /** Where the next page begins; null: this is the last. */
      nextCursor: string | null
    }
  }
  /** How many friends joined lately and what became of them: joined = bought + notYet + expired, and bought = rewarded + pending + notCounted + held. Needs the permission `customers.read`. */
  'referrals.figures': {
    input: {
      readonly path: { readonly tenant: number }
      readonly query?: { readonly days?: number | undefined } | undefined
    }
    answer: {
      /** Friends who joined since then are counted. */
      since: string
      /** More joined than are counted: these are the newest. */
      isMore: boolean
      /** Friends who joined with a code that counts. */
      joined: number
      /** Of them, those who have not bought. */
      notYet: number
      /** Those who did not buy in time. */
      expired: number
      /** Those who have bought. */
      bought: number
      /** Of those who bought, those whose points do not wait any more. */
      rewarded: {
        /** How many. */
        count: number
        /** Points of the customers who referred. */
        points: string
      }
      /** Those whose points wait, or are being given. */
      pending: {
        /** How many. */
        count: number
        /** Points of the customers who referred, as far as they were given. */
        points: string
        /** When the last of them become available; null: none wait. */
        until: string | null
      }
      /** Those that did not count. */
      notCounted: {
        /** How many. */
        count: number
        /** Why, the most frequent first. */
        reasons: {
          /** ruleOff: no rule was active · codeUnknown: of nobody · referrerLeft: who referred was not enrolled · ownCode, sameEmail, samePhone, sameDocument: the two are one person · known: no new customer · belowMinimum: the first order was too small · tooLate: it came too late · orderCancelled, orderReturned: while the points waited · limit: who referred was rewarded as often as the rule allows · declined: by a person, or after 30 days without one. */
          reason: 'ruleOff' | 'codeUnknown' | 'referrerLeft' | 'ownCode' | 'known' | 'sameEmail' | 'samePhone' | 'sameDocument' | 'belowMinimum' | 'tooLate' | 'orderCancelled' | 'orderReturned' | 'limit' | 'declined'
          /** How many for this reason. */
          count: number
        }[]
      }
      /** Those that a person decides. */
      held: number
      /** Beside those who joined: friends whose code did not count from the start. */
      turnedAway: number
      /** The rule for referrals that is active now; null: none is. */
      rule: {
        /** Id of the rule. */
        id: number
        /** What it says, in the language that was asked for. */
        sentence: string
      } | null
    }
  }
  /** One referral, with what was looked at. Needs the permission `customers.read`. */
  'referrals.get': {
    input: {
      readonly path: { readonly tenant: number; readonly id: number }
    }
    answer: {
      /** Number of the friend: each has one referral at most. */
      id: number
      /** Who joined. */
      friend: {
        /** Number of the customer. */
        id: number
        /** Id in the merchant’s store; masked where it is an e-mail address, document or phone. */
        originalId: string
        /** By which the customer is known outside. */
        publicId: string
        /** Name; masked: the first letter of each word. */
        name: string | null
        /** E-mail address. */
        email: string | null
        /** When the customer was erased: the account stays, anonymously; null: not erased. */
        erasedAt: string | null
      }
      /** Whose code the friend brought. */
      referrer: {
        /** Number of the customer. */
        id: number
        /** Id in the merchant’s store; masked where it is an e-mail address, document or phone. */
        originalId: string
        /** By which the customer is known outside. */
        publicId: string
        /** Name; masked: the first letter of each word. */
        name: string | null
        /** E-mail address. */
        email: string | null
        /** When the customer was erased: the account stays, anonymously; null: not erased. */
        erasedAt: string | null
      }
      /** registered: the friend has not bought · earned: the friend has, and the customer who referred is being rewarded · granted: both have what the rule gives · held: a person decides · refused: it does not count · undone: the order was taken back in time · expired: the friend did not buy in time. */
      state: 'registered' | 'earned' | 'granted' | 'held' | 'refused' | 'undone' | 'expired'
      /** turnedAway: the friend joined with a code that did not count · notYet: has not bought · expired: did not buy in time · pending: has bought, and the points wait · rewarded: and they do not wait any more · notCounted: has bought, and it did not count · held: has bought, and a person decides. */
      outcome: 'turnedAway' | 'notYet' | 'expired' | 'pending' | 'rewarded' | 'notCounted' | 'held'
      /** ruleOff: no rule was active · codeUnknown: of nobody · referrerLeft: who referred was not enrolled · ownCode, sameEmail, samePhone, sameDocument: the two are one person · known: no new customer · belowMinimum: the first order was too small · tooLate: it came too late · orderCancelled, orderReturned: while the points waited · limit: who referred was rewarded as often as the rule allows · declined: by a person, or after 30 days without one. */
      reason: 'ruleOff' | 'codeUnknown' | 'referrerLeft' | 'ownCode' | 'known' | 'sameEmail' | 'samePhone' | 'sameDocument' | 'belowMinimum' | 'tooLate' | 'orderCancelled' | 'orderReturned' | 'limit' | 'declined' | null
      /** The reason as a sentence, in the language that was asked for. */
      why: string | null
      /** When the friend joined. */
      joinedAt: string
      /** Until when the friend’s first order counts. */
      endsAt: string
      /** The friend’s first order of which something counts. */
      order: {
        /** Number of the order. */
        id: number
        /** Number of its customer, with whom it is read. */
        customerId: number
        /** Its id in the merchant’s store. */
        originalId: string
        /** When it was placed. */
        placedAt: string
        /** What was paid, whatever was returned since. */
        total: string
        /** What is left of it and counts for points: the rule asks for this. */
        counted: string
      } | null
      /** Points of the customer who referred; null: none are given, or they were taken back. */
      points: string | null
      /** The same of the friend. */
      friendPoints: string | null
      /** When the points become available, or did; null: none were given. */
      availableAt: string | null
      /** When it came to this state. */
      changedAt: string
      /** The code of the customer who referred; null: erased since, or you may not see who customers are. */
      code: string | null
      /** The rule by which it counts; null: there was none. */
      rule: {
        /** Id of the rule. */
        id: number
        /** What it is called; null: it has no name. */
        name: string | null
        /** The version of the program by which it counts. */
        version: number
        /** What it gives the customer who refers. */
        points: string
        /** What it gives the friend for the first order. */
        friendPoints: string
        /** What of the first order has to count at least. */
        minimumOrder: string
        /** Within how many days of joining. */
        withinDays: number
        /** Rewards a day before a person decides; null: no limit. */
        perDay: number | null
        /** Rewards in all; null: no limit. */
        ever: number | null
      } | null
      /** What was looked at, in that order. */
      checks: {
        /** newCustomer: the friend was new · otherPerson: e-mail, phone and document differ from those of who referred · minimumOrder: the first order was large enough · withinDays: and came in time · limits: who referred was not rewarded too often. */
        check: 'newCustomer' | 'otherPerson' | 'minimumOrder' | 'withinDays' | 'limits'
        /** open: it can’t be said yet, such as without an order. */
        result: 'passed' | 'failed' | 'open'
      }[]
      /** When it is declined by itself; null: it does not wait for a person. */
      decideBefore: string | null
      /** Who decided; null: no person has. */
      decidedBy: string | null
      /** What they noted. */
      note: string | null
    }
  }
  /** Let a referral that is held count, by the rule of its order, or decline it. Needs the permission `points.adjust`. In the audit: `referral.decide`. */
  'referrals.decide': {
    input: {
      readonly path: { readonly tenant: number; readonly id: number }
      readonly body: {
        /** true: it counts; false: it is declined. */
        count: boolean
        /** Why. It is kept with the referral, not in the audit. */
        note: string
      }
    }
    answer: {
      /** Number of the friend. */
      id: number
      /** registered: the friend has not bought · earned: the friend has, and the customer who referred is being rewarded · granted: both have what the rule gives · held: a person decides · refused: it does not count · undone: the order was taken back in time · expired: the friend did not buy in time. */
      state: 'registered' | 'earned' | 'granted' | 'held' | 'refused' | 'undone' | 'expired'
      /** ruleOff: no rule was active · codeUnknown: of nobody · referrerLeft: who referred was not enrolled · ownCode, sameEmail, samePhone, sameDocument: the two are one person · known: no new customer · belowMinimum: the first order was too small · tooLate: it came too late · orderCancelled, orderReturned: while the points waited · limit: who referred was rewarded as often as the rule allows · declined: by a person, or after 30 days without one. */
      reason: 'ruleOff' | 'codeUnknown' | 'referrerLeft' | 'ownCode' | 'known' | 'sameEmail' | 'samePhone' | 'sameDocument' | 'belowMinimum' | 'tooLate' | 'orderCancelled' | 'orderReturned' | 'limit' | 'declined' | null
      /** Points that the customer who referred got; null: none. */
      points: string | null
      /** When they become available; null: there are none. */
      availableAt: string | null
    }
  }
  /** Read all tiers. Needs the permission `tiers.read`. */
  'tiers.get': {
    input: {
      readonly path: { readonly tenant: number }
    }
    answer: {
      /** The lowest first, those that were ended last. */
      tiers: {
        /** Its number. */
        id: number
        /** By which files and other things know it. */
        key: string
        /** Its name. */
        name: string
        /** Whether it is the base tier, where every customer starts. */
        base: boolean
        /** Whether it counts. */
        isActive: boolean
        /** Such as #d4af37. */
        color: string | null
        /** A picture of it. */
        iconUrl: string | null
        /** What the private API shows as Identifier. */
        identifier: string | null
        /** A line about it. */
        caption: string | null
        /** Whether it was ended. */
        archived: boolean
        /** Since when. */
        archivedAt: string | null
        /** All have to be met. */
        goals: {
          /** In the merchant’s words. */
          name: string
          /** What is counted. */
          measure: 'spend' | 'orders' | 'points'
          /** How much of it is needed. */
          value: string
          /** How far back it looks. */
          months: number
        }[]
        /** What its customers get. */
        benefits: {
          /** In the merchant’s words. */
          text: string
          /** The key of a reward that it is about. */
          reward: string | null
          /** What it multiplies the points of orders by. */
          multiplier: string | null
        }[]
        /** How many are in it. */
        customers: number
      }[]
      /** How long a customer keeps a tier whose goals are no longer met; a setting. */
      graceDays: number
      /** As in the ETag. */
      version: number
    }
  }
  /** Replace all tiers, in their order. Needs the permission `tiers.write`. In the audit: `tiers.update`. */
  'tiers.replace': {
    input: {
      readonly path: { readonly tenant: number }
      readonly body: {
        /** All of them, the lowest first. One that there is may not be left out: end it with archived. */
        tiers: {
          /** By which files and other things know it. */
          key: string
          /** Its name. */
          name: string
          /** Whether it is the base tier, where every customer starts; at most one. */
          base?: boolean | undefined
          /** Whether it counts; default: yes. */
          isActive?: boolean | undefined
          /** Such as #d4af37. */
          color?: string | null | undefined
          /** A picture of it. */
          iconUrl?: string | null | undefined
          /** What the private API shows as Identifier; default: the key. */
          identifier?: string | null | undefined
          /** A line about it. */
          caption?: string | null | undefined
          /** Archives it: customers leave it, and it is hidden; default: no. */
          archived?: boolean | undefined
          /** All have to be met. Without goals, customers can’t reach it on their own. */
          goals?: {
            /** In the merchant’s words. */
            name?: string | undefined
            /** What is counted. */
            measure: 'spend' | 'orders' | 'points'
            /** How much of it is needed. */
            value: string
            /** How far back it looks. */
            months?: number | undefined
          }[] | undefined
          /** What its customers get. */
          benefits?: {
            /** In the merchant’s words. */
            text: string
            /** The key of a reward that it is about. */
            reward?: string | null | undefined
            /** What it multiplies the points of orders by, above 1. */
            multiplier?: string | null | undefined
          }[] | undefined
        }[]
      }
    }
    answer: {
      /** The lowest first, those that were ended last. */
      tiers: {
        /** Its number. */
        id: number
        /** By which files and other things know it. */
        key: string
        /** Its name. */
        name: string
        /** Whether it is the base tier, where every customer starts. */
        base: boolean
        /** Whether it counts. */
        isActive: boolean
        /** Such as #d4af37. */
        color: string | null
        /** A picture of it. */
        iconUrl: string | null
        /** What the private API shows as Identifier. */
        identifier: string | null
        /** A line about it. */
        caption: string | null
        /** Whether it was ended. */
        archived: boolean
        /** Since when. */
        archivedAt: string | null
        /** All have to be met. */
        goals: {
          /** In the merchant’s words. */
          name: string
          /** What is counted. */
          measure: 'spend' | 'orders' | 'points'
          /** How much of it is needed. */
          value: string
          /** How far back it looks. */
          months: number
        }[]
        /** What its customers get. */
        benefits: {
          /** In the merchant’s words. */
          text: string
          /** The key of a reward that it is about. */
          reward: string | null
          /** What it multiplies the points of orders by. */
          multiplier: string | null
        }[]
        /** How many are in it. */
        customers: number
      }[]
      /** How long a customer keeps a tier whose goals are no longer met; a setting. */
      graceDays: number
      /** As in the ETag. */
      version: number
    }
  }
  /** List the webhook endpoints. Needs the permission `webhooks.read`. */
  'webhooks.list': {
    input: {
      readonly path: { readonly tenant: number }
    }
    answer: {
      /** All: there are at most 20. */
      items: {
        /** Its number. */
        id: number
        /** Where events are sent. */
        url: string
        /** The events it receives. */
        topics: ('Point_Add' | 'Point_Update' | 'Point_Removed' | 'Stamp_Add' | 'Stamp_Removed' | 'Card_Completed' | 'Reward_Given' | 'Reward_TakenBack' | 'Points_Expiring')[]
        /** What it is for. */
        description: string
        /** What is sent with every request. */
        headerNames: string[]
        /** disabled: by us, because it failed for days. */
        state: 'active' | 'paused' | 'disabled'
        /** Why it is so. */
        stateReason: string | null
        /** Since when. */
        stateSince: string
        /** Since when nothing has arrived; null: it works, or nothing was sent. */
        failingSince: string | null
        /** Until when one success in a hundred was kept; null: every attempt is. */
        leftOutAt: string | null
        /** Until when the secret before the present one signs too. */
        previousSecretUntil: string | null
        /** What it has still to get. */
        backlog: {
          /** Events that it has not had yet, counted up to 10,000. */
          events: number
          /** When the oldest of them happened. */
          oldest: string | null
          /** Events that failed, and those that wait behind them. */
          held: number
          /** Events that were given up. */
          parked: number
        }
        /** What was sent in the last 24 hours. */
        last24Hours: {
          /** Attempts, probes of a failing endpoint among them. */
          sent: number
          /** Those that were not received. */
          failed: number
          /** Half of the received ones took at most so long; null: none. */
          p50Ms: number | null
          /** The same for 95%. */
          p95Ms: number | null
        }
        /** The last 48 hours, oldest first; hours in which nothing was sent are left out. */
        hours: {
          /** When the hour began. */
          at: string
          /** Attempts in this hour. */
          sent: number
          /** Those that were not received. */
          failed: number
        }[]
        /** When it was made. */
        createdAt: string
        /** As in the ETag. */
        version: number
      }[]
      /** Always null: there is one page. */
      nextCursor: null
    }
  }
  /** Add a webhook endpoint; its secret is shown once. Needs the permission `webhooks.write` and `customers.personal`. Asks for a confirmation that is at most ten minutes old. In the audit: `webhook.create`. */
  'webhooks.create': {
    input: {
      readonly path: { readonly tenant: number }
      readonly body: {
        /** Where events are sent: https. */
        url: string
        /** The events it receives. */
        topics: string[]
        /** What it is for. */
        description?: string | undefined
        /** Sent with every request, like an Authorization of the receiver. Values are never shown again. */
        headers?: Record<string, string> | undefined
      }
    }
    answer: {
      /** An endpoint. */
      endpoint: {
        /** Its number. */
        id: number
        /** Where events are sent. */
        url: string
        /** The events it receives. */
        topics: ('Point_Add' | 'Point_Update' | 'Point_Removed' | 'Stamp_Add' | 'Stamp_Removed' | 'Card_Completed' | 'Reward_Given' | 'Reward_TakenBack' | 'Points_Expiring')[]
        /** What it is for. */
        description: string
        /** What is sent with every request. */
        headerNames: string[]
        /** disabled: by us, because it failed for days. */
        state: 'active' | 'paused' | 'disabled'
        /** Why it is so. */
        stateReason: string | null
        /** Since when. */
        stateSince: string
        /** Since when nothing has arrived; null: it works, or nothing was sent. */
        failingSince: string | null
        /** Until when one success in a hundred was kept; null: every attempt is. */
        leftOutAt: string | null
        /** Until when the secret before the present one signs too. */
        previousSecretUntil: string | null
        /** What it has still to get. */
        backlog: {
          /** Events that it has not had yet, counted up to 10,000. */
          events: number
          /** When the oldest of them happened. */
          oldest: string | null
          /** Events that failed, and those that wait behind them. */
          held: number
          /** Events that were given up. */
          parked: number
        }
        /** What was sent in the last 24 hours. */
        last24Hours: {
          /** Attempts, probes of a failing endpoint among them. */
          sent: number
          /** Those that were not received. */
          failed: number
          /** Half of the received ones took at most so long; null: none. */
          p50Ms: number | null
          /** The same for 95%. */
          p95Ms: number | null
        }
        /** The last 48 hours, oldest first; hours in which nothing was sent are left out. */
        hours: {
          /** When the hour began. */
          at: string
          /** Attempts in this hour. */
          sent: number
          /** Those that were not received. */
          failed: number
        }[]
        /** When it was made. */
        createdAt: string
        /** As in the ETag. */
        version: number
      }
      /** What its requests are signed with: shown only now. */
      secret: string
    }
  }
  /** Read a webhook endpoint. Needs the permission `webhooks.read`. */
  'webhooks.get': {
    input: {
      readonly path: { readonly tenant: number; readonly id: number }
    }
    answer: {
      /** Its number. */
      id: number
      /** Where events are sent. */
      url: string
      /** The events it receives. */
      topics: ('Point_Add' | 'Point_Update' | 'Point_Removed' | 'Stamp_Add' | 'Stamp_Removed' | 'Card_Completed' | 'Reward_Given' | 'Reward_TakenBack' | 'Points_Expiring')[]
      /** What it is for. */
      description: string
      /** What is sent with every request. */
      headerNames: string[]
      /** disabled: by us, because it failed for days. */
      state: 'active' | 'paused' | 'disabled'
      /** Why it is so. */
      stateReason: string | null
      /** Since when. */
      stateSince: string
      /** Since when nothing has arrived; null: it works, or nothing was sent. */
      failingSince: string | null
      /** Until when one success in a hundred was kept; null: every attempt is. */
      leftOutAt: string | null
      /** Until when the secret before the present one signs too. */
      previousSecretUntil: string | null
      /** What it has still to get. */
      backlog: {
        /** Events that it has not had yet, counted up to 10,000. */
        events: number
        /** When the oldest of them happened. */
        oldest: string | null
        /** Events that failed, and those that wait behind them. */
        held: number
        /** Events that were given up. */
        parked: number
      }
      /** What was sent in the last 24 hours. */
      last24Hours: {
        /** Attempts, probes of a failing endpoint among them. */
        sent: number
        /** Those that were not received. */
        failed: number
        /** Half of the received ones took at most so long; null: none. */
        p50Ms: number | null
        /** The same for 95%. */
        p95Ms: number | null
      }
      /** The last 48 hours, oldest first; hours in which nothing was sent are left out. */
      hours: {
        /** When the hour began. */
        at: string
        /** Attempts in this hour. */
        sent: number
        /** Those that were not received. */
        failed: number
      }[]
      /** When it was made. */
      createdAt: string
      /** As in the ETag. */
      version: number
    }
  }
  /** Change a webhook endpoint. Needs the permission `webhooks.write` and `customers.personal`. Asks for a confirmation that is at most ten minutes old. In the audit: `webhook.update`. */
  'webhooks.change': {
    input: {
      readonly path: { readonly tenant: number; readonly id: number }
      readonly body: {
        /** Where events are sent: https. */
        url?: string | undefined
        /** The events it receives. */
        topics?: string[] | undefined
        /** What it is for. */
        description?: string | undefined
        /** Sent with every request, like an Authorization of the receiver. Values are never shown again. */
        headers?: Record<string, string> | undefined
      }
    }
    answer: {
      /** Its number. */
      id: number
      /** Where events are sent. */
      url: string
      /** The events it receives. */
      topics: ('Point_Add' | 'Point_Update' | 'Point_Removed' | 'Stamp_Add' | 'Stamp_Removed' | 'Card_Completed' | 'Reward_Given' | 'Reward_TakenBack' | 'Points_Expiring')[]
      /** What it is for. */
      description: string
      /** What is sent with every request. */
      headerNames: string[]
      /** disabled: by us, because it failed for days. */
      state: 'active' | 'paused' | 'disabled'
      /** Why it is so. */
      stateReason: string | null
      /** Since when. */
      stateSince: string
      /** Since when nothing has arrived; null: it works, or nothing was sent. */
      failingSince: string | null
      /** Until when one success in a hundred was kept; null: every attempt is. */
      leftOutAt: string | null
      /** Until when the secret before the present one signs too. */
      previousSecretUntil: string | null
      /** What it has still to get. */
      backlog: {
        /** Events that it has not had yet, counted up to 10,000. */
        events: number
        /** When the oldest of them happened. */
        oldest: string | null
        /** Events that failed, and those that wait behind them. */
        held: number
        /** Events that were given up. */
        parked: number
      }
      /** What was sent in the last 24 hours. */
      last24Hours: {
        /** Attempts, probes of a failing endpoint among them. */
        sent: number
        /** Those that were not received. */
        failed: number
        /** Half of the received ones took at most so long; null: none. */
        p50Ms: number | null
        /** The same for 95%. */
        p95Ms: number | null
      }
      /** The last 48 hours, oldest first; hours in which nothing was sent are left out. */
      hours: {
        /** When the hour began. */
        at: string
        /** Attempts in this hour. */
        sent: number
        /** Those that were not received. */
        failed: number
      }[]
      /** When it was made. */
      createdAt: string
      /** As in the ETag. */
      version: number
    }
  }
  /** Remove a webhook endpoint. Needs the permission `webhooks.write`. In the audit: `webhook.delete`. */
  'webhooks.delete': {
    input: {
      readonly path: { readonly tenant: number; readonly id: number }
    }
    answer: null
  }
  /** Send nothing for a while; what happens meanwhile is sent later. Needs the permission `webhooks.write`. In the audit: `webhook.pause`. */
  'webhooks.pause': {
    input: {
      readonly path: { readonly tenant: number; readonly id: number }
    }
    answer: {
      /** Its number. */
      id: number
      /** Where events are sent. */
      url: string
      /** The events it receives. */
      topics: ('Point_Add' | 'Point_Update' | 'Point_Removed' | 'Stamp_Add' | 'Stamp_Removed' | 'Card_Completed' | 'Reward_Given' | 'Reward_TakenBack' | 'Points_Expiring')[]
      /** What it is for. */
      description: string
      /** What is sent with every request. */
      headerNames: string[]
      /** disabled: by us, because it failed for days. */
      state: 'active' | 'paused' | 'disabled'
      /** Why it is so. */
      stateReason: string | null
      /** Since when. */
      stateSince: string
      /** Since when nothing has arrived; null: it works, or nothing was sent. */
      failingSince: string | null
      /** Until when one success in a hundred was kept; null: every attempt is. */
      leftOutAt: string | null
      /** Until when the secret before the present one signs too. */
      previousSecretUntil: string | null
      /** What it has still to get. */
      backlog: {
        /** Events that it has not had yet, counted up to 10,000. */
        events: number
        /** When the oldest of them happened. */
        oldest: string | null
        /** Events that failed, and those that wait behind them. */
        held: number
        /** Events that were given up. */
        parked: number
      }
      /** What was sent in the last 24 hours. */
      last24Hours: {
        /** Attempts, probes of a failing endpoint among them. */
        sent: number
        /** Those that were not received. */
        failed: number
        /** Half of the received ones took at most so long; null: none. */
        p50Ms: number | null
        /** The same for 95%. */
        p95Ms: number | null
      }
      /** The last 48 hours, oldest first; hours in which nothing was sent are left out. */
      hours: {
        /** When the hour began. */
        at: string
        /** Attempts in this hour. */
        sent: number
        /** Those that were not received. */
        failed: number
      }[]
      /** When it was made. */
      createdAt: string
      /** As in the ETag. */
      version: number
    }
  }
  /** Send again, also what was disabled. Needs the permission `webhooks.write`. In the audit: `webhook.resume`. */
  'webhooks.resume': {
    input: {
      readonly path: { readonly tenant: number; readonly id: number }
    }
    answer: {
      /** Its number. */
      id: number
      /** Where events are sent. */
      url: string
      /** The events it receives. */
      topics: ('Point_Add' | 'Point_Update' | 'Point_Removed' | 'Stamp_Add' | 'Stamp_Removed' | 'Card_Completed' | 'Reward_Given' | 'Reward_TakenBack' | 'Points_Expiring')[]
      /** What it is for. */
      description: string
      /** What is sent with every request. */
      headerNames: string[]
      /** disabled: by us, because it failed for days. */
      state: 'active' | 'paused' | 'disabled'
      /** Why it is so. */
      stateReason: string | null
      /** Since when. */
      stateSince: string
      /** Since when nothing has arrived; null: it works, or nothing was sent. */
      failingSince: string | null
      /** Until when one success in a hundred was kept; null: every attempt is. */
      leftOutAt: string | null
      /** Until when the secret before the present one signs too. */
      previousSecretUntil: string | null
      /** What it has still to get. */
      backlog: {
        /** Events that it has not had yet, counted up to 10,000. */
        events: number
        /** When the oldest of them happened. */
        oldest: string | null
        /** Events that failed, and those that wait behind them. */
        held: number
        /** Events that were given up. */
        parked: number
      }
      /** What was sent in the last 24 hours. */
      last24Hours: {
        /** Attempts, probes of a failing endpoint among them. */
        sent: number
        /** Those that were not received. */
        failed: number
        /** Half of the received ones took at most so long; null: none. */
        p50Ms: number | null
        /** The same for 95%. */
        p95Ms: number | null
      }
      /** The last 48 hours, oldest first; hours in which nothing was sent are left out. */
      hours: {
        /** When the hour began. */
        at: string
        /** Attempts in this hour. */
        sent: number
        /** Those that were not received. */
        failed: number
      }[]
      /** When it was made. */
      createdAt: string
      /** As in the ETag. */
      version: number
    }
  }
  /** Send a made-up event at once, and say what came back. Needs the permission `webhooks.write`. In the audit: `webhook.test`. */
  'webhooks.test': {
    input: {
      readonly path: { readonly tenant: number; readonly id: number }
    }
    answer: {
      /** Whether it was answered with 2xx. */
      isReceived: boolean
      /** The HTTP status; null: there was no answer. */
      status: number | null
      /** How long it took; 0: there was no answer. */
      durationMs: number
      /** The first 1 KiB of what came back; the same for every address that gave no answer. */
      text: string
    }
  }
  /** Make a new secret; the old one signs too for some hours. Needs the permission `webhooks.write`. Asks for a confirmation that is at most ten minutes old. In the audit: `webhook.rotate`. */
  'webhooks.rotate': {
    input: {
      readonly path: { readonly tenant: number; readonly id: number }
      readonly body: {
        /** How long the old secret signs too. */
        overlapHours: number
      }
    }
    answer: {
      /** An endpoint. */
      endpoint: {
        /** Its number. */
        id: number
        /** Where events are sent. */
        url: string
        /** The events it receives. */
        topics: ('Point_Add' | 'Point_Update' | 'Point_Removed' | 'Stamp_Add' | 'Stamp_Removed' | 'Card_Completed' | 'Reward_Given' | 'Reward_TakenBack' | 'Points_Expiring')[]
        /** What it is for. */
        description: string
        /** What is sent with every request. */
        headerNames: string[]
        /** disabled: by us, because it failed for days. */
        state: 'active' | 'paused' | 'disabled'
        /** Why it is so. */
        stateReason: string | null
        /** Since when. */
        stateSince: string
        /** Since when nothing has arrived; null: it works, or nothing was sent. */
        failingSince: string | null
        /** Until when one success in a hundred was kept; null: every attempt is. */
        leftOutAt: string | null
        /** Until when the secret before the present one signs too. */
        previousSecretUntil: string | null
        /** What it has still to get. */
        backlog: {
          /** Events that it has not had yet, counted up to 10,000. */
          events: number
          /** When the oldest of them happened. */
          oldest: string | null
          /** Events that failed, and those that wait behind them. */
          held: number
          /** Events that were given up. */
          parked: number
        }
        /** What was sent in the last 24 hours. */
        last24Hours: {
          /** Attempts, probes of a failing endpoint among them. */
          sent: number
          /** Those that were not received. */
          failed: number
          /** Half of the received ones took at most so long; null: none. */
          p50Ms: number | null
          /** The same for 95%. */
          p95Ms: number | null
        }
        /** The last 48 hours, oldest first; hours in which nothing was sent are left out. */
        hours: {
          /** When the hour began. */
          at: string
          /** Attempts in this hour. */
          sent: number
          /** Those that were not received. */
          failed: number
        }[]
        /** When it was made. */
        createdAt: string
        /** As in the ETag. */
        version: number
      }
      /** What its requests are signed with: shown only now. */
      secret: string
    }
  }
  /** List what was sent to an endpoint, newest first: failures of 30 days, and what was received of 7. Needs the permission `webhooks.read`. */
  'webhooks.attempts': {
    input: {
      readonly path: { readonly tenant: number; readonly id: number }
      readonly query?: { readonly limit?: number | undefined; readonly cursor?: string | undefined; readonly outcome?: 'received' | 'failed' | 'unanswered' | undefined; readonly status?: number | undefined } | undefined
    }
    answer: {
      /** The items of this page. */
      items: {
        /** Number of the attempt. */
        id: number
        /** When it was sent. */
        at: string
        /** It was a made-up event. */
        isTest: boolean
        /** The event that was sent. Nothing but its name is known once the log no longer has it. */
        event: {
          /** As in `webhook-id`. */
          id: string
          /** Its place in the log, by which it is found. */
          position: string | null
          /** What happened. */
          topic: 'Point_Add' | 'Point_Update' | 'Point_Removed' | 'Stamp_Add' | 'Stamp_Removed' | 'Card_Completed' | 'Reward_Given' | 'Reward_TakenBack' | 'Points_Expiring' | null
          /** The customer it is about; masked without the permission `customers.personal`. */
          customer: {
            /** Number of the customer. */
            id: number
            /** Id in the merchant’s store; masked where it is an e-mail address, document or phone. */
            originalId: string
            /** By which the customer is known outside. */
            publicId: string
            /** Name; masked: the first letter of each word. */
            name: string | null
            /** E-mail address. */
            email: string | null
            /** When the customer was erased: the account stays, anonymously; null: not erased. */
            erasedAt: string | null
          } | null
        }
        /** Which attempt of its event it was, from 1. */
        attempt: number
        /** Whether it was answered with 2xx. */
        isReceived: boolean
        /** The HTTP status; null: there was no answer. */
        status: number | null
        /** How long it took. */
        durationMs: number
        /** The first 1 KiB of what came back, or why nothing did. */
        text: string
      }[]
      /** Where the next page begins; null: this is the last. */
      nextCursor: string | null
    }
  }
  /** Read an attempt with its request and its answer. Needs the permission `webhooks.read`. */
  'webhooks.attempt': {
    input: {
      readonly path: { readonly tenant: number; readonly id: number; readonly attempt: number }
    }
    answer: {
      /** Number of the attempt. */
      id: number
      /** When it was sent. */
      at: string
      /** It was a made-up event. */
      isTest: boolean
      /** The event that was sent. Nothing but its name is known once the log no longer has it. */
      event: {
        /** As in `webhook-id`. */
        id: string
        /** Its place in the log, by which it is found. */
        position: string | null
        /** What happened. */
        topic: 'Point_Add' | 'Point_Update' | 'Point_Removed' | 'Stamp_Add' | 'Stamp_Removed' | 'Card_Completed' | 'Reward_Given' | 'Reward_TakenBack' | 'Points_Expiring' | null
        /** The customer it is about; masked without the permission `customers.personal`. */
        customer: {
          /** Number of the customer. */
          id: number
          /** Id in the merchant’s store; masked where it is an e-mail address, document or phone. */
          originalId: string
          /** By which the customer is known outside. */
          publicId: string
          /** Name; masked: the first letter of each word. */
          name: string | null
          /** E-mail address. */
          email: string | null
          /** When the customer was erased: the account stays, anonymously; null: not erased. */
          erasedAt: string | null
        } | null
      }
      /** Which attempt of its event it was, from 1. */
      attempt: number
      /** Whether it was answered with 2xx. */
      isReceived: boolean
      /** The HTTP status; null: there was no answer. */
      status: number | null
      /** How long it took. */
      durationMs: number
      /** The first 1 KiB of what came back, or why nothing did. */
      text: string
      /** Made again from the event, with the customer as of now and signed with the present secret, for the time of the attempt. Without the permission `customers.personal` the customer is masked, and there is no signature. */
      request: {
        /** Where it was sent. */
        url: string
        /** What was sent with it. */
        headers: {
          /** Its name. */
          name: string
          /** Its value; left out for custom headers. */
          value: string
        }[]
        /** The body, byte for byte. */
        body: string
      } | null
      /** Whether the customer in the request is masked. */
      isMasked: boolean
      /** The event has not been received since; null: it has, or nothing is kept of it. */
      waiting: {
        /** How often it was tried. */
        attempts: number
        /** When it is tried again; null: as soon as its turn has come. */
        nextAttemptAt: string | null
        /** When it was given up. */
        parkedAt: string | null
      } | null
    }
  }
  /** List the events that were given up, the last one first. Needs the permission `webhooks.read`. */
  'webhooks.parked': {
    input: {
      readonly path: { readonly tenant: number; readonly id: number }
      readonly query?: { readonly limit?: number | undefined; readonly cursor?: string | undefined } | undefined
    }
    answer: {
      /** The items of this page. */
      items: {
        /** The event that was sent. Nothing but its name is known once the log no longer has it. */
        event: {
          /** As in `webhook-id`. */
          id: string
          /** Its place in the log, by which it is found. */
          position: string | null
          /** What happened. */
          topic: 'Point_Add' | 'Point_Update' | 'Point_Removed' | 'Stamp_Add' | 'Stamp_Removed' | 'Card_Completed' | 'Reward_Given' | 'Reward_TakenBack' | 'Points_Expiring' | null
          /** The customer it is about; masked without the permission `customers.personal`. */
          customer: {
            /** Number of the customer. */
            id: number
            /** Id in the merchant’s store; masked where it is an e-mail address, document or phone. */
            originalId: string
            /** By which the customer is known outside. */
            publicId: string
            /** Name; masked: the first letter of each word. */
            name: string | null
            /** E-mail address. */
            email: string | null
            /** When the customer was erased: the account stays, anonymously; null: not erased. */
            erasedAt: string | null
          } | null
        }
        /** How often it was tried. */
        attempts: number
        /** When it was given up. */
        parkedAt: string
        /** What was answered last; null: it is no longer known. */
        lastAnswer: {
          /** The HTTP status; null: there was no answer. */
          status: number | null
          /** The first 1 KiB of what came back, or why nothing did. */
          text: string
        } | null
      }[]
      /** Where the next page begins; null: this is the last. */
      nextCursor: string | null
    }
  }
  /** Send events again: one, those of a time, or what failed since a moment. Needs the permission `webhooks.write` and `customers.personal`. Asks for a confirmation that is at most ten minutes old. In the audit: `webhook.replay`. */
  'webhooks.replay': {
    input: {
      readonly path: { readonly tenant: number; readonly id: number }
      readonly body: {
        /** One event: its `webhook-id`, or its place in the log, which finds it sooner. */
        event?: string | undefined
        /** Everything that happened from here, and was sent before … */
        from?: string | Date | undefined
        /** … up to here, exclusive. */
        to?: string | Date | undefined
        /** What was given up since then, and at once what waits for its next attempt. */
        failedSince?: string | Date | undefined
      }
    }
    answer: {
      /** How many are sent again. */
      events: number
      /** False: there are more than the 10,000 that one request sends again. */
      isAll: boolean
    }
  }
  /** Read an event as its receivers get it. Needs the permission `webhooks.read`. */
  'webhooks.event': {
    input: {
      readonly path: { readonly tenant: number; readonly position: string }
    }
    answer: {
      /** As in `webhook-id`. */
      id: string
      /** Its place in the log, by which it is found. */
      position: string
      /** What happened. */
      topic: 'Point_Add' | 'Point_Update' | 'Point_Removed' | 'Stamp_Add' | 'Stamp_Removed' | 'Card_Completed' | 'Reward_Given' | 'Reward_TakenBack' | 'Points_Expiring'
      /** The customer it is about; masked without the permission `customers.personal`. */
      customer: {
        /** Number of the customer. */
        id: number
        /** Id in the merchant’s store; masked where it is an e-mail address, document or phone. */
        originalId: string
        /** By which the customer is known outside. */
        publicId: string
        /** Name; masked: the first letter of each word. */
        name: string | null
        /** E-mail address. */
        email: string | null
        /** When the customer was erased: the account stays, anonymously; null: not erased. */
        erasedAt: string | null
      }
      /** As in `punchcard-customer-sequence`. */
      sequence: number
      /** When it happened. */
      occurredAt: string
      /** Those that are the same for every endpoint and attempt. */
      headers: {
        /** Its name. */
        name: string
        /** Its value; left out for custom headers. */
        value: string
      }[]
      /** The body, with the customer as of now. */
      body: string
      /** Whether the customer in the body is masked. */
      isMasked: boolean
    }
  }
  /** Whether events have arrived: of a customer, of an order, or one by its webhook-id. Needs the permission `webhooks.read`. */
  'webhooks.deliveries': {
    input: {
      readonly path: { readonly tenant: number }
      readonly query?: { readonly limit?: number | undefined; readonly cursor?: string | undefined; readonly search?: string | undefined; readonly customerId?: number | undefined; readonly orderId?: number | undefined } | undefined
    }
    answer: {
      /** The items of this page. */
      items: {
        /** Where it was sent. */
        endpoint: {
          /** Number of the endpoint. */
          id: number
          /** What it is for; where that is not said, its address. */
          name: string
        }
        /** Number of the attempt. */
        id: number
        /** When it was sent. */
        at: string
        /** It was a made-up event. */
        isTest: boolean
        /** The event that was sent. Nothing but its name is known once the log no longer has it. */
        event: {
          /** As in `webhook-id`. */
          id: string
          /** Its place in the log, by which it is found. */
          position: string | null
          /** What happened. */
          topic: 'Point_Add' | 'Point_Update' | 'Point_Removed' | 'Stamp_Add' | 'Stamp_Removed' | 'Card_Completed' | 'Reward_Given' | 'Reward_TakenBack' | 'Points_Expiring' | null
          /** The customer it is about; masked without the permission `customers.personal`. */
          customer: {
            /** Number of the customer. */
            id: number
            /** Id in the merchant’s store; masked where it is an e-mail address, document or phone. */
            originalId: string
            /** By which the customer is known outside. */
            publicId: string
            /** Name; masked: the first letter of each word. */
            name: string | null
            /** E-mail address. */
            email: string | null
            /** When the customer was erased: the account stays, anonymously; null: not erased. */
            erasedAt: string | null
          } | null
        }
        /** Which attempt of its event it was, from 1. */
        attempt: number
        /** Whether it was answered with 2xx. */
        isReceived: boolean
        /** The HTTP status; null: there was no answer. */
        status: number | null
        /** How long it took. */
        durationMs: number
        /** The first 1 KiB of what came back, or why nothing did. */
        text: string
      }[]
      /** Where the next page begins; null: this is the last. */
      nextCursor: string | null
      found: 'event' | 'order' | 'customer' | null
      /** What has not arrived yet or was given up, the oldest first; at most 100. */
      undelivered: {
        /** Where it was sent. */
        endpoint: {
          /** Number of the endpoint. */
          id: number
          /** What it is for; where that is not said, its address. */
          name: string
        }
        /** As in `webhook-id`; null: the log no longer has it. */
        event: string | null
        /** How often it was tried. */
        attempts: number
        /** When it is tried again; null: when its turn has come, or it was given up. */
        nextAttemptAt: string | null
        /** When it was given up; null: it is tried again. */
        parkedAt: string | null
      }[]
      /** Since when every attempt is kept, for 7 days; null: for all endpoints since they were added. */
      keptSince: string | null
    }
  }
  /** List the calls of the private API that were refused or failed in the last 7 days, and hints, newest first. Needs the permission `requests.read`. */
  'requests.failed': {
    input: {
      readonly path: { readonly tenant: number }
      readonly query?: { readonly limit?: number | undefined; readonly cursor?: string | undefined; readonly id?: string | undefined } | undefined
    }
    answer: {
      /** The items of this page. */
      items: {
        /** Its number. */
        id: number
        /** When it happened last. */
        at: string
        /** How often it happened alike within a minute. */
        count: number
        /** Its name in the reference of the private API; `other`: of further kinds, only counted. */
        operation: string
        /** Of HTTP; 200: the operation itself has refused, or with `code` null it is a hint: the call was done. */
        status: number
        /** ErrorCode of the catalog. */
        code: number | null
        /** The name of the error in the catalog. */
        name: string | null
        /** What the catalog says about it, and what to do, in the language of the request. */
        catalogue: string
        /** What was answered; values that were sent are masked. */
        message: string
        /** `Punchcard-Request-Id` of the last one. */
        requestId: string
        /** The orders that these requests were about, up to 100; addresses in them are masked without the permission `customers.personal`. */
        orderIds: string[]
        /** The API key. */
        key: {
          /** The API token that it was sent with. */
          token: string
          /** What the key is for; null: there is no such key any more. */
          label: string | null
        }
      }[]
      /** Where the next page begins; null: this is the last. */
      nextCursor: string | null
    }
  }
  /** Jobs of the kinds that the caller may start, newest first. Needs the permission `jobs.use`. */
  'jobs.list': {
    input: {
      readonly path: { readonly tenant: number }
      readonly query?: { readonly kind?: string | undefined; readonly state?: 'queued' | 'running' | 'paused' | 'done' | 'failed' | 'cancelled' | undefined; readonly limit?: number | undefined; readonly cursor?: string | undefined } | undefined
    }
    answer: {
      /** The items of this page. */
      items: {
        /** Number of the job. */
        id: number
        /** What it does. */
        kind: string
        /** Of an export: what it exports; null: the job is of another kind. */
        export: {
          /** Which rows, by the word with which the export was started. */
          kind: string
          /** Of `lots`: at the end of which day; null: when it began. */
          asOf: string | null
        } | null
        /** Queued: it waits for its first turn. Failed: a page failed five times in a row; resume it. */
        state: 'queued' | 'running' | 'paused' | 'done' | 'failed' | 'cancelled'
        /** What it does after its current page; null: it goes on. */
        wish: 'pause' | 'cancel' | null
        /** How far it is. */
        done: number
        /** How far it goes; null: not known yet. */
        total: number | null
        /** How much it did per second in the last minute; null: not known yet. */
        perSecond: number | null
        /** About how long it will take; null: not known. */
        secondsLeft: number | null
        /** Who started it, by their name at that time. */
        createdBy: string
        /** When it was started. */
        createdAt: string
        /** When it had its first turn; null: it waits. */
        startedAt: string | null
        /** When it ended; null: it has not. */
        finishedAt: string | null
        /** When the job and its result are deleted; null: it has not ended. */
        expiresAt: string | null
        /** What it found or made, as its kind says; null: nothing yet. */
        result: Record<string, unknown> | null
        /** Why it failed; null: it did not. */
        problem: {
          /** For a person. */
          message: string
          /** Under which the server’s log tells more. */
          requestId: string
        } | null
      }[]
      /** Where the next page begins; null: this is the last. */
      nextCursor: string | null
    }
  }
  /** A job and how far it is; `ETag` changes with its state and its progress. Needs the permission `jobs.use`. */
  'jobs.get': {
    input: {
      readonly path: { readonly tenant: number; readonly id: number }
    }
    answer: {
      /** Number of the job. */
      id: number
      /** What it does. */
      kind: string
      /** Of an export: what it exports; null: the job is of another kind. */
      export: {
        /** Which rows, by the word with which the export was started. */
        kind: string
        /** Of `lots`: at the end of which day; null: when it began. */
        asOf: string | null
      } | null
      /** Queued: it waits for its first turn. Failed: a page failed five times in a row; resume it. */
      state: 'queued' | 'running' | 'paused' | 'done' | 'failed' | 'cancelled'
      /** What it does after its current page; null: it goes on. */
      wish: 'pause' | 'cancel' | null
      /** How far it is. */
      done: number
      /** How far it goes; null: not known yet. */
      total: number | null
      /** How much it did per second in the last minute; null: not known yet. */
      perSecond: number | null
      /** About how long it will take; null: not known. */
      secondsLeft: number | null
      /** Who started it, by their name at that time. */
      createdBy: string
      /** When it was started. */
      createdAt: string
      /** When it had its first turn; null: it waits. */
      startedAt: string | null
      /** When it ended; null: it has not. */
      finishedAt: string | null
      /** When the job and its result are deleted; null: it has not ended. */
      expiresAt: string | null
      /** What it found or made, as its kind says; null: nothing yet. */
      result: Record<string, unknown> | null
      /** Why it failed; null: it did not. */
      problem: {
        /** For a person. */
        message: string
        /** Under which the server’s log tells more. */
        requestId: string
      } | null
    }
  }
  /** Pause a job after its current page; doing so again answers the same. Needs the permission `jobs.use`. In the audit: `job.pause`. */
  'jobs.pause': {
    input: {
      readonly path: { readonly tenant: number; readonly id: number }
    }
    answer: {
      /** Number of the job. */
      id: number
      /** What it does. */
      kind: string
      /** Of an export: what it exports; null: the job is of another kind. */
      export: {
        /** Which rows, by the word with which the export was started. */
        kind: string
        /** Of `lots`: at the end of which day; null: when it began. */
        asOf: string | null
      } | null
      /** Queued: it waits for its first turn. Failed: a page failed five times in a row; resume it. */
      state: 'queued' | 'running' | 'paused' | 'done' | 'failed' | 'cancelled'
      /** What it does after its current page; null: it goes on. */
      wish: 'pause' | 'cancel' | null
      /** How far it is. */
      done: number
      /** How far it goes; null: not known yet. */
      total: number | null
      /** How much it did per second in the last minute; null: not known yet. */
      perSecond: number | null
      /** About how long it will take; null: not known. */
      secondsLeft: number | null
      /** Who started it, by their name at that time. */
      createdBy: string
      /** When it was started. */
      createdAt: string
      /** When it had its first turn; null: it waits. */
      startedAt: string | null
      /** When it ended; null: it has not. */
      finishedAt: string | null
      /** When the job and its result are deleted; null: it has not ended. */
      expiresAt: string | null
      /** What it found or made, as its kind says; null: nothing yet. */
      result: Record<string, unknown> | null
      /** Why it failed; null: it did not. */
      problem: {
        /** For a person. */
        message: string
        /** Under which the server’s log tells more. */
        requestId: string
      } | null
    }
  }
  /** Go on with a job that is paused or has failed, from its last page. Needs the permission `jobs.use`. In the audit: `job.resume`. */
  'jobs.resume': {
    input: {
      readonly path: { readonly tenant: number; readonly id: number }
    }
    answer: {
      /** Number of the job. */
      id: number
      /** What it does. */
      kind: string
      /** Of an export: what it exports; null: the job is of another kind. */
      export: {
        /** Which rows, by the word with which the export was started. */
        kind: string
        /** Of `lots`: at the end of which day; null: when it began. */
        asOf: string | null
      } | null
      /** Queued: it waits for its first turn. Failed: a page failed five times in a row; resume it. */
      state: 'queued' | 'running' | 'paused' | 'done' | 'failed' | 'cancelled'
      /** What it does after its current page; null: it goes on. */
      wish: 'pause' | 'cancel' | null
      /** How far it is. */
      done: number
      /** How far it goes; null: not known yet. */
      total: number | null
      /** How much it did per second in the last minute; null: not known yet. */
      perSecond: number | null
      /** About how long it will take; null: not known. */
      secondsLeft: number | null
      /** Who started it, by their name at that time. */
      createdBy: string
      /** When it was started. */
      createdAt: string
      /** When it had its first turn; null: it waits. */
      startedAt: string | null
      /** When it ended; null: it has not. */
      finishedAt: string | null
      /** When the job and its result are deleted; null: it has not ended. */
      expiresAt: string | null
      /** What it found or made, as its kind says; null: nothing yet. */
      result: Record<string, unknown> | null
      /** Why it failed; null: it did not. */
      problem: {
        /** For a person. */
        message: string
        /** Under which the server’s log tells more. */
        requestId: string
      } | null
    }
  }
  /** Cancel a job after its current page, for good. Needs the permission `jobs.use`. In the audit: `job.cancel`. */
  'jobs.cancel': {
    input: {
      readonly path: { readonly tenant: number; readonly id: number }
    }
    answer: {
      /** Number of the job. */
      id: number
      /** What it does. */
      kind: string
      /** Of an export: what it exports; null: the job is of another kind. */
      export: {
        /** Which rows, by the word with which the export was started. */
        kind: string
        /** Of `lots`: at the end of which day; null: when it began. */
        asOf: string | null
      } | null
      /** Queued: it waits for its first turn. Failed: a page failed five times in a row; resume it. */
      state: 'queued' | 'running' | 'paused' | 'done' | 'failed' | 'cancelled'
      /** What it does after its current page; null: it goes on. */
      wish: 'pause' | 'cancel' | null
      /** How far it is. */
      done: number
      /** How far it goes; null: not known yet. */
      total: number | null
      /** How much it did per second in the last minute; null: not known yet. */
      perSecond: number | null
      /** About how long it will take; null: not known. */
      secondsLeft: number | null
      /** Who started it, by their name at that time. */
      createdBy: string
      /** When it was started. */
      createdAt: string
      /** When it had its first turn; null: it waits. */
      startedAt: string | null
      /** When it ended; null: it has not. */
      finishedAt: string | null
      /** When the job and its result are deleted; null: it has not ended. */
      expiresAt: string | null
      /** What it found or made, as its kind says; null: nothing yet. */
      result: Record<string, unknown> | null
      /** Why it failed; null: it did not. */
      problem: {
        /** For a person. */
        message: string
        /** Under which the server’s log tells more. */
        requestId: string
      } | null
    }
  }
  /** Begin an upload; its room is kept for 30 days. Needs the permission `files.upload`. In the audit: `file.upload`. */
  'files.create': {
    input: {
      readonly path: { readonly tenant: number }
      readonly body: {
        /** What the file is called. */
        name: string
        /** Its size. At most 2 GB. */
        bytes: number
        /** What it is for. */
        purpose: 'import'
      }
    }
    answer: {
      /** Number of the file. */
      id: number
      /** The size of each part but the last. */
      partBytes: number
      /** How many parts to send, numbered from 1. */
      parts: number
      /** When it is deleted by itself. */
      expiresAt: string
    }
  }
  /** Files of jobs that the caller may start, and uploads for those who may upload, newest first. Needs the permission `jobs.use`. */
  'files.list': {
    input: {
      readonly path: { readonly tenant: number }
      readonly query?: { readonly job?: number | undefined; readonly limit?: number | undefined; readonly cursor?: string | undefined } | undefined
    }
    answer: {
      /** The items of this page. */
      items: {
        /** Number of the file. */
        id: number
        /** The job whose result it is; null: it was uploaded. */
        jobId: number | null
        /** What it is called. */
        name: string
        /** What it is for, such as `export` or `import`. */
        purpose: string
        /** Its size; of a result that is written, so far. */
        bytes: number
        /** How many lines it has; null: not known. */
        lines: number | null
        /** Of all its octets, in hex; null: it is not complete. */
        sha256: string | null
        /** It tells who customers are. Downloading it needs more, and erasing a customer deletes it. */
        holdsPersons: boolean
        /** Whether it is being written, complete or deleted. */
        state: 'writing' | 'complete' | 'deleted'
        /** When it was begun. */
        createdAt: string
        /** When it is deleted by itself. */
        expiresAt: string
        /** Why it was deleted; null: it was not. */
        deletedBecause: 'asked' | 'expired' | 'customerErased' | 'jobEnded' | 'tenantDeleted' | null
      }[]
      /** Where the next page begins; null: this is the last. */
      nextCursor: string | null
    }
  }
  /** Send a part of an upload, in any order; the same part again replaces it. Needs the permission `files.upload`. In the audit: `file.upload`. */
  'files.sendPart': {
    input: {
      readonly path: { readonly tenant: number; readonly id: number; readonly number: number }
      readonly body: Uint8Array
    }
    answer: null
  }
  /** End an upload: all parts are there, and have the hash that was said. Needs the permission `files.upload`. In the audit: `file.upload`. */
  'files.complete': {
    input: {
      readonly path: { readonly tenant: number; readonly id: number }
      readonly body: {
        /** What the whole file should have, in hex. */
        sha256?: string | undefined
      }
    }
    answer: {
      /** Number of the file. */
      id: number
      /** The job whose result it is; null: it was uploaded. */
      jobId: number | null
      /** What it is called. */
      name: string
      /** What it is for, such as `export` or `import`. */
      purpose: string
      /** Its size; of a result that is written, so far. */
      bytes: number
      /** How many lines it has; null: not known. */
      lines: number | null
      /** Of all its octets, in hex; null: it is not complete. */
      sha256: string | null
      /** It tells who customers are. Downloading it needs more, and erasing a customer deletes it. */
      holdsPersons: boolean
      /** Whether it is being written, complete or deleted. */
      state: 'writing' | 'complete' | 'deleted'
      /** When it was begun. */
      createdAt: string
      /** When it is deleted by itself. */
      expiresAt: string
      /** Why it was deleted; null: it was not. */
      deletedBecause: 'asked' | 'expired' | 'customerErased' | 'jobEnded' | 'tenantDeleted' | null
    }
  }
  /** Download a file. One that holds persons needs `customers.export` and `customers.personal`, and asks for a confirmation. Needs the permission `jobs.use`. In the audit: `file.download`. */
  'files.download': {
    input: {
      readonly path: { readonly tenant: number; readonly id: number }
    }
    answer: ReadableStream<Uint8Array>
  }
  /** Delete a file; doing so again answers the same. Needs the permission `jobs.use`. In the audit: `file.delete`. */
  'files.delete': {
    input: {
      readonly path: { readonly tenant: number; readonly id: number }
    }
    answer: {
      /** Number of the file. */
      id: number
      /** The job whose result it is; null: it was uploaded. */
      jobId: number | null
      /** What it is called. */
      name: string
      /** What it is for, such as `export` or `import`. */
      purpose: string
      /** Its size; of a result that is written, so far. */
      bytes: number
      /** How many lines it has; null: not known. */
      lines: number | null
      /** Of all its octets, in hex; null: it is not complete. */
      sha256: string | null
      /** It tells who customers are. Downloading it needs more, and erasing a customer deletes it. */
      holdsPersons: boolean
      /** Whether it is being written, complete or deleted. */
      state: 'writing' | 'complete' | 'deleted'
      /** When it was begun. */
      createdAt: string
      /** When it is deleted by itself. */
      expiresAt: string
      /** Why it was deleted; null: it was not. */
      deletedBecause: 'asked' | 'expired' | 'customerErased' | 'jobEnded' | 'tenantDeleted' | null
    }
  }
  /** Download all files of a job as one tar archive, with the same needs as each of them. Needs the permission `jobs.use`. In the audit: `file.download`. */
  'jobs.downloadFiles': {
    input: {
      readonly path: { readonly tenant: number; readonly id: number }
    }
    answer: ReadableStream<Uint8Array>
  }
  /** Start a job that writes data into files. Needs the permission `exports.create`. In the audit: `job.start`. */
  'exports.create': {
    input: {
      readonly path: { readonly tenant: number }
      readonly body: {
        /** What to export. `customers`, `coupons`, `couponCodes`, `quizAnswers` and `audit` tell who people are or what is worth money: they need `customers.export`, and without `customers.personal` they are masked. `audit` needs `audit.read` as well. */
        kind: 'customers' | 'orders' | 'redemptions' | 'movements' | 'lots' | 'coupons' | 'couponCodes' | 'tierMoves' | 'stampCards' | 'quizAnswers' | 'audit'
        /** Which rows. `customers` takes none, and `lots` takes `asOf` alone. */
        filter?: {
          /** Only what was placed, redeemed or changed at this moment or later. */
          from?: string | Date | undefined
          /** Only what was placed, redeemed or changed before this moment. */
          until?: string | Date | undefined
          /** Of `lots`: as they were at the end of this day, which is over. Default: now. */
          asOf?: string | undefined
        } | undefined
        /** Of CSV. `spreadsheet` opens with a double click: for Portuguese and Spanish (`Accept-Language`) with `;` and a decimal comma. Default: `plain`. */
        layout?: 'plain' | 'spreadsheet' | undefined
        /** Default: `csv`. */
        format?: 'csv' | 'ndjson' | undefined
      }
    }
    answer: {
      /** Number of the job. */
      id: number
      /** What it does. */
      kind: string
      /** Of an export: what it exports; null: the job is of another kind. */
      export: {
        /** Which rows, by the word with which the export was started. */
        kind: string
        /** Of `lots`: at the end of which day; null: when it began. */
        asOf: string | null
      } | null
      /** Queued: it waits for its first turn. Failed: a page failed five times in a row; resume it. */
      state: 'queued' | 'running' | 'paused' | 'done' | 'failed' | 'cancelled'
      /** What it does after its current page; null: it goes on. */
      wish: 'pause' | 'cancel' | null
      /** How far it is. */
      done: number
      /** How far it goes; null: not known yet. */
      total: number | null
      /** How much it did per second in the last minute; null: not known yet. */
      perSecond: number | null
      /** About how long it will take; null: not known. */
      secondsLeft: number | null
      /** Who started it, by their name at that time. */
      createdBy: string
      /** When it was started. */
      createdAt: string
      /** When it had its first turn; null: it waits. */
      startedAt: string | null
      /** When it ended; null: it has not. */
      finishedAt: string | null
      /** When the job and its result are deleted; null: it has not ended. */
      expiresAt: string | null
      /** What it found or made, as its kind says; null: nothing yet. */
      result: Record<string, unknown> | null
      /** Why it failed; null: it did not. */
      problem: {
        /** For a person. */
        message: string
        /** Under which the server’s log tells more. */
        requestId: string
      } | null
    }
  }
  /** Imports, newest first. Needs the permission `imports.read`. */
  'imports.list': {
    input: {
      readonly path: { readonly tenant: number }
      readonly query?: { readonly limit?: number | undefined; readonly cursor?: string | undefined } | undefined
    }
    answer: {
      /** The items of this page. */
      items: {
        /** Number of the import. */
        id: number
        /** What one line of the file is: a customer, one lot of a balance, an order, an open coupon, or a code for a reward’s list. */
        kind: 'customers' | 'openingBalances' | 'coupons'
        /** How far it is. Whether something runs is told by the jobs. */
        state: 'draft' | 'checked' | 'waitingForApproval' | 'applied' | 'appliedWithErrors' | 'undone' | 'appliedInPart'
        /** What was uploaded. */
        file: {
          /** The upload. */
          id: number
          /** Its name. */
          name: string
          /** Its size. */
          bytes: number
        }
        /** The system that it comes from; null: none was chosen. */
        preset: string | null
        /** Who did it. */
        createdBy: {
          /** What kind of actor it is. */
          kind: 'person' | 'token' | 'operator' | 'cli' | 'system'
          /** Its number, where it has one. */
          id: number | null
          /** Its name at that time. */
          label: string
        }
        /** When it was begun. */
        createdAt: string
        /** When applying began; null: it did not. */
        appliedAt: string | null
        /** Until when it can be undone; null: nothing was applied. */
        undoUntil: string | null
        /** What was applied; null: it has not ended. */
        applied: {
          /** How many lines become what. */
          counts: {
            /** A new customer. */
            create: number
            /** Something is added to a customer who is there. */
            update: number
            /** The line brings nothing new. */
            unchanged: number
            /** The same line was imported before. */
            doneBefore: number
            /** The same line comes twice in the file. */
            duplicateInFile: number
            /** The line can’t be done. */
            refused: number
            /** It is about a person who was erased. */
            erasedPerson: number
            /** A new customer without an id of the shop. */
            unclaimed: number
          }
          /** What the lines add to balances. */
          sums: {
            /** Points. */
            points: string
            /** Cashback. */
            cashback: string
            /** All points without their signs. */
            absolutePoints: string
            /** By the month in which it expires. */
            byMonth: {
              /** Like `2027-06`; null: it never expires. */
              month: string | null
              /** Points. */
              points: string
              /** Cashback. */
              cashback: string
            }[]
          }
        } | null
        /** What was undone; null: it has not ended. */
        undone: {
          /** How many lines were undone. */
          lines: number
          /** What was taken off again. */
          taken: {
            /** Points. */
            points: string
            /** Cashback. */
            cashback: string
          }
          /** What was used or expired since, and stays so. */
          stays: {
            /** Points. */
            points: string
            /** Cashback. */
            cashback: string
          }
          /** What was owed and is not any more. */
          forgiven: {
            /** Points. */
            points: string
            /** Cashback. */
            cashback: string
          }
          /** What was owed and has been repaid since. It stays repaid. */
          repaid: {
            /** Points. */
            points: string
            /** Cashback. */
            cashback: string
          }
          /** How many coupons and codes stay, because they were used or given out. */
          kept: number
        } | null
      }[]
      /** Where the next page begins; null: this is the last. */
      nextCursor: string | null
    }
  }
  /** Begin an import of an uploaded file. Nothing is applied. Needs the permission `imports.write`. In the audit: `import.create`. */
  'imports.create': {
    input: {
      readonly path: { readonly tenant: number }
      readonly body: {
        /** What one line of the file is: a customer, one lot of a balance, an order, an open coupon, or a code for a reward’s list. */
        kind: 'customers' | 'openingBalances' | 'coupons'
        /** The upload, which is complete. */
        fileId: number
        /** The system that the file comes from, as `import-presets` lists them. */
        preset?: string | null | undefined
        /** Which column is what. */
        mapping?: {
          /** Which column is what: by the name of the member, as `docs/reference/files.md` lists them. */
          columns: Record<string, string>
          /** What values of the file stand for, by the name of the member. */
          values?: Record<string, Record<string, string>> | undefined
          /** Of times without an offset; left out: the merchant’s time zone. */
          zone?: 'UTC' | undefined
          /** Each line is a movement: those below zero use up the customer’s oldest ones. */
          rows?: 'log' | undefined
          /** Lines on which this column is filled count for nothing. */
          leaveOutWith?: string | undefined
          /** Lines on which this column is empty count for nothing. */
          leaveOutWithout?: string | undefined
        } | null | undefined
        /** How lines are done. What is left out stays. */
        options?: {
          /** The moment of which the file tells; null: that of the upload. */
          asOf?: string | Date | null | undefined
          /** Profiles of customers who are there already: left as they are, blank members filled, or replaced. That can’t be undone. */
          existing?: 'keep' | 'fillEmpty' | 'replace' | undefined
          /** Lines whose points have expired already. */
          expired?: 'refuse' | 'skip' | undefined
          /** When points without an expiry date expire: `never`, `program` (as the live program says), or a day; null: not chosen. */
          expiresWhenMissing?: string | null | undefined
          /** Lines with a balance below zero. */
          negative?: 'refuse' | 'debt' | undefined
          /** Whether endpoints receive the changes of balances. */
          webhooks?: 'silent' | 'send' | undefined
          /** Of orders: whether they earn by the program of their day. */
          earn?: 'none' | 'asOf' | undefined
          /** That orders and balances count the same purchases is meant. */
          countsTwice?: 'accepted' | null | undefined
        } | undefined
        /** How the file is read, where it is to be read in another way than detected. */
        format?: {
          /** How its characters are encoded. */
          encoding?: 'utf-8' | 'windows-1252' | 'utf-16le' | 'utf-16be' | undefined
          /** What separates the cells of CSV. */
          delimiter?: ',' | ';' | '\t' | '|' | undefined
          /** Whether the first line names the columns. */
          hasHeader?: boolean | undefined
          /** The decimal mark of a column’s numbers, by the name of the column. */
          numbers?: Record<string, 'dot' | 'comma'> | undefined
          /** The order of day and month of a column’s dates, or what its numbers count, by the name of the column. */
          dates?: Record<string, 'dmy' | 'mdy' | 'excel' | 'unix'> | undefined
        } | null | undefined
      }
    }
    answer: {
      /** Number of the import. */
      id: number
      /** What one line of the file is: a customer, one lot of a balance, an order, an open coupon, or a code for a reward’s list. */
      kind: 'customers' | 'openingBalances' | 'coupons'
      /** How far it is. Whether something runs is told by the jobs. */
      state: 'draft' | 'checked' | 'waitingForApproval' | 'applied' | 'appliedWithErrors' | 'undone' | 'appliedInPart'
      /** What was uploaded. */
      file: {
        /** The upload. */
        id: number
        /** Its name. */
        name: string
        /** Its size. */
        bytes: number
      }
      /** The system that it comes from; null: none was chosen. */
      preset: string | null
      /** Who did it. */
      createdBy: {
        /** What kind of actor it is. */
        kind: 'person' | 'token' | 'operator' | 'cli' | 'system'
        /** Its number, where it has one. */
        id: number | null
        /** Its name at that time. */
        label: string
      }
      /** When it was begun. */
      createdAt: string
      /** When applying began; null: it did not. */
      appliedAt: string | null
      /** Until when it can be undone; null: nothing was applied. */
      undoUntil: string | null
      /** What was applied; null: it has not ended. */
      applied: {
        /** How many lines become what. */
        counts: {
          /** A new customer. */
          create: number
          /** Something is added to a customer who is there. */
          update: number
          /** The line brings nothing new. */
          unchanged: number
          /** The same line was imported before. */
          doneBefore: number
          /** The same line comes twice in the file. */
          duplicateInFile: number
          /** The line can’t be done. */
          refused: number
          /** It is about a person who was erased. */
          erasedPerson: number
          /** A new customer without an id of the shop. */
          unclaimed: number
        }
        /** What the lines add to balances. */
        sums: {
          /** Points. */
          points: string
          /** Cashback. */
          cashback: string
          /** All points without their signs. */
          absolutePoints: string
          /** By the month in which it expires. */
          byMonth: {
            /** Like `2027-06`; null: it never expires. */
            month: string | null
            /** Points. */
            points: string
            /** Cashback. */
            cashback: string
          }[]
        }
      } | null
      /** What was undone; null: it has not ended. */
      undone: {
        /** How many lines were undone. */
        lines: number
        /** What was taken off again. */
        taken: {
          /** Points. */
          points: string
          /** Cashback. */
          cashback: string
        }
        /** What was used or expired since, and stays so. */
        stays: {
          /** Points. */
          points: string
          /** Cashback. */
          cashback: string
        }
        /** What was owed and is not any more. */
        forgiven: {
          /** Points. */
          points: string
          /** Cashback. */
          cashback: string
        }
        /** What was owed and has been repaid since. It stays repaid. */
        repaid: {
          /** Points. */
          points: string
          /** Cashback. */
          cashback: string
        }
        /** How many coupons and codes stay, because they were used or given out. */
        kept: number
      } | null
      /** As in the ETag. */
      revision: number
      /** Which column is what. */
      mapping: {
        /** Which column is what: by the name of the member, as `docs/reference/files.md` lists them. */
        columns: Record<string, string>
        /** What values of the file stand for, by the name of the member. */
        values?: Record<string, Record<string, string>>
        /** Of times without an offset; left out: the merchant’s time zone. */
        zone?: 'UTC'
        /** Each line is a movement: those below zero use up the customer’s oldest ones. */
        rows?: 'log'
        /** Lines on which this column is filled count for nothing. */
        leaveOutWith?: string
        /** Lines on which this column is empty count for nothing. */
        leaveOutWithout?: string
      } | null
      /** How lines are done. */
      options: {
        /** The moment of which the file tells; null: that of the upload. */
        asOf: string | null
        /** Profiles of customers who are there already: left as they are, blank members filled, or replaced. That can’t be undone. */
        existing: 'keep' | 'fillEmpty' | 'replace'
        /** Lines whose points have expired already. */
        expired: 'refuse' | 'skip'
        /** When points without an expiry date expire: `never`, `program` (as the live program says), or a day; null: not chosen. */
        expiresWhenMissing: string | null
        /** Lines with a balance below zero. */
        negative: 'refuse' | 'debt'
        /** Whether endpoints receive the changes of balances. */
        webhooks: 'silent' | 'send'
        /** Of orders: whether they earn by the program of their day. */
        earn: 'none' | 'asOf'
        /** That orders and balances count the same purchases is meant. */
        countsTwice: 'accepted' | null
      }
      /** Answers to questions, by the id of the question. */
      answers: Record<string, string>
      /** What the dry run has found. */
      plan: {
        /** Of all that the numbers depend on: `apply` needs it. */
        hash: string
        /** When the dry run ended. */
        checkedAt: string
        /** Whether it has to be repeated: it is older than seven days. */
        isOld: boolean
        /** How many lines were read. */
        lines: number
        /** How many lines become what. */
        counts: {
          /** A new customer. */
          create: number
          /** Something is added to a customer who is there. */
          update: number
          /** The line brings nothing new. */
          unchanged: number
          /** The same line was imported before. */
          doneBefore: number
          /** The same line comes twice in the file. */
          duplicateInFile: number
          /** The line can’t be done. */
          refused: number
          /** It is about a person who was erased. */
          erasedPerson: number
          /** A new customer without an id of the shop. */
          unclaimed: number
        }
        /** What the lines add to balances. */
        sums: {
          /** Points. */
          points: string
          /** Cashback. */
          cashback: string
          /** All points without their signs. */
          absolutePoints: string
          /** By the month in which it expires. */
          byMonth: {
            /** Like `2027-06`; null: it never expires. */
            month: string | null
            /** Points. */
            points: string
            /** Cashback. */
            cashback: string
          }[]
        }
        /** What customers have before, all together. */
        owed: {
          /** Points. */
          points: string
          /** Cashback. */
          cashback: string
        }
        /** Why lines are refused. */
        reasons: {
          /** Why. */
          reason: string
          /** How many lines. */
          lines: number
        }[]
        /** What may not be meant. It hinders nothing. */
        warnings: {
          /** What kind it is. */
          kind: string
          /** What stands out. */
          message: string
        }[]
        /** The ends of each column’s values. */
        extremes: {
          /** Of which values. */
          member: string
          /** What it is among them. */
          kind: 'largest' | 'smallest' | 'earliest' | 'latest'
          /** The value. */
          value: string
          /** On which line. */
          line: number
        }[]
        /** How many webhook events `webhooks: send` would send. */
        events: number
        /** How many profiles would change, which can’t be undone. */
        profiles: number
        /** The file of refused lines, to be corrected. */
        refusedFile: number | null
      } | null
      /** What the dry run asks. All of it has to be answered before it is applied. */
      questions: {
        /** By which it is answered in `answers`. */
        id: string
        /** What kind of question it is. */
        kind: string
        /** The column by its name in the file; null: it is about the whole file. */
        column: string | null
        /** The question. */
        message: string
        /** Values that it is about. */
        examples: {
          /** As it is in the file. */
          value: string
          /** How each answer reads it; empty: it would be refused. */
          readings: Record<string, string>
        }[]
        /** The answers; none: another file, or an option, answers it. */
        answers: string[]
        /** What was answered; null: it is open. */
        answer: string | null
      }[]
      /** How many of them are open. */
      openQuestions: number
      /** The last dry run; null: there was none. */
      check: {
        /** Number of the job. */
        id: number
        /** What it does. */
        kind: string
        /** Of an export: what it exports; null: the job is of another kind. */
        export: {
          /** Which rows, by the word with which the export was started. */
          kind: string
          /** Of `lots`: at the end of which day; null: when it began. */
          asOf: string | null
        } | null
        /** Queued: it waits for its first turn. Failed: a page failed five times in a row; resume it. */
        state: 'queued' | 'running' | 'paused' | 'done' | 'failed' | 'cancelled'
        /** What it does after its current page; null: it goes on. */
        wish: 'pause' | 'cancel' | null
        /** How far it is. */
        done: number
        /** How far it goes; null: not known yet. */
        total: number | null
        /** How much it did per second in the last minute; null: not known yet. */
        perSecond: number | null
        /** About how long it will take; null: not known. */
        secondsLeft: number | null
        /** Who started it, by their name at that time. */
        createdBy: string
        /** When it was started. */
        createdAt: string
        /** When it had its first turn; null: it waits. */
        startedAt: string | null
        /** When it ended; null: it has not. */
        finishedAt: string | null
        /** When the job and its result are deleted; null: it has not ended. */
        expiresAt: string | null
        /** What it found or made, as its kind says; null: nothing yet. */
        result: Record<string, unknown> | null
        /** Why it failed; null: it did not. */
        problem: {
          /** For a person. */
          message: string
          /** Under which the server’s log tells more. */
          requestId: string
        } | null
      } | null
      /** The last time it was applied; null: it was not. */
      apply: {
        /** Number of the job. */
        id: number
        /** What it does. */
        kind: string
        /** Of an export: what it exports; null: the job is of another kind. */
        export: {
          /** Which rows, by the word with which the export was started. */
          kind: string
          /** Of `lots`: at the end of which day; null: when it began. */
          asOf: string | null
        } | null
        /** Queued: it waits for its first turn. Failed: a page failed five times in a row; resume it. */
        state: 'queued' | 'running' | 'paused' | 'done' | 'failed' | 'cancelled'
        /** What it does after its current page; null: it goes on. */
        wish: 'pause' | 'cancel' | null
        /** How far it is. */
        done: number
        /** How far it goes; null: not known yet. */
        total: number | null
        /** How much it did per second in the last minute; null: not known yet. */
        perSecond: number | null
        /** About how long it will take; null: not known. */
        secondsLeft: number | null
        /** Who started it, by their name at that time. */
        createdBy: string
        /** When it was started. */
        createdAt: string
        /** When it had its first turn; null: it waits. */
        startedAt: string | null
        /** When it ended; null: it has not. */
        finishedAt: string | null
        /** When the job and its result are deleted; null: it has not ended. */
        expiresAt: string | null
        /** What it found or made, as its kind says; null: nothing yet. */
        result: Record<string, unknown> | null
        /** Why it failed; null: it did not. */
        problem: {
          /** For a person. */
          message: string
          /** Under which the server’s log tells more. */
          requestId: string
        } | null
      } | null
      /** The last time it was undone; null: it was not. */
      undo: {
        /** Number of the job. */
        id: number
        /** What it does. */
        kind: string
        /** Of an export: what it exports; null: the job is of another kind. */
        export: {
          /** Which rows, by the word with which the export was started. */
          kind: string
          /** Of `lots`: at the end of which day; null: when it began. */
          asOf: string | null
        } | null
        /** Queued: it waits for its first turn. Failed: a page failed five times in a row; resume it. */
        state: 'queued' | 'running' | 'paused' | 'done' | 'failed' | 'cancelled'
        /** What it does after its current page; null: it goes on. */
        wish: 'pause' | 'cancel' | null
        /** How far it is. */
        done: number
        /** How far it goes; null: not known yet. */
        total: number | null
        /** How much it did per second in the last minute; null: not known yet. */
        perSecond: number | null
        /** About how long it will take; null: not known. */
        secondsLeft: number | null
        /** Who started it, by their name at that time. */
        createdBy: string
        /** When it was started. */
        createdAt: string
        /** When it had its first turn; null: it waits. */
        startedAt: string | null
        /** When it ended; null: it has not. */
        finishedAt: string | null
        /** When the job and its result are deleted; null: it has not ended. */
        expiresAt: string | null
        /** What it found or made, as its kind says; null: nothing yet. */
        result: Record<string, unknown> | null
        /** Why it failed; null: it did not. */
        problem: {
          /** For a person. */
          message: string
          /** Under which the server’s log tells more. */
          requestId: string
        } | null
      } | null
      /** The lines that were refused when it was applied. */
      errorFile: number | null
      /** Whether another person has to approve that it is applied. */
      needsApproval: boolean
      /** How the file is read, where it is to be read in another way than detected. */
      format: {
        /** How its characters are encoded. */
        encoding?: 'utf-8' | 'windows-1252' | 'utf-16le' | 'utf-16be'
        /** What separates the cells of CSV. */
        delimiter?: ',' | ';' | '\t' | '|'
        /** Whether the first line names the columns. */
        hasHeader?: boolean
        /** The decimal mark of a column’s numbers, by the name of the column. */
        numbers?: Record<string, 'dot' | 'comma'>
        /** The order of day and month of a column’s dates, or what its numbers count, by the name of the column. */
        dates?: Record<string, 'dmy' | 'mdy' | 'excel' | 'unix'>
      } | null
    }
  }
  /** Read an import, with what its dry run has found and how its jobs are. Needs the permission `imports.read`. */
  'imports.get': {
    input: {
      readonly path: { readonly tenant: number; readonly id: number }
    }
    answer: {
      /** Number of the import. */
      id: number
      /** What one line of the file is: a customer, one lot of a balance, an order, an open coupon, or a code for a reward’s list. */
      kind: 'customers' | 'openingBalances' | 'coupons'
      /** How far it is. Whether something runs is told by the jobs. */
      state: 'draft' | 'checked' | 'waitingForApproval' | 'applied' | 'appliedWithErrors' | 'undone' | 'appliedInPart'
      /** What was uploaded. */
      file: {
        /** The upload. */
        id: number
        /** Its name. */
        name: string
        /** Its size. */
        bytes: number
      }
      /** The system that it comes from; null: none was chosen. */
      preset: string | null
      /** Who did it. */
      createdBy: {
        /** What kind of actor it is. */
        kind: 'person' | 'token' | 'operator' | 'cli' | 'system'
        /** Its number, where it has one. */
        id: number | null
        /** Its name at that time. */
        label: string
      }
      /** When it was begun. */
      createdAt: string
      /** When applying began; null: it did not. */
      appliedAt: string | null
      /** Until when it can be undone; null: nothing was applied. */
      undoUntil: string | null
      /** What was applied; null: it has not ended. */
      applied: {
        /** How many lines become what. */
        counts: {
          /** A new customer. */
          create: number
          /** Something is added to a customer who is there. */
          update: number
          /** The line brings nothing new. */
          unchanged: number
          /** The same line was imported before. */
          doneBefore: number
          /** The same line comes twice in the file. */
          duplicateInFile: number
          /** The line can’t be done. */
          refused: number
          /** It is about a person who was erased. */
          erasedPerson: number
          /** A new customer without an id of the shop. */
          unclaimed: number
        }
        /** What the lines add to balances. */
        sums: {
          /** Points. */
          points: string
          /** Cashback. */
          cashback: string
          /** All points without their signs. */
          absolutePoints: string
          /** By the month in which it expires. */
          byMonth: {
            /** Like `2027-06`; null: it never expires. */
            month: string | null
            /** Points. */
            points: string
            /** Cashback. */
            cashback: string
          }[]
        }
      } | null
      /** What was undone; null: it has not ended. */
      undone: {
        /** How many lines were undone. */
        lines: number
        /** What was taken off again. */
        taken: {
          /** Points. */
          points: string
          /** Cashback. */
          cashback: string
        }
        /** What was used or expired since, and stays so. */
        stays: {
          /** Points. */
          points: string
          /** Cashback. */
          cashback: string
        }
        /** What was owed and is not any more. */
        forgiven: {
          /** Points. */
          points: string
          /** Cashback. */
          cashback: string
        }
        /** What was owed and has been repaid since. It stays repaid. */
        repaid: {
          /** Points. */
          points: string
          /** Cashback. */
          cashback: string
        }
        /** How many coupons and codes stay, because they were used or given out. */
        kept: number
      } | null
      /** As in the ETag. */
      revision: number
      /** Which column is what. */
      mapping: {
        /** Which column is what: by the name of the member, as `docs/reference/files.md` lists them. */
        columns: Record<string, string>
        /** What values of the file stand for, by the name of the member. */
        values?: Record<string, Record<string, string>>
        /** Of times without an offset; left out: the merchant’s time zone. */
        zone?: 'UTC'
        /** Each line is a movement: those below zero use up the customer’s oldest ones. */
        rows?: 'log'
        /** Lines on which this column is filled count for nothing. */
        leaveOutWith?: string
        /** Lines on which this column is empty count for nothing. */
        leaveOutWithout?: string
      } | null
      /** How lines are done. */
      options: {
        /** The moment of which the file tells; null: that of the upload. */
        asOf: string | null
        /** Profiles of customers who are there already: left as they are, blank members filled, or replaced. That can’t be undone. */
        existing: 'keep' | 'fillEmpty' | 'replace'
        /** Lines whose points have expired already. */
        expired: 'refuse' | 'skip'
        /** When points without an expiry date expire: `never`, `program` (as the live program says), or a day; null: not chosen. */
        expiresWhenMissing: string | null
        /** Lines with a balance below zero. */
        negative: 'refuse' | 'debt'
        /** Whether endpoints receive the changes of balances. */
        webhooks: 'silent' | 'send'
        /** Of orders: whether they earn by the program of their day. */
        earn: 'none' | 'asOf'
        /** That orders and balances count the same purchases is meant. */
        countsTwice: 'accepted' | null
      }
      /** Answers to questions, by the id of the question. */
      answers: Record<string, string>
      /** What the dry run has found. */
      plan: {
        /** Of all that the numbers depend on: `apply` needs it. */
        hash: string
        /** When the dry run ended. */
        checkedAt: string
        /** Whether it has to be repeated: it is older than seven days. */
        isOld: boolean
        /** How many lines were read. */
        lines: number
        /** How many lines become what. */
        counts: {
          /** A new customer. */
          create: number
          /** Something is added to a customer who is there. */
          update: number
          /** The line brings nothing new. */
          unchanged: number
          /** The same line was imported before. */
          doneBefore: number
          /** The same line comes twice in the file. */
          duplicateInFile: number
          /** The line can’t be done. */
          refused: number
          /** It is about a person who was erased. */
          erasedPerson: number
          /** A new customer without an id of the shop. */
          unclaimed: number
        }
        /** What the lines add to balances. */
        sums: {
          /** Points. */
          points: string
          /** Cashback. */
          cashback: string
          /** All points without their signs. */
          absolutePoints: string
          /** By the month in which it expires. */
          byMonth: {
            /** Like `2027-06`; null: it never expires. */
            month: string | null
            /** Points. */
            points: string
            /** Cashback. */
            cashback: string
          }[]
        }
        /** What customers have before, all together. */
        owed: {
          /** Points. */
          points: string
          /** Cashback. */
          cashback: string
        }
        /** Why lines are refused. */
        reasons: {
          /** Why. */
          reason: string
          /** How many lines. */
          lines: number
        }[]
        /** What may not be meant. It hinders nothing. */
        warnings: {
          /** What kind it is. */
          kind: string
          /** What stands out. */
          message: string
        }[]
        /** The ends of each column’s values. */
        extremes: {
          /** Of which values. */
          member: string
          /** What it is among them. */
          kind: 'largest' | 'smallest' | 'earliest' | 'latest'
          /** The value. */
          value: string
          /** On which line. */
          line: number
        }[]
        /** How many webhook events `webhooks: send` would send. */
        events: number
        /** How many profiles would change, which can’t be undone. */
        profiles: number
        /** The file of refused lines, to be corrected. */
        refusedFile: number | null
      } | null
      /** What the dry run asks. All of it has to be answered before it is applied. */
      questions: {
        /** By which it is answered in `answers`. */
        id: string
        /** What kind of question it is. */
        kind: string
        /** The column by its name in the file; null: it is about the whole file. */
        column: string | null
        /** The question. */
        message: string
        /** Values that it is about. */
        examples: {
          /** As it is in the file. */
          value: string
          /** How each answer reads it; empty: it would be refused. */
          readings: Record<string, string>
        }[]
        /** The answers; none: another file, or an option, answers it. */
        answers: string[]
        /** What was answered; null: it is open. */
        answer: string | null
      }[]
      /** How many of them are open. */
      openQuestions: number
      /** The last dry run; null: there was none. */
      check: {
        /** Number of the job. */
        id: number
        /** What it does. */
        kind: string
        /** Of an export: what it exports; null: the job is of another kind. */
        export: {
          /** Which rows, by the word with which the export was started. */
          kind: string
          /** Of `lots`: at the end of which day; null: when it began. */
          asOf: string | null
        } | null
        /** Queued: it waits for its first turn. Failed: a page failed five times in a row; resume it. */
        state: 'queued' | 'running' | 'paused' | 'done' | 'failed' | 'cancelled'
        /** What it does after its current page; null: it goes on. */
        wish: 'pause' | 'cancel' | null
        /** How far it is. */
        done: number
        /** How far it goes; null: not known yet. */
        total: number | null
        /** How much it did per second in the last minute; null: not known yet. */
        perSecond: number | null
        /** About how long it will take; null: not known. */
        secondsLeft: number | null
        /** Who started it, by their name at that time. */
        createdBy: string
        /** When it was started. */
        createdAt: string
        /** When it had its first turn; null: it waits. */
        startedAt: string | null
        /** When it ended; null: it has not. */
        finishedAt: string | null
        /** When the job and its result are deleted; null: it has not ended. */
        expiresAt: string | null
        /** What it found or made, as its kind says; null: nothing yet. */
        result: Record<string, unknown> | null
        /** Why it failed; null: it did not. */
        problem: {
          /** For a person. */
          message: string
          /** Under which the server’s log tells more. */
          requestId: string
        } | null
      } | null
      /** The last time it was applied; null: it was not. */
      apply: {
        /** Number of the job. */
        id: number
        /** What it does. */
        kind: string
        /** Of an export: what it exports; null: the job is of another kind. */
        export: {
          /** Which rows, by the word with which the export was started. */
          kind: string
          /** Of `lots`: at the end of which day; null: when it began. */
          asOf: string | null
        } | null
        /** Queued: it waits for its first turn. Failed: a page failed five times in a row; resume it. */
        state: 'queued' | 'running' | 'paused' | 'done' | 'failed' | 'cancelled'
        /** What it does after its current page; null: it goes on. */
        wish: 'pause' | 'cancel' | null
        /** How far it is. */
        done: number
        /** How far it goes; null: not known yet. */
        total: number | null
        /** How much it did per second in the last minute; null: not known yet. */
        perSecond: number | null
        /** About how long it will take; null: not known. */
        secondsLeft: number | null
        /** Who started it, by their name at that time. */
        createdBy: string
        /** When it was started. */
        createdAt: string
        /** When it had its first turn; null: it waits. */
        startedAt: string | null
        /** When it ended; null: it has not. */
        finishedAt: string | null
        /** When the job and its result are deleted; null: it has not ended. */
        expiresAt: string | null
        /** What it found or made, as its kind says; null: nothing yet. */
        result: Record<string, unknown> | null
        /** Why it failed; null: it did not. */
        problem: {
          /** For a person. */
          message: string
          /** Under which the server’s log tells more. */
          requestId: string
        } | null
      } | null
      /** The last time it was undone; null: it was not. */
      undo: {
        /** Number of the job. */
        id: number
        /** What it does. */
        kind: string
        /** Of an export: what it exports; null: the job is of another kind. */
        export: {
          /** Which rows, by the word with which the export was started. */
          kind: string
          /** Of `lots`: at the end of which day; null: when it began. */
          asOf: string | null
        } | null
        /** Queued: it waits for its first turn. Failed: a page failed five times in a row; resume it. */
        state: 'queued' | 'running' | 'paused' | 'done' | 'failed' | 'cancelled'
        /** What it does after its current page; null: it goes on. */
        wish: 'pause' | 'cancel' | null
        /** How far it is. */
        done: number
        /** How far it goes; null: not known yet. */
        total: number | null
        /** How much it did per second in the last minute; null: not known yet. */
        perSecond: number | null
        /** About how long it will take; null: not known. */
        secondsLeft: number | null
        /** Who started it, by their name at that time. */
        createdBy: string
        /** When it was started. */
        createdAt: string
        /** When it had its first turn; null: it waits. */
        startedAt: string | null
        /** When it ended; null: it has not. */
        finishedAt: string | null
        /** When the job and its result are deleted; null: it has not ended. */
        expiresAt: string | null
        /** What it found or made, as its kind says; null: nothing yet. */
        result: Record<string, unknown> | null
        /** Why it failed; null: it did not. */
        problem: {
          /** For a person. */
          message: string
          /** Under which the server’s log tells more. */
          requestId: string
        } | null
      } | null
      /** The lines that were refused when it was applied. */
      errorFile: number | null
      /** Whether another person has to approve that it is applied. */
      needsApproval: boolean
      /** How the file is read, where it is to be read in another way than detected. */
      format: {
        /** How its characters are encoded. */
        encoding?: 'utf-8' | 'windows-1252' | 'utf-16le' | 'utf-16be'
        /** What separates the cells of CSV. */
        delimiter?: ',' | ';' | '\t' | '|'
        /** Whether the first line names the columns. */
        hasHeader?: boolean
        /** The decimal mark of a column’s numbers, by the name of the column. */
        numbers?: Record<string, 'dot' | 'comma'>
        /** The order of day and month of a column’s dates, or what its numbers count, by the name of the column. */
        dates?: Record<string, 'dmy' | 'mdy' | 'excel' | 'unix'>
      } | null
    }
  }
  /** Change how the file is read, or answer questions: the import is a draft again. Needs the permission `imports.write`. In the audit: `import.update`. */
  'imports.change': {
    input: {
      readonly path: { readonly tenant: number; readonly id: number }
      readonly body: {
        /** The system that the file comes from, as `import-presets` lists them. */
        preset?: string | null | undefined
        /** Which column is what. */
        mapping?: {
          /** Which column is what: by the name of the member, as `docs/reference/files.md` lists them. */
          columns: Record<string, string>
          /** What values of the file stand for, by the name of the member. */
          values?: Record<string, Record<string, string>> | undefined
          /** Of times without an offset; left out: the merchant’s time zone. */
          zone?: 'UTC' | undefined
          /** Each line is a movement: those below zero use up the customer’s oldest ones. */
          rows?: 'log' | undefined
          /** Lines on which this column is filled count for nothing. */
          leaveOutWith?: string | undefined
          /** Lines on which this column is empty count for nothing. */
          leaveOutWithout?: string | undefined
        } | null | undefined
        /** How lines are done. What is left out stays. */
        options?: {
          /** The moment of which the file tells; null: that of the upload. */
          asOf?: string | Date | null | undefined
          /** Profiles of customers who are there already: left as they are, blank members filled, or replaced. That can’t be undone. */
          existing?: 'keep' | 'fillEmpty' | 'replace' | undefined
          /** Lines whose points have expired already. */
          expired?: 'refuse' | 'skip' | undefined
          /** When points without an expiry date expire: `never`, `program` (as the live program says), or a day; null: not chosen. */
          expiresWhenMissing?: string | null | undefined
          /** Lines with a balance below zero. */
          negative?: 'refuse' | 'debt' | undefined
          /** Whether endpoints receive the changes of balances. */
          webhooks?: 'silent' | 'send' | undefined
          /** Of orders: whether they earn by the program of their day. */
          earn?: 'none' | 'asOf' | undefined
          /** That orders and balances count the same purchases is meant. */
          countsTwice?: 'accepted' | null | undefined
        } | undefined
        /** Answers to questions, by the id of the question. */
        answers?: Record<string, string> | undefined
        /** How the file is read, where it is to be read in another way than detected. */
        format?: {
          /** How its characters are encoded. */
          encoding?: 'utf-8' | 'windows-1252' | 'utf-16le' | 'utf-16be' | undefined
          /** What separates the cells of CSV. */
          delimiter?: ',' | ';' | '\t' | '|' | undefined
          /** Whether the first line names the columns. */
          hasHeader?: boolean | undefined
          /** The decimal mark of a column’s numbers, by the name of the column. */
          numbers?: Record<string, 'dot' | 'comma'> | undefined
          /** The order of day and month of a column’s dates, or what its numbers count, by the name of the column. */
          dates?: Record<string, 'dmy' | 'mdy' | 'excel' | 'unix'> | undefined
        } | null | undefined
      }
    }
    answer: {
      /** Number of the import. */
      id: number
      /** What one line of the file is: a customer, one lot of a balance, an order, an open coupon, or a code for a reward’s list. */
      kind: 'customers' | 'openingBalances' | 'coupons'
      /** How far it is. Whether something runs is told by the jobs. */
      state: 'draft' | 'checked' | 'waitingForApproval' | 'applied' | 'appliedWithErrors' | 'undone' | 'appliedInPart'
      /** What was uploaded. */
      file: {
        /** The upload. */
        id: number
        /** Its name. */
        name: string
        /** Its size. */
        bytes: number
      }
      /** The system that it comes from; null: none was chosen. */
      preset: string | null
      /** Who did it. */
      createdBy: {
        /** What kind of actor it is. */
        kind: 'person' | 'token' | 'operator' | 'cli' | 'system'
        /** Its number, where it has one. */
        id: number | null
        /** Its name at that time. */
        label: string
      }
      /** When it was begun. */
      createdAt: string
      /** When applying began; null: it did not. */
      appliedAt: string | null
      /** Until when it can be undone; null: nothing was applied. */
      undoUntil: string | null
      /** What was applied; null: it has not ended. */
      applied: {
        /** How many lines become what. */
        counts: {
          /** A new customer. */
          create: number
          /** Something is added to a customer who is there. */
          update: number
          /** The line brings nothing new. */
          unchanged: number
          /** The same line was imported before. */
          doneBefore: number
          /** The same line comes twice in the file. */
          duplicateInFile: number
          /** The line can’t be done. */
          refused: number
          /** It is about a person who was erased. */
          erasedPerson: number
          /** A new customer without an id of the shop. */
          unclaimed: number
        }
        /** What the lines add to balances. */
        sums: {
          /** Points. */
          points: string
          /** Cashback. */
          cashback: string
          /** All points without their signs. */
          absolutePoints: string
          /** By the month in which it expires. */
          byMonth: {
            /** Like `2027-06`; null: it never expires. */
            month: string | null
            /** Points. */
            points: string
            /** Cashback. */
            cashback: string
          }[]
        }
      } | null
      /** What was undone; null: it has not ended. */
      undone: {
        /** How many lines were undone. */
        lines: number
        /** What was taken off again. */
        taken: {
          /** Points. */
          points: string
          /** Cashback. */
          cashback: string
        }
        /** What was used or expired since, and stays so. */
        stays: {
          /** Points. */
          points: string
          /** Cashback. */
          cashback: string
        }
        /** What was owed and is not any more. */
        forgiven: {
          /** Points. */
          points: string
          /** Cashback. */
          cashback: string
        }
        /** What was owed and has been repaid since. It stays repaid. */
        repaid: {
          /** Points. */
          points: string
          /** Cashback. */
          cashback: string
        }
        /** How many coupons and codes stay, because they were used or given out. */
        kept: number
      } | null
      /** As in the ETag. */
      revision: number
      /** Which column is what. */
      mapping: {
        /** Which column is what: by the name of the member, as `docs/reference/files.md` lists them. */
        columns: Record<string, string>
        /** What values of the file stand for, by the name of the member. */
        values?: Record<string, Record<string, string>>
        /** Of times without an offset; left out: the merchant’s time zone. */
        zone?: 'UTC'
        /** Each line is a movement: those below zero use up the customer’s oldest ones. */
        rows?: 'log'
        /** Lines on which this column is filled count for nothing. */
        leaveOutWith?: string
        /** Lines on which this column is empty count for nothing. */
        leaveOutWithout?: string
      } | null
      /** How lines are done. */
      options: {
        /** The moment of which the file tells; null: that of the upload. */
        asOf: string | null
        /** Profiles of customers who are there already: left as they are, blank members filled, or replaced. That can’t be undone. */
        existing: 'keep' | 'fillEmpty' | 'replace'
        /** Lines whose points have expired already. */
        expired: 'refuse' | 'skip'
        /** When points without an expiry date expire: `never`, `program` (as the live program says), or a day; null: not chosen. */
        expiresWhenMissing: string | null
        /** Lines with a balance below zero. */
        negative: 'refuse' | 'debt'
        /** Whether endpoints receive the changes of balances. */
        webhooks: 'silent' | 'send'
        /** Of orders: whether they earn by the program of their day. */
        earn: 'none' | 'asOf'
        /** That orders and balances count the same purchases is meant. */
        countsTwice: 'accepted' | null
      }
      /** Answers to questions, by the id of the question. */
      answers: Record<string, string>
      /** What the dry run has found. */
      plan: {
        /** Of all that the numbers depend on: `apply` needs it. */
        hash: string
        /** When the dry run ended. */
        checkedAt: string
        /** Whether it has to be repeated: it is older than seven days. */
        isOld: boolean
        /** How many lines were read. */
        lines: number
        /** How many lines become what. */
        counts: {
          /** A new customer. */
          create: number
          /** Something is added to a customer who is there. */
          update: number
          /** The line brings nothing new. */
          unchanged: number
          /** The same line was imported before. */
          doneBefore: number
          /** The same line comes twice in the file. */
          duplicateInFile: number
          /** The line can’t be done. */
          refused: number
          /** It is about a person who was erased. */
          erasedPerson: number
          /** A new customer without an id of the shop. */
          unclaimed: number
        }
        /** What the lines add to balances. */
        sums: {
          /** Points. */
          points: string
          /** Cashback. */
          cashback: string
          /** All points without their signs. */
          absolutePoints: string
          /** By the month in which it expires. */
          byMonth: {
            /** Like `2027-06`; null: it never expires. */
            month: string | null
            /** Points. */
            points: string
            /** Cashback. */
            cashback: string
          }[]
        }
        /** What customers have before, all together. */
        owed: {
          /** Points. */
          points: string
          /** Cashback. */
          cashback: string
        }
        /** Why lines are refused. */
        reasons: {
          /** Why. */
          reason: string
          /** How many lines. */
          lines: number
        }[]
        /** What may not be meant. It hinders nothing. */
        warnings: {
          /** What kind it is. */
          kind: string
          /** What stands out. */
          message: string
        }[]
        /** The ends of each column’s values. */
        extremes: {
          /** Of which values. */
          member: string
          /** What it is among them. */
          kind: 'largest' | 'smallest' | 'earliest' | 'latest'
          /** The value. */
          value: string
          /** On which line. */
          line: number
        }[]
        /** How many webhook events `webhooks: send` would send. */
        events: number
        /** How many profiles would change, which can’t be undone. */
        profiles: number
        /** The file of refused lines, to be corrected. */
        refusedFile: number | null
      } | null
      /** What the dry run asks. All of it has to be answered before it is applied. */
      questions: {
        /** By which it is answered in `answers`. */
        id: string
        /** What kind of question it is. */
        kind: string
        /** The column by its name in the file; null: it is about the whole file. */
        column: string | null
        /** The question. */
        message: string
        /** Values that it is about. */
        examples: {
          /** As it is in the file. */
          value: string
          /** How each answer reads it; empty: it would be refused. */
          readings: Record<string, string>
        }[]
        /** The answers; none: another file, or an option, answers it. */
        answers: string[]
        /** What was answered; null: it is open. */
        answer: string | null
      }[]
      /** How many of them are open. */
      openQuestions: number
      /** The last dry run; null: there was none. */
      check: {
        /** Number of the job. */
        id: number
        /** What it does. */
        kind: string
        /** Of an export: what it exports; null: the job is of another kind. */
        export: {
          /** Which rows, by the word with which the export was started. */
          kind: string
          /** Of `lots`: at the end of which day; null: when it began. */
          asOf: string | null
        } | null
        /** Queued: it waits for its first turn. Failed: a page failed five times in a row; resume it. */
        state: 'queued' | 'running' | 'paused' | 'done' | 'failed' | 'cancelled'
        /** What it does after its current page; null: it goes on. */
        wish: 'pause' | 'cancel' | null
        /** How far it is. */
        done: number
        /** How far it goes; null: not known yet. */
        total: number | null
        /** How much it did per second in the last minute; null: not known yet. */
        perSecond: number | null
        /** About how long it will take; null: not known. */
        secondsLeft: number | null
        /** Who started it, by their name at that time. */
        createdBy: string
        /** When it was started. */
        createdAt: string
        /** When it had its first turn; null: it waits. */
        startedAt: string | null
        /** When it ended; null: it has not. */
        finishedAt: string | null
        /** When the job and its result are deleted; null: it has not ended. */
        expiresAt: string | null
        /** What it found or made, as its kind says; null: nothing yet. */
        result: Record<string, unknown> | null
        /** Why it failed; null: it did not. */
        problem: {
          /** For a person. */
          message: string
          /** Under which the server’s log tells more. */
          requestId: string
        } | null
      } | null
      /** The last time it was applied; null: it was not. */
      apply: {
        /** Number of the job. */
        id: number
        /** What it does. */
        kind: string
        /** Of an export: what it exports; null: the job is of another kind. */
        export: {
          /** Which rows, by the word with which the export was started. */
          kind: string
          /** Of `lots`: at the end of which day; null: when it began. */
          asOf: string | null
        } | null
        /** Queued: it waits for its first turn. Failed: a page failed five times in a row; resume it. */
        state: 'queued' | 'running' | 'paused' | 'done' | 'failed' | 'cancelled'
        /** What it does after its current page; null: it goes on. */
        wish: 'pause' | 'cancel' | null
        /** How far it is. */
        done: number
        /** How far it goes; null: not known yet. */
        total: number | null
        /** How much it did per second in the last minute; null: not known yet. */
        perSecond: number | null
        /** About how long it will take; null: not known. */
        secondsLeft: number | null
        /** Who started it, by their name at that time. */
        createdBy: string
        /** When it was started. */
        createdAt: string
        /** When it had its first turn; null: it waits. */
        startedAt: string | null
        /** When it ended; null: it has not. */
        finishedAt: string | null
        /** When the job and its result are deleted; null: it has not ended. */
        expiresAt: string | null
        /** What it found or made, as its kind says; null: nothing yet. */
        result: Record<string, unknown> | null
        /** Why it failed; null: it did not. */
        problem: {
          /** For a person. */
          message: string
          /** Under which the server’s log tells more. */
          requestId: string
        } | null
      } | null
      /** The last time it was undone; null: it was not. */
      undo: {
        /** Number of the job. */
        id: number
        /** What it does. */
        kind: string
        /** Of an export: what it exports; null: the job is of another kind. */
        export: {
          /** Which rows, by the word with which the export was started. */
          kind: string
          /** Of `lots`: at the end of which day; null: when it began. */
          asOf: string | null
        } | null
        /** Queued: it waits for its first turn. Failed: a page failed five times in a row; resume it. */
        state: 'queued' | 'running' | 'paused' | 'done' | 'failed' | 'cancelled'
        /** What it does after its current page; null: it goes on. */
        wish: 'pause' | 'cancel' | null
        /** How far it is. */
        done: number
        /** How far it goes; null: not known yet. */
        total: number | null
        /** How much it did per second in the last minute; null: not known yet. */
        perSecond: number | null
        /** About how long it will take; null: not known. */
        secondsLeft: number | null
        /** Who started it, by their name at that time. */
        createdBy: string
        /** When it was started. */
        createdAt: string
        /** When it had its first turn; null: it waits. */
        startedAt: string | null
        /** When it ended; null: it has not. */
        finishedAt: string | null
        /** When the job and its result are deleted; null: it has not ended. */
        expiresAt: string | null
        /** What it found or made, as its kind says; null: nothing yet. */
        result: Record<string, unknown> | null
        /** Why it failed; null: it did not. */
        problem: {
          /** For a person. */
          message: string
          /** Under which the server’s log tells more. */
          requestId: string
        } | null
      } | null
      /** The lines that were refused when it was applied. */
      errorFile: number | null
      /** Whether another person has to approve that it is applied. */
      needsApproval: boolean
      /** How the file is read, where it is to be read in another way than detected. */
      format: {
        /** How its characters are encoded. */
        encoding?: 'utf-8' | 'windows-1252' | 'utf-16le' | 'utf-16be'
        /** What separates the cells of CSV. */
        delimiter?: ',' | ';' | '\t' | '|'
        /** Whether the first line names the columns. */
        hasHeader?: boolean
        /** The decimal mark of a column’s numbers, by the name of the column. */
        numbers?: Record<string, 'dot' | 'comma'>
        /** The order of day and month of a column’s dates, or what its numbers count, by the name of the column. */
        dates?: Record<string, 'dmy' | 'mdy' | 'excel' | 'unix'>
      } | null
    }
  }
  /** Run the import dry: it reads the whole file and changes nothing. Needs the permission `imports.write`. In the audit: `import.check`. */
  'imports.check': {
    input: {
      readonly path: { readonly tenant: number; readonly id: number }
    }
    answer: {
      /** Number of the import. */
      id: number
      /** What one line of the file is: a customer, one lot of a balance, an order, an open coupon, or a code for a reward’s list. */
      kind: 'customers' | 'openingBalances' | 'coupons'
      /** How far it is. Whether something runs is told by the jobs. */
      state: 'draft' | 'checked' | 'waitingForApproval' | 'applied' | 'appliedWithErrors' | 'undone' | 'appliedInPart'
      /** What was uploaded. */
      file: {
        /** The upload. */
        id: number
        /** Its name. */
        name: string
        /** Its size. */
        bytes: number
      }
      /** The system that it comes from; null: none was chosen. */
      preset: string | null
      /** Who did it. */
      createdBy: {
        /** What kind of actor it is. */
        kind: 'person' | 'token' | 'operator' | 'cli' | 'system'
        /** Its number, where it has one. */
        id: number | null
        /** Its name at that time. */
        label: string
      }
      /** When it was begun. */
      createdAt: string
      /** When applying began; null: it did not. */
      appliedAt: string | null
      /** Until when it can be undone; null: nothing was applied. */
      undoUntil: string | null
      /** What was applied; null: it has not ended. */
      applied: {
        /** How many lines become what. */
        counts: {
          /** A new customer. */
          create: number
          /** Something is added to a customer who is there. */
          update: number
          /** The line brings nothing new. */
          unchanged: number
          /** The same line was imported before. */
          doneBefore: number
          /** The same line comes twice in the file. */
          duplicateInFile: number
          /** The line can’t be done. */
          refused: number
          /** It is about a person who was erased. */
          erasedPerson: number
          /** A new customer without an id of the shop. */
          unclaimed: number
        }
        /** What the lines add to balances. */
        sums: {
          /** Points. */
          points: string
          /** Cashback. */
          cashback: string
          /** All points without their signs. */
          absolutePoints: string
          /** By the month in which it expires. */
          byMonth: {
            /** Like `2027-06`; null: it never expires. */
            month: string | null
            /** Points. */
            points: string
            /** Cashback. */
            cashback: string
          }[]
        }
      } | null
      /** What was undone; null: it has not ended. */
      undone: {
        /** How many lines were undone. */
        lines: number
        /** What was taken off again. */
        taken: {
          /** Points. */
          points: string
          /** Cashback. */
          cashback: string
        }
        /** What was used or expired since, and stays so. */
        stays: {
          /** Points. */
          points: string
          /** Cashback. */
          cashback: string
        }
        /** What was owed and is not any more. */
        forgiven: {
          /** Points. */
          points: string
          /** Cashback. */
          cashback: string
        }
        /** What was owed and has been repaid since. It stays repaid. */
        repaid: {
          /** Points. */
          points: string
          /** Cashback. */
          cashback: string
        }
        /** How many coupons and codes stay, because they were used or given out. */
        kept: number
      } | null
      /** As in the ETag. */
      revision: number
      /** Which column is what. */
      mapping: {
        /** Which column is what: by the name of the member, as `docs/reference/files.md` lists them. */
        columns: Record<string, string>
        /** What values of the file stand for, by the name of the member. */
        values?: Record<string, Record<string, string>>
        /** Of times without an offset; left out: the merchant’s time zone. */
        zone?: 'UTC'
        /** Each line is a movement: those below zero use up the customer’s oldest ones. */
        rows?: 'log'
        /** Lines on which this column is filled count for nothing. */
        leaveOutWith?: string
        /** Lines on which this column is empty count for nothing. */
        leaveOutWithout?: string
      } | null
      /** How lines are done. */
      options: {
        /** The moment of which the file tells; null: that of the upload. */
        asOf: string | null
        /** Profiles of customers who are there already: left as they are, blank members filled, or replaced. That can’t be undone. */
        existing: 'keep' | 'fillEmpty' | 'replace'
        /** Lines whose points have expired already. */
        expired: 'refuse' | 'skip'
        /** When points without an expiry date expire: `never`, `program` (as the live program says), or a day; null: not chosen. */
        expiresWhenMissing: string | null
        /** Lines with a balance below zero. */
        negative: 'refuse' | 'debt'
        /** Whether endpoints receive the changes of balances. */
        webhooks: 'silent' | 'send'
        /** Of orders: whether they earn by the program of their day. */
        earn: 'none' | 'asOf'
        /** That orders and balances count the same purchases is meant. */
        countsTwice: 'accepted' | null
      }
      /** Answers to questions, by the id of the question. */
      answers: Record<string, string>
      /** What the dry run has found. */
      plan: {
        /** Of all that the numbers depend on: `apply` needs it. */
        hash: string
        /** When the dry run ended. */
        checkedAt: string
        /** Whether it has to be repeated: it is older than seven days. */
        isOld: boolean
        /** How many lines were read. */
        lines: number
        /** How many lines become what. */
        counts: {
          /** A new customer. */
          create: number
          /** Something is added to a customer who is there. */
          update: number
          /** The line brings nothing new. */
          unchanged: number
          /** The same line was imported before. */
          doneBefore: number
          /** The same line comes twice in the file. */
          duplicateInFile: number
          /** The line can’t be done. */
          refused: number
          /** It is about a person who was erased. */
          erasedPerson: number
          /** A new customer without an id of the shop. */
          unclaimed: number
        }
        /** What the lines add to balances. */
        sums: {
          /** Points. */
          points: string
          /** Cashback. */
          cashback: string
          /** All points without their signs. */
          absolutePoints: string
          /** By the month in which it expires. */
          byMonth: {
            /** Like `2027-06`; null: it never expires. */
            month: string | null
            /** Points. */
            points: string
            /** Cashback. */
            cashback: string
          }[]
        }
        /** What customers have before, all together. */
        owed: {
          /** Points. */
          points: string
          /** Cashback. */
          cashback: string
        }
        /** Why lines are refused. */
        reasons: {
          /** Why. */
          reason: string
          /** How many lines. */
          lines: number
        }[]
        /** What may not be meant. It hinders nothing. */
        warnings: {
          /** What kind it is. */
          kind: string
          /** What stands out. */
          message: string
        }[]
        /** The ends of each column’s values. */
        extremes: {
          /** Of which values. */
          member: string
          /** What it is among them. */
          kind: 'largest' | 'smallest' | 'earliest' | 'latest'
          /** The value. */
          value: string
          /** On which line. */
          line: number
        }[]
        /** How many webhook events `webhooks: send` would send. */
        events: number
        /** How many profiles would change, which can’t be undone. */
        profiles: number
        /** The file of refused lines, to be corrected. */
        refusedFile: number | null
      } | null
      /** What the dry run asks. All of it has to be answered before it is applied. */
      questions: {
        /** By which it is answered in `answers`. */
        id: string
        /** What kind of question it is. */
        kind: string
        /** The column by its name in the file; null: it is about the whole file. */
        column: string | null
        /** The question. */
        message: string
        /** Values that it is about. */
        examples: {
          /** As it is in the file. */
          value: string
          /** How each answer reads it; empty: it would be refused. */
          readings: Record<string, string>
        }[]
        /** The answers; none: another file, or an option, answers it. */
        answers: string[]
        /** What was answered; null: it is open. */
        answer: string | null
      }[]
      /** How many of them are open. */
      openQuestions: number
      /** The last dry run; null: there was none. */
      check: {
        /** Number of the job. */
        id: number
        /** What it does. */
        kind: string
        /** Of an export: what it exports; null: the job is of another kind. */
        export: {
          /** Which rows, by the word with which the export was started. */
          kind: string
          /** Of `lots`: at the end of which day; null: when it began. */
          asOf: string | null
        } | null
        /** Queued: it waits for its first turn. Failed: a page failed five times in a row; resume it. */
        state: 'queued' | 'running' | 'paused' | 'done' | 'failed' | 'cancelled'
        /** What it does after its current page; null: it goes on. */
        wish: 'pause' | 'cancel' | null
        /** How far it is. */
        done: number
        /** How far it goes; null: not known yet. */
        total: number | null
        /** How much it did per second in the last minute; null: not known yet. */
        perSecond: number | null
        /** About how long it will take; null: not known. */
        secondsLeft: number | null
        /** Who started it, by their name at that time. */
        createdBy: string
        /** When it was started. */
        createdAt: string
        /** When it had its first turn; null: it waits. */
        startedAt: string | null
        /** When it ended; null: it has not. */
        finishedAt: string | null
        /** When the job and its result are deleted; null: it has not ended. */
        expiresAt: string | null
        /** What it found or made, as its kind says; null: nothing yet. */
        result: Record<string, unknown> | null
        /** Why it failed; null: it did not. */
        problem: {
          /** For a person. */
          message: string
          /** Under which the server’s log tells more. */
          requestId: string
        } | null
      } | null
      /** The last time it was applied; null: it was not. */
      apply: {
        /** Number of the job. */
        id: number
        /** What it does. */
        kind: string
        /** Of an export: what it exports; null: the job is of another kind. */
        export: {
          /** Which rows, by the word with which the export was started. */
          kind: string
          /** Of `lots`: at the end of which day; null: when it began. */
          asOf: string | null
        } | null
        /** Queued: it waits for its first turn. Failed: a page failed five times in a row; resume it. */
        state: 'queued' | 'running' | 'paused' | 'done' | 'failed' | 'cancelled'
        /** What it does after its current page; null: it goes on. */
        wish: 'pause' | 'cancel' | null
        /** How far it is. */
        done: number
        /** How far it goes; null: not known yet. */
        total: number | null
        /** How much it did per second in the last minute; null: not known yet. */
        perSecond: number | null
        /** About how long it will take; null: not known. */
        secondsLeft: number | null
        /** Who started it, by their name at that time. */
        createdBy: string
        /** When it was started. */
        createdAt: string
        /** When it had its first turn; null: it waits. */
        startedAt: string | null
        /** When it ended; null: it has not. */
        finishedAt: string | null
        /** When the job and its result are deleted; null: it has not ended. */
        expiresAt: string | null
        /** What it found or made, as its kind says; null: nothing yet. */
        result: Record<string, unknown> | null
        /** Why it failed; null: it did not. */
        problem: {
          /** For a person. */
          message: string
          /** Under which the server’s log tells more. */
          requestId: string
        } | null
      } | null
      /** The last time it was undone; null: it was not. */
      undo: {
        /** Number of the job. */
        id: number
        /** What it does. */
        kind: string
        /** Of an export: what it exports; null: the job is of another kind. */
        export: {
          /** Which rows, by the word with which the export was started. */
          kind: string
          /** Of `lots`: at the end of which day; null: when it began. */
          asOf: string | null
        } | null
        /** Queued: it waits for its first turn. Failed: a page failed five times in a row; resume it. */
        state: 'queued' | 'running' | 'paused' | 'done' | 'failed' | 'cancelled'
        /** What it does after its current page; null: it goes on. */
        wish: 'pause' | 'cancel' | null
        /** How far it is. */
        done: number
        /** How far it goes; null: not known yet. */
        total: number | null
        /** How much it did per second in the last minute; null: not known yet. */
        perSecond: number | null
        /** About how long it will take; null: not known. */
        secondsLeft: number | null
        /** Who started it, by their name at that time. */
        createdBy: string
        /** When it was started. */
        createdAt: string
        /** When it had its first turn; null: it waits. */
        startedAt: string | null
        /** When it ended; null: it has not. */
        finishedAt: string | null
        /** When the job and its result are deleted; null: it has not ended. */
        expiresAt: string | null
        /** What it found or made, as its kind says; null: nothing yet. */
        result: Record<string, unknown> | null
        /** Why it failed; null: it did not. */
        problem: {
          /** For a person. */
          message: string
          /** Under which the server’s log tells more. */
          requestId: string
        } | null
      } | null
      /** The lines that were refused when it was applied. */
      errorFile: number | null
      /** Whether another person has to approve that it is applied. */
      needsApproval: boolean
      /** How the file is read, where it is to be read in another way than detected. */
      format: {
        /** How its characters are encoded. */
        encoding?: 'utf-8' | 'windows-1252' | 'utf-16le' | 'utf-16be'
        /** What separates the cells of CSV. */
        delimiter?: ',' | ';' | '\t' | '|'
        /** Whether the first line names the columns. */
        hasHeader?: boolean
        /** The decimal mark of a column’s numbers, by the name of the column. */
        numbers?: Record<string, 'dot' | 'comma'>
        /** The order of day and month of a column’s dates, or what its numbers count, by the name of the column. */
        dates?: Record<string, 'dmy' | 'mdy' | 'excel' | 'unix'>
      } | null
    }
  }
  /** Do what the dry run has shown. Above `approvals.importAbove` it waits for another person. Needs the permission `imports.apply`. Asks for a confirmation that is at most ten minutes old. In the audit: `import.apply`. */
  'imports.apply': {
    input: {
      readonly path: { readonly tenant: number; readonly id: number }
      readonly body: {
        /** Of the dry run that was looked at. */
        planHash: string
      }
    }
    answer: {
      /** The import, with what its last dry run found. */
      import: {
        /** Number of the import. */
        id: number
        /** What one line of the file is: a customer, one lot of a balance, an order, an open coupon, or a code for a reward’s list. */
        kind: 'customers' | 'openingBalances' | 'coupons'
        /** How far it is. Whether something runs is told by the jobs. */
        state: 'draft' | 'checked' | 'waitingForApproval' | 'applied' | 'appliedWithErrors' | 'undone' | 'appliedInPart'
        /** What was uploaded. */
        file: {
          /** The upload. */
          id: number
          /** Its name. */
          name: string
          /** Its size. */
          bytes: number
        }
        /** The system that it comes from; null: none was chosen. */
        preset: string | null
        /** Who did it. */
        createdBy: {
          /** What kind of actor it is. */
          kind: 'person' | 'token' | 'operator' | 'cli' | 'system'
          /** Its number, where it has one. */
          id: number | null
          /** Its name at that time. */
          label: string
        }
        /** When it was begun. */
        createdAt: string
        /** When applying began; null: it did not. */
        appliedAt: string | null
        /** Until when it can be undone; null: nothing was applied. */
        undoUntil: string | null
        /** What was applied; null: it has not ended. */
        applied: {
          /** How many lines become what. */
          counts: {
            /** A new customer. */
            create: number
            /** Something is added to a customer who is there. */
            update: number
            /** The line brings nothing new. */
            unchanged: number
            /** The same line was imported before. */
            doneBefore: number
            /** The same line comes twice in the file. */
            duplicateInFile: number
            /** The line can’t be done. */
            refused: number
            /** It is about a person who was erased. */
            erasedPerson: number
            /** A new customer without an id of the shop. */
            unclaimed: number
          }
          /** What the lines add to balances. */
          sums: {
            /** Points. */
            points: string
            /** Cashback. */
            cashback: string
            /** All points without their signs. */
            absolutePoints: string
            /** By the month in which it expires. */
            byMonth: {
              /** Like `2027-06`; null: it never expires. */
              month: string | null
              /** Points. */
              points: string
              /** Cashback. */
              cashback: string
            }[]
          }
        } | null
        /** What was undone; null: it has not ended. */
        undone: {
          /** How many lines were undone. */
          lines: number
          /** What was taken off again. */
          taken: {
            /** Points. */
            points: string
            /** Cashback. */
            cashback: string
          }
          /** What was used or expired since, and stays so. */
          stays: {
            /** Points. */
            points: string
            /** Cashback. */
            cashback: string
          }
          /** What was owed and is not any more. */
          forgiven: {
            /** Points. */
            points: string
            /** Cashback. */
            cashback: string
          }
          /** What was owed and has been repaid since. It stays repaid. */
          repaid: {
            /** Points. */
            points: string
            /** Cashback. */
            cashback: string
          }
          /** How many coupons and codes stay, because they were used or given out. */
          kept: number
        } | null
        /** As in the ETag. */
        revision: number
        /** Which column is what. */
        mapping: {
          /** Which column is what: by the name of the member, as `docs/reference/files.md` lists them. */
          columns: Record<string, string>
          /** What values of the file stand for, by the name of the member. */
          values?: Record<string, Record<string, string>>
          /** Of times without an offset; left out: the merchant’s time zone. */
          zone?: 'UTC'
          /** Each line is a movement: those below zero use up the customer’s oldest ones. */
          rows?: 'log'
          /** Lines on which this column is filled count for nothing. */
          leaveOutWith?: string
          /** Lines on which this column is empty count for nothing. */
          leaveOutWithout?: string
        } | null
        /** How lines are done. */
        options: {
          /** The moment of which the file tells; null: that of the upload. */
          asOf: string | null
          /** Profiles of customers who are there already: left as they are, blank members filled, or replaced. That can’t be undone. */
          existing: 'keep' | 'fillEmpty' | 'replace'
          /** Lines whose points have expired already. */
          expired: 'refuse' | 'skip'
          /** When points without an expiry date expire: `never`, `program` (as the live program says), or a day; null: not chosen. */
          expiresWhenMissing: string | null
          /** Lines with a balance below zero. */
          negative: 'refuse' | 'debt'
          /** Whether endpoints receive the changes of balances. */
          webhooks: 'silent' | 'send'
          /** Of orders: whether they earn by the program of their day. */
          earn: 'none' | 'asOf'
          /** That orders and balances count the same purchases is meant. */
          countsTwice: 'accepted' | null
        }
        /** Answers to questions, by the id of the question. */
        answers: Record<string, string>
        /** What the dry run has found. */
        plan: {
          /** Of all that the numbers depend on: `apply` needs it. */
          hash: string
          /** When the dry run ended. */
          checkedAt: string
          /** Whether it has to be repeated: it is older than seven days. */
          isOld: boolean
          /** How many lines were read. */
          lines: number
          /** How many lines become what. */
          counts: {
            /** A new customer. */
            create: number
            /** Something is added to a customer who is there. */
            update: number
            /** The line brings nothing new. */
            unchanged: number
            /** The same line was imported before. */
            doneBefore: number
            /** The same line comes twice in the file. */
            duplicateInFile: number
            /** The line can’t be done. */
            refused: number
            /** It is about a person who was erased. */
            erasedPerson: number
            /** A new customer without an id of the shop. */
            unclaimed: number
          }
          /** What the lines add to balances. */
          sums: {
            /** Points. */
            points: string
            /** Cashback. */
            cashback: string
            /** All points without their signs. */
            absolutePoints: string
            /** By the month in which it expires. */
            byMonth: {
              /** Like `2027-06`; null: it never expires. */
              month: string | null
              /** Points. */
              points: string
              /** Cashback. */
              cashback: string
            }[]
          }
          /** What customers have before, all together. */
          owed: {
            /** Points. */
            points: string
            /** Cashback. */
            cashback: string
          }
          /** Why lines are refused. */
          reasons: {
            /** Why. */
            reason: string
            /** How many lines. */
            lines: number
          }[]
          /** What may not be meant. It hinders nothing. */
          warnings: {
            /** What kind it is. */
            kind: string
            /** What stands out. */
            message: string
          }[]
          /** The ends of each column’s values. */
          extremes: {
            /** Of which values. */
            member: string
            /** What it is among them. */
            kind: 'largest' | 'smallest' | 'earliest' | 'latest'
            /** The value. */
            value: string
            /** On which line. */
            line: number
          }[]
          /** How many webhook events `webhooks: send` would send. */
          events: number
          /** How many profiles would change, which can’t be undone. */
          profiles: number
          /** The file of refused lines, to be corrected. */
          refusedFile: number | null
        } | null
        /** What the dry run asks. All of it has to be answered before it is applied. */
        questions: {
          /** By which it is answered in `answers`. */
          id: string
          /** What kind of question it is. */
          kind: string
          /** The column by its name in the file; null: it is about the whole file. */
          column: string | null
          /** The question. */
          message: string
          /** Values that it is about. */
          examples: {
            /** As it is in the file. */
            value: string
            /** How each answer reads it; empty: it would be refused. */
            readings: Record<string, string>
          }[]
          /** The answers; none: another file, or an option, answers it. */
          answers: string[]
          /** What was answered; null: it is open. */
          answer: string | null
        }[]
        /** How many of them are open. */
        openQuestions: number
        /** The last dry run; null: there was none. */
        check: {
          /** Number of the job. */
          id: number
          /** What it does. */
          kind: string
          /** Of an export: what it exports; null: the job is of another kind. */
          export: {
            /** Which rows, by the word with which the export was started. */
            kind: string
            /** Of `lots`: at the end of which day; null: when it began. */
            asOf: string | null
          } | null
          /** Queued: it waits for its first turn. Failed: a page failed five times in a row; resume it. */
          state: 'queued' | 'running' | 'paused' | 'done' | 'failed' | 'cancelled'
          /** What it does after its current page; null: it goes on. */
          wish: 'pause' | 'cancel' | null
          /** How far it is. */
          done: number
          /** How far it goes; null: not known yet. */
          total: number | null
          /** How much it did per second in the last minute; null: not known yet. */
          perSecond: number | null
          /** About how long it will take; null: not known. */
          secondsLeft: number | null
          /** Who started it, by their name at that time. */
          createdBy: string
          /** When it was started. */
          createdAt: string
          /** When it had its first turn; null: it waits. */
          startedAt: string | null
          /** When it ended; null: it has not. */
          finishedAt: string | null
          /** When the job and its result are deleted; null: it has not ended. */
          expiresAt: string | null
          /** What it found or made, as its kind says; null: nothing yet. */
          result: Record<string, unknown> | null
          /** Why it failed; null: it did not. */
          problem: {
            /** For a person. */
            message: string
            /** Under which the server’s log tells more. */
            requestId: string
          } | null
        } | null
        /** The last time it was applied; null: it was not. */
        apply: {
          /** Number of the job. */
          id: number
          /** What it does. */
          kind: string
          /** Of an export: what it exports; null: the job is of another kind. */
          export: {
            /** Which rows, by the word with which the export was started. */
            kind: string
            /** Of `lots`: at the end of which day; null: when it began. */
            asOf: string | null
          } | null
          /** Queued: it waits for its first turn. Failed: a page failed five times in a row; resume it. */
          state: 'queued' | 'running' | 'paused' | 'done' | 'failed' | 'cancelled'
          /** What it does after its current page; null: it goes on. */
          wish: 'pause' | 'cancel' | null
          /** How far it is. */
          done: number
          /** How far it goes; null: not known yet. */
          total: number | null
          /** How much it did per second in the last minute; null: not known yet. */
          perSecond: number | null
          /** About how long it will take; null: not known. */
          secondsLeft: number | null
          /** Who started it, by their name at that time. */
          createdBy: string
          /** When it was started. */
          createdAt: string
          /** When it had its first turn; null: it waits. */
          startedAt: string | null
          /** When it ended; null: it has not. */
          finishedAt: string | null
          /** When the job and its result are deleted; null: it has not ended. */
          expiresAt: string | null
          /** What it found or made, as its kind says; null: nothing yet. */
          result: Record<string, unknown> | null
          /** Why it failed; null: it did not. */
          problem: {
            /** For a person. */
            message: string
            /** Under which the server’s log tells more. */
            requestId: string
          } | null
        } | null
        /** The last time it was undone; null: it was not. */
        undo: {
          /** Number of the job. */
          id: number
          /** What it does. */
          kind: string
          /** Of an export: what it exports; null: the job is of another kind. */
          export: {
            /** Which rows, by the word with which the export was started. */
            kind: string
            /** Of `lots`: at the end of which day; null: when it began. */
            asOf: string | null
          } | null
          /** Queued: it waits for its first turn. Failed: a page failed five times in a row; resume it. */
          state: 'queued' | 'running' | 'paused' | 'done' | 'failed' | 'cancelled'
          /** What it does after its current page; null: it goes on. */
          wish: 'pause' | 'cancel' | null
          /** How far it is. */
          done: number
          /** How far it goes; null: not known yet. */
          total: number | null
          /** How much it did per second in the last minute; null: not known yet. */
          perSecond: number | null
          /** About how long it will take; null: not known. */
          secondsLeft: number | null
          /** Who started it, by their name at that time. */
          createdBy: string
          /** When it was started. */
          createdAt: string
          /** When it had its first turn; null: it waits. */
          startedAt: string | null
          /** When it ended; null: it has not. */
          finishedAt: string | null
          /** When the job and its result are deleted; null: it has not ended. */
          expiresAt: string | null
          /** What it found or made, as its kind says; null: nothing yet. */
          result: Record<string, unknown> | null
          /** Why it failed; null: it did not. */
          problem: {
            /** For a person. */
            message: string
            /** Under which the server’s log tells more. */
            requestId: string
          } | null
        } | null
        /** The lines that were refused when it was applied. */
        errorFile: number | null
        /** Whether another person has to approve that it is applied. */
        needsApproval: boolean
        /** How the file is read, where it is to be read in another way than detected. */
        format: {
          /** How its characters are encoded. */
          encoding?: 'utf-8' | 'windows-1252' | 'utf-16le' | 'utf-16be'
          /** What separates the cells of CSV. */
          delimiter?: ',' | ';' | '\t' | '|'
          /** Whether the first line names the columns. */
          hasHeader?: boolean
          /** The decimal mark of a column’s numbers, by the name of the column. */
          numbers?: Record<string, 'dot' | 'comma'>
          /** The order of day and month of a column’s dates, or what its numbers count, by the name of the column. */
          dates?: Record<string, 'dmy' | 'mdy' | 'excel' | 'unix'>
        } | null
      }
      /** Not done yet: another person has to approve it. */
      approval: {
        /** Number of the approval. */
        id: number
        /** Whether it waits, and how it ended. */
        state: 'waiting' | 'approved' | 'rejected' | 'expired'
        /** Until when another person can decide. */
        expiresAt: string
      } | null
    }
  }
  /** What undoing would take off now, and what stays because it was used. Needs the permission `imports.apply`. */
  'imports.previewUndo': {
    input: {
      readonly path: { readonly tenant: number; readonly id: number }
    }
    answer: {
      /** How many lines had an effect. */
      lines: number
      /** How many lots they brought. */
      lots: number
      /** Of how many of them something was used, expired or taken since. */
      usedLots: number
      /** How many customers have used some of it. */
      customersWhoUsed: number
      /** What would be taken off. */
      taken: {
        /** Points. */
        points: string
        /** Cashback. */
        cashback: string
      }
      /** What stays because it was used. */
      stays: {
        /** Points. */
        points: string
        /** Cashback. */
        cashback: string
      }
      /** How many lines brought a debt. */
      debts: number
      /** What would be owed no more. */
      forgiven: {
        /** Points. */
        points: string
        /** Cashback. */
        cashback: string
      }
      /** What was repaid since and stays so. */
      repaid: {
        /** Points. */
        points: string
        /** Cashback. */
        cashback: string
      }
      /** How many coupons and codes stay, because they were used or given out. */
      kept: number
      /** How many customers the import made. */
      made: number
      /** How many of them are deleted, because nothing else is there of them. The others stay. */
      withdrawn: number
    }
  }
  /** Take off again what the import brought, as far as it is left. Needs the permission `imports.apply`. Asks for a confirmation that is at most ten minutes old. In the audit: `import.undo`. */
  'imports.undo': {
    input: {
      readonly path: { readonly tenant: number; readonly id: number }
    }
    answer: {
      /** The import, with what its last dry run found. */
      import: {
        /** Number of the import. */
        id: number
        /** What one line of the file is: a customer, one lot of a balance, an order, an open coupon, or a code for a reward’s list. */
        kind: 'customers' | 'openingBalances' | 'coupons'
        /** How far it is. Whether something runs is told by the jobs. */
        state: 'draft' | 'checked' | 'waitingForApproval' | 'applied' | 'appliedWithErrors' | 'undone' | 'appliedInPart'
        /** What was uploaded. */
        file: {
          /** The upload. */
          id: number
          /** Its name. */
          name: string
          /** Its size. */
          bytes: number
        }
        /** The system that it comes from; null: none was chosen. */
        preset: string | null
        /** Who did it. */
        createdBy: {
          /** What kind of actor it is. */
          kind: 'person' | 'token' | 'operator' | 'cli' | 'system'
          /** Its number, where it has one. */
          id: number | null
          /** Its name at that time. */
          label: string
        }
        /** When it was begun. */
        createdAt: string
        /** When applying began; null: it did not. */
        appliedAt: string | null
        /** Until when it can be undone; null: nothing was applied. */
        undoUntil: string | null
        /** What was applied; null: it has not ended. */
        applied: {
          /** How many lines become what. */
          counts: {
            /** A new customer. */
            create: number
            /** Something is added to a customer who is there. */
            update: number
            /** The line brings nothing new. */
            unchanged: number
            /** The same line was imported before. */
            doneBefore: number
            /** The same line comes twice in the file. */
            duplicateInFile: number
            /** The line can’t be done. */
            refused: number
            /** It is about a person who was erased. */
            erasedPerson: number
            /** A new customer without an id of the shop. */
            unclaimed: number
          }
          /** What the lines add to balances. */
          sums: {
            /** Points. */
            points: string
            /** Cashback. */
            cashback: string
            /** All points without their signs. */
            absolutePoints: string
            /** By the month in which it expires. */
            byMonth: {
              /** Like `2027-06`; null: it never expires. */
              month: string | null
              /** Points. */
              points: string
              /** Cashback. */
              cashback: string
            }[]
          }
        } | null
        /** What was undone; null: it has not ended. */
        undone: {
          /** How many lines were undone. */
          lines: number
          /** What was taken off again. */
          taken: {
            /** Points. */
            points: string
            /** Cashback. */
            cashback: string
          }
          /** What was used or expired since, and stays so. */
          stays: {
            /** Points. */
            points: string
            /** Cashback. */
            cashback: string
          }
          /** What was owed and is not any more. */
          forgiven: {
            /** Points. */
            points: string
            /** Cashback. */
            cashback: string
          }
          /** What was owed and has been repaid since. It stays repaid. */
          repaid: {
            /** Points. */
            points: string
            /** Cashback. */
            cashback: string
          }
          /** How many coupons and codes stay, because they were used or given out. */
          kept: number
        } | null
        /** As in the ETag. */
        revision: number
        /** Which column is what. */
        mapping: {
          /** Which column is what: by the name of the member, as `docs/reference/files.md` lists them. */
          columns: Record<string, string>
          /** What values of the file stand for, by the name of the member. */
          values?: Record<string, Record<string, string>>
          /** Of times without an offset; left out: the merchant’s time zone. */
          zone?: 'UTC'
          /** Each line is a movement: those below zero use up the customer’s oldest ones. */
          rows?: 'log'
          /** Lines on which this column is filled count for nothing. */
          leaveOutWith?: string
          /** Lines on which this column is empty count for nothing. */
          leaveOutWithout?: string
        } | null
        /** How lines are done. */
        options: {
          /** The moment of which the file tells; null: that of the upload. */
          asOf: string | null
          /** Profiles of customers who are there already: left as they are, blank members filled, or replaced. That can’t be undone. */
          existing: 'keep' | 'fillEmpty' | 'replace'
          /** Lines whose points have expired already. */
          expired: 'refuse' | 'skip'
          /** When points without an expiry date expire: `never`, `program` (as the live program says), or a day; null: not chosen. */
          expiresWhenMissing: string | null
          /** Lines with a balance below zero. */
          negative: 'refuse' | 'debt'
          /** Whether endpoints receive the changes of balances. */
          webhooks: 'silent' | 'send'
          /** Of orders: whether they earn by the program of their day. */
          earn: 'none' | 'asOf'
          /** That orders and balances count the same purchases is meant. */
          countsTwice: 'accepted' | null
        }
        /** Answers to questions, by the id of the question. */
        answers: Record<string, string>
        /** What the dry run has found. */
        plan: {
          /** Of all that the numbers depend on: `apply` needs it. */
          hash: string
          /** When the dry run ended. */
          checkedAt: string
          /** Whether it has to be repeated: it is older than seven days. */
          isOld: boolean
          /** How many lines were read. */
          lines: number
          /** How many lines become what. */
          counts: {
            /** A new customer. */
            create: number
            /** Something is added to a customer who is there. */
            update: number
            /** The line brings nothing new. */
            unchanged: number
            /** The same line was imported before. */
            doneBefore: number
            /** The same line comes twice in the file. */
            duplicateInFile: number
            /** The line can’t be done. */
            refused: number
            /** It is about a person who was erased. */
            erasedPerson: number
            /** A new customer without an id of the shop. */
            unclaimed: number
          }
          /** What the lines add to balances. */
          sums: {
            /** Points. */
            points: string
            /** Cashback. */
            cashback: string
            /** All points without their signs. */
            absolutePoints: string
            /** By the month in which it expires. */
            byMonth: {
              /** Like `2027-06`; null: it never expires. */
              month: string | null
              /** Points. */
              points: string
              /** Cashback. */
              cashback: string
            }[]
          }
          /** What customers have before, all together. */
          owed: {
            /** Points. */
            points: string
            /** Cashback. */
            cashback: string
          }
          /** Why lines are refused. */
          reasons: {
            /** Why. */
            reason: string
            /** How many lines. */
            lines: number
          }[]
          /** What may not be meant. It hinders nothing. */
          warnings: {
            /** What kind it is. */
            kind: string
            /** What stands out. */
            message: string
          }[]
          /** The ends of each column’s values. */
          extremes: {
            /** Of which values. */
            member: string
            /** What it is among them. */
            kind: 'largest' | 'smallest' | 'earliest' | 'latest'
            /** The value. */
            value: string
            /** On which line. */
            line: number
          }[]
          /** How many webhook events `webhooks: send` would send. */
          events: number
          /** How many profiles would change, which can’t be undone. */
          profiles: number
          /** The file of refused lines, to be corrected. */
          refusedFile: number | null
        } | null
        /** What the dry run asks. All of it has to be answered before it is applied. */
        questions: {
          /** By which it is answered in `answers`. */
          id: string
          /** What kind of question it is. */
          kind: string
          /** The column by its name in the file; null: it is about the whole file. */
          column: string | null
          /** The question. */
          message: string
          /** Values that it is about. */
          examples: {
            /** As it is in the file. */
            value: string
            /** How each answer reads it; empty: it would be refused. */
            readings: Record<string, string>
          }[]
          /** The answers; none: another file, or an option, answers it. */
          answers: string[]
          /** What was answered; null: it is open. */
          answer: string | null
        }[]
        /** How many of them are open. */
        openQuestions: number
        /** The last dry run; null: there was none. */
        check: {
          /** Number of the job. */
          id: number
          /** What it does. */
          kind: string
          /** Of an export: what it exports; null: the job is of another kind. */
          export: {
            /** Which rows, by the word with which the export was started. */
            kind: string
            /** Of `lots`: at the end of which day; null: when it began. */
            asOf: string | null
          } | null
          /** Queued: it waits for its first turn. Failed: a page failed five times in a row; resume it. */
          state: 'queued' | 'running' | 'paused' | 'done' | 'failed' | 'cancelled'
          /** What it does after its current page; null: it goes on. */
          wish: 'pause' | 'cancel' | null
          /** How far it is. */
          done: number
          /** How far it goes; null: not known yet. */
          total: number | null
          /** How much it did per second in the last minute; null: not known yet. */
          perSecond: number | null
          /** About how long it will take; null: not known. */
          secondsLeft: number | null
          /** Who started it, by their name at that time. */
          createdBy: string
          /** When it was started. */
          createdAt: string
          /** When it had its first turn; null: it waits. */
          startedAt: string | null
          /** When it ended; null: it has not. */
          finishedAt: string | null
          /** When the job and its result are deleted; null: it has not ended. */
          expiresAt: string | null
          /** What it found or made, as its kind says; null: nothing yet. */
          result: Record<string, unknown> | null
          /** Why it failed; null: it did not. */
          problem: {
            /** For a person. */
            message: string
            /** Under which the server’s log tells more. */
            requestId: string
          } | null
        } | null
        /** The last time it was applied; null: it was not. */
        apply: {
          /** Number of the job. */
          id: number
          /** What it does. */
          kind: string
          /** Of an export: what it exports; null: the job is of another kind. */
          export: {
            /** Which rows, by the word with which the export was started. */
            kind: string
            /** Of `lots`: at the end of which day; null: when it began. */
            asOf: string | null
          } | null
          /** Queued: it waits for its first turn. Failed: a page failed five times in a row; resume it. */
          state: 'queued' | 'running' | 'paused' | 'done' | 'failed' | 'cancelled'
          /** What it does after its current page; null: it goes on. */
          wish: 'pause' | 'cancel' | null
          /** How far it is. */
          done: number
          /** How far it goes; null: not known yet. */
          total: number | null
          /** How much it did per second in the last minute; null: not known yet. */
          perSecond: number | null
          /** About how long it will take; null: not known. */
          secondsLeft: number | null
          /** Who started it, by their name at that time. */
          createdBy: string
          /** When it was started. */
          createdAt: string
          /** When it had its first turn; null: it waits. */
          startedAt: string | null
          /** When it ended; null: it has not. */
          finishedAt: string | null
          /** When the job and its result are deleted; null: it has not ended. */
          expiresAt: string | null
          /** What it found or made, as its kind says; null: nothing yet. */
          result: Record<string, unknown> | null
          /** Why it failed; null: it did not. */
          problem: {
            /** For a person. */
            message: string
            /** Under which the server’s log tells more. */
            requestId: string
          } | null
        } | null
        /** The last time it was undone; null: it was not. */
        undo: {
          /** Number of the job. */
          id: number
          /** What it does. */
          kind: string
          /** Of an export: what it exports; null: the job is of another kind. */
          export: {
            /** Which rows, by the word with which the export was started. */
            kind: string
            /** Of `lots`: at the end of which day; null: when it began. */
            asOf: string | null
          } | null
          /** Queued: it waits for its first turn. Failed: a page failed five times in a row; resume it. */
          state: 'queued' | 'running' | 'paused' | 'done' | 'failed' | 'cancelled'
          /** What it does after its current page; null: it goes on. */
          wish: 'pause' | 'cancel' | null
          /** How far it is. */
          done: number
          /** How far it goes; null: not known yet. */
          total: number | null
          /** How much it did per second in the last minute; null: not known yet. */
          perSecond: number | null
          /** About how long it will take; null: not known. */
          secondsLeft: number | null
          /** Who started it, by their name at that time. */
          createdBy: string
          /** When it was started. */
          createdAt: string
          /** When it had its first turn; null: it waits. */
          startedAt: string | null
          /** When it ended; null: it has not. */
          finishedAt: string | null
          /** When the job and its result are deleted; null: it has not ended. */
          expiresAt: string | null
          /** What it found or made, as its kind says; null: nothing yet. */
          result: Record<string, unknown> | null
          /** Why it failed; null: it did not. */
          problem: {
            /** For a person. */
            message: string
            /** Under which the server’s log tells more. */
            requestId: string
          } | null
        } | null
        /** The lines that were refused when it was applied. */
        errorFile: number | null
        /** Whether another person has to approve that it is applied. */
        needsApproval: boolean
        /** How the file is read, where it is to be read in another way than detected. */
        format: {
          /** How its characters are encoded. */
          encoding?: 'utf-8' | 'windows-1252' | 'utf-16le' | 'utf-16be'
          /** What separates the cells of CSV. */
          delimiter?: ',' | ';' | '\t' | '|'
          /** Whether the first line names the columns. */
          hasHeader?: boolean
          /** The decimal mark of a column’s numbers, by the name of the column. */
          numbers?: Record<string, 'dot' | 'comma'>
          /** The order of day and month of a column’s dates, or what its numbers count, by the name of the column. */
          dates?: Record<string, 'dmy' | 'mdy' | 'excel' | 'unix'>
        } | null
      }
      /** Not done yet: another person has to approve it. */
      approval: {
        /** Number of the approval. */
        id: number
        /** Whether it waits, and how it ended. */
        state: 'waiting' | 'approved' | 'rejected' | 'expired'
        /** Until when another person can decide. */
        expiresAt: string
      } | null
    }
  }
  /** How the file is understood: its columns, what they are taken for, and its first lines. Needs the permission `imports.write` and `customers.personal`. */
  'imports.columns': {
    input: {
      readonly path: { readonly tenant: number; readonly id: number }
    }
    answer: {
      /** Of the import that was looked at. */
      revision: number
      /** Why the file can’t be read at all; null: it can. */
      problem: string | null
      /** The columns in their order. */
      columns: {
        /** Its name in the file. */
        name: string
        /** What it is taken for; null: it is ignored. */
        member: string | null
        /** Some of its values. */
        examples: string[]
        /** On how many of the sampled lines it has a value. */
        filled: number
      }[]
      /** What a column of this kind of file can be. */
      members: string[]
      /** Which column is what. */
      mapping: {
        /** Which column is what: by the name of the member, as `docs/reference/files.md` lists them. */
        columns: Record<string, string>
        /** What values of the file stand for, by the name of the member. */
        values?: Record<string, Record<string, string>>
        /** Of times without an offset; left out: the merchant’s time zone. */
        zone?: 'UTC'
        /** Each line is a movement: those below zero use up the customer’s oldest ones. */
        rows?: 'log'
        /** Lines on which this column is filled count for nothing. */
        leaveOutWith?: string
        /** Lines on which this column is empty count for nothing. */
        leaveOutWithout?: string
      } | null
      /** Whether the mapping is a guess, and not what a person or a preset has said. */
      isGuessed: boolean
      /** The first lines as they are read, in the order of `columns`. */
      rows: (string | null)[][]
      /** What can’t be told from the samples. */
      questions: {
        /** By which it is answered in `answers`. */
        id: string
        /** What kind of question it is. */
        kind: string
        /** The column by its name in the file; null: it is about the whole file. */
        column: string | null
        /** The question. */
        message: string
        /** Values that it is about. */
        examples: {
          /** As it is in the file. */
          value: string
          /** How each answer reads it; empty: it would be refused. */
          readings: Record<string, string>
        }[]
        /** The answers; none: another file, or an option, answers it. */
        answers: string[]
        /** What was answered; null: it is open. */
        answer: string | null
      }[]
      /** How the file is read; null: it can’t be. */
      format: {
        /** What the file is. */
        kind: 'csv' | 'ndjson'
        /** Whether it is gzip. */
        isPacked: boolean
        /** How its characters are encoded. */
        encoding: string
        /** What separates its cells. */
        delimiter: string
        /** Whether its first line names the columns. */
        hasHeader: boolean
        /** The decimal mark, by column. */
        numbers: Record<string, string>
        /** The order of day and month, by column. */
        dates: Record<string, string>
      } | null
    }
  }
  /** A hundred lines from all parts of the file, and what becomes of them. Needs the permission `imports.read` and `customers.personal`. */
  'imports.samples': {
    input: {
      readonly path: { readonly tenant: number; readonly id: number }
    }
    answer: {
      /** In the order of the file. */
      items: {
        /** The number of the line. */
        line: number
        /** What it becomes. */
        outcome: 'create' | 'update' | 'unchanged' | 'doneBefore' | 'duplicateInFile' | 'refused' | 'erasedPerson' | 'unclaimed'
        /** Why it is refused; null: it is not. */
        message: string | null
        /** As they were understood, by member. */
        values: Record<string, string>
        /** The customer’s id in the shop; null: the customer is new. */
        customer: string | null
        /** The balance before it; null: there is none. */
        before: {
          /** Points. */
          points: string
          /** Cashback. */
          cashback: string
        } | null
        /** The balance after it; null: it has no effect. */
        after: {
          /** Points. */
          points: string
          /** Cashback. */
          cashback: string
        } | null
      }[]
      /** Why they are not there any more; null: they are. */
      deleted: string | null
    }
  }
  /** The first lines that are refused, and why. The file of refused lines has all of them. Needs the permission `imports.read` and `customers.personal`. */
  'imports.refused': {
    input: {
      readonly path: { readonly tenant: number; readonly id: number }
    }
    answer: {
      /** At most a hundred. */
      items: {
        /** The number of the line. */
        line: string
        /** As they are in the file, in the order of `columns`. */
        cells: string[]
        /** The column that it is about; null: the whole line. */
        column: string | null
        /** Why, as a word. */
        reason: string
        /** Why. */
        message: string
      }[]
      /** The columns of the file. */
      columns: string[]
      /** The file that has all of them. */
      file: number | null
      /** Why they are not there any more; null: they are. */
      deleted: string | null
    }
  }
  /** Systems whose files are known, and where that is known from. Needs the permission `imports.read`. */
  'imports.presets': {
    input: {
      readonly path: { readonly tenant: number }
    }
    answer: {
      /** In the order in which people choose. */
      items: {
        /** By which it is chosen. */
        name: string
        /** What people call it. */
        title: string
        /** What one line of the file is: a customer, one lot of a balance, an order, an open coupon, or a code for a reward’s list. */
        kind: 'customers' | 'openingBalances' | 'coupons'
        /** What its columns were taken from. */
        source: string
        /** The pages that were read. */
        links: string[]
        /** When they were read. */
        checkedOn: string
        /** What the file lacks, or what has to be done beside it. */
        notes: string[]
      }[]
    }
  }
  /** Mappings that were saved for the next file. Needs the permission `imports.read`. */
  'imports.mappings': {
    input: {
      readonly path: { readonly tenant: number }
    }
    answer: {
      /** By name. */
      items: {
        /** Its name. */
        name: string
        /** What one line of the file is: a customer, one lot of a balance, an order, an open coupon, or a code for a reward’s list. */
        kind: 'customers' | 'openingBalances' | 'coupons'
        /** Which column is what. */
        mapping: {
          /** Which column is what: by the name of the member, as `docs/reference/files.md` lists them. */
          columns: Record<string, string>
          /** What values of the file stand for, by the name of the member. */
          values?: Record<string, Record<string, string>>
          /** Of times without an offset; left out: the merchant’s time zone. */
          zone?: 'UTC'
          /** Each line is a movement: those below zero use up the customer’s oldest ones. */
          rows?: 'log'
          /** Lines on which this column is filled count for nothing. */
          leaveOutWith?: string
          /** Lines on which this column is empty count for nothing. */
          leaveOutWithout?: string
        }
        /** When it was saved. */
        savedAt: string
      }[]
    }
  }
  /** Save a mapping under a name. Needs the permission `imports.write`. In the audit: `import.saveMapping`. */
  'imports.saveMapping': {
    input: {
      readonly path: { readonly tenant: number; readonly name: string }
      readonly body: {
        /** What one line of the file is: a customer, one lot of a balance, an order, an open coupon, or a code for a reward’s list. */
        kind: 'customers' | 'openingBalances' | 'coupons'
        /** Which column is what. */
        mapping: {
          /** Which column is what: by the name of the member, as `docs/reference/files.md` lists them. */
          columns: Record<string, string>
          /** What values of the file stand for, by the name of the member. */
          values?: Record<string, Record<string, string>> | undefined
          /** Of times without an offset; left out: the merchant’s time zone. */
          zone?: 'UTC' | undefined
          /** Each line is a movement: those below zero use up the customer’s oldest ones. */
          rows?: 'log' | undefined
          /** Lines on which this column is filled count for nothing. */
          leaveOutWith?: string | undefined
          /** Lines on which this column is empty count for nothing. */
          leaveOutWithout?: string | undefined
        }
      }
    }
    answer: {
      /** Its name. */
      name: string
      /** What one line of the file is: a customer, one lot of a balance, an order, an open coupon, or a code for a reward’s list. */
      kind: 'customers' | 'openingBalances' | 'coupons'
      /** Which column is what. */
      mapping: {
        /** Which column is what: by the name of the member, as `docs/reference/files.md` lists them. */
        columns: Record<string, string>
        /** What values of the file stand for, by the name of the member. */
        values?: Record<string, Record<string, string>>
        /** Of times without an offset; left out: the merchant’s time zone. */
        zone?: 'UTC'
        /** Each line is a movement: those below zero use up the customer’s oldest ones. */
        rows?: 'log'
        /** Lines on which this column is filled count for nothing. */
        leaveOutWith?: string
        /** Lines on which this column is empty count for nothing. */
        leaveOutWithout?: string
      }
      /** When it was saved. */
      savedAt: string
    }
  }
  /** Delete a saved mapping. Needs the permission `imports.write`. In the audit: `import.deleteMapping`. */
  'imports.deleteMapping': {
    input: {
      readonly path: { readonly tenant: number; readonly name: string }
    }
    answer: null
  }
  /** What the program did in a period, and what it owes. `ETag` changes with the answer. Needs the permission `reports.overview`. */
  'reports.overview': {
    input: {
      readonly path: { readonly tenant: number }
      readonly query?: { readonly from?: string | undefined; readonly to?: string | undefined; readonly step?: 'day' | 'week' | 'month' | undefined } | undefined
    }
    answer: {
      /** The merchant’s day. */
      today: string
      /** The merchant’s time zone. Days are of the zone that was in force on them. */
      timeZone: string
      /** The figures are counted for the first time; null: they are there. */
      counting: {
        /** How many percent of the customers are counted. */
        percent: number
      } | null
      /** All that happened up to here is in the figures; null: they are being counted. */
      asOf: string | null
      /** The figures; null: they are being counted. */
      figures: {
        /** The first day on which a balance changed; null: none has. */
        since: string | null
        /** The days that are shown. */
        period: {
          /** The first day. */
          from: string
          /** The last day. */
          to: string
        }
        /** As many days, directly before; null: there is nothing to compare with. */
        before: {
          /** The first day. */
          from: string
          /** The last day. */
          to: string
        } | null
        /** The merchant began less than 7 days ago: all since then is shown, with today. */
        isStart: boolean
        /** What a column is. */
        step: 'day' | 'week' | 'month'
        /** The four figures that are looked at first. */
        keyFigures: {
          /** Points issued. */
          issued: {
            /** In the period. */
            now: {
              /** Points. */
              points: string
              /** What they are worth in money; null: these points have no value in money. */
              worth: string | null
            }
            /** In the period before. */
            before: {
              /** Points. */
              points: string
              /** What they are worth in money; null: these points have no value in money. */
              worth: string | null
            } | null
          }
          /** How much was redeemed of what was issued. */
          redemptionRate: {
            /** In the period. */
            now: {
              /** Redeemed ÷ issued; null: nothing was issued. As a part of 1, with four places: `0.3676` is 36.8%. */
              rate: string | null
              /** Points redeemed, less those refunded. */
              redeemed: string
              /** Points issued. */
              issued: string
            }
            /** In the period before. */
            before: {
              /** Redeemed ÷ issued; null: nothing was issued. As a part of 1, with four places: `0.3676` is 36.8%. */
              rate: string | null
              /** Points redeemed, less those refunded. */
              redeemed: string
              /** Points issued. */
              issued: string
            } | null
          }
          /** Customers who bought in the period. */
          activeCustomers: {
            /** `counting`: it is not there yet; it is counted in the night after the period. `notCounted`: active customers are counted for 7, 30, 90 and 365 days alone, and a day on which no worker was at work is not made up for. Then its members are null. */
            state: 'counting' | 'current' | 'notCounted'
            /** Customers with at least one completed order in the period that was not returned in full. */
            value: number | null
            /** The same in the period before. */
            before: number | null
            /** Up to when orders are counted. */
            asOf: string | null
          }
          /** Members who bought more than once within a year. */
          repeatPurchase: {
            /** `counting`: it is not there yet; it is counted in the night after the period. `notCounted`: active customers are counted for 7, 30, 90 and 365 days alone, and a day on which no worker was at work is not made up for. Then its members are null. */
            state: 'counting' | 'current' | 'notCounted'
            /** Members with two or more completed orders in 365 days ÷ those with one or more. As a part of 1, with four places: `0.3676` is 36.8%. */
            rate: string | null
            /** Members with two or more. */
            repeated: number | null
            /** Members with one or more. */
            members: number | null
            /** The same 365 days before the period. As a part of 1, with four places: `0.3676` is 36.8%. */
            before: string | null
            /** Up to when orders are counted. */
            asOf: string | null
          }
        }
        /** The period in days, weeks or months. */
        columns: {
          /** The first day of the column. */
          from: string
          /** The last day of the column. */
          to: string
          /** Points that became available. */
          issued: string
          /** Points brought from another system. */
          imported: string
          /** Points redeemed, less those refunded. */
          redeemed: string
          /** Points expired. */
          expired: string
          /** Points taken back. */
          takenBack: string
        }[]
        /** What happened today, which is compared with nothing. */
        soFarToday: {
          /** Points that became available to customers. */
          issued: {
            /** Points. */
            points: string
            /** What they are worth in money; null: these points have no value in money. */
            worth: string | null
          }
          /** Balances brought from another system, less those that were undone. */
          imported: {
            /** Points. */
            points: string
            /** What they are worth in money; null: these points have no value in money. */
            worth: string | null
          }
          /** What was redeemed, less what was refunded. */
          redeemed: {
            /** Points. */
            points: string
            /** What they are worth in money; null: these points have no value in money. */
            worth: string | null
          }
          /** What expired, or ended with an erased customer. */
          expired: {
            /** Points. */
            points: string
            /** What they are worth in money; null: these points have no value in money. */
            worth: string | null
          }
          /** What was taken back: cancelled, returned, corrected. */
          takenBack: {
            /** Points. */
            points: string
            /** What they are worth in money; null: these points have no value in money. */
            worth: string | null
          }
        }
        /** From what was open to what is: start + issued + imported − redeemed − expired − taken back = end. null: it does not add up, and the figures have to be counted again. */
        sum: {
          /** Open at the end of the day before the period. */
          start: {
            /** Points. */
            points: string
            /** What they are worth in money; null: these points have no value in money. */
            worth: string | null
          }
          /** Points that became available to customers. */
          issued: {
            /** Points. */
            points: string
            /** What they are worth in money; null: these points have no value in money. */
            worth: string | null
          }
          /** Balances brought from another system, less those that were undone. */
          imported: {
            /** Points. */
            points: string
            /** What they are worth in money; null: these points have no value in money. */
            worth: string | null
          }
          /** What was redeemed, less what was refunded. */
          redeemed: {
            /** Points. */
            points: string
            /** What they are worth in money; null: these points have no value in money. */
            worth: string | null
          }
          /** What expired, or ended with an erased customer. */
          expired: {
            /** Points. */
            points: string
            /** What they are worth in money; null: these points have no value in money. */
            worth: string | null
          }
          /** What was taken back: cancelled, returned, corrected. */
          takenBack: {
            /** Points. */
            points: string
            /** What they are worth in money; null: these points have no value in money. */
            worth: string | null
          }
          /** Open at the end of the period. */
          end: {
            /** Points. */
            points: string
            /** What they are worth in money; null: these points have no value in money. */
            worth: string | null
          }
          /** Not available yet, and in no balance. */
          pending: {
            /** Points. */
            points: string
            /** What they are worth in money; null: these points have no value in money. */
            worth: string | null
          }
          /** What customers with a negative balance owe. */
          owed: {
            /** Points. */
            points: string
            /** What they are worth in money; null: these points have no value in money. */
            worth: string | null
          }
          /** What of it expires until then. */
          expiring: {
            /** The end of the month in which the next 30 days end. */
            by: string
            /** Points. */
            points: string
            /** What they are worth in money; null: these points have no value in money. */
            worth: string | null
          }
        } | null
        /** What points were redeemed for. */
        rewards: {
          /** The five that most points went to. */
          top: {
            /** Number of the reward; 0: not known. */
            id: number
            /** By which it is known in files and addresses. */
            key: string | null
            /** Its title. */
            name: string | null
            /** How often it was redeemed. */
            redeemed: number
            /** How often it was refunded. */
            refunded: number
            /** Points. */
            points: string
            /** What they are worth in money; null: these points have no value in money. */
            worth: string | null
          }[]
          /** All others; null: there are none. */
          other: {
            /** How often it was redeemed. */
            redeemed: number
            /** How often it was refunded. */
            refunded: number
            /** Points. */
            points: string
            /** What they are worth in money; null: these points have no value in money. */
            worth: string | null
          } | null
          /** All of them. */
          total: {
            /** How often it was redeemed. */
            redeemed: number
            /** How often it was refunded. */
            refunded: number
            /** Points. */
            points: string
            /** What they are worth in money; null: these points have no value in money. */
            worth: string | null
          }
        }
        /** null: the merchant has no tiers. */
        tiers: {
          /** The highest first. */
          items: {
            /** By which it is known in files and addresses. */
            key: string
            /** Its name. */
            name: string
            /** Its colour. */
            color: string | null
            /** How many customers are in it now. */
            customers: number
          }[]
          /** How often a customer moved up in the period. */
          movedUp: number
          /** How often a customer moved down in the period. */
          movedDown: number
        } | null
      } | null
    }
  }
  /** Points that entered and left balances, on the day they did. Needs the permission `reports.read`. */
  'reports.points': {
    input: {
      readonly path: { readonly tenant: number }
      readonly query?: { readonly from?: string | undefined; readonly to?: string | undefined; readonly step?: 'day' | 'week' | 'month' | undefined; readonly show?: 'issued' | 'redeemed' | 'expired' | 'takenBack' | undefined; readonly by?: 'type' | 'rule' | 'version' | 'reward' | undefined } | undefined
    }
    answer: {
      /** The merchant’s day. */
      today: string
      /** The merchant’s time zone. Days are of the zone that was in force on them. */
      timeZone: string
      /** The figures are counted for the first time; null: they are there. */
      counting: {
        /** How many percent of the customers are counted. */
        percent: number
      } | null
      /** All that happened up to here is in the figures; null: they are being counted. */
      asOf: string | null
      /** The figures; null: they are being counted. */
      figures: {
        /** The first day on which a balance changed; null: none has. */
        since: string | null
        /** The days that are shown. */
        period: {
          /** The first day. */
          from: string
          /** The last day. */
          to: string
        }
        /** As many days, directly before. */
        before: {
          /** The first day. */
          from: string
          /** The last day. */
          to: string
        }
        /** What a column is. */
        step: 'day' | 'week' | 'month'
        /** Which points. */
        show: 'issued' | 'redeemed' | 'expired' | 'takenBack'
        /** By what the rows divide them. */
        by: 'type' | 'rule' | 'version' | 'reward'
        /** All of them. */
        total: {
          /** Points. */
          points: string
          /** What they are worth in money; null: these points have no value in money. */
          worth: string | null
          /** How many records. */
          times: number
          /** In the period before. */
          before: {
            /** Points. */
            points: string
            /** What they are worth in money; null: these points have no value in money. */
            worth: string | null
          }
        }
        /** The period in days, weeks or months. */
        columns: {
          /** The first day of the column. */
          from: string
          /** The last day of the column. */
          to: string
          /** Points. */
          points: string
          /** Those of orders. */
          orders: string
          /** All others. */
          others: string
        }[]
        /** They add up to the total. null: they do not, and the figures have to be counted again. */
        rows: {
          /** What the row is of. `other`: no rule gave or took it. */
          kind: 'type' | 'rule' | 'tierBenefit' | 'quiz' | 'adjustment' | 'other' | 'version' | 'reward'
          /** Number of the type, rule, version or reward, for the records behind it; null: none. */
          id: number | null
          /** The sentence of the rule, or the title of the reward; null: its kind says it. */
          name: string | null
          /** How the merchant calls the rule. */
          label: string | null
          /** How many records, refunds of a reward included; null by version, where a record may have several rules. */
          times: number | null
          /** Points. */
          points: string
          /** What they are worth in money; null: these points have no value in money. */
          worth: string | null
          /** Its share of all points; null: they are none. As a part of 1, with four places: `0.3676` is 36.8%. */
          share: string | null
        }[] | null
      } | null
    }
  }
  /** Points customers can still redeem, by the month they expire. Needs the permission `reports.read`. */
  'reports.liability': {
    input: {
      readonly path: { readonly tenant: number }
      readonly query?: { readonly asOf?: string | undefined } | undefined
    }
    answer: {
      /** The merchant’s day. */
      today: string
      /** The merchant’s time zone. Days are of the zone that was in force on them. */
      timeZone: string
      /** The figures are counted for the first time; null: they are there. */
      counting: {
        /** How many percent of the customers are counted. */
        percent: number
      } | null
      /** All that happened up to here is in the figures; null: they are being counted. */
      asOf: string | null
      /** The figures; null: they are being counted. */
      figures: {
        /** The first day on which a balance changed; null: none has. */
        since: string | null
        /** At the midnight that ends this day, after its expiries; null: now. */
        asOf: string | null
        /** What customers can spend: the sum of all balances, `inLots` less `owed`. */
        open: {
          /** Points. */
          points: string
          /** What they are worth in money; null: these points have no value in money. */
          worth: string | null
        }
        /** Open points, whatever others owe. */
        inLots: {
          /** Points. */
          points: string
          /** What they are worth in money; null: these points have no value in money. */
          worth: string | null
          /** What of it is likely to be redeemed: it, less the part that is not expected to be. null: nothing is estimated. */
          likely: {
            /** Points. */
            points: string
            /** What they are worth in money; null: these points have no value in money. */
            worth: string | null
          } | null
        }
        /** What customers with a negative balance owe. */
        owed: {
          /** Points. */
          points: string
          /** What they are worth in money; null: these points have no value in money. */
          worth: string | null
        }
        /** Not available yet, and in no balance. */
        pending: {
          /** Points. */
          points: string
          /** What they are worth in money; null: these points have no value in money. */
          worth: string | null
        }
        /** What expires until then. */
        expiring: {
          /** The end of the month in which the next 30 days end. */
          by: string
          /** Points. */
          points: string
          /** What they are worth in money; null: these points have no value in money. */
          worth: string | null
        }
        /** The part of the points that the merchant’s books do not expect to be redeemed, as estimated for the month of this day; null: nothing is estimated. As a part of 1, with four places: `0.3676` is 36.8%. */
        breakage: string | null
        /** Open points by the month in which they expire. */
        months: {
          /** The month of their last day. */
          month: string
          /** Points. */
          points: string
          /** What they are worth in money; null: these points have no value in money. */
          worth: string | null
          /** What of it is likely to be redeemed: it, less the part that is not expected to be. null: nothing is estimated. */
          likely: {
            /** Points. */
            points: string
            /** What they are worth in money; null: these points have no value in money. */
            worth: string | null
          } | null
        }[]
        /** Open points that never expire. */
        never: {
          /** Points. */
          points: string
          /** What they are worth in money; null: these points have no value in money. */
          worth: string | null
          /** What of it is likely to be redeemed: it, less the part that is not expected to be. null: nothing is estimated. */
          likely: {
            /** Points. */
            points: string
            /** What they are worth in money; null: these points have no value in money. */
            worth: string | null
          } | null
        }
      } | null
    }
  }
  /** The table of a report as CSV: the figures alone, and no customer. Needs the permission `reports.read`. */
  'reports.csv': {
    input: {
      readonly path: { readonly tenant: number; readonly report: 'overview' | 'points' | 'liability' | 'rewards' | 'rules' | 'vintages' | 'tiers' | 'customers' | 'branches' | 'cohorts' }
      readonly query?: { readonly from?: string | undefined; readonly to?: string | undefined; readonly step?: 'day' | 'week' | 'month' | undefined; readonly show?: 'issued' | 'redeemed' | 'expired' | 'takenBack' | undefined; readonly by?: 'type' | 'rule' | 'version' | 'reward' | undefined; readonly asOf?: string | undefined; readonly months?: number | undefined; readonly layout?: 'plain' | 'spreadsheet' | undefined } | undefined
    }
    answer: {
      /** A name for the file. */
      name: string
      /** The CSV. */
      text: string
    }
  }
  /** What customers chose, and what it cost you. Needs the permission `reports.read`. */
  'reports.rewards': {
    input: {
      readonly path: { readonly tenant: number }
      readonly query?: { readonly from?: string | undefined; readonly to?: string | undefined; readonly step?: 'day' | 'week' | 'month' | undefined } | undefined
    }
    answer: {
      /** The merchant’s day. */
      today: string
      /** The merchant’s time zone. Days are of the zone that was in force on them. */
      timeZone: string
      /** The figures are counted for the first time; null: they are there. */
      counting: {
        /** How many percent of the customers are counted. */
        percent: number
      } | null
      /** All that happened up to here is in the figures; null: they are being counted. */
      asOf: string | null
      /** The figures; null: they are being counted. */
      figures: {
        /** The first day on which a balance changed; null: none has. */
        since: string | null
        /** The days that are shown. */
        period: {
          /** The first day. */
          from: string
          /** The last day. */
          to: string
        }
        /** What a column is. */
        step: 'day' | 'week' | 'month'
        /** The period in days, weeks or months. */
        columns: {
          /** The first day of the column. */
          from: string
          /** The last day of the column. */
          to: string
          /** Points redeemed. */
          redeemed: string
          /** Points refunded. */
          refunded: string
        }[]
        /** All rewards. Points are those redeemed less those refunded. */
        total: {
          /** How often it was redeemed. */
          redeemed: number
          /** How often it was refunded, in whole or in part. A refund counts on its own day. */
          refunded: number
          /** Points. */
          points: string
          /** What they are worth in money; null: these points have no value in money. */
          worth: string | null
        }
        /** Rewards that were redeemed or refunded, the most points first. They add up to the total. null: they do not, and the figures have to be counted again. */
        rows: {
          /** Number of the reward; 0: not known. */
          id: number
          /** By which it is known in files and addresses. */
          key: string | null
          /** Its title. */
          name: string | null
          /** How often it was redeemed. */
          redeemed: number
          /** How often it was refunded, in whole or in part. A refund counts on its own day. */
          refunded: number
          /** Points. */
          points: string
          /** What they are worth in money; null: these points have no value in money. */
          worth: string | null
          /** Its share of all points redeemed; null: they are none. As a part of 1, with four places: `0.3676` is 36.8%. */
          share: string | null
          /** Codes that are left now in its lists; null: its codes come from no list. */
          codesLeft: number | null
        }[] | null
      } | null
    }
  }
  /** What each rule gave. It does not say what the rule caused. Needs the permission `reports.read`. */
  'reports.rules': {
    input: {
      readonly path: { readonly tenant: number }
      readonly query?: { readonly from?: string | undefined; readonly to?: string | undefined; readonly step?: 'day' | 'week' | 'month' | undefined } | undefined
    }
    answer: {
      /** The merchant’s day. */
      today: string
      /** The merchant’s time zone. Days are of the zone that was in force on them. */
      timeZone: string
      /** The figures are counted for the first time; null: they are there. */
      counting: {
        /** How many percent of the customers are counted. */
        percent: number
      } | null
      /** All that happened up to here is in the figures; null: they are being counted. */
      asOf: string | null
      /** The figures; null: they are being counted. */
      figures: {
        /** The first day on which a balance changed; null: none has. */
        since: string | null
        /** The days that are shown. */
        period: {
          /** The first day. */
          from: string
          /** The last day. */
          to: string
        }
        /** What a column is. */
        step: 'day' | 'week' | 'month'
        /** The period in days, weeks or months. */
        columns: {
          /** The first day of the column. */
          from: string
          /** The last day of the column. */
          to: string
          /** Points issued. */
          given: string
          /** Points taken back. */
          takenBack: string
        }[]
        /** All of them: points issued, and points taken back. */
        total: {
          /** How many records that gave points have a line of it. */
          times: number
          /** Points. */
          points: string
          /** What they are worth in money; null: these points have no value in money. */
          worth: string | null
          /** Points that were taken back of what it gave, in these days. */
          takenBack: string
        }
        /** The most points first. A rule that limits points per order is below zero. Points and `takenBack` add up to the total; `times` do not, because a record has several rules. null: they do not add up, and the figures have to be counted again. */
        rows: {
          /** What the row is of. `other`: no rule gave it. */
          kind: 'rule' | 'tierBenefit' | 'quiz' | 'adjustment' | 'other'
          /** Number of the rule, for the records behind it; below 0: of no rule. */
          id: number
          /** The sentence of the rule; null: its kind says it. */
          name: string | null
          /** How the merchant calls the rule. */
          label: string | null
          /** How many records that gave points have a line of it. */
          times: number
          /** Points. */
          points: string
          /** What they are worth in money; null: these points have no value in money. */
          worth: string | null
          /** Points that were taken back of what it gave, in these days. */
          takenBack: string
          /** Its share of all points issued; null: they are none. As a part of 1, with four places: `0.3676` is 36.8%. */
          share: string | null
          /** Days on which it gave something, or took something off; null: the row is of no rule. */
          days: number | null
          /** The same by program version, the newest first. */
          versions: {
            /** Number of the program version; 0: none was published. */
            version: number
            /** How many records that gave points have a line of it. */
            times: number
            /** Points. */
            points: string
            /** What they are worth in money; null: these points have no value in money. */
            worth: string | null
            /** Points that were taken back of what it gave, in these days. */
            takenBack: string
            /** Days on which it gave something, or took something off; null: the row is of no rule. */
            days: number | null
          }[]
        }[] | null
      } | null
    }
  }
  /** What became of the points issued in each month. Needs the permission `reports.read`. */
  'reports.vintages': {
    input: {
      readonly path: { readonly tenant: number }
      readonly query?: { readonly months?: number | undefined } | undefined
    }
    answer: {
      /** The merchant’s day. */
      today: string
      /** The merchant’s time zone. Days are of the zone that was in force on them. */
      timeZone: string
      /** The figures are counted for the first time; null: they are there. */
      counting: {
        /** How many percent of the customers are counted. */
        percent: number
      } | null
      /** All that happened up to here is in the figures; null: they are being counted. */
      asOf: string | null
      /** The figures; null: they are being counted. */
      figures: {
        /** The first day on which a balance changed; null: none has. */
        since: string | null
        /** The first month that has a row of its own. */
        first: string
        /** The running month. */
        last: string
        /** The oldest first. Of each row, issued + imported = taken back + redeemed + repaid + expired + ended early + open. null: what is open is not what customers have, and the figures have to be counted again. */
        rows: {
          /** The month of issue; null: all months before the first. */
          month: string | null
          /** Points issued in this month, pending ones included. */
          issued: {
            /** Points. */
            points: string
            /** What they are worth in money; null: these points have no value in money. */
            worth: string | null
          }
          /** Balances that were brought from another system as points of this month. */
          imported: {
            /** Points. */
            points: string
            /** What they are worth in money; null: these points have no value in money. */
            worth: string | null
          }
          /** What of them was taken back: cancelled, returned, corrected. */
          takenBack: {
            /** Points. */
            points: string
            /** What they are worth in money; null: these points have no value in money. */
            worth: string | null
          }
          /** What of them was redeemed, less what was refunded. */
          redeemed: {
            /** Points. */
            points: string
            /** What they are worth in money; null: these points have no value in money. */
            worth: string | null
          }
          /** What of them paid what their customers owed. */
          repaid: {
            /** Points. */
            points: string
            /** What they are worth in money; null: these points have no value in money. */
            worth: string | null
          }
          /** What of them expired. */
          expired: {
            /** Points. */
            points: string
            /** What they are worth in money; null: these points have no value in money. */
            worth: string | null
          }
          /** What of them ended with erased customers. It is no breakage. */
          endedEarly: {
            /** Points. */
            points: string
            /** What they are worth in money; null: these points have no value in money. */
            worth: string | null
          }
          /** What of them is left: open or pending. */
          open: {
            /** Points. */
            points: string
            /** What they are worth in money; null: these points have no value in money. */
            worth: string | null
          }
          /** Expired ÷ (issued + imported − taken back − ended early); null: there is nothing to divide by. As a part of 1, with four places: `0.3676` is 36.8%. */
          breakage: string | null
          /** Nothing of it is open, so breakage stays as it is. false: it is so far. */
          isFinal: boolean
          /** What part was redeemed by the end of the month of issue, of the next month, and so on to the running one. Empty for earlier months. */
          redeemedByAge: (string | null)[]
        }[] | null
        /** Months whose outcomes are more than was issued: they are not shown, and the figures differ. */
        notShown: (string | null)[]
        /** All points that were ever issued. */
        total: {
          /** Points issued in this month, pending ones included. */
          issued: {
            /** Points. */
            points: string
            /** What they are worth in money; null: these points have no value in money. */
            worth: string | null
          }
          /** Balances that were brought from another system as points of this month. */
          imported: {
            /** Points. */
            points: string
            /** What they are worth in money; null: these points have no value in money. */
            worth: string | null
          }
          /** What of them was taken back: cancelled, returned, corrected. */
          takenBack: {
            /** Points. */
            points: string
            /** What they are worth in money; null: these points have no value in money. */
            worth: string | null
          }
          /** What of them was redeemed, less what was refunded. */
          redeemed: {
            /** Points. */
            points: string
            /** What they are worth in money; null: these points have no value in money. */
            worth: string | null
          }
          /** What of them paid what their customers owed. */
          repaid: {
            /** Points. */
            points: string
            /** What they are worth in money; null: these points have no value in money. */
            worth: string | null
          }
          /** What of them expired. */
          expired: {
            /** Points. */
            points: string
            /** What they are worth in money; null: these points have no value in money. */
            worth: string | null
          }
          /** What of them ended with erased customers. It is no breakage. */
          endedEarly: {
            /** Points. */
            points: string
            /** What they are worth in money; null: these points have no value in money. */
            worth: string | null
          }
          /** What of them is left: open or pending. */
          open: {
            /** Points. */
            points: string
            /** What they are worth in money; null: these points have no value in money. */
            worth: string | null
          }
        }
        /** The vintages of which nothing is open, together: what you can expect of the others. */
        ended: {
          /** Issued and imported, less what was taken back or ended early. */
          base: {
            /** Points. */
            points: string
            /** What they are worth in money; null: these points have no value in money. */
            worth: string | null
          }
          /** Expired ÷ base; null: none has ended. As a part of 1, with four places: `0.3676` is 36.8%. */
          breakage: string | null
        }
      } | null
    }
  }
  /** Who changed tier, and in which direction. Needs the permission `reports.read`. */
  'reports.tiers': {
    input: {
      readonly path: { readonly tenant: number }
      readonly query?: { readonly from?: string | undefined; readonly to?: string | undefined } | undefined
    }
    answer: {
      /** The merchant’s day. */
      today: string
      /** The merchant’s time zone. The days are in it. */
      timeZone: string
      /** All that happened up to here is in the figures. */
      asOf: string
      /** Tiers are read from their moves: nothing has to be counted before. */
      counting: null
      /** The figures; without `tiers`, the merchant has none. */
      figures: {
        /** The days that are shown. */
        period: {
          /** The first day. */
          from: string
          /** The last day. */
          to: string
        }
        /** The highest first. */
        tiers: {
          /** Number of the tier; 0: the base tier, or no tier where the merchant has none. */
          id: number
          /** Its name; null: there is no tier with this number any more. */
          name: string | null
          /** By which it is known in files and addresses. */
          key: string | null
          /** Its colour. */
          color: string | null
          /** false: it is switched off or archived. */
          isOpen: boolean
          /** Customers at the start of the period; null: not known, as `isExact` says, or the base tier. */
          start: number | null
          /** How often a customer moved into it. */
          came: number
          /** How often a customer moved out of it. */
          went: number
          /** Its customers who were erased or merged into others. Of the base tier it is not counted. */
          gone: number
          /** By how many customers it changed: came − went − gone. null: the base tier, into which customers come without a move. */
          net: number | null
          /** Customers at the end of the period: start + came − went − gone. null: as for `start`. */
          end: number | null
          /** Customers now; null: it is switched off. */
          now: number | null
        }[]
        /** How often a customer moved up, by the order of the tiers today. */
        movedUp: number
        /** How often a customer moved down. */
        movedDown: number
        /** How often a customer came from the base tier into a higher one. */
        joined: number
        /** Of those who moved down: how often a customer moved back to the base tier. */
        left: number
        /** Customers of these tiers who were erased or merged into others, which is no move. */
        gone: number
        /** From which tier to which. */
        moves: {
          /** Number of the tier that was left; 0: the base tier or none. */
          from: number
          /** Number of the tier that was reached; 0: the base tier or none. */
          to: number
          /** How often. */
          moves: number
        }[]
        /** false: a tier was switched off, and customers moved before they were looked at. Then how many were in a tier on a past day can’t be told exactly, and is null. What moved is exact all the same. */
        isExact: boolean
      }
    }
  }
  /** The tier moves that a figure of the tiers report is made of, oldest first. Needs the permission `reports.read`. */
  'reports.tierMoves': {
    input: {
      readonly path: { readonly tenant: number }
      readonly query?: { readonly from?: string | undefined; readonly to?: string | undefined; readonly fromTier?: number | undefined; readonly toTier?: number | undefined; readonly limit?: number | undefined; readonly cursor?: string | undefined } | undefined
    }
    answer: {
      /** The merchant’s day. */
      today: string
      /** The moves of this page. */
      items: {
        /** Number of the move. */
        id: number
        /** Who moved. */
        customer: {
          /** Number of the customer. */
          id: number
          /** Id in the merchant’s store; masked where it is an e-mail address, document or phone. */
          originalId: string
          /** By which the customer is known outside. */
          publicId: string
          /** Name; masked: the first letter of each word. */
          name: string | null
          /** E-mail address. */
          email: string | null
          /** When the customer was erased: the account stays, anonymously; null: not erased. */
          erasedAt: string | null
        }
        /** When. */
        at: string
        /** Out of which tier. */
        from: {
          /** Number of the tier; 0: the base tier, or no tier where the merchant has none. */
          id: number
          /** Its name; null: there is no tier with this number any more. */
          name: string | null
        }
        /** Into which tier. */
        to: {
          /** Number of the tier; 0: the base tier, or no tier where the merchant has none. */
          id: number
          /** Its name; null: there is no tier with this number any more. */
          name: string | null
        }
        /** Why. */
        reason: 'goalsReached' | 'goalsMissed' | 'tierRemoved' | 'orderTakenBack' | 'customersMerged' | 'imported' | 'importUndone'
      }[]
      /** The figure. The list, read to its end, has as many moves. */
      figure: {
        /** How many moves. */
        moves: number
      }
      /** Where the next page begins; null: this is the last. A page may be short, or empty, before. */
      nextCursor: string | null
    }
  }
  /** The records that a figure of the points report is made of, oldest first. Needs the permission `reports.read`. */
  'reports.pointsRecords': {
    input: {
      readonly path: { readonly tenant: number }
      readonly query?: { readonly from?: string | undefined; readonly to?: string | undefined; readonly show?: 'issued' | 'redeemed' | 'expired' | 'takenBack' | undefined; readonly by?: 'type' | 'rule' | 'version' | 'reward' | undefined; readonly id?: number | undefined; readonly version?: number | undefined; readonly limit?: number | undefined; readonly cursor?: string | undefined } | undefined
    }
    answer: {
      /** The merchant’s day. */
      today: string
      /** The figures are counted for the first time; null: they are there. */
      counting: {
        /** How many percent of the customers are counted. */
        percent: number
      } | null
      /** All that happened up to here is in the figure; null: it is being counted. */
      asOf: string | null
      /** Where the next page begins; null: this is the last. A page may be short, or empty, before. */
      nextCursor: string | null
      /** The records of this page. */
      items: {
        /** Whose record it is. */
        customer: {
          /** Number of the customer. */
          id: number
          /** Id in the merchant’s store; masked where it is an e-mail address, document or phone. */
          originalId: string
          /** By which the customer is known outside. */
          publicId: string
          /** Name; masked: the first letter of each word. */
          name: string | null
          /** E-mail address. */
          email: string | null
          /** When the customer was erased: the account stays, anonymously; null: not erased. */
          erasedAt: string | null
        }
        /** Number of the record. */
        recordId: number
        /** Type of the record, as `PointType` of the private API. */
        type: number
        /** When it happened. */
        at: string
        /** The day on which it counts. */
        day: string
        /** Points. */
        points: string
        /** What they are worth in money; null: these points have no value in money. */
        worth: string | null
      }[]
      /** The figure. The list, read to its end, adds up to it, where all days are listed. */
      figure: {
        /** Points. */
        points: string
        /** What they are worth in money; null: these points have no value in money. */
        worth: string | null
        /** How many records; null by version, where a record may have several rules. */
        times: number | null
      } | null
      /** Earlier days are too long ago to be listed: export `movements` for them. null: all days are listed. */
      listedFrom: string | null
    }
  }
  /** The lots that a figure of the liability report is made of now. Those of a past day are exported. Needs the permission `reports.read`. */
  'reports.liabilityRecords': {
    input: {
      readonly path: { readonly tenant: number }
      readonly query?: { readonly month?: string | undefined; readonly group?: 'never' | 'pending' | 'owed' | undefined; readonly limit?: number | undefined; readonly cursor?: string | undefined } | undefined
    }
    answer: {
      /** The merchant’s day. */
      today: string
      /** The figures are counted for the first time; null: they are there. */
      counting: {
        /** How many percent of the customers are counted. */
        percent: number
      } | null
      /** All that happened up to here is in the figure; null: it is being counted. */
      asOf: string | null
      /** Where the next page begins; null: this is the last. A page may be short, or empty, before. */
      nextCursor: string | null
      /** The lots of this page. */
      items: {
        /** Whose record it is. */
        customer: {
          /** Number of the customer. */
          id: number
          /** Id in the merchant’s store; masked where it is an e-mail address, document or phone. */
          originalId: string
          /** By which the customer is known outside. */
          publicId: string
          /** Name; masked: the first letter of each word. */
          name: string | null
          /** E-mail address. */
          email: string | null
          /** When the customer was erased: the account stays, anonymously; null: not erased. */
          erasedAt: string | null
        }
        /** Number of the record. */
        recordId: number
        /** Type of the record, as `PointType` of the private API. */
        type: number
        /** When the lot was recorded. */
        recordedAt: string
        /** From when it can be spent; null: it is owed. */
        availableAt: string | null
        /** The last day on which it can be spent; null: it never expires. */
        lastDay: string | null
        /** Its points when it was recorded. */
        original: string
        /** Points. */
        points: string
        /** What they are worth in money; null: these points have no value in money. */
        worth: string | null
      }[]
      /** The figure. The list, read to its end, adds up to it. */
      figure: {
        /** Points. */
        points: string
        /** What they are worth in money; null: these points have no value in money. */
        worth: string | null
      } | null
    }
  }
  /** Who bought in a period: first orders, returning orders and sales, of members and of others. Needs the permission `reports.read`. */
  'reports.customers': {
    input: {
      readonly path: { readonly tenant: number }
      readonly query?: { readonly from?: string | undefined; readonly to?: string | undefined; readonly step?: 'day' | 'week' | 'month' | undefined } | undefined
    }
    answer: {
      /** The merchant’s day. */
      today: string
      /** The merchant’s time zone. Days are of the zone that was in force on them. */
      timeZone: string
      /** The figures are counted for the first time; null: they are there. */
      counting: {
        /** How many percent of the customers are counted. */
        percent: number
      } | null
      /** All that happened up to here is in the figures; null: they are being counted. */
      asOf: string | null
      /** The figures; null: they are being counted. */
      figures: {
        /** The first day on which an order was placed; null: there is none. */
        since: string | null
        /** The days that are shown. */
        period: {
          /** The first day. */
          from: string
          /** The last day. */
          to: string
        }
        /** As many days, directly before. */
        before: {
          /** The first day. */
          from: string
          /** The last day. */
          to: string
        }
        /** What a column is. */
        step: 'day' | 'week' | 'month'
        /** Customers who placed their first order as members. */
        newMembers: {
          /** First orders by members, as in `members`. */
          value: number
          /** The same in the period before. */
          before: number
        }
        /** Customers who bought, each counted once. */
        activeCustomers: {
          /** `counting`: it is not there yet; it is counted in the night after the period. `notCounted`: active customers are counted for 7, 30, 90 and 365 days alone, and a day on which no worker was at work is not made up for. Then its members are null. */
          state: 'counting' | 'current' | 'notCounted'
          /** Customers with an order in the period that was not returned in full. */
          value: number | null
          /** The same in the period before. */
          before: number | null
          /** When it was counted: in the night after the period. */
          asOf: string | null
        }
        /** All orders. */
        all: {
          /** Completed orders, on the day they were placed. */
          orders: number
          /** First completed orders of their customers. */
          firstOrders: number
          /** All other orders: of customers who had bought before. */
          returningOrders: number
          /** What was paid, without what was returned. */
          sales: string
          /** Sales ÷ orders; null: there are no orders. */
          averageOrder: string | null
          /** The same in the period before. */
          before: {
            /** Completed orders, on the day they were placed. */
            orders: number
            /** First completed orders of their customers. */
            firstOrders: number
            /** All other orders: of customers who had bought before. */
            returningOrders: number
            /** What was paid, without what was returned. */
            sales: string
            /** Sales ÷ orders; null: there are no orders. */
            averageOrder: string | null
          }
        }
        /** Orders of customers who were enrolled when the order was completed. */
        members: {
          /** Completed orders, on the day they were placed. */
          orders: number
          /** First completed orders of their customers. */
          firstOrders: number
          /** All other orders: of customers who had bought before. */
          returningOrders: number
          /** What was paid, without what was returned. */
          sales: string
          /** Sales ÷ orders; null: there are no orders. */
          averageOrder: string | null
          /** The same in the period before. */
          before: {
            /** Completed orders, on the day they were placed. */
            orders: number
            /** First completed orders of their customers. */
            firstOrders: number
            /** All other orders: of customers who had bought before. */
            returningOrders: number
            /** What was paid, without what was returned. */
            sales: string
            /** Sales ÷ orders; null: there are no orders. */
            averageOrder: string | null
          }
        }
        /** Orders of all other customers. */
        others: {
          /** Completed orders, on the day they were placed. */
          orders: number
          /** First completed orders of their customers. */
          firstOrders: number
          /** All other orders: of customers who had bought before. */
          returningOrders: number
          /** What was paid, without what was returned. */
          sales: string
          /** Sales ÷ orders; null: there are no orders. */
          averageOrder: string | null
          /** The same in the period before. */
          before: {
            /** Completed orders, on the day they were placed. */
            orders: number
            /** First completed orders of their customers. */
            firstOrders: number
            /** All other orders: of customers who had bought before. */
            returningOrders: number
            /** What was paid, without what was returned. */
            sales: string
            /** Sales ÷ orders; null: there are no orders. */
            averageOrder: string | null
          }
        }
        /** The period in days, weeks or months. */
        columns: {
          /** The first day of the column. */
          from: string
          /** The last day of the column. */
          to: string
          /** Completed orders, on the day they were placed. */
          orders: number
          /** First completed orders of their customers. */
          firstOrders: number
          /** All other orders: of customers who had bought before. */
          returningOrders: number
          /** What was paid, without what was returned. */
          sales: string
          /** Sales ÷ orders; null: there are no orders. */
          averageOrder: string | null
          /** First orders by members. */
          newMembers: number
        }[]
      } | null
    }
  }
  /** The orders, with their customers, that a figure of the customers report is made of. Needs the permission `reports.read`. */
  'reports.customersRecords': {
    input: {
      readonly path: { readonly tenant: number }
      readonly query?: { readonly from?: string | undefined; readonly to?: string | undefined; readonly buyers?: 'all' | 'members' | 'others' | undefined; readonly show?: 'all' | 'first' | 'returning' | undefined; readonly limit?: number | undefined; readonly cursor?: string | undefined } | undefined
    }
    answer: {
      /** The merchant’s day. */
      today: string
      /** The figures are counted for the first time; null: they are there. */
      counting: {
        /** How many percent of the customers are counted. */
        percent: number
      } | null
      /** All that happened up to here is in the figure; null: it is being counted. */
      asOf: string | null
      /** Where the next page begins; null: this is the last. A page may be short, or empty, before. */
      nextCursor: string | null
      /** The orders of this page, those placed last first. */
      items: {
        /** Whose order it is. */
        customer: {
          /** Number of the customer. */
          id: number
          /** Id in the merchant’s store; masked where it is an e-mail address, document or phone. */
          originalId: string
          /** By which the customer is known outside. */
          publicId: string
          /** Name; masked: the first letter of each word. */
          name: string | null
          /** E-mail address. */
          email: string | null
          /** When the customer was erased: the account stays, anonymously; null: not erased. */
          erasedAt: string | null
        }
        /** Number of the order. */
        orderId: number
        /** Its id in the merchant’s store. */
        originalId: string
        /** When it was placed. */
        placedAt: string
        /** The day on which it counts. */
        day: string
        /** What was paid, without what was returned. */
        sales: string
        /** What was returned of it. */
        returned: string
        /** Where it was placed; null: it names no branch. */
        branch: {
          /** Id of the branch in the merchant’s store. */
          id: string
          /** Its name, as the order says it. */
          name: string | null
        } | null
        /** It is the first completed order of its customer. */
        isFirst: boolean
        /** Its customer was enrolled when it was completed. */
        isOfMember: boolean
        /** A program counted it. */
        hasEarned: boolean
        /** What it earned, pending points too, less what was taken back. */
        points: string
      }[]
      /** The figure. The list, read to its end, adds up to it. */
      figure: {
        /** How many orders. */
        orders: number
        /** Their sales; null: the report does not show them. */
        sales: string | null
        /** What they earned; null: it is not counted for these orders. */
        points: string | null
      } | null
    }
  }
  /** What was sold and earned at each branch in a period. Needs the permission `reports.read`. */
  'reports.branches': {
    input: {
      readonly path: { readonly tenant: number }
      readonly query?: { readonly from?: string | undefined; readonly to?: string | undefined } | undefined
    }
    answer: {
      /** The merchant’s day. */
      today: string
      /** The merchant’s time zone. Days are of the zone that was in force on them. */
      timeZone: string
      /** The figures are counted for the first time; null: they are there. */
      counting: {
        /** How many percent of the customers are counted. */
        percent: number
      } | null
      /** All that happened up to here is in the figures; null: they are being counted. */
      asOf: string | null
      /** The figures; null: they are being counted. */
      figures: {
        /** The first day on which an order was placed; null: there is none. */
        since: string | null
        /** The days that are shown. */
        period: {
          /** The first day. */
          from: string
          /** The last day. */
          to: string
        }
        /** Branches, those with the most orders first; then orders without a branch, and all others. */
        rows: {
          /** `none`: orders that name no branch. `other`: all branches beyond the first 1,000 of a day or of the period. */
          kind: 'branch' | 'none' | 'other'
          /** Id of the branch in the merchant’s store; null: it is not one. */
          id: string | null
          /** Its name, as its last order says it; null: none says it. */
          name: string | null
          /** Completed orders, on the day they were placed. */
          orders: number
          /** What was paid, without what was returned. */
          sales: string
          /** Sales ÷ orders; null: there are no orders. */
          averageOrder: string | null
          /** Orders that a program counted. */
          earnedOrders: number
          /** What these orders earned, pending points too, less what was taken back; null: it is being counted. */
          points: string | null
          /** First completed orders of their customers. */
          firstOrders: number
          /** First orders by members. */
          memberFirstOrders: number
          /** First orders by members ÷ first orders; null: there are no first orders. As a part of 1, with four places: `0.3676` is 36.8%. */
          enrollmentRate: string | null
        }[]
        /** All orders. The rows add up to it. */
        total: {
          /** Completed orders, on the day they were placed. */
          orders: number
          /** What was paid, without what was returned. */
          sales: string
          /** Sales ÷ orders; null: there are no orders. */
          averageOrder: string | null
          /** Orders that a program counted. */
          earnedOrders: number
          /** What these orders earned, pending points too, less what was taken back; null: it is being counted. */
          points: string | null
          /** First completed orders of their customers. */
          firstOrders: number
          /** First orders by members. */
          memberFirstOrders: number
          /** First orders by members ÷ first orders; null: there are no first orders. As a part of 1, with four places: `0.3676` is 36.8%. */
          enrollmentRate: string | null
        }
      } | null
    }
  }
  /** The orders, with their customers, that a figure of the branches report is made of. Needs the permission `reports.read`. */
  'reports.branchesRecords': {
    input: {
      readonly path: { readonly tenant: number }
      readonly query?: { readonly from?: string | undefined; readonly to?: string | undefined; readonly branch?: string | undefined; readonly group?: 'none' | 'other' | undefined; readonly buyers?: 'all' | 'members' | 'others' | undefined; readonly show?: 'all' | 'first' | 'earned' | undefined; readonly limit?: number | undefined; readonly cursor?: string | undefined } | undefined
    }
    answer: {
      /** The merchant’s day. */
      today: string
      /** The figures are counted for the first time; null: they are there. */
      counting: {
        /** How many percent of the customers are counted. */
        percent: number
      } | null
      /** All that happened up to here is in the figure; null: it is being counted. */
      asOf: string | null
      /** Where the next page begins; null: this is the last. A page may be short, or empty, before. */
      nextCursor: string | null
      /** The orders of this page, those placed last first. */
      items: {
        /** Whose order it is. */
        customer: {
          /** Number of the customer. */
          id: number
          /** Id in the merchant’s store; masked where it is an e-mail address, document or phone. */
          originalId: string
          /** By which the customer is known outside. */
          publicId: string
          /** Name; masked: the first letter of each word. */
          name: string | null
          /** E-mail address. */
          email: string | null
          /** When the customer was erased: the account stays, anonymously; null: not erased. */
          erasedAt: string | null
        }
        /** Number of the order. */
        orderId: number
        /** Its id in the merchant’s store. */
        originalId: string
        /** When it was placed. */
        placedAt: string
        /** The day on which it counts. */
        day: string
        /** What was paid, without what was returned. */
        sales: string
        /** What was returned of it. */
        returned: string
        /** Where it was placed; null: it names no branch. */
        branch: {
          /** Id of the branch in the merchant’s store. */
          id: string
          /** Its name, as the order says it. */
          name: string | null
        } | null
        /** It is the first completed order of its customer. */
        isFirst: boolean
        /** Its customer was enrolled when it was completed. */
        isOfMember: boolean
        /** A program counted it. */
        hasEarned: boolean
        /** What it earned, pending points too, less what was taken back. */
        points: string
      }[]
      /** The figure. The list, read to its end, adds up to it. */
      figure: {
        /** How many orders. */
        orders: number
        /** Their sales; null: the report does not show them. */
        sales: string | null
        /** What they earned; null: it is not counted for these orders. */
        points: string | null
      } | null
    }
  }
  /** How many customers who first bought in a month came back in later months. Needs the permission `reports.read`. */
  'reports.cohorts': {
    input: {
      readonly path: { readonly tenant: number }
      readonly query?: { readonly months?: number | undefined } | undefined
    }
    answer: {
      /** The merchant’s day. */
      today: string
      /** The merchant’s time zone. Days are of the zone that was in force on them. */
      timeZone: string
      /** The figures are counted for the first time; null: they are there. */
      counting: {
        /** How many percent of the customers are counted. */
        percent: number
      } | null
      /** All that happened up to here is in the figures; null: they are being counted. */
      asOf: string | null
      /** The figures; null: they are being counted. */
      figures: {
        /** The first day on which an order was placed; null: there is none. */
        since: string | null
        /** The first month that is shown. */
        first: string
        /** The running month. */
        last: string
        /** Who came back at once. */
        nextMonth: {
          /** Customers of the cohorts that are shown and whose next month is over. */
          customers: number
          /** Those of them who bought in the month after their first order. */
          active: number
          /** Active ÷ customers; null: there are none. As a part of 1, with four places: `0.3676` is 36.8%. */
          share: string | null
        }
        /** The oldest first; months in which nobody bought for the first time are left out. null: more customers came back than there are, and the figures have to be counted again. */
        rows: {
          /** In which they first bought. */
          month: string
          /** Customers whose first completed order was placed in this month. */
          customers: number
          /** What they paid, without what was returned. */
          sales: string
          /** Sales ÷ customers of the cohort, whether they bought or not; null: it has none. */
          salesPerCustomer: string | null
          /** Their own month, the next one, and so on to the running one. */
          cells: {
            /** A month. */
            month: string
            /** Those of them with an order in it that was not returned in full. */
            customers: number
            /** These ÷ all customers of the cohort; null: it has none. As a part of 1, with four places: `0.3676` is 36.8%. */
            share: string | null
            /** What they paid, without what was returned. */
            sales: string
            /** Sales ÷ customers of the cohort, whether they bought or not; null: it has none. */
            salesPerCustomer: string | null
          }[]
        }[] | null
      } | null
    }
  }
  /** The customers that a figure of the cohorts report is made of. Needs the permission `reports.read`. */
  'reports.cohortsRecords': {
    input: {
      readonly path: { readonly tenant: number }
      readonly query: { readonly firstMonth: string; readonly month?: string | undefined; readonly limit?: number | undefined; readonly cursor?: string | undefined }
    }
    answer: {
      /** The merchant’s day. */
      today: string
      /** The figures are counted for the first time; null: they are there. */
      counting: {
        /** How many percent of the customers are counted. */
        percent: number
      } | null
      /** All that happened up to here is in the figure; null: it is being counted. */
      asOf: string | null
      /** Where the next page begins; null: this is the last. A page may be short, or empty, before. */
      nextCursor: string | null
      /** The customers of this page, by their numbers. */
      items: {
        /** Who bought. */
        customer: {
          /** Number of the customer. */
          id: number
          /** Id in the merchant’s store; masked where it is an e-mail address, document or phone. */
          originalId: string
          /** By which the customer is known outside. */
          publicId: string
          /** Name; masked: the first letter of each word. */
          name: string | null
          /** E-mail address. */
          email: string | null
          /** When the customer was erased: the account stays, anonymously; null: not erased. */
          erasedAt: string | null
        }
        /** The day of the first completed order. */
        firstDay: string
        /** Completed orders of the month, or of all, that were not returned in full. */
        orders: number
        /** What was paid for them, without what was returned. */
        sales: string
      }[]
      /** The figure. The list, read to its end, adds up to it. */
      figure: {
        /** How many customers. */
        customers: number
        /** Their sales. */
        sales: string
      } | null
    }
  }
  /** How new the figures of reports are, and whether they agree with the ledger. Needs the permission `reports.overview`. */
  'figures.get': {
    input: {
      readonly path: { readonly tenant: number }
    }
    answer: {
      /** `counting`: for the first time, and nothing can be read yet · `current`: they follow the ledger · `recounting`: everything is counted again, and what is read stays until that is done. */
      state: 'counting' | 'current' | 'recounting'
      /** How many percent of the accounts are counted; null: no count is under way. */
      percent: number | null
      /** All that happened up to here is in the figures; null: they are counted for the first time. */
      asOf: string | null
      /** How far they are behind the ledger; null: they are counted for the first time. */
      lagSeconds: number | null
      /** The last comparison with the ledger, every night; null: none since they were counted. */
      verification: {
        /** When they were compared with the ledger last. */
        verifiedAt: string
        /** How many figures differed. */
        differences: number
        /** Since when some differ, as far as is known; null: none does. */
        differsSince: string | null
      } | null
    }
  }
  /** Read the accounting settings. Needs the permission `accounting.read`. */
  'accounting.get': {
    input: {
      readonly path: { readonly tenant: number }
    }
    answer: {
      /** Whether entries are proposed and months can be closed. */
      isOn: boolean
      /** The first month with entries. What earlier months come to is one opening entry. */
      startsIn: string | null
      /** On which day of the next month a month closes by itself. */
      closeDay: number | null
      /** How the five accounts are called. */
      accounts: {
        /** An account as your books name it. */
        revenue: {
          /** Its name in your books. */
          name: string
          /** Its code in your books, like `4010`; empty: none. */
          code: string
        }
        /** An account as your books name it. */
        deferredRevenue: {
          /** Its name in your books. */
          name: string
          /** Its code in your books, like `4010`; empty: none. */
          code: string
        }
        /** An account as your books name it. */
        marketingExpense: {
          /** Its name in your books. */
          name: string
          /** Its code in your books, like `4010`; empty: none. */
          code: string
        }
        /** An account as your books name it. */
        provision: {
          /** Its name in your books. */
          name: string
          /** Its code in your books, like `4010`; empty: none. */
          code: string
        }
        /** An account as your books name it. */
        opening: {
          /** Its name in your books. */
          name: string
          /** Its code in your books, like `4010`; empty: none. */
          code: string
        }
      }
      /** What is expected, the first month first. */
      estimates: {
        /** The first month that it is for. */
        since: string
        /** The part of the points that you don’t expect to be redeemed, from 0 to 0.95: `0.2` is 20%. */
        breakage: string
        /** What a point is worth in money, for months whose points have no cashback; null: nothing. */
        pointWorth: string | null
      }[]
      /** The months of which nothing is open any more; null: there are none yet. */
      ended: {
        /** The part of them that was not redeemed. */
        breakage: string
        /** How many points that is the experience of. */
        points: string
      } | null
      /** As in the ETag. */
      version: number
    }
  }
  /** Change the accounting settings. Needs the permission `accounting.close`. Asks for a confirmation that is at most ten minutes old. In the audit: `accounting.update`. */
  'accounting.change': {
    input: {
      readonly path: { readonly tenant: number }
      readonly body: {
        /** Whether entries are proposed and months can be closed. */
        isOn?: boolean | undefined
        /** The first month with entries. It stays once a month is closed. */
        startsIn?: string | undefined
        /** On which day of the next month a month closes by itself. */
        closeDay?: number | null | undefined
        /** Those to rename. */
        accounts?: {
          /** An account as your books name it. */
          revenue?: {
            /** Its name in your books. */
            name: string
            /** Its code in your books, like `4010`; empty: none. */
            code: string
          } | undefined
          /** An account as your books name it. */
          deferredRevenue?: {
            /** Its name in your books. */
            name: string
            /** Its code in your books, like `4010`; empty: none. */
            code: string
          } | undefined
          /** An account as your books name it. */
          marketingExpense?: {
            /** Its name in your books. */
            name: string
            /** Its code in your books, like `4010`; empty: none. */
            code: string
          } | undefined
          /** An account as your books name it. */
          provision?: {
            /** Its name in your books. */
            name: string
            /** Its code in your books, like `4010`; empty: none. */
            code: string
          } | undefined
          /** An account as your books name it. */
          opening?: {
            /** Its name in your books. */
            name: string
            /** Its code in your books, like `4010`; empty: none. */
            code: string
          } | undefined
        } | undefined
      }
    }
    answer: {
      /** Whether entries are proposed and months can be closed. */
      isOn: boolean
      /** The first month with entries. What earlier months come to is one opening entry. */
      startsIn: string | null
      /** On which day of the next month a month closes by itself. */
      closeDay: number | null
      /** How the five accounts are called. */
      accounts: {
        /** An account as your books name it. */
        revenue: {
          /** Its name in your books. */
          name: string
          /** Its code in your books, like `4010`; empty: none. */
          code: string
        }
        /** An account as your books name it. */
        deferredRevenue: {
          /** Its name in your books. */
          name: string
          /** Its code in your books, like `4010`; empty: none. */
          code: string
        }
        /** An account as your books name it. */
        marketingExpense: {
          /** Its name in your books. */
          name: string
          /** Its code in your books, like `4010`; empty: none. */
          code: string
        }
        /** An account as your books name it. */
        provision: {
          /** Its name in your books. */
          name: string
          /** Its code in your books, like `4010`; empty: none. */
          code: string
        }
        /** An account as your books name it. */
        opening: {
          /** Its name in your books. */
          name: string
          /** Its code in your books, like `4010`; empty: none. */
          code: string
        }
      }
      /** What is expected, the first month first. */
      estimates: {
        /** The first month that it is for. */
        since: string
        /** The part of the points that you don’t expect to be redeemed, from 0 to 0.95: `0.2` is 20%. */
        breakage: string
        /** What a point is worth in money, for months whose points have no cashback; null: nothing. */
        pointWorth: string | null
      }[]
      /** The months of which nothing is open any more; null: there are none yet. */
      ended: {
        /** The part of them that was not redeemed. */
        breakage: string
        /** How many points that is the experience of. */
        points: string
      } | null
      /** As in the ETag. */
      version: number
    }
  }
  /** Set what is not expected to be redeemed, from a month on. Needs the permission `accounting.close`. Asks for a confirmation that is at most ten minutes old. In the audit: `estimate.set`. */
  'accounting.setEstimate': {
    input: {
      readonly path: { readonly tenant: number; readonly month: string }
      readonly body: {
        /** The part of the points that you don’t expect to be redeemed, from 0 to 0.95: `0.2` is 20%. */
        breakage: string
        /** What a point is worth in money, for months whose points have no cashback; null: nothing. */
        pointWorth?: string | null | undefined
      }
    }
    answer: {
      /** Whether entries are proposed and months can be closed. */
      isOn: boolean
      /** The first month with entries. What earlier months come to is one opening entry. */
      startsIn: string | null
      /** On which day of the next month a month closes by itself. */
      closeDay: number | null
      /** How the five accounts are called. */
      accounts: {
        /** An account as your books name it. */
        revenue: {
          /** Its name in your books. */
          name: string
          /** Its code in your books, like `4010`; empty: none. */
          code: string
        }
        /** An account as your books name it. */
        deferredRevenue: {
          /** Its name in your books. */
          name: string
          /** Its code in your books, like `4010`; empty: none. */
          code: string
        }
        /** An account as your books name it. */
        marketingExpense: {
          /** Its name in your books. */
          name: string
          /** Its code in your books, like `4010`; empty: none. */
          code: string
        }
        /** An account as your books name it. */
        provision: {
          /** Its name in your books. */
          name: string
          /** Its code in your books, like `4010`; empty: none. */
          code: string
        }
        /** An account as your books name it. */
        opening: {
          /** Its name in your books. */
          name: string
          /** Its code in your books, like `4010`; empty: none. */
          code: string
        }
      }
      /** What is expected, the first month first. */
      estimates: {
        /** The first month that it is for. */
        since: string
        /** The part of the points that you don’t expect to be redeemed, from 0 to 0.95: `0.2` is 20%. */
        breakage: string
        /** What a point is worth in money, for months whose points have no cashback; null: nothing. */
        pointWorth: string | null
      }[]
      /** The months of which nothing is open any more; null: there are none yet. */
      ended: {
        /** The part of them that was not redeemed. */
        breakage: string
        /** How many points that is the experience of. */
        points: string
      } | null
      /** As in the ETag. */
      version: number
    }
  }
  /** List the months of accounting. Needs the permission `accounting.read`. */
  'accounting.listMonths': {
    input: {
      readonly path: { readonly tenant: number }
    }
    answer: {
      /** The figures are being counted for the first time: open months have no sums yet. */
      counting: boolean
      /** The currency of all amounts. */
      currency: string
      /** From the running month back to the first one; while accounting is off, the closed ones. */
      items: {
        /** The month. */
        month: string
        /** `running`: not over yet. `open`: over, and can be closed once nothing is in the way. `closed`: it never changes. */
        state: 'running' | 'open' | 'closed'
        /** When it was closed. */
        closedAt: string | null
        /** Who closed it. */
        closedBy: string | null
        /** What is put aside at the end of the month. */
        left: {
          /** Deferred for points earned with sales. */
          deferredRevenue: string
          /** Provided for points given without a sale, and for imported ones. */
          provision: string
        } | null
      }[]
    }
  }
  /** Read a month with its entries and what they follow from. Needs the permission `accounting.read`. */
  'accounting.getMonth': {
    input: {
      readonly path: { readonly tenant: number; readonly month: string }
    }
    answer: {
      /** The month. */
      month: string
      /** `running`: not over yet. `open`: over, and can be closed once nothing is in the way. `closed`: it never changes. */
      state: 'running' | 'open' | 'closed'
      /** Whether it may still change. */
      isPreliminary: boolean
      /** Why it can’t be closed now; null: it can, or is closed. */
      blocker: {
        /** For code. */
        code: 'off' | 'running' | 'earlierMonth' | 'noEstimate' | 'counting' | 'due' | 'behind' | 'differs'
        /** What is in the way, and what to do. */
        text: string
      } | null
      /** When it was closed. */
      closedAt: string | null
      /** Who closed it. */
      closedBy: string | null
      /** SHA-256 of what is kept of the closed month. It never changes, and is the same if the month is closed again from the same ledger after a restore. */
      hash: string | null
      /** The currency of all amounts. */
      currency: string
      /** The part of the points that you don’t expect to be redeemed, from 0 to 0.95: `0.2` is 20%. */
      breakage: string
      /** What a point is worth in money, for months whose points have no cashback; null: nothing. */
      pointWorth: string | null
      /** What the month is reconciled with: start + late + issued + imported − redeemed − expired − taken back = end. `late` is dated in a month that was closed before it arrived. */
      sum: {
        /** Open at the start. */
        start: {
          /** Points. */
          points: string
          /** What they were worth in money when they were recorded. */
          worth: string
        }
        /** Dated in a month that was closed before it arrived. */
        late: {
          /** Points. */
          points: string
          /** What they were worth in money when they were recorded. */
          worth: string
        }
        /** Points that became available. */
        issued: {
          /** Points. */
          points: string
          /** What they were worth in money when they were recorded. */
          worth: string
        }
        /** Balances brought from another system. */
        imported: {
          /** Points. */
          points: string
          /** What they were worth in money when they were recorded. */
          worth: string
        }
        /** Redeemed, less refunded. */
        redeemed: {
          /** Points. */
          points: string
          /** What they were worth in money when they were recorded. */
          worth: string
        }
        /** Expired, or ended with an erased customer. */
        expired: {
          /** Points. */
          points: string
          /** What they were worth in money when they were recorded. */
          worth: string
        }
        /** Taken back. */
        takenBack: {
          /** Points. */
          points: string
          /** What they were worth in money when they were recorded. */
          worth: string
        }
        /** Open at the end. */
        end: {
          /** Points. */
          points: string
          /** What they were worth in money when they were recorded. */
          worth: string
        }
      }
      /** The proposed entries. */
      entries: {
        /** What it is about. */
        kind: 'opening' | 'issued' | 'takenBack' | 'recognised' | 'estimate'
        /** The month in which the points were issued; null: all months before the first. */
        vintage: string | null
        /** The account that is debited. */
        debit: 'revenue' | 'deferredRevenue' | 'marketingExpense' | 'provision' | 'opening'
        /** The account that is credited. */
        credit: 'revenue' | 'deferredRevenue' | 'marketingExpense' | 'provision' | 'opening'
        /** How much, in the merchant’s currency. */
        amount: string
        /** What it says in the journal: of a closed month in the language that it was closed in. */
        text: string
        /** Of a closed month it stays the same, so that a second import into your books can be refused. */
        reference: string
      }[]
      /** What they follow from, by month of issue. */
      vintages: {
        /** The month in which the points were issued. */
        month: string
        /** What they were given for. */
        source: 'sale' | 'gift' | 'imported'
        /** Put aside for them in all. */
        deferred: string
        /** Of that, for points that were taken back. */
        takenBack: string
        /** Of that, recognised so far. */
        recognised: string
        /** Still put aside. */
        left: string
      }[]
      /** What is put aside at the end of the month. */
      left: {
        /** Deferred for points earned with sales. */
        deferredRevenue: string
        /** Provided for points given without a sale, and for imported ones. */
        provision: string
      }
      /** How the five accounts are called. */
      accounts: {
        /** An account as your books name it. */
        revenue: {
          /** Its name in your books. */
          name: string
          /** Its code in your books, like `4010`; empty: none. */
          code: string
        }
        /** An account as your books name it. */
        deferredRevenue: {
          /** Its name in your books. */
          name: string
          /** Its code in your books, like `4010`; empty: none. */
          code: string
        }
        /** An account as your books name it. */
        marketingExpense: {
          /** Its name in your books. */
          name: string
          /** Its code in your books, like `4010`; empty: none. */
          code: string
        }
        /** An account as your books name it. */
        provision: {
          /** Its name in your books. */
          name: string
          /** Its code in your books, like `4010`; empty: none. */
          code: string
        }
        /** An account as your books name it. */
        opening: {
          /** Its name in your books. */
          name: string
          /** Its code in your books, like `4010`; empty: none. */
          code: string
        }
      }
    }
  }
  /** Read the journal of a month. Needs the permission `accounting.read`. */
  'accounting.getJournal': {
    input: {
      readonly path: { readonly tenant: number; readonly month: string }
    }
    answer: {
      /** Two lines for each entry. */
      lines: {
        /** The last day of the month. */
        date: string
        /** The number of the entry; its debits equal its credits. */
        entry: number
        /** The code of the account in your books. */
        account: string
        /** Its name. */
        accountName: string
        /** Debited. */
        debit: string | null
        /** Credited. */
        credit: string | null
        /** The month in which the points were issued. */
        vintage: string | null
        /** What it is about. */
        text: string
        /** Of the entry. Of a closed month it stays the same. */
        reference: string
        /** `preliminary`: the month is open, so it may change. */
        status: 'closed' | 'preliminary'
      }[]
      /** The same as CSV, ready to be saved as a file. */
      csv: string
    }
  }
  /** Close a month for good. Needs the permission `accounting.close`. Asks for a confirmation that is at most ten minutes old. In the audit: `month.close`. */
  'accounting.closeMonth': {
    input: {
      readonly path: { readonly tenant: number; readonly month: string }
    }
    answer: {
      /** The month. */
      month: string
      /** `running`: not over yet. `open`: over, and can be closed once nothing is in the way. `closed`: it never changes. */
      state: 'running' | 'open' | 'closed'
      /** Whether it may still change. */
      isPreliminary: boolean
      /** Why it can’t be closed now; null: it can, or is closed. */
      blocker: {
        /** For code. */
        code: 'off' | 'running' | 'earlierMonth' | 'noEstimate' | 'counting' | 'due' | 'behind' | 'differs'
        /** What is in the way, and what to do. */
        text: string
      } | null
      /** When it was closed. */
      closedAt: string | null
      /** Who closed it. */
      closedBy: string | null
      /** SHA-256 of what is kept of the closed month. It never changes, and is the same if the month is closed again from the same ledger after a restore. */
      hash: string | null
      /** The currency of all amounts. */
      currency: string
      /** The part of the points that you don’t expect to be redeemed, from 0 to 0.95: `0.2` is 20%. */
      breakage: string
      /** What a point is worth in money, for months whose points have no cashback; null: nothing. */
      pointWorth: string | null
      /** What the month is reconciled with: start + late + issued + imported − redeemed − expired − taken back = end. `late` is dated in a month that was closed before it arrived. */
      sum: {
        /** Open at the start. */
        start: {
          /** Points. */
          points: string
          /** What they were worth in money when they were recorded. */
          worth: string
        }
        /** Dated in a month that was closed before it arrived. */
        late: {
          /** Points. */
          points: string
          /** What they were worth in money when they were recorded. */
          worth: string
        }
        /** Points that became available. */
        issued: {
          /** Points. */
          points: string
          /** What they were worth in money when they were recorded. */
          worth: string
        }
        /** Balances brought from another system. */
        imported: {
          /** Points. */
          points: string
          /** What they were worth in money when they were recorded. */
          worth: string
        }
        /** Redeemed, less refunded. */
        redeemed: {
          /** Points. */
          points: string
          /** What they were worth in money when they were recorded. */
          worth: string
        }
        /** Expired, or ended with an erased customer. */
        expired: {
          /** Points. */
          points: string
          /** What they were worth in money when they were recorded. */
          worth: string
        }
        /** Taken back. */
        takenBack: {
          /** Points. */
          points: string
          /** What they were worth in money when they were recorded. */
          worth: string
        }
        /** Open at the end. */
        end: {
          /** Points. */
          points: string
          /** What they were worth in money when they were recorded. */
          worth: string
        }
      }
      /** The proposed entries. */
      entries: {
        /** What it is about. */
        kind: 'opening' | 'issued' | 'takenBack' | 'recognised' | 'estimate'
        /** The month in which the points were issued; null: all months before the first. */
        vintage: string | null
        /** The account that is debited. */
        debit: 'revenue' | 'deferredRevenue' | 'marketingExpense' | 'provision' | 'opening'
        /** The account that is credited. */
        credit: 'revenue' | 'deferredRevenue' | 'marketingExpense' | 'provision' | 'opening'
        /** How much, in the merchant’s currency. */
        amount: string
        /** What it says in the journal: of a closed month in the language that it was closed in. */
        text: string
        /** Of a closed month it stays the same, so that a second import into your books can be refused. */
        reference: string
      }[]
      /** What they follow from, by month of issue. */
      vintages: {
        /** The month in which the points were issued. */
        month: string
        /** What they were given for. */
        source: 'sale' | 'gift' | 'imported'
        /** Put aside for them in all. */
        deferred: string
        /** Of that, for points that were taken back. */
        takenBack: string
        /** Of that, recognised so far. */
        recognised: string
        /** Still put aside. */
        left: string
      }[]
      /** What is put aside at the end of the month. */
      left: {
        /** Deferred for points earned with sales. */
        deferredRevenue: string
        /** Provided for points given without a sale, and for imported ones. */
        provision: string
      }
      /** How the five accounts are called. */
      accounts: {
        /** An account as your books name it. */
        revenue: {
          /** Its name in your books. */
          name: string
          /** Its code in your books, like `4010`; empty: none. */
          code: string
        }
        /** An account as your books name it. */
        deferredRevenue: {
          /** Its name in your books. */
          name: string
          /** Its code in your books, like `4010`; empty: none. */
          code: string
        }
        /** An account as your books name it. */
        marketingExpense: {
          /** Its name in your books. */
          name: string
          /** Its code in your books, like `4010`; empty: none. */
          code: string
        }
        /** An account as your books name it. */
        provision: {
          /** Its name in your books. */
          name: string
          /** Its code in your books, like `4010`; empty: none. */
          code: string
        }
        /** An account as your books name it. */
        opening: {
          /** Its name in your books. */
          name: string
          /** Its code in your books, like `4010`; empty: none. */
          code: string
        }
      }
    }
  }
  /** All that is configuration, as one file. Needs the permission `program.read`. */
  'programFile.get': {
    input: {
      readonly path: { readonly tenant: number }
    }
    answer: {
      /** A merchant’s program as a file. A section that is left out is left as it is. */
      file: {
        /** The version of this format. */
        punchcard: 1
        /** What holds for the whole program; what is left out of it has its default. */
        settings?: {
          /** What the merchant calls its points. */
          pointsName?: {
            /** In this language. */
            'pt-BR'?: {
              /** One of them, like ponto. */
              one: string
              /** Several of them, like pontos. */
              many: string
            } | null
            /** In this language. */
            en?: {
              /** One of them, like ponto. */
              one: string
              /** Several of them, like pontos. */
              many: string
            } | null
            /** In this language. */
            es?: {
              /** One of them, like ponto. */
              one: string
              /** Several of them, like pontos. */
              many: string
            } | null
          } | null
          takeBack?: 'debt' | 'clamp' | null
          /** Whether the points of an expired coupon go back when its order is cancelled. */
          returnsPointsOfExpiredCoupon?: boolean | null
          /** Whether redeemed cashback goes back in its share when a part of its order is returned, where the return itself says nothing. */
          refundsRedeemOnReturn?: boolean | null
          /** Whether an order without the id of its customer counts for the one customer who has the same document, or else the same e-mail. */
          matchesCustomers?: boolean | null
          claims?: 'automatic' | 'review' | null
          /** How long a customer keeps a tier whose goals are no longer met. */
          tierGraceDays?: number | null
          /** How long a reward is held for a basket that is not bought. */
          reservationMinutes?: number | null
          /** When points end because nothing happens; null: they do not. */
          inactivity?: {
            /** After so many months without an order, points earned or a reward redeemed, all points end. */
            months?: number
            /** So many days before, `Points_Expiring` is sent, and nothing ends sooner than so many days after it; 0: without notice. */
            noticeDays?: number
            /** What happened before this day counts as if it had happened on it: tomorrow at the earliest, at most two years ahead. Needed where inactivity is switched on or becomes stricter; left out, it is tomorrow. */
            startsOn?: string
          } | null
          /** What rewards may be worth and cost at most. */
          limits?: {
            /** The most that a reward of a fixed value may be worth. */
            rewardValue?: string | null
            /** The most points that a reward may cost. */
            rewardPoints?: string | null
          } | null
        }
        /** How points are earned. */
        program?: Record<string, unknown>
        /** All tiers, the lowest first. */
        tiers?: {
          /** By which files and other things know it. */
          key: string
          /** Its name. */
          name: string
          /** Whether it is the base tier, where every customer starts; at most one. */
          base?: boolean
          /** Whether it counts; default: yes. */
          isActive?: boolean
          /** Such as #d4af37. */
          color?: string | null
          /** A picture of it. */
          iconUrl?: string | null
          /** What the private API shows as Identifier; default: the key. */
          identifier?: string | null
          /** A line about it. */
          caption?: string | null
          /** Archives it: customers leave it, and it is hidden; default: no. */
          archived?: boolean
          /** All have to be met. Without goals, customers can’t reach it on their own. */
          goals?: {
            /** In the merchant’s words. */
            name?: string
            /** What is counted. */
            measure: 'spend' | 'orders' | 'points'
            /** How much of it is needed. */
            value: string
            /** How far back it looks. */
            months?: number
          }[]
          /** What its customers get. */
          benefits?: {
            /** In the merchant’s words. */
            text: string
            /** The key of a reward that it is about. */
            reward?: string | null
            /** What it multiplies the points of orders by, above 1. */
            multiplier?: string | null
          }[]
        }[]
        /** What can be redeemed. */
        rewards?: {
          /** By which it is known: it stays when the title changes. */
          key: string
          /** What the customer gets. */
          type: 'percent' | 'fixedValue' | 'freeShipping' | 'cashback' | 'custom' | 'product'
          /** Its name. */
          title: string
          /** Whether it can be redeemed, or given by a rule; default: yes. */
          isActive?: boolean
          /** Whether only rules give it: customers can’t see or redeem it. Not for cashback; default: no. */
          prizeOnly?: boolean
          /** What it costs; default: "0". Cashback costs no points. */
          points?: string
          /** What its coupon is worth, in money or percent; default: "0". */
          value?: string
          /** A line above the title. */
          preTitle?: string | null
          /** A sentence about it. */
          description?: string | null
          /** All about it. */
          longDescription?: string | null
          /** A title in place of the usual one of its type. */
          customTitle?: string | null
          /** How to use it. */
          usageInstructions?: string | null
          /** Whether these instructions are shown in place of the usual ones; default: no. */
          usesCustomInstruction?: boolean
          /** From when it can be redeemed; null: from ever. */
          validFrom?: string | null
          /** Until when; null: for ever. */
          validUntil?: string | null
          /** How often it can be redeemed; left out: as often as they can pay for it. */
          limits?: {
            /** Redemptions of one customer that may stand. */
            perCustomer?: number | null
            /** Redemptions of all that may stand. */
            total?: number | null
          }
          /** The tiers whose customers may redeem it; none: all customers may. */
          tiers?: string[]
          /** Where it is for; default: all. */
          channel?: 'all' | 'online' | 'pointOfSale'
          /** The coupon that it gives. */
          coupon?: {
            /** What made-up codes begin with. */
            prefix?: string | null
            /** How many days a coupon can be used; null: for ever. */
            validDays?: number | null
            /** Whether it may be combined with other promotions; default: no. */
            cumulative?: boolean
            /** The smallest purchase that it can be used for. */
            minimumPurchase?: string | null
            /** Whether the merchant makes the coupon in its store by hand; default: no. */
            byHand?: boolean
            /** Whether a coupon that the store no longer has counts as expired; default: no. */
            expiresMissingInPlatform?: boolean
          }
          /** For rewards of the type cashback. */
          cashback?: {
            /** The most cashback that one redemption may use; null: all there is. */
            maximum?: string | null
            /** How much of a purchase may be paid with it, in percent. */
            percentOfPurchase?: string | null
            /** Whether it is only shown, and not redeemed; default: no. */
            informativeOnly?: boolean
            /** What is shown then. */
            informativeText?: string | null
            /** The rules, in the merchant’s words. */
            rules?: string | null
          }
          /** The products that it is for; left out: all. */
          collections?: {
            /** Which products it is for. */
            which: 'all' | 'only' | 'except'
            /** The collections; none where it is for all products. */
            ids: string[]
          }
          /** Whom your own systems notify of a redemption. Stored and returned: Punchcard sends no e-mail. */
          notify?: {
            /** Addresses of the merchant’s team. */
            team?: string[]
            /** Whether your own systems notify the customer; default: no. */
            customer?: boolean
          }
          /** Its pictures. */
          icons?: {
            /** The address of a picture of the reward. */
            url?: string | null
            /** The icon in the widget; null: none. */
            widget?: string | null
            /** The icon on the landing page; null: none. */
            landingPage?: string | null
          }
        }[]
        /** What can be answered. */
        quizzes?: {
          /** By which it is known: it stays when the title changes. */
          key: string
          /** Its name. */
          name: string
          /** What a complete answer earns, once a customer. */
          points: string
          /** Whether it can be answered; default: yes. */
          isActive?: boolean
          /** From when; null: from ever. */
          startsAt?: string | null
          /** Until when; null: for ever. */
          endsAt?: string | null
          /** In the order in which they are asked; at most 50. */
          questions: {
            /** The question. */
            text: string
            /** How it is answered. */
            type: 'singleChoice' | 'severalChoices' | 'openText'
            /** From 2 to 10 of them; none where the answer is a text. */
            options?: string[]
            /** Of several choices: how many at least; default: 1. */
            optionsMin?: number | null
            /** Of several choices: how many at most; default: all. */
            optionsMax?: number | null
          }[]
        }[]
        /** What customers see in the shop, all but logo and terms. What is left out of it has its default; `slug` has none, and stays. */
        storefront?: {
          /** Whether browsers are answered. */
          isOn?: boolean
          /** What the program is called. */
          programName?: string | null
          /** How it looks; null: as usual. */
          appearance?: {
            /** The colour of the brand, on light pages. */
            accent?: string | null
            /** What is written on it. */
            onAccent?: string | null
            /** The same on dark pages. */
            accentDark?: string | null
            /** What is written on that. */
            onAccentDark?: string | null
            /** The ground of the card that shows the balance. */
            card?: string | null
            /** What is written on it. */
            onCard?: string | null
            /** How round corners are. */
            corners?: 'square' | 'soft' | 'round' | null
            /** Which type is used: that of the page around, the system’s, or one with serifs. */
            type?: 'shop' | 'system' | 'serif' | null
            /** The sign beside the balance. */
            icon?: 'card' | 'none' | null
          } | null
          /** What is shown; null: as usual. */
          switches?: {
            /** Whether “earn” is shown. */
            earn?: boolean | null
            /** Whether “ways” is shown. */
            ways?: boolean | null
            /** Whether “rewards” is shown. */
            rewards?: boolean | null
            /** Whether “redeem” is shown. */
            redeem?: boolean | null
            /** Whether “tiers” is shown. */
            tiers?: boolean | null
            /** Whether “cards” is shown. */
            cards?: boolean | null
            /** Whether “history” is shown. */
            history?: boolean | null
            /** Whether “why” is shown. */
            why?: boolean | null
            /** Whether “quizzes” is shown. */
            quizzes?: boolean | null
            /** Whether “referral” is shown. */
            referral?: boolean | null
            /** Whether “join” is shown. */
            join?: boolean | null
            /** Whether “birthday” is shown. */
            birthday?: boolean | null
            /** Whether “checkout” is shown. */
            checkout?: boolean | null
          } | null
          /** What your pages say instead of the usual texts, by key and language. In a change, what is left out stays. */
          words?: Record<string, {
            /** What is said instead, with exactly the places of the usual text. */
            'pt-BR'?: string | null
            /** What is said instead, with exactly the places of the usual text. */
            en?: string | null
            /** What is said instead, with exactly the places of the usual text. */
            es?: string | null
          } | null> | null
          /** Rules that the page of the program leaves out, by their ids. They count as before, and a customer still sees an own card. */
          hiddenRules?: number[] | null
          /** The name of the shop in addresses, unique on this server. */
          slug?: string
          /** Addresses of your pages: browsers may ask from these alone. */
          origins?: string[]
          /** Your own pages; they lie in `origins`. */
          links?: {
            /** Your own page about the program; null: none. */
            page?: string | null
            /** Where customers sign in; null: nowhere. */
            signIn?: string | null
            /** Your privacy policy; null: none. */
            privacy?: string | null
          }
          /** Where friends come who are referred, such as `https://shop.example/?ref={code}`; null: nowhere. */
          referralUrl?: string | null
        }
      }
      /** Identifies everything that the merchant had when this was read. It changes with any change. */
      basis: string
    }
  }
  /** What a file would change; nothing is changed. One with more than 200 rules, tiers, rewards and quizzes is planned by a job: 202. Needs the permission `program.read`. */
  'programFile.plan': {
    input: {
      readonly path: { readonly tenant: number }
      readonly body: {
        /** A merchant’s program as a file. A section that is left out is left as it is. */
        file: {
          /** The version of this format. */
          punchcard: 1
          /** What holds for the whole program; what is left out of it has its default. */
          settings?: {
            /** What the merchant calls its points. */
            pointsName?: {
              /** In this language. */
              'pt-BR'?: {
                /** One of them, like ponto. */
                one: string
                /** Several of them, like pontos. */
                many: string
              } | null | undefined
              /** In this language. */
              en?: {
                /** One of them, like ponto. */
                one: string
                /** Several of them, like pontos. */
                many: string
              } | null | undefined
              /** In this language. */
              es?: {
                /** One of them, like ponto. */
                one: string
                /** Several of them, like pontos. */
                many: string
              } | null | undefined
            } | null | undefined
            takeBack?: 'debt' | 'clamp' | null | undefined
            /** Whether the points of an expired coupon go back when its order is cancelled. */
            returnsPointsOfExpiredCoupon?: boolean | null | undefined
            /** Whether redeemed cashback goes back in its share when a part of its order is returned, where the return itself says nothing. */
            refundsRedeemOnReturn?: boolean | null | undefined
            /** Whether an order without the id of its customer counts for the one customer who has the same document, or else the same e-mail. */
            matchesCustomers?: boolean | null | undefined
            claims?: 'automatic' | 'review' | null | undefined
            /** How long a customer keeps a tier whose goals are no longer met. */
            tierGraceDays?: number | null | undefined
            /** How long a reward is held for a basket that is not bought. */
            reservationMinutes?: number | null | undefined
            /** When points end because nothing happens; null: they do not. */
            inactivity?: {
              /** After so many months without an order, points earned or a reward redeemed, all points end. */
              months?: number | undefined
              /** So many days before, `Points_Expiring` is sent, and nothing ends sooner than so many days after it; 0: without notice. */
              noticeDays?: number | undefined
              /** What happened before this day counts as if it had happened on it: tomorrow at the earliest, at most two years ahead. Needed where inactivity is switched on or becomes stricter; left out, it is tomorrow. */
              startsOn?: string | undefined
            } | null | undefined
            /** What rewards may be worth and cost at most. */
            limits?: {
              /** The most that a reward of a fixed value may be worth. */
              rewardValue?: string | null | undefined
              /** The most points that a reward may cost. */
              rewardPoints?: string | null | undefined
            } | null | undefined
          } | undefined
          /** How points are earned. */
          program?: Record<string, unknown> | undefined
          /** All tiers, the lowest first. */
          tiers?: {
            /** By which files and other things know it. */
            key: string
            /** Its name. */
            name: string
            /** Whether it is the base tier, where every customer starts; at most one. */
            base?: boolean | undefined
            /** Whether it counts; default: yes. */
            isActive?: boolean | undefined
            /** Such as #d4af37. */
            color?: string | null | undefined
            /** A picture of it. */
            iconUrl?: string | null | undefined
            /** What the private API shows as Identifier; default: the key. */
            identifier?: string | null | undefined
            /** A line about it. */
            caption?: string | null | undefined
            /** Archives it: customers leave it, and it is hidden; default: no. */
            archived?: boolean | undefined
            /** All have to be met. Without goals, customers can’t reach it on their own. */
            goals?: {
              /** In the merchant’s words. */
              name?: string | undefined
              /** What is counted. */
              measure: 'spend' | 'orders' | 'points'
              /** How much of it is needed. */
              value: string
              /** How far back it looks. */
              months?: number | undefined
            }[] | undefined
            /** What its customers get. */
            benefits?: {
              /** In the merchant’s words. */
              text: string
              /** The key of a reward that it is about. */
              reward?: string | null | undefined
              /** What it multiplies the points of orders by, above 1. */
              multiplier?: string | null | undefined
            }[] | undefined
          }[] | undefined
          /** What can be redeemed. */
          rewards?: {
            /** By which it is known: it stays when the title changes. */
            key: string
            /** What the customer gets. */
            type: 'percent' | 'fixedValue' | 'freeShipping' | 'cashback' | 'custom' | 'product'
            /** Its name. */
            title: string
            /** Whether it can be redeemed, or given by a rule; default: yes. */
            isActive?: boolean | undefined
            /** Whether only rules give it: customers can’t see or redeem it. Not for cashback; default: no. */
            prizeOnly?: boolean | undefined
            /** What it costs; default: "0". Cashback costs no points. */
            points?: string | undefined
            /** What its coupon is worth, in money or percent; default: "0". */
            value?: string | undefined
            /** A line above the title. */
            preTitle?: string | null | undefined
            /** A sentence about it. */
            description?: string | null | undefined
            /** All about it. */
            longDescription?: string | null | undefined
            /** A title in place of the usual one of its type. */
            customTitle?: string | null | undefined
            /** How to use it. */
            usageInstructions?: string | null | undefined
            /** Whether these instructions are shown in place of the usual ones; default: no. */
            usesCustomInstruction?: boolean | undefined
            /** From when it can be redeemed; null: from ever. */
            validFrom?: string | Date | null | undefined
            /** Until when; null: for ever. */
            validUntil?: string | Date | null | undefined
            /** How often it can be redeemed; left out: as often as they can pay for it. */
            limits?: {
              /** Redemptions of one customer that may stand. */
              perCustomer?: number | null | undefined
              /** Redemptions of all that may stand. */
              total?: number | null | undefined
            } | undefined
            /** The tiers whose customers may redeem it; none: all customers may. */
            tiers?: string[] | undefined
            /** Where it is for; default: all. */
            channel?: 'all' | 'online' | 'pointOfSale' | undefined
            /** The coupon that it gives. */
            coupon?: {
              /** What made-up codes begin with. */
              prefix?: string | null | undefined
              /** How many days a coupon can be used; null: for ever. */
              validDays?: number | null | undefined
              /** Whether it may be combined with other promotions; default: no. */
              cumulative?: boolean | undefined
              /** The smallest purchase that it can be used for. */
              minimumPurchase?: string | null | undefined
              /** Whether the merchant makes the coupon in its store by hand; default: no. */
              byHand?: boolean | undefined
              /** Whether a coupon that the store no longer has counts as expired; default: no. */
              expiresMissingInPlatform?: boolean | undefined
            } | undefined
            /** For rewards of the type cashback. */
            cashback?: {
              /** The most cashback that one redemption may use; null: all there is. */
              maximum?: string | null | undefined
              /** How much of a purchase may be paid with it, in percent. */
              percentOfPurchase?: string | null | undefined
              /** Whether it is only shown, and not redeemed; default: no. */
              informativeOnly?: boolean | undefined
              /** What is shown then. */
              informativeText?: string | null | undefined
              /** The rules, in the merchant’s words. */
              rules?: string | null | undefined
            } | undefined
            /** The products that it is for; left out: all. */
            collections?: {
              /** Which products it is for. */
              which: 'all' | 'only' | 'except'
              /** The collections; none where it is for all products. */
              ids: string[]
            } | undefined
            /** Whom your own systems notify of a redemption. Stored and returned: Punchcard sends no e-mail. */
            notify?: {
              /** Addresses of the merchant’s team. */
              team?: string[] | undefined
              /** Whether your own systems notify the customer; default: no. */
              customer?: boolean | undefined
            } | undefined
            /** Its pictures. */
            icons?: {
              /** The address of a picture of the reward. */
              url?: string | null | undefined
              /** The icon in the widget; null: none. */
              widget?: string | null | undefined
              /** The icon on the landing page; null: none. */
              landingPage?: string | null | undefined
            } | undefined
          }[] | undefined
          /** What can be answered. */
          quizzes?: {
            /** By which it is known: it stays when the title changes. */
            key: string
            /** Its name. */
            name: string
            /** What a complete answer earns, once a customer. */
            points: string
            /** Whether it can be answered; default: yes. */
            isActive?: boolean | undefined
            /** From when; null: from ever. */
            startsAt?: string | Date | null | undefined
            /** Until when; null: for ever. */
            endsAt?: string | Date | null | undefined
            /** In the order in which they are asked; at most 50. */
            questions: {
              /** The question. */
              text: string
              /** How it is answered. */
              type: 'singleChoice' | 'severalChoices' | 'openText'
              /** From 2 to 10 of them; none where the answer is a text. */
              options?: string[] | undefined
              /** Of several choices: how many at least; default: 1. */
              optionsMin?: number | null | undefined
              /** Of several choices: how many at most; default: all. */
              optionsMax?: number | null | undefined
            }[]
          }[] | undefined
          /** What customers see in the shop, all but logo and terms. What is left out of it has its default; `slug` has none, and stays. */
          storefront?: {
            /** Whether browsers are answered. */
            isOn?: boolean | undefined
            /** What the program is called. */
            programName?: string | null | undefined
            /** How it looks; null: as usual. */
            appearance?: {
              /** The colour of the brand, on light pages. */
              accent?: string | null | undefined
              /** What is written on it. */
              onAccent?: string | null | undefined
              /** The same on dark pages. */
              accentDark?: string | null | undefined
              /** What is written on that. */
              onAccentDark?: string | null | undefined
              /** The ground of the card that shows the balance. */
              card?: string | null | undefined
              /** What is written on it. */
              onCard?: string | null | undefined
              /** How round corners are. */
              corners?: 'square' | 'soft' | 'round' | null | undefined
              /** Which type is used: that of the page around, the system’s, or one with serifs. */
              type?: 'shop' | 'system' | 'serif' | null | undefined
              /** The sign beside the balance. */
              icon?: 'card' | 'none' | null | undefined
            } | null | undefined
            /** What is shown; null: as usual. */
            switches?: {
              /** Whether “earn” is shown. */
              earn?: boolean | null | undefined
              /** Whether “ways” is shown. */
              ways?: boolean | null | undefined
              /** Whether “rewards” is shown. */
              rewards?: boolean | null | undefined
              /** Whether “redeem” is shown. */
              redeem?: boolean | null | undefined
              /** Whether “tiers” is shown. */
              tiers?: boolean | null | undefined
              /** Whether “cards” is shown. */
              cards?: boolean | null | undefined
              /** Whether “history” is shown. */
              history?: boolean | null | undefined
              /** Whether “why” is shown. */
              why?: boolean | null | undefined
              /** Whether “quizzes” is shown. */
              quizzes?: boolean | null | undefined
              /** Whether “referral” is shown. */
              referral?: boolean | null | undefined
              /** Whether “join” is shown. */
              join?: boolean | null | undefined
              /** Whether “birthday” is shown. */
              birthday?: boolean | null | undefined
              /** Whether “checkout” is shown. */
              checkout?: boolean | null | undefined
            } | null | undefined
            /** What your pages say instead of the usual texts, by key and language. In a change, what is left out stays. */
            words?: Record<string, {
              /** What is said instead, with exactly the places of the usual text. */
              'pt-BR'?: string | null | undefined
              /** What is said instead, with exactly the places of the usual text. */
              en?: string | null | undefined
              /** What is said instead, with exactly the places of the usual text. */
              es?: string | null | undefined
            } | null> | null | undefined
            /** Rules that the page of the program leaves out, by their ids. They count as before, and a customer still sees an own card. */
            hiddenRules?: number[] | null | undefined
            /** The name of the shop in addresses, unique on this server. */
            slug?: string | undefined
            /** Addresses of your pages: browsers may ask from these alone. */
            origins?: string[] | undefined
            /** Your own pages; they lie in `origins`. */
            links?: {
              /** Your own page about the program; null: none. */
              page?: string | null | undefined
              /** Where customers sign in; null: nowhere. */
              signIn?: string | null | undefined
              /** Your privacy policy; null: none. */
              privacy?: string | null | undefined
            } | undefined
            /** Where friends come who are referred, such as `https://shop.example/?ref={code}`; null: nowhere. */
            referralUrl?: string | null | undefined
          } | undefined
        }
        /** Whether what is not in the file is archived; default: no. */
        prune?: boolean | undefined
        /** From when on is earned by the new program; default: at once. */
        effectiveAt?: string | Date | null | undefined
      }
    }
    answer: {
      /** What has to be done, in this order. */
      changes: {
        /** What is done; keep: nothing. */
        kind: 'add' | 'change' | 'remove' | 'archive' | 'keep'
        /** To what. */
        section: 'settings' | 'cashback' | 'rule' | 'tier' | 'reward' | 'quiz' | 'storefront'
        /** Its key, or the id of a rule; empty where there is only one. */
        key: string
        /** Its name. */
        label: string
        /** The members that differ. */
        members: {
          /** Like `coupon.validDays`. */
          member: string
          /** As it is. */
          before: unknown
          /** As it will be. */
          after: unknown
        }[]
      }[]
      /** Versions that take effect later and have to be changed too: that needs `carry`. */
      carried: {
        /** The version, as it is numbered now. */
        version: number
        /** When it takes effect. */
        effectiveAt: string
      }[]
      /** Likely mistakes in the settings and the program of the file, as the panel tells them. */
      warnings: {
        /** JSON pointer within the file. */
        pointer: string
        /** The rule that it is about; null: the whole program, or the settings. */
        rule: {
          /** Its id. */
          id: number
          /** Its name; empty: it has none. */
          name: string
        } | null
        /** A word for code, like `unknownId`. */
        name: string
        /** For a person. */
        message: string
      }[]
      /** Identifies everything that the merchant had when this was read. It changes with any change. */
      basis: string
    } | {
      /** The job that plans the file. */
      job: {
        /** Number of the job. */
        id: number
        /** What it does. */
        kind: string
        /** Of an export: what it exports; null: the job is of another kind. */
        export: {
          /** Which rows, by the word with which the export was started. */
          kind: string
          /** Of `lots`: at the end of which day; null: when it began. */
          asOf: string | null
        } | null
        /** Queued: it waits for its first turn. Failed: a page failed five times in a row; resume it. */
        state: 'queued' | 'running' | 'paused' | 'done' | 'failed' | 'cancelled'
        /** What it does after its current page; null: it goes on. */
        wish: 'pause' | 'cancel' | null
        /** How far it is. */
        done: number
        /** How far it goes; null: not known yet. */
        total: number | null
        /** How much it did per second in the last minute; null: not known yet. */
        perSecond: number | null
        /** About how long it will take; null: not known. */
        secondsLeft: number | null
        /** Who started it, by their name at that time. */
        createdBy: string
        /** When it was started. */
        createdAt: string
        /** When it had its first turn; null: it waits. */
        startedAt: string | null
        /** When it ended; null: it has not. */
        finishedAt: string | null
        /** When the job and its result are deleted; null: it has not ended. */
        expiresAt: string | null
        /** What it found or made, as its kind says; null: nothing yet. */
        result: Record<string, unknown> | null
        /** Why it failed; null: it did not. */
        problem: {
          /** For a person. */
          message: string
          /** Under which the server’s log tells more. */
          requestId: string
        } | null
      }
    }
  }
  /** The plan that a job has made of a large file, or what is wrong with the file, as a small one is answered. Needs the permission `program.read`. */
  'programFile.getPlan': {
    input: {
      readonly path: { readonly tenant: number; readonly id: number }
    }
    answer: {
      /** The job that plans the file. */
      job: {
        /** Number of the job. */
        id: number
        /** What it does. */
        kind: string
        /** Of an export: what it exports; null: the job is of another kind. */
        export: {
          /** Which rows, by the word with which the export was started. */
          kind: string
          /** Of `lots`: at the end of which day; null: when it began. */
          asOf: string | null
        } | null
        /** Queued: it waits for its first turn. Failed: a page failed five times in a row; resume it. */
        state: 'queued' | 'running' | 'paused' | 'done' | 'failed' | 'cancelled'
        /** What it does after its current page; null: it goes on. */
        wish: 'pause' | 'cancel' | null
        /** How far it is. */
        done: number
        /** How far it goes; null: not known yet. */
        total: number | null
        /** How much it did per second in the last minute; null: not known yet. */
        perSecond: number | null
        /** About how long it will take; null: not known. */
        secondsLeft: number | null
        /** Who started it, by their name at that time. */
        createdBy: string
        /** When it was started. */
        createdAt: string
        /** When it had its first turn; null: it waits. */
        startedAt: string | null
        /** When it ended; null: it has not. */
        finishedAt: string | null
        /** When the job and its result are deleted; null: it has not ended. */
        expiresAt: string | null
        /** What it found or made, as its kind says; null: nothing yet. */
        result: Record<string, unknown> | null
        /** Why it failed; null: it did not. */
        problem: {
          /** For a person. */
          message: string
          /** Under which the server’s log tells more. */
          requestId: string
        } | null
      }
      /** null: the job is not done. */
      plan: {
        /** What has to be done, in this order. */
        changes: {
          /** What is done; keep: nothing. */
          kind: 'add' | 'change' | 'remove' | 'archive' | 'keep'
          /** To what. */
          section: 'settings' | 'cashback' | 'rule' | 'tier' | 'reward' | 'quiz' | 'storefront'
          /** Its key, or the id of a rule; empty where there is only one. */
          key: string
          /** Its name. */
          label: string
          /** The members that differ. */
          members: {
            /** Like `coupon.validDays`. */
            member: string
            /** As it is. */
            before: unknown
            /** As it will be. */
            after: unknown
          }[]
        }[]
        /** Versions that take effect later and have to be changed too: that needs `carry`. */
        carried: {
          /** The version, as it is numbered now. */
          version: number
          /** When it takes effect. */
          effectiveAt: string
        }[]
        /** Likely mistakes in the settings and the program of the file, as the panel tells them. */
        warnings: {
          /** JSON pointer within the file. */
          pointer: string
          /** The rule that it is about; null: the whole program, or the settings. */
          rule: {
            /** Its id. */
            id: number
            /** Its name; empty: it has none. */
            name: string
          } | null
          /** A word for code, like `unknownId`. */
          name: string
          /** For a person. */
          message: string
        }[]
        /** Identifies everything that the merchant had when this was read. It changes with any change. */
        basis: string
      } | null
    }
  }
  /** Make everything as a file says, all of it or nothing. Needs the permission `program.publish`. In the audit: `programFile.apply`. */
  'programFile.apply': {
    input: {
      readonly path: { readonly tenant: number }
      readonly body: {
        /** A merchant’s program as a file. A section that is left out is left as it is. */
        file: {
          /** The version of this format. */
          punchcard: 1
          /** What holds for the whole program; what is left out of it has its default. */
          settings?: {
            /** What the merchant calls its points. */
            pointsName?: {
              /** In this language. */
              'pt-BR'?: {
                /** One of them, like ponto. */
                one: string
                /** Several of them, like pontos. */
                many: string
              } | null | undefined
              /** In this language. */
              en?: {
                /** One of them, like ponto. */
                one: string
                /** Several of them, like pontos. */
                many: string
              } | null | undefined
              /** In this language. */
              es?: {
                /** One of them, like ponto. */
                one: string
                /** Several of them, like pontos. */
                many: string
              } | null | undefined
            } | null | undefined
            takeBack?: 'debt' | 'clamp' | null | undefined
            /** Whether the points of an expired coupon go back when its order is cancelled. */
            returnsPointsOfExpiredCoupon?: boolean | null | undefined
            /** Whether redeemed cashback goes back in its share when a part of its order is returned, where the return itself says nothing. */
            refundsRedeemOnReturn?: boolean | null | undefined
            /** Whether an order without the id of its customer counts for the one customer who has the same document, or else the same e-mail. */
            matchesCustomers?: boolean | null | undefined
            claims?: 'automatic' | 'review' | null | undefined
            /** How long a customer keeps a tier whose goals are no longer met. */
            tierGraceDays?: number | null | undefined
            /** How long a reward is held for a basket that is not bought. */
            reservationMinutes?: number | null | undefined
            /** When points end because nothing happens; null: they do not. */
            inactivity?: {
              /** After so many months without an order, points earned or a reward redeemed, all points end. */
              months?: number | undefined
              /** So many days before, `Points_Expiring` is sent, and nothing ends sooner than so many days after it; 0: without notice. */
              noticeDays?: number | undefined
              /** What happened before this day counts as if it had happened on it: tomorrow at the earliest, at most two years ahead. Needed where inactivity is switched on or becomes stricter; left out, it is tomorrow. */
              startsOn?: string | undefined
            } | null | undefined
            /** What rewards may be worth and cost at most. */
            limits?: {
              /** The most that a reward of a fixed value may be worth. */
              rewardValue?: string | null | undefined
              /** The most points that a reward may cost. */
              rewardPoints?: string | null | undefined
            } | null | undefined
          } | undefined
          /** How points are earned. */
          program?: Record<string, unknown> | undefined
          /** All tiers, the lowest first. */
          tiers?: {
            /** By which files and other things know it. */
            key: string
            /** Its name. */
            name: string
            /** Whether it is the base tier, where every customer starts; at most one. */
            base?: boolean | undefined
            /** Whether it counts; default: yes. */
            isActive?: boolean | undefined
            /** Such as #d4af37. */
            color?: string | null | undefined
            /** A picture of it. */
            iconUrl?: string | null | undefined
            /** What the private API shows as Identifier; default: the key. */
            identifier?: string | null | undefined
            /** A line about it. */
            caption?: string | null | undefined
            /** Archives it: customers leave it, and it is hidden; default: no. */
            archived?: boolean | undefined
            /** All have to be met. Without goals, customers can’t reach it on their own. */
            goals?: {
              /** In the merchant’s words. */
              name?: string | undefined
              /** What is counted. */
              measure: 'spend' | 'orders' | 'points'
              /** How much of it is needed. */
              value: string
              /** How far back it looks. */
              months?: number | undefined
            }[] | undefined
            /** What its customers get. */
            benefits?: {
              /** In the merchant’s words. */
              text: string
              /** The key of a reward that it is about. */
              reward?: string | null | undefined
              /** What it multiplies the points of orders by, above 1. */
              multiplier?: string | null | undefined
            }[] | undefined
          }[] | undefined
          /** What can be redeemed. */
          rewards?: {
            /** By which it is known: it stays when the title changes. */
            key: string
            /** What the customer gets. */
            type: 'percent' | 'fixedValue' | 'freeShipping' | 'cashback' | 'custom' | 'product'
            /** Its name. */
            title: string
            /** Whether it can be redeemed, or given by a rule; default: yes. */
            isActive?: boolean | undefined
            /** Whether only rules give it: customers can’t see or redeem it. Not for cashback; default: no. */
            prizeOnly?: boolean | undefined
            /** What it costs; default: "0". Cashback costs no points. */
            points?: string | undefined
            /** What its coupon is worth, in money or percent; default: "0". */
            value?: string | undefined
            /** A line above the title. */
            preTitle?: string | null | undefined
            /** A sentence about it. */
            description?: string | null | undefined
            /** All about it. */
            longDescription?: string | null | undefined
            /** A title in place of the usual one of its type. */
            customTitle?: string | null | undefined
            /** How to use it. */
            usageInstructions?: string | null | undefined
            /** Whether these instructions are shown in place of the usual ones; default: no. */
            usesCustomInstruction?: boolean | undefined
            /** From when it can be redeemed; null: from ever. */
            validFrom?: string | Date | null | undefined
            /** Until when; null: for ever. */
            validUntil?: string | Date | null | undefined
            /** How often it can be redeemed; left out: as often as they can pay for it. */
            limits?: {
              /** Redemptions of one customer that may stand. */
              perCustomer?: number | null | undefined
              /** Redemptions of all that may stand. */
              total?: number | null | undefined
            } | undefined
            /** The tiers whose customers may redeem it; none: all customers may. */
            tiers?: string[] | undefined
            /** Where it is for; default: all. */
            channel?: 'all' | 'online' | 'pointOfSale' | undefined
            /** The coupon that it gives. */
            coupon?: {
              /** What made-up codes begin with. */
              prefix?: string | null | undefined
              /** How many days a coupon can be used; null: for ever. */
              validDays?: number | null | undefined
              /** Whether it may be combined with other promotions; default: no. */
              cumulative?: boolean | undefined
              /** The smallest purchase that it can be used for. */
              minimumPurchase?: string | null | undefined
              /** Whether the merchant makes the coupon in its store by hand; default: no. */
              byHand?: boolean | undefined
              /** Whether a coupon that the store no longer has counts as expired; default: no. */
              expiresMissingInPlatform?: boolean | undefined
            } | undefined
            /** For rewards of the type cashback. */
            cashback?: {
              /** The most cashback that one redemption may use; null: all there is. */
              maximum?: string | null | undefined
              /** How much of a purchase may be paid with it, in percent. */
              percentOfPurchase?: string | null | undefined
              /** Whether it is only shown, and not redeemed; default: no. */
              informativeOnly?: boolean | undefined
              /** What is shown then. */
              informativeText?: string | null | undefined
              /** The rules, in the merchant’s words. */
              rules?: string | null | undefined
            } | undefined
            /** The products that it is for; left out: all. */
            collections?: {
              /** Which products it is for. */
              which: 'all' | 'only' | 'except'
              /** The collections; none where it is for all products. */
              ids: string[]
            } | undefined
            /** Whom your own systems notify of a redemption. Stored and returned: Punchcard sends no e-mail. */
            notify?: {
              /** Addresses of the merchant’s team. */
              team?: string[] | undefined
              /** Whether your own systems notify the customer; default: no. */
              customer?: boolean | undefined
            } | undefined
            /** Its pictures. */
            icons?: {
              /** The address of a picture of the reward. */
              url?: string | null | undefined
              /** The icon in the widget; null: none. */
              widget?: string | null | undefined
              /** The icon on the landing page; null: none. */
              landingPage?: string | null | undefined
            } | undefined
          }[] | undefined
          /** What can be answered. */
          quizzes?: {
            /** By which it is known: it stays when the title changes. */
            key: string
            /** Its name. */
            name: string
            /** What a complete answer earns, once a customer. */
            points: string
            /** Whether it can be answered; default: yes. */
            isActive?: boolean | undefined
            /** From when; null: from ever. */
            startsAt?: string | Date | null | undefined
            /** Until when; null: for ever. */
            endsAt?: string | Date | null | undefined
            /** In the order in which they are asked; at most 50. */
            questions: {
              /** The question. */
              text: string
              /** How it is answered. */
              type: 'singleChoice' | 'severalChoices' | 'openText'
              /** From 2 to 10 of them; none where the answer is a text. */
              options?: string[] | undefined
              /** Of several choices: how many at least; default: 1. */
              optionsMin?: number | null | undefined
              /** Of several choices: how many at most; default: all. */
              optionsMax?: number | null | undefined
            }[]
          }[] | undefined
          /** What customers see in the shop, all but logo and terms. What is left out of it has its default; `slug` has none, and stays. */
          storefront?: {
            /** Whether browsers are answered. */
            isOn?: boolean | undefined
            /** What the program is called. */
            programName?: string | null | undefined
            /** How it looks; null: as usual. */
            appearance?: {
              /** The colour of the brand, on light pages. */
              accent?: string | null | undefined
              /** What is written on it. */
              onAccent?: string | null | undefined
              /** The same on dark pages. */
              accentDark?: string | null | undefined
              /** What is written on that. */
              onAccentDark?: string | null | undefined
              /** The ground of the card that shows the balance. */
              card?: string | null | undefined
              /** What is written on it. */
              onCard?: string | null | undefined
              /** How round corners are. */
              corners?: 'square' | 'soft' | 'round' | null | undefined
              /** Which type is used: that of the page around, the system’s, or one with serifs. */
              type?: 'shop' | 'system' | 'serif' | null | undefined
              /** The sign beside the balance. */
              icon?: 'card' | 'none' | null | undefined
            } | null | undefined
            /** What is shown; null: as usual. */
            switches?: {
              /** Whether “earn” is shown. */
              earn?: boolean | null | undefined
              /** Whether “ways” is shown. */
              ways?: boolean | null | undefined
              /** Whether “rewards” is shown. */
              rewards?: boolean | null | undefined
              /** Whether “redeem” is shown. */
              redeem?: boolean | null | undefined
              /** Whether “tiers” is shown. */
              tiers?: boolean | null | undefined
              /** Whether “cards” is shown. */
              cards?: boolean | null | undefined
              /** Whether “history” is shown. */
              history?: boolean | null | undefined
              /** Whether “why” is shown. */
              why?: boolean | null | undefined
              /** Whether “quizzes” is shown. */
              quizzes?: boolean | null | undefined
              /** Whether “referral” is shown. */
              referral?: boolean | null | undefined
              /** Whether “join” is shown. */
              join?: boolean | null | undefined
              /** Whether “birthday” is shown. */
              birthday?: boolean | null | undefined
              /** Whether “checkout” is shown. */
              checkout?: boolean | null | undefined
            } | null | undefined
            /** What your pages say instead of the usual texts, by key and language. In a change, what is left out stays. */
            words?: Record<string, {
              /** What is said instead, with exactly the places of the usual text. */
              'pt-BR'?: string | null | undefined
              /** What is said instead, with exactly the places of the usual text. */
              en?: string | null | undefined
              /** What is said instead, with exactly the places of the usual text. */
              es?: string | null | undefined
            } | null> | null | undefined
            /** Rules that the page of the program leaves out, by their ids. They count as before, and a customer still sees an own card. */
            hiddenRules?: number[] | null | undefined
            /** The name of the shop in addresses, unique on this server. */
            slug?: string | undefined
            /** Addresses of your pages: browsers may ask from these alone. */
            origins?: string[] | undefined
            /** Your own pages; they lie in `origins`. */
            links?: {
              /** Your own page about the program; null: none. */
              page?: string | null | undefined
              /** Where customers sign in; null: nowhere. */
              signIn?: string | null | undefined
              /** Your privacy policy; null: none. */
              privacy?: string | null | undefined
            } | undefined
            /** Where friends come who are referred, such as `https://shop.example/?ref={code}`; null: nowhere. */
            referralUrl?: string | null | undefined
          } | undefined
        }
        /** Whether what is not in the file is archived; default: no. */
        prune?: boolean | undefined
        /** Of the plan: refused if anything has changed since. Required for more than 200 rules, tiers, rewards and quizzes. */
        basis?: string | null | undefined
        /** From when on is earned by the new program; default: at once. */
        effectiveAt?: string | Date | null | undefined
        /** Whether the program is also changed in the versions that take effect later, where that is needed. Default: false. */
        carry?: boolean | undefined
        /** Why, such as a commit. */
        note?: string | null | undefined
      }
    }
    answer: {
      /** What has to be done, in this order. */
      changes: {
        /** What is done; keep: nothing. */
        kind: 'add' | 'change' | 'remove' | 'archive' | 'keep'
        /** To what. */
        section: 'settings' | 'cashback' | 'rule' | 'tier' | 'reward' | 'quiz' | 'storefront'
        /** Its key, or the id of a rule; empty where there is only one. */
        key: string
        /** Its name. */
        label: string
        /** The members that differ. */
        members: {
          /** Like `coupon.validDays`. */
          member: string
          /** As it is. */
          before: unknown
          /** As it will be. */
          after: unknown
        }[]
      }[]
      /** The version of the program that was published; null: it was not changed. */
      version: number | null
      /** Likely mistakes in the settings and the program of the file, as the panel tells them. */
      warnings: {
        /** JSON pointer within the file. */
        pointer: string
        /** The rule that it is about; null: the whole program, or the settings. */
        rule: {
          /** Its id. */
          id: number
          /** Its name; empty: it has none. */
          name: string
        } | null
        /** A word for code, like `unknownId`. */
        name: string
        /** For a person. */
        message: string
      }[]
    }
  }
  /** Try a program out on past orders: start a job that finds out what it would have given. Needs the permission `backtests.run`. In the audit: `backtest.run`. */
  'backtests.create': {
    input: {
      readonly path: { readonly tenant: number }
      readonly body: {
        /** The draft, or a version by its number. */
        of?: 'draft' | number | undefined
        /** A merchant’s program as a file. A section that is left out is left as it is. */
        file?: {
          /** The version of this format. */
          punchcard: 1
          /** What holds for the whole program; what is left out of it has its default. */
          settings?: {
            /** What the merchant calls its points. */
            pointsName?: {
              /** In this language. */
              'pt-BR'?: {
                /** One of them, like ponto. */
                one: string
                /** Several of them, like pontos. */
                many: string
              } | null | undefined
              /** In this language. */
              en?: {
                /** One of them, like ponto. */
                one: string
                /** Several of them, like pontos. */
                many: string
              } | null | undefined
              /** In this language. */
              es?: {
                /** One of them, like ponto. */
                one: string
                /** Several of them, like pontos. */
                many: string
              } | null | undefined
            } | null | undefined
            takeBack?: 'debt' | 'clamp' | null | undefined
            /** Whether the points of an expired coupon go back when its order is cancelled. */
            returnsPointsOfExpiredCoupon?: boolean | null | undefined
            /** Whether redeemed cashback goes back in its share when a part of its order is returned, where the return itself says nothing. */
            refundsRedeemOnReturn?: boolean | null | undefined
            /** Whether an order without the id of its customer counts for the one customer who has the same document, or else the same e-mail. */
            matchesCustomers?: boolean | null | undefined
            claims?: 'automatic' | 'review' | null | undefined
            /** How long a customer keeps a tier whose goals are no longer met. */
            tierGraceDays?: number | null | undefined
            /** How long a reward is held for a basket that is not bought. */
            reservationMinutes?: number | null | undefined
            /** When points end because nothing happens; null: they do not. */
            inactivity?: {
              /** After so many months without an order, points earned or a reward redeemed, all points end. */
              months?: number | undefined
              /** So many days before, `Points_Expiring` is sent, and nothing ends sooner than so many days after it; 0: without notice. */
              noticeDays?: number | undefined
              /** What happened before this day counts as if it had happened on it: tomorrow at the earliest, at most two years ahead. Needed where inactivity is switched on or becomes stricter; left out, it is tomorrow. */
              startsOn?: string | undefined
            } | null | undefined
            /** What rewards may be worth and cost at most. */
            limits?: {
              /** The most that a reward of a fixed value may be worth. */
              rewardValue?: string | null | undefined
              /** The most points that a reward may cost. */
              rewardPoints?: string | null | undefined
            } | null | undefined
          } | undefined
          /** How points are earned. */
          program?: Record<string, unknown> | undefined
          /** All tiers, the lowest first. */
          tiers?: {
            /** By which files and other things know it. */
            key: string
            /** Its name. */
            name: string
            /** Whether it is the base tier, where every customer starts; at most one. */
            base?: boolean | undefined
            /** Whether it counts; default: yes. */
            isActive?: boolean | undefined
            /** Such as #d4af37. */
            color?: string | null | undefined
            /** A picture of it. */
            iconUrl?: string | null | undefined
            /** What the private API shows as Identifier; default: the key. */
            identifier?: string | null | undefined
            /** A line about it. */
            caption?: string | null | undefined
            /** Archives it: customers leave it, and it is hidden; default: no. */
            archived?: boolean | undefined
            /** All have to be met. Without goals, customers can’t reach it on their own. */
            goals?: {
              /** In the merchant’s words. */
              name?: string | undefined
              /** What is counted. */
              measure: 'spend' | 'orders' | 'points'
              /** How much of it is needed. */
              value: string
              /** How far back it looks. */
              months?: number | undefined
            }[] | undefined
            /** What its customers get. */
            benefits?: {
              /** In the merchant’s words. */
              text: string
              /** The key of a reward that it is about. */
              reward?: string | null | undefined
              /** What it multiplies the points of orders by, above 1. */
              multiplier?: string | null | undefined
            }[] | undefined
          }[] | undefined
          /** What can be redeemed. */
          rewards?: {
            /** By which it is known: it stays when the title changes. */
            key: string
            /** What the customer gets. */
            type: 'percent' | 'fixedValue' | 'freeShipping' | 'cashback' | 'custom' | 'product'
            /** Its name. */
            title: string
            /** Whether it can be redeemed, or given by a rule; default: yes. */
            isActive?: boolean | undefined
            /** Whether only rules give it: customers can’t see or redeem it. Not for cashback; default: no. */
            prizeOnly?: boolean | undefined
            /** What it costs; default: "0". Cashback costs no points. */
            points?: string | undefined
            /** What its coupon is worth, in money or percent; default: "0". */
            value?: string | undefined
            /** A line above the title. */
            preTitle?: string | null | undefined
            /** A sentence about it. */
            description?: string | null | undefined
            /** All about it. */
            longDescription?: string | null | undefined
            /** A title in place of the usual one of its type. */
            customTitle?: string | null | undefined
            /** How to use it. */
            usageInstructions?: string | null | undefined
            /** Whether these instructions are shown in place of the usual ones; default: no. */
            usesCustomInstruction?: boolean | undefined
            /** From when it can be redeemed; null: from ever. */
            validFrom?: string | Date | null | undefined
            /** Until when; null: for ever. */
            validUntil?: string | Date | null | undefined
            /** How often it can be redeemed; left out: as often as they can pay for it. */
            limits?: {
              /** Redemptions of one customer that may stand. */
              perCustomer?: number | null | undefined
              /** Redemptions of all that may stand. */
              total?: number | null | undefined
            } | undefined
            /** The tiers whose customers may redeem it; none: all customers may. */
            tiers?: string[] | undefined
            /** Where it is for; default: all. */
            channel?: 'all' | 'online' | 'pointOfSale' | undefined
            /** The coupon that it gives. */
            coupon?: {
              /** What made-up codes begin with. */
              prefix?: string | null | undefined
              /** How many days a coupon can be used; null: for ever. */
              validDays?: number | null | undefined
              /** Whether it may be combined with other promotions; default: no. */
              cumulative?: boolean | undefined
              /** The smallest purchase that it can be used for. */
              minimumPurchase?: string | null | undefined
              /** Whether the merchant makes the coupon in its store by hand; default: no. */
              byHand?: boolean | undefined
              /** Whether a coupon that the store no longer has counts as expired; default: no. */
              expiresMissingInPlatform?: boolean | undefined
            } | undefined
            /** For rewards of the type cashback. */
            cashback?: {
              /** The most cashback that one redemption may use; null: all there is. */
              maximum?: string | null | undefined
              /** How much of a purchase may be paid with it, in percent. */
              percentOfPurchase?: string | null | undefined
              /** Whether it is only shown, and not redeemed; default: no. */
              informativeOnly?: boolean | undefined
              /** What is shown then. */
              informativeText?: string | null | undefined
              /** The rules, in the merchant’s words. */
              rules?: string | null | undefined
            } | undefined
            /** The products that it is for; left out: all. */
            collections?: {
              /** Which products it is for. */
              which: 'all' | 'only' | 'except'
              /** The collections; none where it is for all products. */
              ids: string[]
            } | undefined
            /** Whom your own systems notify of a redemption. Stored and returned: Punchcard sends no e-mail. */
            notify?: {
              /** Addresses of the merchant’s team. */
              team?: string[] | undefined
              /** Whether your own systems notify the customer; default: no. */
              customer?: boolean | undefined
            } | undefined
            /** Its pictures. */
            icons?: {
              /** The address of a picture of the reward. */
              url?: string | null | undefined
              /** The icon in the widget; null: none. */
              widget?: string | null | undefined
              /** The icon on the landing page; null: none. */
              landingPage?: string | null | undefined
            } | undefined
          }[] | undefined
          /** What can be answered. */
          quizzes?: {
            /** By which it is known: it stays when the title changes. */
            key: string
            /** Its name. */
            name: string
            /** What a complete answer earns, once a customer. */
            points: string
            /** Whether it can be answered; default: yes. */
            isActive?: boolean | undefined
            /** From when; null: from ever. */
            startsAt?: string | Date | null | undefined
            /** Until when; null: for ever. */
            endsAt?: string | Date | null | undefined
            /** In the order in which they are asked; at most 50. */
            questions: {
              /** The question. */
              text: string
              /** How it is answered. */
              type: 'singleChoice' | 'severalChoices' | 'openText'
              /** From 2 to 10 of them; none where the answer is a text. */
              options?: string[] | undefined
              /** Of several choices: how many at least; default: 1. */
              optionsMin?: number | null | undefined
              /** Of several choices: how many at most; default: all. */
              optionsMax?: number | null | undefined
            }[]
          }[] | undefined
          /** What customers see in the shop, all but logo and terms. What is left out of it has its default; `slug` has none, and stays. */
          storefront?: {
            /** Whether browsers are answered. */
            isOn?: boolean | undefined
            /** What the program is called. */
            programName?: string | null | undefined
            /** How it looks; null: as usual. */
            appearance?: {
              /** The colour of the brand, on light pages. */
              accent?: string | null | undefined
              /** What is written on it. */
              onAccent?: string | null | undefined
              /** The same on dark pages. */
              accentDark?: string | null | undefined
              /** What is written on that. */
              onAccentDark?: string | null | undefined
              /** The ground of the card that shows the balance. */
              card?: string | null | undefined
              /** What is written on it. */
              onCard?: string | null | undefined
              /** How round corners are. */
              corners?: 'square' | 'soft' | 'round' | null | undefined
              /** Which type is used: that of the page around, the system’s, or one with serifs. */
              type?: 'shop' | 'system' | 'serif' | null | undefined
              /** The sign beside the balance. */
              icon?: 'card' | 'none' | null | undefined
            } | null | undefined
            /** What is shown; null: as usual. */
            switches?: {
              /** Whether “earn” is shown. */
              earn?: boolean | null | undefined
              /** Whether “ways” is shown. */
              ways?: boolean | null | undefined
              /** Whether “rewards” is shown. */
              rewards?: boolean | null | undefined
              /** Whether “redeem” is shown. */
              redeem?: boolean | null | undefined
              /** Whether “tiers” is shown. */
              tiers?: boolean | null | undefined
              /** Whether “cards” is shown. */
              cards?: boolean | null | undefined
              /** Whether “history” is shown. */
              history?: boolean | null | undefined
              /** Whether “why” is shown. */
              why?: boolean | null | undefined
              /** Whether “quizzes” is shown. */
              quizzes?: boolean | null | undefined
              /** Whether “referral” is shown. */
              referral?: boolean | null | undefined
              /** Whether “join” is shown. */
              join?: boolean | null | undefined
              /** Whether “birthday” is shown. */
              birthday?: boolean | null | undefined
              /** Whether “checkout” is shown. */
              checkout?: boolean | null | undefined
            } | null | undefined
            /** What your pages say instead of the usual texts, by key and language. In a change, what is left out stays. */
            words?: Record<string, {
              /** What is said instead, with exactly the places of the usual text. */
              'pt-BR'?: string | null | undefined
              /** What is said instead, with exactly the places of the usual text. */
              en?: string | null | undefined
              /** What is said instead, with exactly the places of the usual text. */
              es?: string | null | undefined
            } | null> | null | undefined
            /** Rules that the page of the program leaves out, by their ids. They count as before, and a customer still sees an own card. */
            hiddenRules?: number[] | null | undefined
            /** The name of the shop in addresses, unique on this server. */
            slug?: string | undefined
            /** Addresses of your pages: browsers may ask from these alone. */
            origins?: string[] | undefined
            /** Your own pages; they lie in `origins`. */
            links?: {
              /** Your own page about the program; null: none. */
              page?: string | null | undefined
              /** Where customers sign in; null: nowhere. */
              signIn?: string | null | undefined
              /** Your privacy policy; null: none. */
              privacy?: string | null | undefined
            } | undefined
            /** Where friends come who are referred, such as `https://shop.example/?ref={code}`; null: nowhere. */
            referralUrl?: string | null | undefined
          } | undefined
        } | undefined
        /** How many days, ending yesterday by the merchant’s calendar. Default: 90. */
        days?: number | undefined
        /** Instead of `days`, with `to`: the first day by the merchant’s calendar. */
        from?: string | undefined
        /** The last day; today at the latest. */
        to?: string | undefined
      }
    }
    answer: {
      /** Number of the job. */
      id: number
      /** Queued: it waits for its first turn. Failed: a page failed five times in a row; resume it. */
      state: 'queued' | 'running' | 'paused' | 'done' | 'failed' | 'cancelled'
      /** How far it is. */
      done: number
      /** How far it goes; null: not known yet. */
      total: number | null
      /** How much it did per second in the last minute; null: not known yet. */
      perSecond: number | null
      /** About how long it will take; null: not known. */
      secondsLeft: number | null
      /** Who started it, by their name at that time. */
      createdBy: string
      /** When it was started. */
      createdAt: string
      /** When it had its first turn; null: it waits. */
      startedAt: string | null
      /** When it ended; null: it has not. */
      finishedAt: string | null
      /** When the job and its result are deleted; null: it has not ended. */
      expiresAt: string | null
      /** Why it failed; null: it did not. */
      problem: {
        /** For a person. */
        message: string
        /** Under which the server’s log tells more. */
        requestId: string
      } | null
      /** Which program is tried out. */
      of: 'draft' | 'version' | 'file'
      /** The number of the version; null: it is no version. */
      version: number | null
      /** The first day, by the merchant’s calendar. */
      from: string
      /** The last day. */
      to: string
      /** Points from the orders; null: it is not done. */
      points: {
        /** By the program that each order earned with. */
        live: string
        /** By the program that is tried out. */
        candidate: string
      } | null
    }
  }
  /** Programs that were tried out on past orders in the last 90 days, newest first. Needs the permission `backtests.run`. */
  'backtests.list': {
    input: {
      readonly path: { readonly tenant: number }
      readonly query?: { readonly limit?: number | undefined; readonly cursor?: string | undefined } | undefined
    }
    answer: {
      /** The items of this page. */
      items: {
        /** Number of the job. */
        id: number
        /** Queued: it waits for its first turn. Failed: a page failed five times in a row; resume it. */
        state: 'queued' | 'running' | 'paused' | 'done' | 'failed' | 'cancelled'
        /** How far it is. */
        done: number
        /** How far it goes; null: not known yet. */
        total: number | null
        /** How much it did per second in the last minute; null: not known yet. */
        perSecond: number | null
        /** About how long it will take; null: not known. */
        secondsLeft: number | null
        /** Who started it, by their name at that time. */
        createdBy: string
        /** When it was started. */
        createdAt: string
        /** When it had its first turn; null: it waits. */
        startedAt: string | null
        /** When it ended; null: it has not. */
        finishedAt: string | null
        /** When the job and its result are deleted; null: it has not ended. */
        expiresAt: string | null
        /** Why it failed; null: it did not. */
        problem: {
          /** For a person. */
          message: string
          /** Under which the server’s log tells more. */
          requestId: string
        } | null
        /** Which program is tried out. */
        of: 'draft' | 'version' | 'file'
        /** The number of the version; null: it is no version. */
        version: number | null
        /** The first day, by the merchant’s calendar. */
        from: string
        /** The last day. */
        to: string
        /** Points from the orders; null: it is not done. */
        points: {
          /** By the program that each order earned with. */
          live: string
          /** By the program that is tried out. */
          candidate: string
        } | null
      }[]
      /** Where the next page begins; null: this is the last. */
      nextCursor: string | null
    }
  }
  /** What a program would have given for past orders; `ETag` changes with state and progress. Needs the permission `backtests.run`. */
  'backtests.get': {
    input: {
      readonly path: { readonly tenant: number; readonly id: number }
    }
    answer: {
      /** Number of the job. */
      id: number
      /** Queued: it waits for its first turn. Failed: a page failed five times in a row; resume it. */
      state: 'queued' | 'running' | 'paused' | 'done' | 'failed' | 'cancelled'
      /** How far it is. */
      done: number
      /** How far it goes; null: not known yet. */
      total: number | null
      /** How much it did per second in the last minute; null: not known yet. */
      perSecond: number | null
      /** About how long it will take; null: not known. */
      secondsLeft: number | null
      /** Who started it, by their name at that time. */
      createdBy: string
      /** When it was started. */
      createdAt: string
      /** When it had its first turn; null: it waits. */
      startedAt: string | null
      /** When it ended; null: it has not. */
      finishedAt: string | null
      /** When the job and its result are deleted; null: it has not ended. */
      expiresAt: string | null
      /** Why it failed; null: it did not. */
      problem: {
        /** For a person. */
        message: string
        /** Under which the server’s log tells more. */
        requestId: string
      } | null
      /** Which program is tried out. */
      of: 'draft' | 'version' | 'file'
      /** The number of the version; null: it is no version. */
      version: number | null
      /** The first day, by the merchant’s calendar. */
      from: string
      /** The last day. */
      to: string
      /** What it comes to; null: it is not done. */
      result: {
        /** Of the amounts, like `BRL`; null: it is not set. */
        currency: string | null
        /** Orders that were compared: complete ones of customers who were enrolled. */
        orders: number
        /** What was left of them after returns. */
        sales: string
        /** Points from these orders. */
        points: {
          /** By the program that each order earned with. */
          live: string
          /** By the program that is tried out. */
          candidate: string
        }
        /** By how many percent the points differ, like `4.1`; null: there were none. */
        change: string | null
        /** What these points are worth; null: cashback is off in both programs. */
        worth: {
          /** By the program that each order earned with. */
          live: string
          /** By the program that is tried out. */
          candidate: string
        } | null
        /** The worth in percent of the sales; null: not known. */
        share: {
          /** By the live program. */
          live: string | null
          /** By the program that is tried out. */
          candidate: string | null
        }
        /** What each rule gave: first those whose points differ, the largest difference first. */
        rules: {
          /** Its id; null: the benefits of tiers. */
          rule: number | null
          /** Its name; empty: it has none. */
          name: string
          /** What it does, in words. */
          sentence: string
          /** What the program that is tried out does to it, compared with the newest one by which orders earned. */
          change: 'added' | 'removed' | 'changed' | 'same'
          /** What it gave, with all other rules of the same program in force. */
          points: {
            /** By the program that each order earned with. */
            live: string
            /** By the program that is tried out. */
            candidate: string
          }
          /** What these points are worth; null: cashback is off in both programs, or an earlier release worked this backtest out. */
          worth: {
            /** By the program that each order earned with. */
            live: string
            /** By the program that is tried out. */
            candidate: string
          } | null
          /** How many orders it gave something, by one of the programs. */
          orders: number
        }[]
        /** Whom it changes something for. */
        customers: {
          /** How many customers get more points. */
          more: number
          /** How many get fewer. */
          fewer: number
          /** How many get as many. */
          same: number
          /** The same by size of the change. */
          buckets: {
            /** The change is larger than this. */
            above: number
            /** And not larger than this; null: there is no end. */
            upTo: number | null
            /** Customers who get so many more. */
            more: number
            /** Customers who get so many fewer. */
            fewer: number
          }[]
          /** The 100 who get the most more. */
          gains: {
            /** Whose points differ; masked without `customers.personal`. */
            customer: {
              /** Number of the customer. */
              id: number
              /** Id in the merchant’s store; masked where it is an e-mail address, document or phone. */
              originalId: string
              /** By which the customer is known outside. */
              publicId: string
              /** Name; masked: the first letter of each word. */
              name: string | null
              /** E-mail address. */
              email: string | null
              /** When the customer was erased: the account stays, anonymously; null: not erased. */
              erasedAt: string | null
            }
            /** Their points from these orders. */
            points: {
              /** By the program that each order earned with. */
              live: string
              /** By the program that is tried out. */
              candidate: string
            }
          }[]
          /** The 100 who get the most fewer. */
          losses: {
            /** Whose points differ; masked without `customers.personal`. */
            customer: {
              /** Number of the customer. */
              id: number
              /** Id in the merchant’s store; masked where it is an e-mail address, document or phone. */
              originalId: string
              /** By which the customer is known outside. */
              publicId: string
              /** Name; masked: the first letter of each word. */
              name: string | null
              /** E-mail address. */
              email: string | null
              /** When the customer was erased: the account stays, anonymously; null: not erased. */
              erasedAt: string | null
            }
            /** Their points from these orders. */
            points: {
              /** By the program that each order earned with. */
              live: string
              /** By the program that is tried out. */
              candidate: string
            }
          }[]
        }
        /** Tiers now, replayed from the same orders; null: no goal counts points. */
        tiers: {
          /** How many would be in a higher tier. */
          up: number
          /** How many would be in a lower one. */
          down: number
          /** Tiers of customers who get other points. */
          tiers: {
            /** Number of the tier; null: none. */
            id: number | null
            /** What it is called. */
            name: string
            /** How many of the customers who get other points are in it. */
            live: number
            /** How many would be. */
            candidate: number
          }[]
        } | null
        /** By the month in which the points expire. */
        months: {
          /** Like `2027-10`; null: they never expire. */
          month: string | null
          /** Points from these orders that expire in it. */
          points: {
            /** By the program that each order earned with. */
            live: string
            /** By the program that is tried out. */
            candidate: string
          }
        }[]
        /** Orders that were left out. */
        incomparable: {
          /** catalog: a rule asked where its products stood in the catalog, and that was not kept · newerVersion: it earned by a program that this server is too old to read. */
          why: 'catalog' | 'newerVersion'
          /** How many orders. */
          orders: number
        }[]
        /** Orders for which today’s catalog says where their products are, because no rule had asked before. */
        byTodaysCatalog: number
        /** Whether the live program gives exactly what was recorded. */
        check: {
          /** Orders that were looked at. */
          orders: number
          /** Those that recorded something other than what their own program gives. */
          differences: number
          /** Those of which that can’t be told, such as orders that changed without a record. */
          incomparable: number
          /** The first 20 that differ. */
          first: string[]
        }
      } | null
    }
  }
  /** Where a balance comes from: parts that add up to it, and the lots that it consists of. Needs the permission `customers.read`. */
  'customers.balanceExplained': {
    input: {
      readonly path: { readonly tenant: number; readonly id: number }
    }
    answer: {
      /** When it was so. */
      asOf: string
      /** The balance: all parts together, to the last digit. */
      points: string
      /** The same in money. */
      cashback: string
      /** Where the balance comes from; none that is empty. */
      parts: {
        /** What it is. `waiting` is what is earned and not in the balance yet: it is subtracted here. */
        kind: 'earned' | 'orderChanged' | 'cancelled' | 'adjusted' | 'redeemed' | 'returned' | 'expired' | 'imported' | 'merged' | 'waiting'
        /** What it adds to the balance, below zero what it takes. */
        points: string
        /** The same in money. */
        cashback: string
        /** How many records it comes from. */
        records: number
      }[]
      /** What can be spent. Less `owed`, it is the balance. */
      open: {
        /** In points. */
        points: string
        /** The same in money. */
        cashback: string
        /** How many lots. */
        count: number
        /** The first 100, in the order in which they are spent or open. */
        lots: {
          /** Number of the record that added these points. */
          id: number
          /** When they were recorded. */
          at: string
          /** What they were added for. */
          kind: 'earned' | 'orderChanged' | 'cancelled' | 'adjusted' | 'redeemed' | 'returned' | 'expired' | 'imported' | 'merged'
          /** The order that it is about. */
          order: {
            /** Number of the order. */
            id: number
            /** Its id in the merchant’s store. */
            originalId: string
          } | null
          /** As they were added. */
          original: {
            /** In points. */
            points: string
            /** The same in money. */
            cashback: string
          }
          /** What is left of them. */
          remaining: {
            /** In points. */
            points: string
            /** The same in money. */
            cashback: string
          }
          /** From when they can be spent. */
          availableAt: string
          /** The last second in which they are good; null: they never expire. */
          expiresAt: string | null
          /** Whether they can’t be spent yet. */
          isWaiting: boolean
        }[]
      }
      /** What can’t be spent yet. */
      waiting: {
        /** In points. */
        points: string
        /** The same in money. */
        cashback: string
        /** How many lots. */
        count: number
        /** The first 100, in the order in which they are spent or open. */
        lots: {
          /** Number of the record that added these points. */
          id: number
          /** When they were recorded. */
          at: string
          /** What they were added for. */
          kind: 'earned' | 'orderChanged' | 'cancelled' | 'adjusted' | 'redeemed' | 'returned' | 'expired' | 'imported' | 'merged'
          /** The order that it is about. */
          order: {
            /** Number of the order. */
            id: number
            /** Its id in the merchant’s store. */
            originalId: string
          } | null
          /** As they were added. */
          original: {
            /** In points. */
            points: string
            /** The same in money. */
            cashback: string
          }
          /** What is left of them. */
          remaining: {
            /** In points. */
            points: string
            /** The same in money. */
            cashback: string
          }
          /** From when they can be spent. */
          availableAt: string
          /** The last second in which they are good; null: they never expire. */
          expiresAt: string | null
          /** Whether they can’t be spent yet. */
          isWaiting: boolean
        }[]
      }
      /** What was taken without there being anything to take it from. */
      owed: {
        /** In points. */
        points: string
        /** The same in money. */
        cashback: string
      }
    }
  }
  /** All that happened to a customer’s points, newest first, each with why and the balance after it. Needs the permission `customers.read`. */
  'customers.timeline': {
    input: {
      readonly path: { readonly tenant: number; readonly id: number }
      readonly query?: { readonly limit?: number | undefined; readonly cursor?: string | undefined; readonly kinds?: string | undefined } | undefined
    }
    answer: {
      /** The items of this page. */
      items: {
        /** `r` and the number of a record, `o` where its points became available, `t` a move between tiers, `c` a claim, `v` its end. */
        id: string
        /** When. */
        at: string
        /** What happened. `waiting`: earned, and not in the balance yet; `opened`: what waited became available; `claimed`: the shop named a customer who was imported by a contact alone. */
        kind: 'earned' | 'orderChanged' | 'cancelled' | 'adjusted' | 'redeemed' | 'returned' | 'expired' | 'imported' | 'merged' | 'waiting' | 'opened' | 'tier' | 'claimed' | 'claimRevoked'
        /** In words. */
        sentence: string
        /** What was recorded; of `waiting` what is to come, of `opened` what came. */
        points: string
        /** The same in money. */
        cashback: string
        /** What it did to the balance. */
        change: {
          /** In points. */
          points: string
          /** The same in money. */
          cashback: string
        }
        /** The balance after it. */
        balanceAfter: {
          /** In points. */
          points: string
          /** The same in money. */
          cashback: string
        }
        /** Number of the record; null: a move between tiers, or a claim. */
        recordId: number | null
        /** The order that it is about. */
        order: {
          /** Number of the order. */
          id: number
          /** Its id in the merchant’s store. */
          originalId: string
        } | null
        /** Of a redemption and its return. */
        reward: {
          /** Number of the redemption. */
          redemptionId: number
          /** Key of the redemption; null: you may not read codes, and it may be one. */
          key: string | null
          /** Number of the reward. */
          rewardId: number
          /** What the reward is called now. */
          title: string | null
          /** Code of its coupon; null: you may not read codes. */
          code: string | null
        } | null
        /** Of a move between tiers: to which. */
        tier: {
          /** Number of the tier; null: none. */
          id: number | null
          /** Its name; null: it is gone. */
          name: string | null
          /** Whether it is a better one. */
          direction: 'up' | 'down'
        } | null
        /** The program that it was earned by. */
        programVersion: number | null
        /** Of points that were added: from when they can be spent. */
        availableAt: string | null
        /** Of points that were added: the last second in which they are good. */
        expiresAt: string | null
        /** Of points that were added: what is left of them. */
        remaining: {
          /** In points. */
          points: string
          /** The same in money. */
          cashback: string
        } | null
        /** What of it is still owed. */
        owed: {
          /** In points. */
          points: string
          /** The same in money. */
          cashback: string
        } | null
        /** Why it is so many points; they add up to them. */
        lines: {
          /** What kind of line: that of the rule, or what else it is. */
          kind: string
          /** Number of the rule, in its program version. */
          ruleId: number | null
          /** What the rule is called. */
          name: string | null
          /** In words. */
          sentence: string
          /** The money that it was computed on. */
          amount: string | null
          /** What it comes to. The lines add up to the record. */
          points: string
        }[]
        /** Where points that were taken came from; the first 10. */
        lots: {
          /** Number of the record whose points were used. */
          lotId: number
          /** When those were recorded. */
          from: string
          /** The order that had earned them, by its id in the merchant’s store. */
          order: string | null
          /** What was used of them; below zero where it was given back. */
          used: {
            /** In points. */
            points: string
            /** The same in money. */
            cashback: string
          }
        }[]
        /** How many lots were used. */
        lotCount: number
        /** Who made the adjustment, as `person:7`, or who revoked the claim; null: the backend, or neither of these. */
        by: string | null
        /** The reason of an adjustment. */
        reason: string | null
        /** What was noted with an adjustment. */
        note: string | null
      }[]
      /** Where the next page begins; null: this is the last. */
      nextCursor: string | null
    }
  }
  /** The lots of points that are left: in the order in which they are spent, or open. Needs the permission `customers.read`. */
  'customers.lots': {
    input: {
      readonly path: { readonly tenant: number; readonly id: number }
      readonly query?: { readonly limit?: number | undefined; readonly cursor?: string | undefined; readonly state?: 'open' | 'waiting' | undefined } | undefined
    }
    answer: {
      /** The items of this page. */
      items: {
        /** Number of the record that added these points. */
        id: number
        /** When they were recorded. */
        at: string
        /** What they were added for. */
        kind: 'earned' | 'orderChanged' | 'cancelled' | 'adjusted' | 'redeemed' | 'returned' | 'expired' | 'imported' | 'merged'
        /** The order that it is about. */
        order: {
          /** Number of the order. */
          id: number
          /** Its id in the merchant’s store. */
          originalId: string
        } | null
        /** As they were added. */
        original: {
          /** In points. */
          points: string
          /** The same in money. */
          cashback: string
        }
        /** What is left of them. */
        remaining: {
          /** In points. */
          points: string
          /** The same in money. */
          cashback: string
        }
        /** From when they can be spent. */
        availableAt: string
        /** The last second in which they are good; null: they never expire. */
        expiresAt: string | null
        /** Whether they can’t be spent yet. */
        isWaiting: boolean
      }[]
      /** Where the next page begins; null: this is the last. */
      nextCursor: string | null
    }
  }
  /** Find orders, those placed last first. Needs the permission `customers.read`. */
  'orders.list': {
    input: {
      readonly path: { readonly tenant: number }
      readonly query?: { readonly limit?: number | undefined; readonly cursor?: string | undefined; readonly originalId?: string | undefined; readonly customerId?: number | undefined; readonly from?: string | Date | undefined; readonly to?: string | Date | undefined; readonly state?: 'initial' | 'pending' | 'complete' | 'cancelled' | 'ignored' | undefined; readonly returned?: 'part' | undefined } | undefined
    }
    answer: {
      /** The items of this page. */
      items: {
        /** Number of the order. It is read with that of its customer. */
        id: number
        /** Its id in the merchant’s store. */
        originalId: string
        /** How far it is. */
        state: 'initial' | 'pending' | 'complete' | 'cancelled' | 'ignored'
        /** What was paid, whatever was returned since. */
        total: string
        /** What was returned of it. */
        returned: string
        /** When it was placed. */
        placedAt: string
        /** When it was complete; null: it is not. */
        completedAt: string | null
        /** When it was cancelled; null: it was not. */
        cancelledAt: string | null
        /** What is recorded for it now. */
        points: string
        /** The same in money. */
        cashback: string
        none: 'noRule' | 'belowMinimum' | 'excluded' | 'capped' | 'notEnrolled' | 'pending' | 'cancelled' | null
        /** Whose it is. */
        customer: {
          /** Number of the customer. */
          id: number
          /** Id in the merchant’s store; masked where it is an e-mail address, document or phone. */
          originalId: string
          /** By which the customer is known outside. */
          publicId: string
          /** Name; masked: the first letter of each word. */
          name: string | null
          /** E-mail address. */
          email: string | null
          /** When the customer was erased: the account stays, anonymously; null: not erased. */
          erasedAt: string | null
        }
      }[]
      /** Where the next page begins; null: this is the last. */
      nextCursor: string | null
    }
  }
  /** A customer’s orders, those that came last first. Needs the permission `customers.read`. */
  'customers.orders': {
    input: {
      readonly path: { readonly tenant: number; readonly id: number }
      readonly query?: { readonly limit?: number | undefined; readonly cursor?: string | undefined; readonly state?: 'initial' | 'pending' | 'complete' | 'cancelled' | 'ignored' | undefined; readonly returned?: 'part' | undefined } | undefined
    }
    answer: {
      /** The items of this page. */
      items: {
        /** Number of the order. It is read with that of its customer. */
        id: number
        /** Its id in the merchant’s store. */
        originalId: string
        /** How far it is. */
        state: 'initial' | 'pending' | 'complete' | 'cancelled' | 'ignored'
        /** What was paid, whatever was returned since. */
        total: string
        /** What was returned of it. */
        returned: string
        /** When it was placed. */
        placedAt: string
        /** When it was complete; null: it is not. */
        completedAt: string | null
        /** When it was cancelled; null: it was not. */
        cancelledAt: string | null
        /** What is recorded for it now. */
        points: string
        /** The same in money. */
        cashback: string
        none: 'noRule' | 'belowMinimum' | 'excluded' | 'capped' | 'notEnrolled' | 'pending' | 'cancelled' | null
        /** Whose it is. */
        customer: {
          /** Number of the customer. */
          id: number
          /** Id in the merchant’s store; masked where it is an e-mail address, document or phone. */
          originalId: string
          /** By which the customer is known outside. */
          publicId: string
          /** Name; masked: the first letter of each word. */
          name: string | null
          /** E-mail address. */
          email: string | null
          /** When the customer was erased: the account stays, anonymously; null: not erased. */
          erasedAt: string | null
        }
      }[]
      /** Where the next page begins; null: this is the last. */
      nextCursor: string | null
    }
  }
  /** Read an order: what was bought, what it earned and why, and all that was recorded since. Needs the permission `customers.read`. */
  'orders.get': {
    input: {
      readonly path: { readonly tenant: number; readonly customer: number; readonly id: number }
    }
    answer: {
      /** Number of the order. It is read with that of its customer. */
      id: number
      /** Its id in the merchant’s store. */
      originalId: string
      /** How far it is. */
      state: 'initial' | 'pending' | 'complete' | 'cancelled' | 'ignored'
      /** What was paid, whatever was returned since. */
      total: string
      /** What was returned of it. */
      returned: string
      /** When it was placed. */
      placedAt: string
      /** When it was complete; null: it is not. */
      completedAt: string | null
      /** When it was cancelled; null: it was not. */
      cancelledAt: string | null
      /** What is recorded for it now. */
      points: string
      /** The same in money. */
      cashback: string
      none: 'noRule' | 'belowMinimum' | 'excluded' | 'capped' | 'notEnrolled' | 'pending' | 'cancelled' | null
      /** Whose it is. */
      customer: {
        /** Number of the customer. */
        id: number
        /** Id in the merchant’s store; masked where it is an e-mail address, document or phone. */
        originalId: string
        /** By which the customer is known outside. */
        publicId: string
        /** Name; masked: the first letter of each word. */
        name: string | null
        /** E-mail address. */
        email: string | null
        /** When the customer was erased: the account stays, anonymously; null: not erased. */
        erasedAt: string | null
      }
      /** When it was changed last. */
      updatedAt: string
      /** What the merchant sent. */
      content: {
        /** Its status in the merchant’s words. */
        status: string | null
        /** What was bought, line by line. */
        products: {
          /** Id in the merchant’s store. */
          originalId: string
          /** What it is called. */
          title: string | null
          /** How many items it is. */
          quantity: number
          /** Whether the shop marked it to earn nothing. */
          isMarked: boolean
          /** Whether the program leaves it out of points. */
          isLeftOut: boolean
          /** What this line cost. */
          price: string | null
          /** What was returned of it, in money. */
          returned: string
          /** Id of the brand. */
          brandId: string | null
          /** Name of the brand. */
          brandName: string | null
        }[]
        /** What of the total is shipping; null: that was not sent. */
        shipping: string | null
        /** Code that was sent; null: none, or you may not read codes. */
        coupon: string | null
        /** Code of another system. */
        externalCoupon: string | null
        /** How it was paid. */
        paymentMethod: {
          /** Id in the merchant’s store. */
          originalId: string | null
          /** Name. */
          name: string | null
        } | null
        /** Where it was bought. */
        branch: {
          /** Id in the merchant’s store. */
          originalId: string | null
          /** Name. */
          name: string | null
        } | null
        /** Who made the sale. */
        salesPerson: {
          /** Id in the merchant’s store. */
          originalId: string | null
          /** Name. */
          name: string | null
        } | null
        /** What the merchant sent along. */
        metadata: {
          /** Name. */
          name: string
          /** Value; masked without `customers.personal`. */
          value: string | null
        }[]
      }
      /** What its points depended on beside its content; null: it has not earned. */
      earnedWith: {
        /** The version of the program. */
        programVersion: number
        /** The tier that the customer had then. */
        tierId: number | null
        /** What that is called now. */
        tierName: string | null
        /** What the benefits of that tier multiplied by. */
        tierMultiplier: string | null
        /** Whether it was the customer’s first. */
        isFirstPurchase: boolean
        /** From when its days count, where its date lay ahead. */
        countsFrom: string | null
        /** What should have been taken back, was spent and was written off. */
        writtenOff: {
          /** In points. */
          points: string
          /** The same in money. */
          cashback: string
        }
        /** What it grew by while its customer was not enrolled. */
        missedPoints: string
        /** What it has taken of limits and caps. */
        taken: {
          /** Of the cap, or of the rule with the limit. */
          ruleId: number
          /** What is counted. */
          measure: 'points' | 'times' | 'stamps'
          /** The day, week, month or year, like `d2026-11-16`, `w2026-11-16` (its Monday), `m2026-11`, `y2026`; `e`: ever. */
          period: string
          /** So much; 0: the rule could give no more. */
          amount: string
        }[]
      } | null
      /** Why it earned what it did. */
      why: {
        /** What it earned, or why it earned nothing. */
        sentence: string
        /** Further facts worth knowing. */
        notes: string[]
        none: 'noRule' | 'belowMinimum' | 'excluded' | 'capped' | 'notEnrolled' | 'pending' | 'cancelled' | null
        /** The program that it earned by; null: by none. */
        programVersion: number | null
        /** What is recorded for it now. */
        points: string
        /** The same in money. */
        cashback: string
        /** Why it is so many points: the lines of all its records, oldest first. */
        lines: {
          /** What kind of line: that of the rule, or what else it is. */
          kind: string
          /** Number of the rule, in its program version. */
          ruleId: number | null
          /** What the rule is called. */
          name: string | null
          /** In words. */
          sentence: string
          /** The money that it was computed on. */
          amount: string | null
          /** What it comes to. The lines add up to the record. */
          points: string
        }[]
        /** What of it counts: what is left of the total, without what the program leaves out; null: it is not complete. */
        counted: {
          /** For points. */
          points: string
          /** For stamps. */
          stamps: string
          /** For tiers. */
          tiers: string
        } | null
        /** Why it is not more: bonuses that gave nothing, and what was left out or cut off. */
        notMore: {
          /** Of the rule. */
          ruleId: number
          /** Of the rule; empty: none. */
          name: string
          /** A word for code. */
          why: 'notYet' | 'over' | 'otherDay' | 'otherHour' | 'otherTier' | 'otherBranch' | 'otherPayment' | 'belowItsMinimum' | 'notAmongFirst' | 'noSuchLine' | 'beaten' | 'limitReached' | 'capped' | 'excluded' | 'unpriced' | 'cardDone' | 'cardClosed' | 'beforeCard'
          /** For a person: a clause. */
          sentence: string
        }[]
        /** Of a pending order: what it would earn with the current program. */
        estimate: {
          /** In points. */
          points: string
          /** The same in money. */
          cashback: string
        } | null
      }
      /** What it gives the customer’s cards. */
      stamps: {
        /** Id of the card’s rule. */
        ruleId: number
        /** What the card is called; empty: it has no name. */
        name: string
        /** Whether the card counts money, and `stamps` is an amount of it. */
        isMoney: boolean
        /** What it gives the card, whatever became of it since. */
        stamps: string
      }[]
      /** All that was recorded for it, oldest first; balanceAfter is what stood for the order then. */
      records: {
        /** `r` and the number of a record, `o` where its points became available, `t` a move between tiers, `c` a claim, `v` its end. */
        id: string
        /** When. */
        at: string
        /** What happened. `waiting`: earned, and not in the balance yet; `opened`: what waited became available; `claimed`: the shop named a customer who was imported by a contact alone. */
        kind: 'earned' | 'orderChanged' | 'cancelled' | 'adjusted' | 'redeemed' | 'returned' | 'expired' | 'imported' | 'merged' | 'waiting' | 'opened' | 'tier' | 'claimed' | 'claimRevoked'
        /** In words. */
        sentence: string
        /** What was recorded; of `waiting` what is to come, of `opened` what came. */
        points: string
        /** The same in money. */
        cashback: string
        /** What it did to the balance. */
        change: {
          /** In points. */
          points: string
          /** The same in money. */
          cashback: string
        }
        /** The balance after it. */
        balanceAfter: {
          /** In points. */
          points: string
          /** The same in money. */
          cashback: string
        }
        /** Number of the record; null: a move between tiers, or a claim. */
        recordId: number | null
        /** The order that it is about. */
        order: {
          /** Number of the order. */
          id: number
          /** Its id in the merchant’s store. */
          originalId: string
        } | null
        /** Of a redemption and its return. */
        reward: {
          /** Number of the redemption. */
          redemptionId: number
          /** Key of the redemption; null: you may not read codes, and it may be one. */
          key: string | null
          /** Number of the reward. */
          rewardId: number
          /** What the reward is called now. */
          title: string | null
          /** Code of its coupon; null: you may not read codes. */
          code: string | null
        } | null
        /** Of a move between tiers: to which. */
        tier: {
          /** Number of the tier; null: none. */
          id: number | null
          /** Its name; null: it is gone. */
          name: string | null
          /** Whether it is a better one. */
          direction: 'up' | 'down'
        } | null
        /** The program that it was earned by. */
        programVersion: number | null
        /** Of points that were added: from when they can be spent. */
        availableAt: string | null
        /** Of points that were added: the last second in which they are good. */
        expiresAt: string | null
        /** Of points that were added: what is left of them. */
        remaining: {
          /** In points. */
          points: string
          /** The same in money. */
          cashback: string
        } | null
        /** What of it is still owed. */
        owed: {
          /** In points. */
          points: string
          /** The same in money. */
          cashback: string
        } | null
        /** Why it is so many points; they add up to them. */
        lines: {
          /** What kind of line: that of the rule, or what else it is. */
          kind: string
          /** Number of the rule, in its program version. */
          ruleId: number | null
          /** What the rule is called. */
          name: string | null
          /** In words. */
          sentence: string
          /** The money that it was computed on. */
          amount: string | null
          /** What it comes to. The lines add up to the record. */
          points: string
        }[]
        /** Where points that were taken came from; the first 10. */
        lots: {
          /** Number of the record whose points were used. */
          lotId: number
          /** When those were recorded. */
          from: string
          /** The order that had earned them, by its id in the merchant’s store. */
          order: string | null
          /** What was used of them; below zero where it was given back. */
          used: {
            /** In points. */
            points: string
            /** The same in money. */
            cashback: string
          }
        }[]
        /** How many lots were used. */
        lotCount: number
        /** Who made the adjustment, as `person:7`, or who revoked the claim; null: the backend, or neither of these. */
        by: string | null
        /** The reason of an adjustment. */
        reason: string | null
        /** What was noted with an adjustment. */
        note: string | null
      }[]
      /** How many older ones are not listed: 100 are. */
      recordsLeftOut: number
      /** Returns of a part, oldest first; the newest 500. */
      returns: {
        /** Key of the return. */
        key: string
        /** When. */
        at: string
        /** What was returned, in money. */
        value: string
        /** What was returned of which products; null: of all of them, in proportion. */
        products: {
          /** Id of the product in the merchant’s store. */
          originalId: string
          /** What was returned of it, in money. */
          value: string
        }[] | null
        /** The points that it took back. */
        taken: {
          /** In points. */
          points: string
          /** The same in money. */
          cashback: string
        }
      }[]
      /** The coupons that it has used. */
      coupons: {
        /** The code; null: you may not read codes. */
        code: string | null
        /** What it gives. */
        type: string
        /** What it is worth. */
        value: string
        /** Number of the redemption that issued it; null: the merchant made it. */
        redemptionId: number | null
        redeemedWith: 'points' | 'cashback' | null
      }[]
    }
  }
  /** Why an order earned what it did, or nothing. Needs the permission `customers.read`. */
  'orders.why': {
    input: {
      readonly path: { readonly tenant: number; readonly customer: number; readonly id: number }
    }
    answer: {
      /** The order in question. */
      order: {
        /** Number of the order. It is read with that of its customer. */
        id: number
        /** Its id in the merchant’s store. */
        originalId: string
        /** How far it is. */
        state: 'initial' | 'pending' | 'complete' | 'cancelled' | 'ignored'
        /** What was paid, whatever was returned since. */
        total: string
      }
      /** What it earned, or why it earned nothing. */
      sentence: string
      /** Further facts worth knowing. */
      notes: string[]
      none: 'noRule' | 'belowMinimum' | 'excluded' | 'capped' | 'notEnrolled' | 'pending' | 'cancelled' | null
      /** The program that it earned by; null: by none. */
      programVersion: number | null
      /** What is recorded for it now. */
      points: string
      /** The same in money. */
      cashback: string
      /** Why it is so many points: the lines of all its records, oldest first. */
      lines: {
        /** What kind of line: that of the rule, or what else it is. */
        kind: string
        /** Number of the rule, in its program version. */
        ruleId: number | null
        /** What the rule is called. */
        name: string | null
        /** In words. */
        sentence: string
        /** The money that it was computed on. */
        amount: string | null
        /** What it comes to. The lines add up to the record. */
        points: string
      }[]
      /** What of it counts: what is left of the total, without what the program leaves out; null: it is not complete. */
      counted: {
        /** For points. */
        points: string
        /** For stamps. */
        stamps: string
        /** For tiers. */
        tiers: string
      } | null
      /** Why it is not more: bonuses that gave nothing, and what was left out or cut off. */
      notMore: {
        /** Of the rule. */
        ruleId: number
        /** Of the rule; empty: none. */
        name: string
        /** A word for code. */
        why: 'notYet' | 'over' | 'otherDay' | 'otherHour' | 'otherTier' | 'otherBranch' | 'otherPayment' | 'belowItsMinimum' | 'notAmongFirst' | 'noSuchLine' | 'beaten' | 'limitReached' | 'capped' | 'excluded' | 'unpriced' | 'cardDone' | 'cardClosed' | 'beforeCard'
        /** For a person: a clause. */
        sentence: string
      }[]
      /** Of a pending order: what it would earn with the current program. */
      estimate: {
        /** In points. */
        points: string
        /** The same in money. */
        cashback: string
      } | null
    }
  }
  /** Find redemptions, newest first. Needs the permission `customers.read`. */
  'redemptions.list': {
    input: {
      readonly path: { readonly tenant: number }
      readonly query?: { readonly limit?: number | undefined; readonly cursor?: string | undefined; readonly key?: string | undefined; readonly externalCode?: string | undefined; readonly code?: string | undefined; readonly customerId?: number | undefined; readonly rewardId?: number | undefined; readonly from?: string | Date | undefined; readonly to?: string | Date | undefined } | undefined
    }
    answer: {
      /** The items of this page. */
      items: {
        /** Number of the redemption. */
        id: number
        /** The merchant’s key for it; null: you may not read codes, and it may be one. */
        key: string | null
        /** What an order may send as its coupon; null: you may not read codes. */
        externalCode: string | null
        /** What was redeemed. */
        reward: {
          /** Number of the reward. */
          id: number
          /** What it is called now. */
          title: string | null
        }
        /** Whose it is. */
        customer: {
          /** Number of the customer. */
          id: number
          /** Id in the merchant’s store; masked where it is an e-mail address, document or phone. */
          originalId: string
          /** By which the customer is known outside. */
          publicId: string
          /** Name; masked: the first letter of each word. */
          name: string | null
          /** E-mail address. */
          email: string | null
          /** When the customer was erased: the account stays, anonymously; null: not erased. */
          erasedAt: string | null
        }
        /** What it cost. */
        cost: {
          /** In points. */
          points: string
          /** The same in money. */
          cashback: string
        }
        /** The coupon that it gave. */
        coupon: {
          /** The code; null: you may not read codes. */
          code: string | null
          /** What it gives. */
          type: 'fixedValue' | 'percent' | 'freeShipping' | 'shippingDiscount' | 'others'
          /** What it is worth. */
          value: string
          /** Whether it can be used now, and why not. */
          state: 'open' | 'used' | 'inactive' | 'notYet' | 'over'
          /** The last moment at which it is good; null: for ever. */
          validUntil: string | null
          /** Number of the order that used it; null: none. */
          orderId: number | null
        } | null
        /** When. */
        redeemedAt: string
        /** When it was given back; null: it was not. */
        returnedAt: string | null
      }[]
      /** Where the next page begins; null: this is the last. */
      nextCursor: string | null
    }
  }
  /** Whether a customer can redeem a reward now, and why not. Needs the permission `customers.read`. */
  'rewards.check': {
    input: {
      readonly path: { readonly tenant: number; readonly id: number }
      readonly body: {
        /** Number of the customer. */
        customerId: number
      }
    }
    answer: {
      /** Whether they can. */
      enabled: boolean
      obstacle: 'inactive' | 'notYetValid' | 'noLongerValid' | 'usedUp' | 'noCouponsLeft' | 'cashbackOff' | 'prizeOnly' | 'notEnrolled' | 'notForTier' | 'owesPoints' | 'owesCashback' | 'customerLimit' | 'tooFewPoints' | 'noCashback' | null
      /** The same in words, with the figures that decide. */
      sentence: string
    }
  }
  /** Read a redemption: what it cost, which points paid, and what has become of its coupon. Needs the permission `customers.read`. */
  'redemptions.get': {
    input: {
      readonly path: { readonly tenant: number; readonly id: number }
    }
    answer: {
      /** Number of the redemption. */
      id: number
      /** The merchant’s key for it; null: you may not read codes, and it may be one. */
      key: string | null
      /** What an order may send as its coupon; null: you may not read codes. */
      externalCode: string | null
      /** What was redeemed. */
      reward: {
        /** Number of the reward. */
        id: number
        /** What it is called now. */
        title: string | null
      }
      /** Whose it is. */
      customer: {
        /** Number of the customer. */
        id: number
        /** Id in the merchant’s store; masked where it is an e-mail address, document or phone. */
        originalId: string
        /** By which the customer is known outside. */
        publicId: string
        /** Name; masked: the first letter of each word. */
        name: string | null
        /** E-mail address. */
        email: string | null
        /** When the customer was erased: the account stays, anonymously; null: not erased. */
        erasedAt: string | null
      }
      /** What it cost. */
      cost: {
        /** In points. */
        points: string
        /** The same in money. */
        cashback: string
      }
      /** The coupon that it gave. */
      coupon: {
        /** The code; null: you may not read codes. */
        code: string | null
        /** What it gives. */
        type: 'fixedValue' | 'percent' | 'freeShipping' | 'shippingDiscount' | 'others'
        /** What it is worth. */
        value: string
        /** Whether it can be used now, and why not. */
        state: 'open' | 'used' | 'inactive' | 'notYet' | 'over'
        /** The last moment at which it is good; null: for ever. */
        validUntil: string | null
        /** Number of the order that used it; null: none. */
        orderId: number | null
      } | null
      /** When. */
      redeemedAt: string
      /** When it was given back; null: it was not. */
      returnedAt: string | null
      /** Number of the record of what it cost; null: nothing. */
      recordId: number | null
      /** Number of the record that gave it back; null: none. */
      returnRecordId: number | null
      /** The points that paid for it; the first 100. */
      lots: {
        /** Number of the record whose points it used. */
        lotId: number
        /** When they were recorded. */
        from: string
        /** The order that earned them; null: none. */
        order: {
          /** Number of the order. */
          id: number
          /** Its id in the merchant’s store. */
          originalId: string
        } | null
        /** What it used of them. */
        used: {
          /** In points. */
          points: string
          /** The same in money. */
          cashback: string
        }
      }[]
      /** What the merchant sent along. */
      metadata: {
        /** Name. */
        name: string
        /** Value; masked without `customers.personal`. */
        value: string | null
      }[]
    }
  }
  /** The cards of the current program, and how many customers fill them. Needs the permission `program.read`. */
  'cards.list': {
    input: {
      readonly path: { readonly tenant: number }
    }
    answer: {
      /** In the order of the program. */
      items: {
        /** Id of the card’s rule. */
        ruleId: number
        /** What the card is called; empty: it has no name. */
        name: string
        /** What gives stamps. Of `spend`, all stamps here are money, and `perStamp` is what one stamp stands for. */
        counts: 'items' | 'orders' | 'spend'
        /** Of `spend`: what is spent for one stamp; null: the card counts stamps. */
        perStamp: string | null
        /** What fills it. */
        size: string
        /** What a full card is worth. */
        prize: {
          /** Points; 0: none. */
          points: string
          /** The reward that it gives; null: none. */
          reward: {
            /** Number of the reward. */
            id: number
            /** What it is called. */
            title: string
          } | null
        }
        /** The rule as a sentence; null: the program has it no more. */
        sentence: string | null
        /** From when orders give stamps; null: it has no first day. */
        startsAt: string | null
        /** The last second in which orders give stamps; null: it has no last day. */
        endsAt: string | null
        /** Whether it is switched on. */
        isActive: boolean
        /** Customers who have stamps on it now, or owe some; null: customers have more than 20,000 cards in all, and it is not counted. */
        begun: number | null
        /** How often it was full in the last 30 days, without what was undone; null: customers were given more than 20,000 prizes and gifts in these days, and it is not counted. */
        completed30Days: number | null
      }[]
    }
  }
  /** A customer’s cards: stamps, how they add up, when they expire, and the prizes of full cards. Needs the permission `customers.read`. */
  'customers.cards': {
    input: {
      readonly path: { readonly tenant: number; readonly id: number }
    }
    answer: {
      /** All cards that are switched on, then others on which something is or was. */
      items: {
        /** Id of the card’s rule. */
        ruleId: number
        /** What the card is called; empty: it has no name. */
        name: string
        /** What gives stamps. Of `spend`, all stamps here are money, and `perStamp` is what one stamp stands for. */
        counts: 'items' | 'orders' | 'spend'
        /** Of `spend`: what is spent for one stamp; null: the card counts stamps. */
        perStamp: string | null
        /** What fills it. */
        size: string
        /** What a full card is worth. */
        prize: {
          /** Points; 0: none. */
          points: string
          /** The reward that it gives; null: none. */
          reward: {
            /** Number of the reward. */
            id: number
            /** What it is called. */
            title: string
          } | null
        }
        /** The rule as a sentence; null: the program has it no more. */
        sentence: string | null
        /** From when orders give stamps; null: it has no first day. */
        startsAt: string | null
        /** The last second in which orders give stamps; null: it has no last day. */
        endsAt: string | null
        /** open: it takes stamps. done: full, and given once per customer. notStarted, over: outside of its dates. off: switched off or removed. */
        state: 'open' | 'done' | 'notStarted' | 'over' | 'off'
        /** Whether there are stamps on it, or some are owed: its size and prize stay as they are. */
        isBegun: boolean
        /** Stamps on it; never below zero. */
        stamps: string
        /** Stamps that were taken back when they were used already; the next ones pay them. */
        owed: string
        /** Stamps that should have been taken back and were let go. */
        writtenOff: string
        /** Which card of this kind it is: the next after those that were full. */
        number: number
        /** How often it was full, without what was undone. */
        completed: number
        /** How the stamps add up: all parts together are `stamps`, or what is owed below zero. */
        parts: {
          /** given, takenBack: by orders or by hand. ended: expired. full: used for full cards, less what was undone. */
          kind: 'given' | 'takenBack' | 'ended' | 'full'
          /** So many; below zero: they went. */
          stamps: string
          /** In how many records. */
          records: number
        }[]
        /** The stamps on it, those that expire first before others. */
        lots: {
          /** Number of the record that gave them. */
          recordId: number
          /** The order it is about; null: none. */
          order: {
            /** Number of the order. */
            id: number
            /** Its id in the merchant’s store. */
            originalId: string
          } | null
          /** The day they count for, by the merchant’s calendar. */
          day: string
          /** As many as were given. */
          given: string
          /** What is left of them. */
          left: string
          /** The last second in which they are good; null: for ever. */
          expiresAt: string | null
        }[]
        /** What it gave, newest first; 20 at most. */
        prizes: {
          /** Number of the prize. */
          id: number
          /** waiting: its points can’t be spent yet, or its reward is not given yet. held: the reward can’t be given now. undone: stamps of it were returned, and it was taken back. dropped: a person decided not to give it. */
          state: 'waiting' | 'given' | 'held' | 'undone' | 'dropped'
          /** Why its reward can’t be given; null: it is not held. */
          heldBecause: 'inactive' | 'archived' | 'outsideDates' | 'limitReached' | 'noCodes' | null
          /** Points; 0: none. */
          points: string
          /** Number of the record of its points; null: it has none. */
          recordId: number | null
          /** The reward that it gives; null: none. */
          reward: {
            /** Number of the reward. */
            id: number
            /** What it is called. */
            title: string
          } | null
          /** The coupon of its reward; null: none yet. */
          coupon: {
            /** Its code; null without `codes.read`. */
            code: string | null
            /** Whether it can be used. */
            state: 'open' | 'used' | 'inactive' | 'notYet' | 'over'
          } | null
          /** Number of the stamp record that filled the card. */
          stampRecordId: number
          /** When the card was full. */
          madeAt: string
          /** From when its points can be spent, or its reward is given. */
          availableAt: string
          /** The last second in which its points are good; null: for ever. */
          expiresAt: string | null
          /** When it was undone; null: it stands. */
          undoneAt: string | null
        }[]
      }[]
    }
  }
  /** All that was recorded on a customer’s card, newest first. Needs the permission `customers.read`. */
  'customers.stamps': {
    input: {
      readonly path: { readonly tenant: number; readonly id: number; readonly card: number }
      readonly query?: { readonly limit?: number | undefined; readonly cursor?: string | undefined; readonly part?: 'given' | 'takenBack' | 'ended' | 'full' | undefined } | undefined
    }
    answer: {
      /** The items of this page. */
      items: {
        /** Number of the record. */
        id: number
        /** Why it exists. */
        type: 'order' | 'orderChanged' | 'orderCancelled' | 'byHand' | 'byHandUndone' | 'full' | 'fullUndone' | 'ended' | 'erased' | 'joined'
        /** given, takenBack: by orders or by hand. ended: expired. full: used for full cards, less what was undone. */
        part: 'given' | 'takenBack' | 'ended' | 'full'
        /** When. */
        at: string
        /** The day it counts for, by the merchant’s calendar. */
        day: string
        /** So many; below zero: they went. */
        stamps: string
        /** What stood on the card after it; below zero: owed. */
        after: string
        /** The order it is about; null: none. */
        order: {
          /** Number of the order. */
          id: number
          /** Its id in the merchant’s store. */
          originalId: string
        } | null
        /** By which the shop gave them; null: it did not. */
        key: string | null
        /** The last second in which what was given is good; null: for ever. */
        expiresAt: string | null
        /** What of it was left owing then. */
        owed: string
        /** What should have been taken as well, and was let go. */
        writtenOff: string
        /** Where the stamps that it took came from. */
        origins: {
          /** Number of the record whose stamps it used. */
          recordId: number
          /** So many of them; below zero: they went back. */
          stamps: string
        }[]
        /** Number of the prize that it gave; null: none, or it is older than those listed. */
        prizeId: number | null
        /** Why, for a person. */
        sentence: string
      }[]
      /** Where the next page begins; null: this is the last. */
      nextCursor: string | null
    }
  }
  /** Add stamps to a customer’s card or take some, with a reason. Needs the permission `points.adjust`. Asks for a confirmation that is at most ten minutes old. In the audit: `customer.stamps`. */
  'customers.adjustStamps': {
    input: {
      readonly path: { readonly tenant: number; readonly id: number; readonly card: number }
      readonly body: {
        /** Stamps to give, below zero to take; not 0. Of a card that counts money, one is `perStamp` of it. */
        stamps: number
        /** Why. The history of the card says it. */
        reason: 'goodwill' | 'correction' | 'complaint' | 'promotion' | 'fraud' | 'other'
        /** What happened, in your words. It is kept with the customer, not in the audit. */
        note: string
      }
    }
    answer: {
      /** Number of the record. */
      recordId: number
      /** What was given; below zero: taken. */
      recorded: string
      /** What should have been taken and was let go. */
      writtenOff: string
      /** Stamps on the card now; never below zero. */
      stamps: string
      /** Stamps that are owed now. */
      owed: string
      /** What fills the card now. */
      size: string
      /** How often it was full. */
      completed: number
      /** How often this filled it; 0 where the request was sent again a day later. */
      filled: number
      /** How many prizes this took back; 0 where the request was sent again a day later. */
      undone: number
    }
  }
  /** All that was recorded on all of a customer’s cards, newest first. Needs the permission `customers.read`. */
  'customers.allStamps': {
    input: {
      readonly path: { readonly tenant: number; readonly id: number }
      readonly query?: { readonly limit?: number | undefined; readonly cursor?: string | undefined } | undefined
    }
    answer: {
      /** The items of this page. */
      items: {
        /** Number of the record. */
        id: number
        /** Why it exists. */
        type: 'order' | 'orderChanged' | 'orderCancelled' | 'byHand' | 'byHandUndone' | 'full' | 'fullUndone' | 'ended' | 'erased' | 'joined'
        /** given, takenBack: by orders or by hand. ended: expired. full: used for full cards, less what was undone. */
        part: 'given' | 'takenBack' | 'ended' | 'full'
        /** When. */
        at: string
        /** The day it counts for, by the merchant’s calendar. */
        day: string
        /** So many; below zero: they went. */
        stamps: string
        /** What stood on the card after it; below zero: owed. */
        after: string
        /** The order it is about; null: none. */
        order: {
          /** Number of the order. */
          id: number
          /** Its id in the merchant’s store. */
          originalId: string
        } | null
        /** By which the shop gave them; null: it did not. */
        key: string | null
        /** The last second in which what was given is good; null: for ever. */
        expiresAt: string | null
        /** What of it was left owing then. */
        owed: string
        /** What should have been taken as well, and was let go. */
        writtenOff: string
        /** Where the stamps that it took came from. */
        origins: {
          /** Number of the record whose stamps it used. */
          recordId: number
          /** So many of them; below zero: they went back. */
          stamps: string
        }[]
        /** Number of the prize that it gave; null: none, or it is older than those listed. */
        prizeId: number | null
        /** Why, for a person. */
        sentence: string
        /** The card it was recorded on. */
        card: {
          /** Id of the card’s rule. */
          ruleId: number
          /** What the card is called; empty: it has no name. */
          name: string
          /** Of `spend`: what is spent for one stamp; null: the card counts stamps. */
          perStamp: string | null
        }
      }[]
      /** Where the next page begins; null: this is the last. */
      nextCursor: string | null
    }
  }
  /** The changes of all balances in the last 30 days, newest first. Needs the permission `customers.read`. */
  'activity.list': {
    input: {
      readonly path: { readonly tenant: number }
      readonly query?: { readonly limit?: number | undefined; readonly cursor?: string | undefined } | undefined
    }
    answer: {
      /** The items of this page. */
      items: {
        /** Its position in the log. */
        id: string
        /** When. */
        at: string
        /** What happened. */
        kind: 'earned' | 'orderChanged' | 'cancelled' | 'adjusted' | 'redeemed' | 'returned' | 'expired' | 'imported' | 'merged' | 'opened'
        /** In a few words. */
        title: string
        /** Whose balance it is. */
        customer: {
          /** Number of the customer. */
          id: number
          /** Id in the merchant’s store; masked where it is an e-mail address, document or phone. */
          originalId: string
          /** By which the customer is known outside. */
          publicId: string
          /** Name; masked: the first letter of each word. */
          name: string | null
          /** E-mail address. */
          email: string | null
          /** When the customer was erased: the account stays, anonymously; null: not erased. */
          erasedAt: string | null
        }
        /** What changed. */
        points: string
        /** The same in money. */
        cashback: string
        /** The balance after it. */
        balanceAfter: {
          /** In points. */
          points: string
          /** The same in money. */
          cashback: string
        }
        /** Number of the record. */
        recordId: number
        /** The order that it is about. */
        order: {
          /** Number of the order. */
          id: number
          /** Its id in the merchant’s store. */
          originalId: string
        } | null
      }[]
      /** Where the next page begins; null: this is the last. */
      nextCursor: string | null
    }
  }
  /** Find anything: at most five of each kind. Needs the permission `customers.read`. */
  'search.find': {
    input: {
      readonly path: { readonly tenant: number }
      readonly query: { readonly q: string }
    }
    answer: {
      /** Customers whom the text names. */
      customers: {
        /** Number of the customer. */
        id: number
        /** Id in the merchant’s store; masked where it is an e-mail address, document or phone. */
        originalId: string
        /** By which the customer is known outside. */
        publicId: string
        /** Name; masked: the first letter of each word. */
        name: string | null
        /** E-mail address. */
        email: string | null
        /** When the customer was erased: the account stays, anonymously; null: not erased. */
        erasedAt: string | null
      }[]
      /** The order with this id. */
      orders: {
        /** Number of the order. */
        id: number
        /** Its id in the merchant’s store. */
        originalId: string
        /** What was paid. */
        total: string
        /** When it was placed. */
        placedAt: string
        /** Whose it is. */
        customer: {
          /** Number of the customer. */
          id: number
          /** Id in the merchant’s store; masked where it is an e-mail address, document or phone. */
          originalId: string
          /** By which the customer is known outside. */
          publicId: string
          /** Name; masked: the first letter of each word. */
          name: string | null
          /** E-mail address. */
          email: string | null
          /** When the customer was erased: the account stays, anonymously; null: not erased. */
          erasedAt: string | null
        }
      }[]
      /** The redemption with this key or external code. */
      redemptions: {
        /** Number of the redemption. */
        id: number
        /** Its key; null: you may not read codes, and it may be one. */
        key: string | null
        /** What the reward is called. */
        title: string | null
        /** Whose it is. */
        customer: {
          /** Number of the customer. */
          id: number
          /** Id in the merchant’s store; masked where it is an e-mail address, document or phone. */
          originalId: string
          /** By which the customer is known outside. */
          publicId: string
          /** Name; masked: the first letter of each word. */
          name: string | null
          /** E-mail address. */
          email: string | null
          /** When the customer was erased: the account stays, anonymously; null: not erased. */
          erasedAt: string | null
        }
      }[]
      /** The coupon with this code; none without `codes.read`. */
      coupons: {
        /** The code. */
        code: string
        /** Whose it is. */
        customer: {
          /** Number of the customer. */
          id: number
          /** Id in the merchant’s store; masked where it is an e-mail address, document or phone. */
          originalId: string
          /** By which the customer is known outside. */
          publicId: string
          /** Name; masked: the first letter of each word. */
          name: string | null
          /** E-mail address. */
          email: string | null
          /** When the customer was erased: the account stays, anonymously; null: not erased. */
          erasedAt: string | null
        }
      }[]
      /** Rewards with a matching name. */
      rewards: {
        /** Its number. */
        id: number
        /** By which files know it. */
        key: string
        /** Its name. */
        title: string
      }[]
      /** Tiers with a matching name. */
      tiers: {
        /** Its number. */
        id: number
        /** By which files know it. */
        key: string
        /** Its name. */
        name: string
      }[]
      /** Quizzes with a matching name. */
      quizzes: {
        /** Its number. */
        id: number
        /** By which files know it. */
        key: string
        /** Its name. */
        name: string
      }[]
      /** Rules of the current program with a matching name. */
      rules: {
        /** Number of the rule in the current program. */
        id: number
        /** Its name. */
        name: string
        /** What it says. */
        sentence: string
      }[]
    }
  }
  /** What waits for a person: of what you may see, what you or others have to do something about. Needs the permission `program.read`. */
  'needs.get': {
    input: {
      readonly path: { readonly tenant: number }
    }
    answer: {
      /** What the nightly verification found and has not found mended: the operator should look at it. */
      differences: number
      /** Orders of the day that was checked last that did not earn what their program gives: the operator should look at it. */
      backtestDiffers: number
      /** What others have asked for and you may decide. */
      approvals: {
        /** How many wait, counted up to 100. */
        count: number
        /** The five that have waited longest. */
        items: {
          /** Number of the approval. */
          id: number
          /** What is to be done: an adjustment, a person erased, another customer merged into this one, or an import applied or undone. */
          kind: 'adjustment' | 'erasure' | 'merge' | 'import' | 'undo'
          /** Who did it. */
          by: {
            /** What kind of actor it is. */
            kind: 'person' | 'token' | 'operator' | 'cli' | 'system'
            /** Its number, where it has one. */
            id: number | null
            /** Its name at that time. */
            label: string
          }
          /** Whom it is about; null: it is about an import. */
          customer: {
            /** Number of the customer. */
            id: number
            /** Id in the merchant’s store; masked where it is an e-mail address, document or phone. */
            originalId: string
            /** By which the customer is known outside. */
            publicId: string
            /** Name; masked: the first letter of each word. */
            name: string | null
            /** E-mail address. */
            email: string | null
            /** When the customer was erased: the account stays, anonymously; null: not erased. */
            erasedAt: string | null
          } | null
          /** Which import it is about; null: it is about a customer. */
          import: {
            /** Number of the import. */
            id: number
            /** The name of its file. */
            fileName: string
          } | null
          /** Points to give, below zero to take; null: it is not about points. */
          points: string | null
          /** Cashback to give, below zero to take; null: it is not about cashback. */
          cashback: string | null
          /** When it was asked for. */
          requestedAt: string
        }[]
      }
      /** Webhook endpoints in trouble. */
      endpoints: {
        /** Number of the endpoint. */
        id: number
        /** What it is for; where that is not said, its address. */
        name: string
        /** failing: nothing arrives · disabled: by us, because nothing arrived for days · parked: it works, but events were given up. */
        trouble: 'failing' | 'disabled' | 'parked'
        /** Since when. */
        since: string | null
        /** How many events it has not had, counted up to about 1,000. */
        events: number
      }[]
      /** The five lists with the fewest codes, of those with fewer than they should have: than `warnBelow`, or 20 where a rule gives them. */
      couponLists: {
        /** Number of the list. */
        id: number
        /** Its name. */
        name: string
        /** All codes that were ever added. */
        codes: number
        /** Those that were not given out. */
        left: number
        /** When the last is given out, if it goes on as so far. */
        runsOutOn: string | null
        /** The rules that give its codes by themselves; none: no rule does. */
        givenBy: {
          /** Id of the rule. */
          id: number
          /** Its name; may be empty. */
          name: string
          /** The version of the program; of several, the first that counts. */
          version: number
          /** Whether that version counts now; otherwise it is scheduled. */
          isCurrent: boolean
        }[]
      }[]
      /** Exports of your own that were done in the last 24 hours and can be downloaded, newest first. */
      exportsReady: {
        /** The job that wrote it. */
        jobId: number
        /** What was exported, such as `orders`; `customer`: the data of one. */
        export: string
        /** Number of the customer whose data it is; null: it is not of one alone. */
        customerId: number | null
        /** How many lines it has; of one customer, how many entries. */
        lines: number
        /** When it was done. */
        finishedAt: string
        /** When its files are deleted. */
        expiresAt: string
      }[]
      /** Figures of reports that are not what the ledger says; null: all agree. */
      figuresDiffer: {
        /** Since when, as far as is known. */
        since: string
        /** How many figures differ. */
        differences: number
      } | null
      /** Figures of reports lack what happened more than ten minutes ago; null: they do not. */
      figuresBehind: {
        /** When the first change happened that is missing. */
        since: string
      } | null
      /** The month of accounting that you can close now, such as 2026-10; null: none. */
      monthReady: string | null
      /** Referrals that you may decide; null: none are held. */
      heldReferrals: {
        /** How many, counted up to 1,000. */
        count: number
        /** Since when the first of them is held. */
        since: string
      } | null
      /** Rewards that rules should have given and could not: the five with the most awards. */
      heldAwards: {
        /** The reward that could not be given. */
        reward: {
          /** Number of the reward. */
          id: number
          /** What it is called. */
          title: string | null
        }
        /** How many awards of it are held; of all rewards about 1,000 are counted. */
        count: number
        /** Why its reward can’t be given: switched off, archived, outside its dates, at its total limit, or without codes. */
        because: 'inactive' | 'archived' | 'outsideDates' | 'limitReached' | 'noCodes'
      }[]
    }
  }
}
