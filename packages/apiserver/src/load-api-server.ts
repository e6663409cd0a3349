/**
 * Loads what a server otherwise loads when somebody first needs it.
 *
 * A module takes longer to come the first time, and meanwhile others get their turn. Whoever wants the same requests to take
 * the same turns every time, in the first server of a process as in the hundredth, loads everything first.
 */
import { loadSchemas } from '@kubewright/kubernetes/schemas'
import { loadAllShapes } from './codec/load-shapes.ts'

let loading: Promise<void> | undefined

/** Once a process; from then on it costs nothing. */
export function loadApiServer(): Promise<void> {
  return (loading ??= load())
}

async function load(): Promise<void> {
  await Promise.all([loadSchemas(), loadAllShapes(), ...modules.map((one) => one())])
}

/** Everything that is imported somewhere in the middle of a request. A test holds this list against the sources. */
const modules: readonly (() => Promise<unknown>)[] = [
  () => import('./admission/policies/mutating-policies.ts'),
  () => import('./admission/policies/policy-status.ts'),
  () => import('./admission/policies/validating-policies.ts'),
  () => import('./admission/webhooks/mutating-webhooks.ts'),
  () => import('./admission/webhooks/validating-webhooks.ts'),
  () => import('./built-in/admission/policy-checks.ts'),
  () => import('./built-in/admission/webhook-checks.ts'),
  () => import('./codec/yaml-convert.ts'),
  () => import('./custom/custom-kinds.ts'),
  () => import('./custom/definition/check-definition.ts'),
  () => import('./custom/definition/format-warnings.ts'),
  () => import('./generated/go-shapes/registered-kinds.ts'),
  () => import('./openapi/openapi-documents.ts'),
  () => import('./openapi/protobuf-v2.ts'),
  () => import('./openapi/serve-openapi.ts'),
  () => import('./outbound/https-webhooks.ts'),
  () => import('./storage/durable/data-directory.ts'),
  () => import('./strategic-merge/merge-rule.ts'),
  () => import('./strategic-merge/strategic-merge.ts'),
  () => import('./streaming/serve-pod-streams.ts'),
  () => import('./verbs/patch.ts'),
]
