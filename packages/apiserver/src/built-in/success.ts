/** The success Status, for requests without another result. */
import type { ServerResponse } from '../request/exchange.ts'
import type { Call } from '../kinds/call.ts'
import { answer, encode } from '../rendering/encode.ts'
import { negotiateFor } from '../verbs/respond.ts'

export function succeeded(call: Call, code: number): ServerResponse {
  const form = negotiateFor(call)
  const status = { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', code }
  return answer(code, encode(status, form), form.mediaType)
}
