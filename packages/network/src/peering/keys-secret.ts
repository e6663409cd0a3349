/** The Secret that holds the keys of the gateway. */
import { type Client, ignoreNotFound, isAlreadyExists } from '@kubewright/client'
import { Secret } from '@kubewright/kubernetes'
import { keysSecret, networkGroup } from '../names.ts'
import { makePrivateKey } from '../tunnel/wireguard-keys.ts'
import type { GatewayKeys } from './gateway-keys.ts'

const phaseAnnotation = `${networkGroup}/rotation`
const servedAnnotation = `${networkGroup}/rotated`
const unconfirmedAnnotation = `${networkGroup}/unconfirmed`

export interface StoredKeys {
  readonly keys: GatewayKeys
  readonly secret: Secret
}

/** Reads the keys; creates them if there are none. In a race, the loser reads the winner's. */
export async function readKeys(client: Client, namespace: string): Promise<StoredKeys> {
  const metadata = { name: keysSecret, namespace }
  const stored = await client.get(Secret, metadata).catch(ignoreNotFound)
  if (stored) return { keys: parseKeys(stored), secret: stored }
  const keys: GatewayKeys = { main: makePrivateKey(), phase: 'None' }
  try {
    return { keys, secret: await client.create(Secret, { metadata, type: 'Opaque', ...contentsOf(keys) }) }
  } catch (error) {
    if (!isAlreadyExists(error)) throw error
    const secret = await client.get(Secret, metadata)
    return { keys: parseKeys(secret), secret }
  }
}

/** Replaces the keys. Fails with a conflict on a concurrent change. */
export async function storeKeys(client: Client, keys: GatewayKeys, secret: Secret): Promise<void> {
  const annotations: Record<string, string> = { ...secret.metadata.annotations, [phaseAnnotation]: keys.phase }
  if (keys.served !== undefined) annotations[servedAnnotation] = keys.served
  annotations[unconfirmedAnnotation] = (keys.unconfirmed ?? []).join(' ')
  await client.update(Secret, { ...secret, ...contentsOf(keys), metadata: { ...secret.metadata, annotations } })
}

export function parseKeys({ data = {}, metadata }: Pick<Secret, 'data' | 'metadata'>): GatewayKeys {
  const text = (name: string) => (data[name] === undefined ? undefined : Buffer.from(data[name], 'base64').toString())
  const phase = metadata.annotations?.[phaseAnnotation]
  const unconfirmed = (metadata.annotations?.[unconfirmedAnnotation] ?? '').split(' ').filter((id) => id !== '')
  return {
    main: text('main') ?? '',
    detour: text('detour'),
    phase: phase === 'Detour' || phase === 'Return' ? phase : 'None',
    served: metadata.annotations?.[servedAnnotation],
    ...(unconfirmed.length === 0 ? {} : { unconfirmed }),
  }
}

function contentsOf({ main, detour }: GatewayKeys) {
  const encode = (key: string) => Buffer.from(key).toString('base64')
  return { data: { main: encode(main), ...(detour === undefined ? {} : { detour: encode(detour) }) } }
}
