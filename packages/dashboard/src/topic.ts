/**
 * A topic is a table of entries by key. A page gets the table once, and then its changes. The provider of a topic starts to collect when
 * the first viewer opens it, and stops when the last one leaves.
 * See decision 0401.
 */

/** The output of a topic's provider. */
export interface Publisher {
  /** Puts an entry into the table. An equal entry changes nothing. */
  put(key: string, value: unknown): void
  remove(key: string): void
  /** Clears the table; later entries replace it. */
  clear(): void
  /** Marks the table as complete: viewers get it from now on. */
  ready(): void
  /** Why the table is incomplete or stale, human-readable; `undefined` once resolved. */
  problem(message: string | undefined): void
}

const nothing = () => undefined

/** For a part of a topic that reports nothing itself. */
export const silentPublisher: Publisher = {
  put: nothing,
  remove: nothing,
  clear: nothing,
  ready: nothing,
  problem: nothing,
}

/** Starts a collection. Disposing the result ends it. */
export type OpenTopic = (publisher: Publisher) => Disposable

/**
 * Topics by name: `controllers`, or with a parameter `objects:apps/v1/Deployment`.
 *
 * @returns `undefined` for a topic that is not provided
 */
export type TopicSource = (name: string, parameter: string) => OpenTopic | undefined

/** The first of several sources that provides a topic. */
export function firstTopic(sources: readonly TopicSource[]): TopicSource {
  return (name, parameter) => {
    for (const source of sources) {
      const found = source(name, parameter)
      if (found !== undefined) return found
    }
    return undefined
  }
}
