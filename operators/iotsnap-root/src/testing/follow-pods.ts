/** Tracks the pods of a component: a rollout creates a new one. */
import { type Client, Pod } from 'kubewright'

export interface FollowedPods extends AsyncDisposable {
  /** The uid of every pod that exists or was created, even one that was deleted at once. */
  readonly created: ReadonlySet<string>
}

export function followPods(client: Client, namespace: string, component: string): FollowedPods {
  const created = new Set<string>()
  const stop = new AbortController()
  const { signal } = stop
  const follow = async () => {
    // A server ends each watch after a while.
    while (!signal.aborted) {
      for await (const event of client.watch(Pod, { namespace, labels: { component }, signal })) {
        if ('object' in event) created.add((event.object as Pod).metadata.uid)
      }
    }
  }
  const ended = follow().catch((error: unknown) => {
    if (!signal.aborted) throw error
  })
  return {
    created,
    async [Symbol.asyncDispose]() {
      stop.abort()
      await ended
    },
  }
}
