/** Actions of viewers, each available only if the dashboard was started with it. */
import type { KubeObject, Ref } from '@kubewright/core'
import { isJsonObject, type JsonObject } from '@kubewright/core/json'
import type { ClusterObjects } from './cluster-objects.ts'
import { dashboardErrors } from './errors.ts'
import { type ObjectPath, parseObjectPath } from './kind-path.ts'
import { isSecret, masked } from './mask-secrets.ts'
import type { ExplorationRunner } from './exploration-runner.ts'
import type { Operator } from './operator.ts'
import { controlShard, type ShardControl } from './shard-control.ts'
import type { AllowedAction } from './stream-event.ts'

export interface ActionParts {
  readonly operator: Operator | undefined
  readonly cluster: ClusterObjects | undefined
  readonly explorations?: ExplorationRunner | undefined
  readonly shards?: ShardControl | undefined
  readonly allows: readonly AllowedAction[]
}

type Act = (body: JsonObject, parts: ActionParts) => Promise<unknown>

const pausedAnnotation = 'kubewright.dev/paused'

/** By the last part of their path: `/api/v1/actions/pause`. */
const actions: Readonly<Record<string, { readonly needs: AllowedAction; readonly act: Act }>> = {
  reconcile: { needs: 'reconcile', act: reconcile },
  pause: { needs: 'pause', act: (body, parts) => setPaused(body, parts, true) },
  resume: { needs: 'pause', act: (body, parts) => setPaused(body, parts, false) },
  update: { needs: 'edit', act: update },
  patch: { needs: 'edit', act: patch },
  delete: { needs: 'edit', act: remove },
  reveal: { needs: 'secrets', act: reveal },
  explore: { needs: 'explore', act: async (body, { explorations }) => offered(explorations).start(body) },
  'stop-exploring': { needs: 'explore', act: async (_, { explorations }) => offered(explorations).stop() },
  'kill-shard': { needs: 'shards', act: async (body, { shards }) => controlShard(shards, 'kill', body) },
  'start-shard': { needs: 'shards', act: async (body, { shards }) => controlShard(shards, 'start', body) },
}

/** Failure: `KW_DASHBOARD_NOT_ALLOWED`, `KW_DASHBOARD_REQUEST`, and errors of the API server. */
export async function runAction(name: string, body: JsonObject, parts: ActionParts): Promise<unknown> {
  const action = Object.hasOwn(actions, name) ? actions[name] : undefined
  if (action === undefined) throw badRequest(name, `there is no action of that name`)
  if (!parts.allows.includes(action.needs)) {
    throw dashboardErrors('KW_DASHBOARD_NOT_ALLOWED', {
      what: `carry out "${name}"`,
      why: `this dashboard was started without "${action.needs}"`,
      next: `Start it with allow: ['${action.needs}'], or with --allow ${action.needs}.`,
      details: { action: name },
    })
  }
  return action.act(body, parts)
}

async function reconcile(body: JsonObject, { operator }: ActionParts): Promise<void> {
  const { controller, name, namespace, cluster } = body
  if (operator === undefined) throw badRequest('reconcile', 'this dashboard shows no operator')
  if (typeof controller !== 'string' || typeof name !== 'string') {
    throw badRequest('reconcile', 'the fields "controller" and "name" are required, as texts')
  }
  await operator.reconcile({
    controller,
    name,
    ...(typeof namespace === 'string' ? { namespace } : {}),
    ...(typeof cluster === 'string' ? { cluster } : {}),
  })
}

function offered(explorations: ExplorationRunner | undefined): ExplorationRunner {
  if (explorations === undefined) throw badRequest('explore', 'this program offers no explorations')
  return explorations
}

async function setPaused(body: JsonObject, parts: ActionParts, isPaused: boolean): Promise<void> {
  const { cluster, path, ref } = located(isPaused ? 'pause' : 'resume', body, parts)
  const annotations = { [pausedAnnotation]: isPaused ? 'true' : null }
  await cluster.client.patch(await cluster.find(path.kind), ref, { metadata: { annotations } } as never)
}

/** The edited object, with the resourceVersion it is based on, so that concurrent changes are not overwritten. */
async function update(body: JsonObject, parts: ActionParts): Promise<void> {
  const { cluster, path } = located('update', body, parts)
  const { object } = body
  if (!isJsonObject(object) || !isJsonObject(object['metadata']))
    throw badRequest('update', 'the field "object" is required, with the whole object')
  const { name, namespace, resourceVersion } = object['metadata']
  if (name !== path.name || (namespace ?? undefined) !== path.namespace || typeof resourceVersion !== 'string') {
    throw badRequest('update', 'name and namespace must not change, and resourceVersion is required')
  }
  if (isSecret(object as unknown as KubeObject) && JSON.stringify(object).includes(masked)) {
    throw badRequest('update', 'values of the Secret are masked: show them before you edit it')
  }
  await cluster.client.update(await cluster.find(path.kind), object as never)
}

/** Some fields, as a merge patch: concurrent writes to other fields are kept. */
async function patch(body: JsonObject, parts: ActionParts): Promise<void> {
  const { cluster, path, ref } = located('patch', body, parts)
  const { patch: fields } = body
  if (!isJsonObject(fields)) throw badRequest('patch', 'the field "patch" is required, with a merge patch')
  await cluster.client.patch(await cluster.find(path.kind), ref, fields as never)
}

async function remove(body: JsonObject, parts: ActionParts): Promise<void> {
  const { cluster, path, ref } = located('delete', body, parts)
  await cluster.client.delete(await cluster.find(path.kind), ref)
}

/** The API server decides whether the dashboard's user may read it. */
async function reveal(body: JsonObject, parts: ActionParts): Promise<unknown> {
  const { cluster, path, ref } = located('reveal', body, parts)
  return cluster.client.get(await cluster.find(path.kind), ref)
}

function located(action: string, { path }: JsonObject, { cluster }: ActionParts) {
  if (cluster === undefined) throw badRequest(action, 'this dashboard shows no objects')
  const parsed = typeof path === 'string' ? parseObjectPath(path) : undefined
  if (parsed === undefined) throw badRequest(action, 'the field "path" is required: GROUP/VERSION/KIND/NAMESPACE/NAME')
  return { cluster, path: parsed, ref: refIn(parsed) }
}

function refIn({ namespace, name }: ObjectPath): Ref {
  return namespace === undefined ? { name } : { namespace, name }
}

function badRequest(action: string, why: string): Error {
  return dashboardErrors('KW_DASHBOARD_REQUEST', {
    what: `carry out "${action}"`,
    why,
    next: 'The actions and their fields are in docs/guides/dashboard.md.',
    details: { action },
  })
}
