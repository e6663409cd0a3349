/** The CA bundle of a conversion webhook. */
import { readCaBundle } from '../../outbound/ca-bundle.ts'
import { WebhookClientError } from '../../outbound/webhook-transport.ts'

/**
 * The reason why a bundle is invalid, in Go's words.
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
