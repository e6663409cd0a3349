/** The authorities a conversion webhook is trusted by. */
import { readCaBundle } from '../../outbound/ca-bundle.ts'
import { WebhookClientError } from '../../outbound/webhook-transport.ts'

/**
 * Why a bundle cannot be used, in Go's words.
 *
 * @param bundle PEM in base64
 */
export function bundleProblem(bundle: string): string | undefined {
  try {
    readCaBundle(bundle)
    return undefined
  } catch (error) {
    if (error instanceof WebhookClientError) return error.message
    throw error
  }
}
