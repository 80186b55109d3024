import { randomUUID } from 'node:crypto'
import { NOT_FOUND } from '../../contract/admin-api/texts.ts'
import { type LocalizedText, localized } from '../../contract/locale.ts'
import { invalid, type Problem } from '../../contract/problem.ts'
import { isRefusal, type Refusal } from '../../contract/refusal.ts'
import type { AdminApi, Call } from '../../people/admin-api/api.ts'
import { instantToTextOrNull } from '../../platform/clock.ts'
import type { Cells } from '../../tenancy/cells.ts'
import { createCustomer, type SaveInput } from '../commands.ts'
import { Findability } from '../findability.ts'
import type { CustomerReason } from '../rules/save.ts'
import { addCustomer, previewAddCustomer } from './create-schema.ts'
import { presentEffect } from './effect.ts'

/** Adding a customer who has not bought yet. */
export function addCustomerRoutes(api: AdminApi, cells: Cells): void {
  const findability = new Findability(cells)
  const inputOf = async ({
    tenant,
    body,
  }: Pick<Call<typeof addCustomer>, 'tenant' | 'body'>): Promise<SaveInput> => {
    // The search terms tell whether another customer has the same e-mail or document.
    await findability.require(tenant)
    const { originalId, name, email, phone, document, birthday, isEnrolled } = body
    return {
      tenant,
      publicId: randomUUID(),
      sent: {
        originalId,
        name: name ?? null,
        email: email ?? null,
        phone: phone ?? null,
        document: document ?? null,
        birthday: birthday === undefined ? null : Date.parse(birthday),
        signupAt: null,
        isEnrolled: isEnrolled ?? null,
        enrolledAt: null,
      },
    }
  }

  api.command(addCustomer, {
    command: createCustomer,
    input: inputOf,
    written(result, _call, effect) {
      if (isRefusal(result)) return problemOfRefusal(result)
      const { id, publicId, profile } = result.customer
      const { isEnrolled, enrolledAt } = profile
      return {
        answer: {
          id,
          publicId,
          isEnrolled,
          enrolledAt: instantToTextOrNull(enrolledAt),
          effect: presentEffect(effect, 'done'),
        },
        audit: effect.before.customer
          ? null
          : {
              target: { kind: 'customer', id: String(id), label: publicId },
              before: null,
              // Nothing of who it is: audit entries can't be erased.
              after: { isEnrolled },
            },
      }
    },
  })

  api.tryOut(previewAddCustomer, {
    command: createCustomer,
    input: inputOf,
    shown: (result, _call, effect) =>
      isRefusal(result) ? problemOfRefusal(result) : presentEffect(effect, 'tried'),
  })
}

function problemOfRefusal({ reason }: Refusal<CustomerReason>): Problem {
  const field = FIELDS[reason]
  return field ? invalid([field]) : NOT_FOUND
}

const FIELDS: Partial<Readonly<Record<CustomerReason, { pointer: string; message: LocalizedText }>>> = {
  'customer-known': {
    pointer: '/originalId',
    message: localized(
      'A customer with this ID already exists: search for it, or use another ID.',
      'Já existe um cliente com este id: procure por ele ou use outro id.',
      'Ya existe un cliente con este id: búsquelo o use otro id.',
    ),
  },
  'email-used': {
    pointer: '/email',
    message: localized(
      'Another customer has this email address: search for it.',
      'Outro cliente tem este e-mail: procure por ele.',
      'Otro cliente tiene este correo: búsquelo.',
    ),
  },
  'document-used': {
    pointer: '/document',
    message: localized(
      'Another customer has this document: search for it.',
      'Outro cliente tem este documento: procure por ele.',
      'Otro cliente tiene este documento: búsquelo.',
    ),
  },
}
