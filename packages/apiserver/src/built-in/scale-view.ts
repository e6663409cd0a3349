/** The `scale` subresource: replicas and selector, independent of the kind. */
import { builtInCodec } from '../codec/built-in-codec.ts'
import type { Strategy, SubresourceView, TableForm } from '../kinds/served-kind.ts'
import type { Draft } from '../object/draft.ts'
import { invalid } from '../status/field-error.ts'
import { invalidObject } from '../status/failures.ts'
import { type BuiltInScope, countGeneration, partStrategy } from './built-in-strategy.ts'
import type { ScaleRules } from './kind-behavior.ts'
import { withoutNulls } from './null-fields.ts'
import { builtInTable } from './table/built-in-table.ts'
import { ageOf } from './table/cells.ts'

const codec = builtInCodec({ group: 'autoscaling', version: 'v1', kind: 'Scale' })

interface Counted {
  readonly replicas?: number
}

const replicasIn = (part: unknown) => (part as Counted | undefined)?.replicas ?? 0

export function scaleView(scope: BuiltInScope, rules: ScaleRules): SubresourceView {
  return {
    codec,
    strategy: scaleStrategy(scope),
    project: (object) => scaleOf(object, rules.selectorText(withoutNulls(object))),
    merge,
  }
}

export function scaleTable(): TableForm {
  return builtInTable('autoscaling/v1', 'Scale', (scale, nowMs) => [
    scale.metadata.name,
    replicasIn(scale['spec']),
    replicasIn(scale['status']),
    ageOf(scale, nowMs),
  ])
}

function scaleStrategy(scope: BuiltInScope): Strategy {
  return partStrategy(scope, [], { prepareForUpdate: (object, old) => countGeneration(scope.behavior, object, old) })
}

function scaleOf({ metadata, spec, status }: Draft, selector: string): Draft {
  const { name, namespace, uid, resourceVersion, creationTimestamp } = metadata
  const replicas = replicasIn(spec)
  return {
    kind: 'Scale',
    apiVersion: 'autoscaling/v1',
    metadata: Object.fromEntries(
      Object.entries({ name, namespace, uid, resourceVersion, creationTimestamp }).filter(
        ([, value]) => value !== undefined,
      ),
    ),
    spec: replicas === 0 ? {} : { replicas },
    status: { replicas: replicasIn(status), ...(selector === '' ? {} : { selector }) },
  }
}

/** Only the desired replicas of a Scale are written. */
function merge(parent: Draft, written: Draft): Draft {
  const replicas = replicasIn(written['spec'])
  if (replicas < 0) {
    const error = invalid('spec.replicas', replicas, 'must be greater than or equal to 0')
    throw invalidObject({ group: 'autoscaling', kind: 'Scale' }, written.metadata.name ?? '', [error])
  }
  const { resourceVersion: _, ...metadata } = parent.metadata
  const { resourceVersion, uid } = written.metadata
  return {
    ...parent,
    metadata: {
      ...metadata,
      ...(resourceVersion === undefined ? {} : { resourceVersion }),
      ...(uid === undefined ? {} : { uid }),
    },
    spec: { ...(parent['spec'] as object), replicas },
  }
}
