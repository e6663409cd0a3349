/** All metrics of one process. */
import type { MetricFamily, MetricSource } from '@kubewright/core/metrics'
import { clusterLabel } from '../clusters/cluster-metrics.ts'
import { managerErrors } from '../errors.ts'

/** The metrics of a process, collected from several sources. Custom metrics are added to `manager.metrics`. */
export class MetricRegistry implements MetricSource {
  readonly #sources = new Set<MetricSource>()

  /** Includes `source` until the result is disposed. */
  add(source: MetricSource): Disposable {
    this.#sources.add(source)
    return { [Symbol.dispose]: () => void this.#sources.delete(source) }
  }

  /**
   * Sorted by name; families of the same name from several sources are merged.
   *
   * Failure: `KW_MANAGER_METRIC` if two of them differ in type or labels.
   */
  collect(): readonly MetricFamily[] {
    const families = new Map<string, MetricFamily>()
    for (const source of this.#sources) {
      for (const family of source.collect()) families.set(family.name, merged(families.get(family.name), family))
    }
    return [...families.values()].sort((one, two) => (one.name < two.name ? -1 : 1))
  }
}

function merged(known: MetricFamily | undefined, family: MetricFamily): MetricFamily {
  if (known === undefined) return family
  const isSame = known.type === family.type && labelsBut(known) === labelsBut(family)
  if (isSame) return { ...known, samples: [...known.samples, ...family.samples] } as MetricFamily
  throw managerErrors('KW_MANAGER_METRIC', {
    what: `collect the metric ${family.name}`,
    why: `one source defines it as a ${known.type} with the labels {${known.labelNames.join()}}, another as a ${family.type} with {${family.labelNames.join()}}`,
    next: 'Rename the metric of one source.',
    details: { name: family.name },
  })
}

/** Series of remote clusters have an additional label. */
function labelsBut({ labelNames }: MetricFamily): string {
  return labelNames.filter((name) => name !== clusterLabel).join()
}
