/** Binding: assigns a pod to a node, for schedulers. */
import type { Binding, Pod } from '@kubewright/kubernetes/core/v1'
import { builtInCodec } from '../../codec/built-in-codec.ts'
import type { ServerResponse } from '../../request/exchange.ts'
import { readWriteOptions } from '../../request/write-options.ts'
import { required, unsupported, formatFieldError } from '../../status/field-error.ts'
import { badRequest, conflict, notFound, plainFailure } from '../../status/failures.ts'
import { decodeObject, readBody } from '../../verbs/body.ts'
import type { Call } from '../../kinds/call.ts'
import { timestamp } from '../../object/timestamp.ts'
import { attributesOf } from '../../verbs/create.ts'
import { isBlank, type Problems } from '../../validation/problems.ts'
import { type Unvalidated, unvalidated } from '../../object/unvalidated.ts'
import { rewrite } from '../rewrite.ts'
import { succeeded } from '../success.ts'
import { setPodCondition } from './pod-condition.ts'

const codec = builtInCodec({ group: '', version: 'v1', kind: 'Binding' })

/** Also serves `bindings`, where only the body names the pod. */
export async function bindPod(call: Call): Promise<ServerResponse> {
  const { request, info, server } = call
  const options = readWriteOptions('Create', request.query, request.headers['user-agent'])
  const attributes = attributesOf(
    call,
    await decodeObject(call, codec, await readBody(call), options.fieldValidation),
    undefined,
    options,
  )
  await server.admission.admit(attributes)
  const object = attributes.object!
  const name = info.name === '' ? (object.metadata.name ?? '') : info.name
  if (object.metadata.name !== name) throw badRequest('name in URL does not match name in Binding object')
  const binding = unvalidated<Binding>(object)
  refuseInvalid([...bindingProblems(binding)].map(formatFieldError))
  await server.admission.validate(attributes)
  const collection = server.store.collection('pods')
  const version = collection.read(`${info.namespace}/${name}`)
  if (version === undefined) throw notFound({ group: '', resource: 'pods' }, name)
  rewrite({ store: server.store, collection, version, isDryRun: options.isDryRun }, (stored) =>
    assign(unvalidated<Pod>(stored), binding, timestamp(server.clock.now())),
  )
  return succeeded(call, 201)
}

function* bindingProblems({ target = {} }: Unvalidated<Binding>): Problems {
  if (!isBlank(target.kind) && target.kind !== 'Node')
    yield unsupported('target.kind', target.kind, ['Node', '<empty>'])
  if (isBlank(target.name)) yield required('target.name')
}

/** The server returns these as a plain 500, not as an Invalid Status. */
function refuseInvalid(problems: readonly string[]): void {
  if (problems.length === 1) throw plainFailure(problems[0]!)
  if (problems.length > 1) throw plainFailure(`[${problems.join(', ')}]`)
}

function assign(pod: Unvalidated<Pod>, { metadata = {}, target }: Unvalidated<Binding>, time: string): void {
  const spec = (pod.spec ??= {})
  const own = (pod.metadata ??= {})
  const refuse = (why: string) => conflict({ group: '', resource: 'pods/binding' }, own.name ?? '', why)
  if (own.deletionTimestamp !== undefined)
    throw refuse(`pod ${own.name} is being deleted, cannot be assigned to a host`)
  if (!isBlank(spec.nodeName)) {
    throw refuse(`pod ${own.name} is already assigned to node ${JSON.stringify(spec.nodeName)}`)
  }
  if ((spec.schedulingGates ?? []).length > 0) throw refuse(`pod ${own.name} has non-empty .spec.schedulingGates`)
  spec.nodeName = target?.name
  delete pod.status?.nominatedNodeName
  if (metadata.annotations) own.annotations = { ...own.annotations, ...metadata.annotations }
  if (metadata.labels) own.labels = { ...own.labels, ...metadata.labels }
  setPodCondition(pod, { type: 'PodScheduled', status: 'True' }, time)
}
