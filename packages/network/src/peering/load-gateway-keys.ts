/** Loads the private keys that a gateway's agent needs. */
import type { Client } from '@kubewright/client'
import { Secret } from '@kubewright/kubernetes'
import { keysSecret, networkNamespace } from '../names.ts'
import type { KeyRing } from '../tunnel/wireguard-keys.ts'
import { parseKeys } from './keys-secret.ts'

/** Reads the Secret only when a key is missing: an outage of the API server does not affect a gateway with loaded keys. */
export function loadGatewayKeys(client: Client, keys: KeyRing, namespace: string = networkNamespace) {
  return async (publicKeys: readonly string[]): Promise<void> => {
    if (publicKeys.every((key) => keys.has(key))) return
    const { main, detour } = parseKeys(await client.get(Secret, { name: keysSecret, namespace }))
    for (const key of [main, detour]) if (key !== undefined) keys.add(key)
  }
}
