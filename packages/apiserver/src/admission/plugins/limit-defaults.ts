/** Container defaults from the limit ranges of the namespace, and the annotation that records them. */
import type { Container, LimitRange, Pod } from '@kubewright/kubernetes/core/v1'
import { ownField } from '../../object/own-field.ts'
import type { Unvalidated } from '../../object/unvalidated.ts'

const noteAnnotation = 'kubernetes.io/limit-ranger'

type Amounts = Record<string, string | number>

/** Modifies the pod in place. */
export function fillLimits(range: Unvalidated<LimitRange>, pod: Unvalidated<Pod>): void {
  const items = (range.spec?.limits ?? []).filter(({ type }) => type === 'Container')
  const requests = lastOfEach(items.map(({ defaultRequest }) => defaultRequest))
  const limits = lastOfEach(items.map((item) => item.default))
  const notes = [
    ...(pod.spec?.containers ?? []).flatMap((one) => fillContainer(one, 'container', { requests, limits })),
    ...(pod.spec?.initContainers ?? []).flatMap((one) => fillContainer(one, 'init container', { requests, limits })),
  ]
  if (notes.length === 0) return
  const metadata = (pod.metadata ??= {})
  metadata.annotations = { ...metadata.annotations, [noteAnnotation]: `LimitRanger plugin set: ${notes.join('; ')}` }
}

function lastOfEach(amounts: readonly (Unvalidated<Amounts> | undefined)[]): Amounts {
  return Object.fromEntries(amounts.flatMap((one) => Object.entries(one ?? {}))) as Amounts
}

interface Defaults {
  readonly requests: Amounts
  readonly limits: Amounts
}

function fillContainer(container: Unvalidated<Container>, called: string, defaults: Defaults): readonly string[] {
  return (['requests', 'limits'] as const).flatMap((of) => {
    const given = container.resources?.[of] ?? {}
    const missing = Object.keys(defaults[of])
      .filter((name) => ownField(given, name) === undefined)
      .sort()
    if (missing.length === 0) return []
    const added = Object.fromEntries(missing.map((name) => [name, defaults[of][name]!]))
    container.resources = { ...container.resources, [of]: { ...given, ...added } }
    return [`${missing.join(', ')} ${of.slice(0, -1)} for ${called} ${container.name}`]
  })
}
