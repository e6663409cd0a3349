/** All webhooks that the API server can call. */
import type { Admission } from './admission/admission.ts'
import type { Conversion } from './conversion/conversion.ts'
import { webhookErrors } from './errors.ts'

/** A webhook of either type, for an admission or a conversion. */
export type Webhook = Admission | Conversion

export function admissionsIn(webhooks: readonly Webhook[]): readonly Admission[] {
  return webhooks.filter((one): one is Admission => one.type === 'admission')
}

export function conversionsIn(webhooks: readonly Webhook[]): readonly Conversion[] {
  return webhooks.filter((one): one is Conversion => one.type === 'conversion')
}

/** Failure: `KW_WEBHOOK_DEFINITION` if two have the same name: only one of them could be called. */
export function assertDistinct(webhooks: readonly Webhook[]): void {
  const seen = new Set<string>()
  for (const { type, name } of webhooks) {
    const key = `${type} ${name}`
    if (!seen.has(key)) seen.add(key)
    else {
      throw webhookErrors('KW_WEBHOOK_DEFINITION', {
        what: `serve the ${key}`,
        why: 'another webhook has that name',
        next: type === 'admission' ? 'Give one of the two another `name`.' : 'Pass the conversion once.',
      })
    }
  }
}
