/**
 * A topic is a table that changes: entries by key. A page gets the table once, and then what becomes different. Whoever provides a
 * topic begins to collect when the first viewer opens it, and stops when the last one leaves.
 */

/** Where the provider of a topic puts what it knows. */
export interface Publisher {
  /** Puts an entry into the table. One that is equal to what is there changes nothing. */
  put(key: string, value: unknown): void
  remove(key: string): void
  /** Empties the table; what is put afterwards takes its place. */
  clear(): void
  /** The table is complete: viewers get it from now on. */
  ready(): void
  /** Why the table is not complete, or is old, for people; `undefined` once that is over. */
  problem(message: string | undefined): void
}

const nothing = () => undefined

/** For a part of a topic that neither publishes nor complains by itself. */
export const silentPublisher: Publisher = {
  put: nothing,
  remove: nothing,
  clear: nothing,
  ready: nothing,
  problem: nothing,
}

/** Disposing it ends the collection. */
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
