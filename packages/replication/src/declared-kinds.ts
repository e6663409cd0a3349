/** The declarations of `Replication` resources, with their kinds resolved in the home cluster. */
import { type Client, isUnknownKind } from '@kubewright/client'
import { isKubewrightError, type KubeObject, type LabelSelector, no, type Verdict, yes } from '@kubewright/core'
import { getOwn } from '@kubewright/core/json'
import type { ObjectOf } from '@kubewright/resource'
import { defineReplication, type Replication } from './define-replication.ts'
import type { ReplicationResource } from './replication-resource.ts'

/** A `Replication` object. */
export type Declared = ObjectOf<typeof ReplicationResource>

/** One declaration and its resolution. */
export interface Resolution {
  readonly declared: Declared
  /** `undefined` if it cannot be replicated, or is not resolved yet. */
  readonly replication: Replication | undefined
  readonly verdict: Verdict
  /** Whether the cluster answered; if not, the last answer stays in effect. */
  readonly isCertain: boolean
}

/** A declaration as a replication, once its kind is known. Failure: `KW_REPLICATION_SCOPE`, `KW_REPLICATION_OPTION`. */
export function replicationOf(
  { metadata, spec }: Declared,
  resource: Parameters<typeof defineReplication>[0]['resource'],
): Replication {
  const { peers = [], destinationLabel, namespaces, selector, annotations } = spec
  const isGoing = metadata.deletionTimestamp !== undefined
  return defineReplication({
    name: metadata.name,
    resource,
    destination: (object: KubeObject) => {
      if (isGoing) return undefined
      const named = destinationLabel === undefined ? undefined : getOwn(object.metadata.labels, destinationLabel)
      return named === undefined ? peers : [...peers, named]
    },
    ...(selector === undefined ? {} : { labels: selector as LabelSelector }),
    ...(namespaces === undefined ? {} : { namespaces }),
    ...(annotations === undefined ? {} : { annotations }),
  })
}

export class DeclaredKinds {
  readonly #client: Client
  /** The last definitive answer, by uid of the declaration. */
  readonly #known = new Map<string, Replication>()
  /** The replications last used. */
  #used: readonly Replication[] = []

  constructor(client: Client) {
    this.#client = client
  }

  async resolve(all: readonly Declared[], signal: AbortSignal): Promise<readonly Resolution[]> {
    const found = await Promise.all(all.map((declared) => this.#resolveOne(declared, signal)))
    this.#known.clear()
    for (const { declared, replication } of found)
      if (replication !== undefined) this.#known.set(declared.metadata.uid, replication)
    return found
  }

  /**
   * The usable replications. Objects of a kind are released only if every declaration of that kind is resolved: one that could not be
   * resolved, because the cluster did not answer, may want them.
   */
  usable(found: readonly Resolution[]): readonly Replication[] {
    const open = found.filter(({ replication, isCertain }) => replication === undefined && !isCertain)
    const isOpen = ({ resource }: Replication) => open.some(({ declared }) => isOfKind(declared, resource))
    const kept = this.#used.filter(isOpen)
    const certain = found.flatMap(({ replication }) =>
      replication === undefined || isOpen(replication) ? [] : replication,
    )
    this.#used = [...kept, ...certain]
    return this.#used
  }

  async #resolveOne(declared: Declared, signal: AbortSignal): Promise<Resolution> {
    const { group, kind, version } = declared.spec.resource
    try {
      const query = { group, kind, ...(version === undefined ? {} : { version }) }
      const resource = await this.#client.discover(query as never, { signal })
      return { declared, replication: replicationOf(declared, resource), verdict: yes('Replicating'), isCertain: true }
    } catch (error) {
      if (signal.aborted) throw error
      return await this.#unresolved(declared, error, signal)
    }
  }

  async #unresolved(declared: Declared, error: unknown, signal: AbortSignal): Promise<Resolution> {
    const message = error instanceof Error ? error.message : String(error)
    if (isMistake(error)) return { declared, replication: undefined, verdict: no('Invalid', message), isCertain: true }
    const isCertain = isUnknownKind(error) && (await this.#isComplete(signal))
    const verdict = no(isUnknownKind(error) ? 'KindMissing' : 'Failing', message)
    const last = this.#known.get(declared.metadata.uid)
    const replication = isCertain || last === undefined ? undefined : replicationOf(declared, last.resource)
    return { declared, replication, verdict, isCertain }
  }

  /** A server with failing aggregated APIs may serve more kinds than it lists. */
  async #isComplete(signal: AbortSignal): Promise<boolean> {
    const { failures, stale } = await this.#client.discoverAll({ signal })
    return failures.length === 0 && stale.length === 0
  }
}

const mistakes = ['KW_REPLICATION_SCOPE', 'KW_REPLICATION_OPTION', 'KW_CORE_LABEL_SELECTOR']

/** Errors that no later answer of the cluster could resolve. */
function isMistake(error: unknown): boolean {
  return isKubewrightError(error) && mistakes.includes(error.code)
}

function isOfKind({ spec }: Declared, { group, kind }: Replication['resource']): boolean {
  return spec.resource.kind === kind && spec.resource.group === group
}
