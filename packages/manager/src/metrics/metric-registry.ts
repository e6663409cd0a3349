/** All metrics of one process. */
import type { MetricFamily, MetricSource } from '@kubewright/core/metrics'
import { clusterLabel } from '../clusters/cluster-metrics.ts'
import { managerErrors } from '../errors.ts'

/** Options of `MetricRegistry`. */
export interface MetricRegistryOptions {
  /**
   * Receives a source whose `collect` threw, or whose metrics contradict those of another source; the error; and the names of the metrics
   * that it last returned. The source is left out.
   *
   * @default `collect` throws the error
   */
  readonly failed?: (source: MetricSource, error: unknown, metrics: readonly string[]) => void
}

/** The metrics of a process, collected from several sources. Custom metrics are added to `manager.metrics`. */
export class MetricRegistry implements MetricSource {
  readonly #options: MetricRegistryOptions
  /** The sources, each with the names of its metrics when it last worked. */
  readonly #sources = new Map<MetricSource, readonly string[]>()

  constructor(options: MetricRegistryOptions = {}) {
    this.#options = options
  }

  /** Includes `source` until the result is disposed. */
  add(source: MetricSource): Disposable {
    this.#sources.set(source, [])
    return { [Symbol.dispose]: () => void this.#sources.delete(source) }
  }

  /**
   * Sorted by name; families of the same name from several sources are merged.
   *
   * Failure: `KW_MANAGER_METRIC` if two of them differ in type or labels, and any error of a source, unless `failed` receives them.
   */
  collect(): readonly MetricFamily[] {
    const { failed } = this.#options
    const families = new Map<string, MetricFamily>()
    for (const [source, names] of this.#sources) {
      try {
        const added = addTo(families, source.collect())
        // A source that was removed meanwhile would be visited again.
        if (this.#sources.has(source)) this.#sources.set(source, added)
      } catch (error) {
        if (failed === undefined) throw error
        failed(source, error, names)
      }
    }
    return [...families.values()].sort((one, two) => (one.name < two.name ? -1 : 1))
  }
}

/** Adds all of them, or none. Returns their names. */
function addTo(families: Map<string, MetricFamily>, added: readonly MetricFamily[]): readonly string[] {
  const merging = new Map<string, MetricFamily>()
  for (const family of added) {
    const { name } = family
    merging.set(name, merged(merging.get(name) ?? families.get(name), family))
  }
  for (const [name, family] of merging) families.set(name, family)
  return [...merging.keys()]
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
