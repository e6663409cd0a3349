/**
 * The subresources of pods. This server has no kubelets, so requests that need one are refused like on a server without
 * kubelets, unless a pod runner is configured.
 */
import type { Pod } from '@kubewright/kubernetes/core/v1'
import { draftOf } from '../../object/draft.ts'
import type { ServerResponse } from '../../request/exchange.ts'
import { badRequest, notFound, plainFailure } from '../../status/failures.ts'
import { type Call, readStored } from '../../kinds/call.ts'
import { answer } from '../../rendering/encode.ts'
import { isBlank } from '../../validation/problems.ts'
import type { KindBehavior } from '../kind-behavior.ts'
import { type Unvalidated, unvalidated } from '../../object/unvalidated.ts'
import { bindPod } from './pod-binding.ts'
import { evictPod } from './pod-eviction.ts'
import { serveLog } from './pod-logs.ts'

export const podHandlers: NonNullable<KindBehavior['handlers']> = {
  binding: bindPod,
  eviction: evictPod,
  log: readLog,
  exec: connect,
  attach: connect,
  portforward: connect,
  async proxy(call) {
    readStored(call)
    throw badRequest('address not allowed')
  },
}

async function readLog(call: Call): Promise<ServerResponse> {
  const pod = readPod(call)
  checkContainer(call, pod)
  // An unscheduled pod has no logs.
  if (isBlank(pod.spec?.nodeName)) return answer(204, '')
  if (call.server.podLogs !== undefined) return serveLog(call, pod, call.server.podLogs)
  throw unreachable(call, pod)
}

async function connect(call: Call): Promise<ServerResponse> {
  const pod = readPod(call)
  if (call.info.subresource !== 'portforward') checkContainer(call, pod)
  if (isBlank(pod.spec?.nodeName)) throw badRequest(`pod ${pod.metadata?.name} does not have a host assigned`)
  const { podStreams } = call.server
  if (podStreams !== undefined) {
    const { servePodStream } = await import('../../streaming/serve-pod-streams.ts') // lazy: streams are rare
    const container = call.request.query.get('container') || (pod.spec?.containers?.[0]?.name ?? '')
    return servePodStream(call, container, podStreams)
  }
  throw unreachable(call, pod)
}

function readPod(call: Call): Unvalidated<Pod> {
  return unvalidated<Pod>(draftOf(readStored(call).object.text))
}

function checkContainer({ request }: Call, { metadata, spec = {} }: Unvalidated<Pod>): void {
  const asked = request.query.get('container') ?? ''
  const names = (spec.containers ?? []).map(({ name }) => name)
  const all = [
    ...names,
    ...[...(spec.initContainers ?? []), ...(spec.ephemeralContainers ?? [])].map(({ name }) => name),
  ]
  if (asked !== '' && !all.includes(asked))
    throw badRequest(`container ${asked} is not valid for pod ${metadata?.name}`)
  if (asked === '' && names.length > 1) {
    const choice = `choose one of: [${names.join(' ')}]`
    throw badRequest(`a container name must be specified for pod ${metadata?.name}, ${choice}`)
  }
}

/** The server looks up the node; if the node is unknown, its error names a missing pod. */
function unreachable({ server }: Call, { spec = {} }: Unvalidated<Pod>): Error {
  const node = spec.nodeName ?? ''
  const isKnown = server.store.collection('nodes').read(node) !== undefined
  if (!isKnown) return notFound({ group: '', resource: 'pods' }, node)
  return plainFailure(`no preferred addresses found; known addresses: []`)
}
