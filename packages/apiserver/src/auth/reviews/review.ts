/** Common handling of reviews: a review is posted, admitted like an object, answered and never stored. */
import type { Draft } from '../../object/draft.ts'
import type { ServerResponse } from '../../request/exchange.ts'
import { builtInMediaTypes, negotiate } from '../../request/negotiation.ts'
import { readWriteOptions } from '../../request/write-options.ts'
import { type FieldError } from '../../status/field-error.ts'
import { invalidObject, methodNotAllowed } from '../../status/failures.ts'
import { attributesOf, placeInNamespace } from '../../verbs/create.ts'
import { decodeObject, readBody } from '../../verbs/body.ts'
import type { Call } from '../../kinds/call.ts'
import { answer, encode } from '../../rendering/encode.ts'
import { recordWrite } from '../../verbs/writer.ts'

export type Handle = (call: Call) => Promise<ServerResponse>

export interface ReviewForm {
  /** Validation errors of the review. */
  readonly validate?: (question: Draft) => readonly FieldError[]
  /** The object to return. Failure: a Status. */
  readonly answer: (call: Call, question: Draft) => Promise<object> | object
}

export function reviewHandler(form: ReviewForm): Handle {
  return async (call) => {
    if (call.info.name !== '') throw methodNotAllowed()
    const { request } = call
    // Reviews have no metadata worth a table, so only the object itself can be requested.
    const accepted = negotiate(request, {
      renderings: ['Object'],
      mediaTypes: builtInMediaTypes,
    })
    const question = await readQuestion(call, form)
    return answer(201, encode(await form.answer(call, question), accepted), accepted.mediaType)
  }
}

async function readQuestion(call: Call, { validate }: ReviewForm): Promise<Draft> {
  const options = readWriteOptions('Create', call.request.query, call.request.headers['user-agent'])
  const sent = await decodeObject(call, call.kind.codec, await readBody(call), options.fieldValidation)
  placeInNamespace(call, sent)
  await recordWrite(call, undefined, sent, options)
  const attributes = attributesOf(call, sent, undefined, options)
  await call.server.admission.admit(attributes)
  const question = attributes.object!
  const errors = validate?.(question) ?? []
  // The error names only the group: the server has dropped the kind after decoding.
  if (errors.length > 0) throw invalidObject({ group: call.kind.group, kind: '' }, '', errors)
  await call.server.admission.validate(attributes)
  return question
}

/** Whether the metadata of a review is empty, except for managed fields and the allowed fields. */
export function isBare({ metadata }: Draft, allowed: readonly string[] = []): boolean {
  const fields = Object.entries(metadata).filter(([, value]) => value !== undefined && value !== null)
  return fields.every(([field]) => field === 'managedFields' || allowed.includes(field))
}
