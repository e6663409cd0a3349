/** How objects get from one version to another. */
import { each, named, oneOf, type Problems } from '../../built-in/check/problems.ts'
import { clientProblems } from '../../built-in/admission/webhook-checks.ts'
import { forbidden, invalid, required } from '../../status/field-error.ts'
import { bundleProblem } from './ca-bundle.ts'
import type { Conversion, ConversionClient } from './definition.ts'

export interface ConversionScope {
  /** Before a kind is established, and after it was established with a bad one. */
  readonly allowsBadBundle: boolean
  readonly needsKnownVersion: boolean
}

const reviewVersions = ['v1', 'v1beta1']

/** The server has other names for these fields than its API, and tells problems by its own. */
export function* conversionProblems(conversion: Conversion, path: string, scope: ConversionScope): Problems {
  const { strategy, webhook } = conversion
  yield* oneOf(strategy, `${path}.strategy`, ['None', 'Webhook'])
  const [client, versions] = [`${path}.webhookClientConfig`, `${path}.conversionReviewVersions`]
  if (strategy === 'Webhook') {
    if (webhook?.clientConfig === undefined) yield required(client, 'required when strategy is set to Webhook')
    else yield* webhookProblems(webhook.clientConfig, client, scope)
    yield* versionProblems(webhook?.conversionReviewVersions ?? [], versions, scope)
    return
  }
  const why = 'should not be set when strategy is not set to Webhook'
  if (webhook?.clientConfig !== undefined) yield forbidden(client, why)
  if ((webhook?.conversionReviewVersions ?? []).length > 0) yield forbidden(versions, why)
}

function* webhookProblems(client: ConversionClient, path: string, { allowsBadBundle }: ConversionScope): Problems {
  const { service, caBundle = '' } = client
  // The server mistakes the name for the namespace here, and the other way round.
  const swapped = service && { ...service, name: service.namespace, namespace: service.name }
  yield* clientProblems({ ...client, service: swapped }, path)
  const problem = caBundle === '' || allowsBadBundle ? undefined : bundleProblem(caBundle)
  if (problem !== undefined) yield invalid(`${path}.caBundle`, caBundle, problem)
}

function* versionProblems(versions: readonly string[], path: string, { needsKnownVersion }: ConversionScope): Problems {
  if (versions.length === 0) return yield required(path)
  const seen = new Set<string>()
  for (const [version, at] of each(versions, path)) {
    if (seen.has(version)) yield invalid(at, version, 'duplicate version')
    else yield* named('dns1035Label', version, at)
    seen.add(version)
  }
  if (needsKnownVersion && !hasKnownVersion(versions)) {
    yield invalid(path, versions, `must include at least one of ${reviewVersions.join(', ')}`)
  }
}

export function hasKnownVersion(versions: readonly string[]): boolean {
  return versions.some((version) => reviewVersions.includes(version))
}
