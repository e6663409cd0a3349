/** Validates the conversion strategy. */
import { each, named, oneOf, type Problems } from '../../validation/problems.ts'
import { clientProblems } from '../../validation/webhook-client.ts'
import { forbidden, invalid, required } from '../../status/field-error.ts'
import { bundleProblem } from './ca-bundle.ts'
import type { Conversion, ConversionClient } from './definition.ts'

export interface ConversionScope {
  /** True before the kind is established, and if it was established with an invalid bundle. */
  readonly allowsBadBundle: boolean
  readonly needsKnownVersion: boolean
}

const reviewVersions = ['v1', 'v1beta1']

/** Errors use the field names of kube-apiserver's internal type, which differ from those of the API. */
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
  // kube-apiserver swaps name and namespace here.
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
