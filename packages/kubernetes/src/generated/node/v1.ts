// Made by `npm run generate:kubernetes`; edits are lost.
import type { AuthoredMeta, ObjectMeta } from '@kubewright/core'
import { type BuiltIn, builtIn } from '../../built-in.ts'
import type { Toleration } from '../core/v1.ts'
import type { Quantity } from '../meta/v1.ts'

/** `runtimeclasses` in `node.k8s.io/v1`, cluster-scoped. */
export const RuntimeClass: BuiltIn<RuntimeClass, RuntimeClassInput, never> = /*#__PURE__*/ builtIn({
  group: 'node.k8s.io',
  version: 'v1',
  kind: 'RuntimeClass',
  plural: 'runtimeclasses',
  scope: 'Cluster',
})

export interface RuntimeClass {
  readonly apiVersion: 'node.k8s.io/v1'
  readonly kind: 'RuntimeClass'
  readonly metadata: ObjectMeta
  readonly handler: string
  readonly overhead?: Overhead | undefined
  readonly scheduling?: Scheduling | undefined
}

export interface RuntimeClassInput {
  readonly apiVersion?: 'node.k8s.io/v1' | undefined
  readonly kind?: 'RuntimeClass' | undefined
  readonly metadata: AuthoredMeta
  readonly handler: string
  readonly overhead?: Overhead | undefined
  readonly scheduling?: Scheduling | undefined
}

export interface Overhead {
  readonly podFixed?: Readonly<Record<string, Quantity>> | undefined
}

export interface Scheduling {
  readonly nodeSelector?: Readonly<Record<string, string>> | undefined
  readonly tolerations?: readonly Toleration[] | undefined
}
