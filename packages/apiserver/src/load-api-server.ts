/**
 * Preloads the modules and schemas that a server otherwise loads on first use.
 *
 * The first import of a module takes longer, and other tasks run meanwhile. Preloading makes the interleaving of requests
 * deterministic: the same in the first server of a process as in the hundredth.
 *
 * See decision 0170.
 */
import { loadSchemas } from '@kubewright/kubernetes/schemas'
import { loadAllShapes } from './codec/load-shapes.ts'

let loading: Promise<void> | undefined

/** Memoized per process. */
export function loadApiServer(): Promise<void> {
  return (loading ??= load())
}

async function load(): Promise<void> {
  await Promise.all([loadSchemas(), loadAllShapes(), ...modules.map((one) => one())])
}

/** Every module that is imported dynamically while serving a request. A test compares this list with the sources. */
const modules: readonly (() => Promise<unknown>)[] = [
  () => import('./admission/policies/mutating-policies.ts'),
  () => import('./admission/policies/policy-status.ts'),
  () => import('./admission/policies/validating-policies.ts'),
  () => import('./admission/webhooks/mutating-webhooks.ts'),
  () => import('./admission/webhooks/validating-webhooks.ts'),
  () => import('./admission/kinds/policy-checks.ts'),
  () => import('./admission/kinds/webhook-checks.ts'),
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
