/** What must and must not compile when a connection is written, loaded or passed on. */
import type { Transport } from '../transport.ts'
import {
  type ConnectionConfig,
  createTransport,
  defineConnection,
  fromKubeConfig,
  loadConfig,
  SecretText,
} from './index.ts'

// A transport accepts connections from any source, and spread copies of them.
const loaded: ConnectionConfig = await loadConfig({ context: 'dev', namespace: 'shop' })
export const transports: readonly Transport[] = [
  createTransport(loaded),
  createTransport({ ...loaded, currentNamespace: 'pub' }, { connectTimeout: '5s', maxConnections: 4 }),
  createTransport(defineConnection({ server: 'https://10.0.0.1', token: new SecretText('x') })),
  createTransport({ server: 'https://10.0.0.1', token: { file: '/token' }, ca: { file: '/ca.crt' } }),
]
export const namespace: string = loaded.currentNamespace

// The shape of the official client's class, private parts included, is enough.
class KubeConfig {
  private readonly custom: object[] = []
  getCurrentContext(): string {
    return String(this.custom.length)
  }
  getContextObject(name: string): { readonly name: string; readonly namespace?: string } | null {
    return { name }
  }
  getCurrentCluster(): { readonly name: string; readonly server: string; caFile?: string } | null {
    return null
  }
  getCurrentUser(): { readonly name: string; readonly token?: string } | null {
    return null
  }
}
export const taken: ConnectionConfig = fromKubeConfig(new KubeConfig())

// @ts-expect-error a connection without a server leads nowhere
defineConnection({ token: 'x' })
// @ts-expect-error a timeout needs a unit
createTransport(loaded, { connectTimeout: '5' })
// @ts-expect-error a plugin has to name its version
defineConnection({ server: 'https://a', exec: { command: 'login' } })
// @ts-expect-error an undefined value must be left out
defineConnection({ server: 'https://a', token: undefined })
// @ts-expect-error there are two places to choose from
await loadConfig({ from: 'cloud' })
