/**
 * Watches that cost nothing while idle, for the controllers of the simulated cluster. Under virtual time every timer is work: seventy
 * watches, each with a bookmark a minute and a new connection every few minutes, would take a second for an idle hour.
 * See decision 0267.
 */
import type { Client } from '@kubewright/client'

/** Longer than any test. A server in the same process does not disappear silently. */
const idleTimeout = '100000h'

/** @param client a client whose transport was made with `lastingWatches` */
export function withLastingWatches(client: Client): Client {
  const { metadata } = client
  return {
    ...client,
    watch: (resource, options) => client.watch(resource, { ...options, idleTimeout }),
    metadata: { ...metadata, watch: (resource, options) => metadata.watch(resource, { ...options, idleTimeout }) },
  }
}
