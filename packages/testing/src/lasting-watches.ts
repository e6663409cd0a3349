/**
 * Watches that cost nothing while nothing happens, for what the cluster does beside its API. Under virtual time every timer is
 * work: seventy watches, each with a bookmark a minute and a new connection every few, would take a second for an idle hour.
 */
import type { Client } from '@kubewright/client'

/** Longer than any test lets pass. A server in the process is not lost without a word. */
const idleTimeout = '100000h'

/** @param client whose transport was made with `lastingWatches` */
export function withLastingWatches(client: Client): Client {
  const { metadata } = client
  return {
    ...client,
    watch: (resource, options) => client.watch(resource, { ...options, idleTimeout }),
    metadata: { ...metadata, watch: (resource, options) => metadata.watch(resource, { ...options, idleTimeout }) },
  }
}
