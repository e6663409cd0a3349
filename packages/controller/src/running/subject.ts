/** The unit of a reconcile: an object, or a group with its members. */
import type { KubeObject } from '@kubewright/core'
import {
  type RunEnvironment,
  type RunRequest,
  type RunResult,
  runGroup,
  runReconcile,
} from '../reconcile/reconcile-run.ts'
import { parseRequestKey } from '../request/request-key.ts'
import type { PrimaryObjects } from './primary-objects.ts'

export interface Subject {
  /** `undefined` for a group. */
  readonly object?: KubeObject
  /** Changes when the desired state changes. */
  readonly generation: number | undefined
  run(request: RunRequest): Promise<RunResult>
}

/** `undefined` if the object is gone. A group exists even without members. */
export function subjectOf(
  key: string,
  primary: Pick<PrimaryObjects, 'find' | 'membersOf'>,
  environment: RunEnvironment,
): Subject | undefined {
  const grouping = environment.controller['~grouping']
  if (grouping !== undefined) {
    const members = primary.membersOf(key)
    return {
      generation: sumOfGenerations(members),
      run: (request) => runGroup({ ...environment, grouping }, key, members, request),
    }
  }
  const object = primary.find(parseRequestKey(key))
  if (object === undefined) return undefined
  return {
    object,
    generation: object.metadata.generation,
    run: (request) => runReconcile(environment, object, request),
  }
}

function sumOfGenerations(members: readonly KubeObject[]): number {
  return members.reduce((sum, { metadata }) => sum + (metadata.generation ?? 0), 0)
}
