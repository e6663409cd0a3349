/** The sources a controller watches: one hold on each, narrowed to the partition of this process. */
import type { Cache, Source, SourceOptions, SourceScope } from '@kubewright/cache'
import type { Resource } from '@kubewright/resource'
import type { Partition } from '../host/partition.ts'

export class ControllerSources implements Disposable {
  /** Grows as kinds are watched. */
  readonly held: Source[] = []
  readonly #cache: Cache
  readonly #partition: Partition | undefined

  constructor(cache: Cache, partition: Partition | undefined) {
    this.#cache = cache
    this.#partition = partition
  }

  follow(resource: Resource, scope: SourceScope = {}, how: SourceOptions = {}): Source {
    const part = this.#partition?.scopeOf(resource)
    const source = this.#cache.source(resource, part === undefined ? scope : narrowed(scope, part), how as never)
    this.held.push(source)
    return source
  }

  /** The source of this kind among `sources`, or a new hold. */
  among(sources: readonly Source[], resource: Resource): Source {
    const isOfKind = (source: Source) =>
      source.resource.group === resource.group && source.resource.kind === resource.kind
    return sources.find(isOfKind) ?? this.follow(resource)
  }

  [Symbol.dispose](): void {
    for (const held of this.held) held[Symbol.dispose]()
  }
}

function narrowed(scope: SourceScope, part: SourceScope): SourceScope {
  const labels = [scope.labels, part.labels].filter((one) => one !== undefined).join(',')
  return { ...scope, ...part, ...(labels === '' ? {} : { labels }) }
}
