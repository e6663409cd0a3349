/** The `scale` subresource of a custom kind. */
import { builtInCodec } from '../../codec/built-in-codec.ts'
import type { Strategy, SubresourceView } from '../../kinds/served-kind.ts'
import type { Draft } from '../../object/draft.ts'
import { badRequest, internal, plainFailure } from '../../status/failures.ts'
import type { ScalePaths } from '../definition/definition.ts'
import { type Found, putAt, readNumber, readText } from './go-accessor.ts'

const codec = builtInCodec({ group: 'autoscaling', version: 'v1', kind: 'Scale' })

/** A marker for an absent number of replicas, to detect a patch that does not set it. */
const unset = -(2 ** 31)

export function customScale(paths: ScalePaths, strategy: Strategy): SubresourceView {
  const { specReplicasPath: path = '' } = paths
  return {
    codec,
    strategy,
    project: (object) => scaleOf(object, paths),
    show(object) {
      if (found(readNumber(object, path)) === undefined) {
        throw internal(`the spec replicas field ${JSON.stringify(path)} does not exist`)
      }
      return scaleOf(object, paths)
    },
    merge: (parent, written) => merge(parent, written, path),
  }
}

function scaleOf(object: Draft, { specReplicasPath, statusReplicasPath, labelSelectorPath = '' }: ScalePaths): Draft {
  const { name, namespace, uid, resourceVersion, creationTimestamp } = object.metadata
  const replicas = found(readNumber(object, specReplicasPath!)) ?? unset
  const current = found(readNumber(object, statusReplicasPath!)) ?? 0
  const selector = (labelSelectorPath === '' ? undefined : found(readText(object, labelSelectorPath))) ?? ''
  const metadata = Object.entries({ name, namespace, uid, resourceVersion, creationTimestamp })
  return {
    kind: 'Scale',
    apiVersion: 'autoscaling/v1',
    metadata: Object.fromEntries(metadata.filter(([, value]) => value !== undefined)),
    spec: replicas === 0 ? {} : { replicas },
    status: { replicas: current, ...(selector === '' ? {} : { selector }) },
  }
}

/** Failure: a 500 if the field has another type. */
function found<Value>(field: Found<Value>): Value | undefined {
  if ('problem' in field) throw plainFailure(field.problem)
  return field.value
}

/** A write to a Scale only changes the desired replicas. */
function merge(parent: Draft, written: Draft, path: string): Draft {
  const { replicas = 0 } = (written['spec'] ?? {}) as { readonly replicas?: number }
  if (replicas === unset) throw badRequest(`the spec replicas field ${JSON.stringify(path)} cannot be empty`)
  const { resourceVersion = '', uid } = written.metadata
  const metadata = {
    ...parent.metadata,
    ...(resourceVersion === '' ? {} : { resourceVersion }),
    ...(uid === undefined ? {} : { uid }),
  }
  return putAt({ ...parent, metadata }, path, replicas) as Draft
}
