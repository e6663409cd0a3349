/**
 * Endpoints of WireGuard peers. The kernel follows a roaming peer, for example to another gateway, before the API reports it: an endpoint
 * that the kernel learned is not drift, unless a new one was announced, or the peer has been silent for too long.
 */
import type { NodePlan, WireguardPeer } from '../plan/node-plan.ts'
import type { KernelState } from './read-kernel.ts'

/** WireGuard itself drops a session after this time. */
export const sessionSeconds = 180

export class EndpointMemory {
  #planned = new Map<string, string | undefined>()

  /** The kernel's peers, with the planned endpoint where theirs is acceptable. */
  accept(plan: NodePlan, now: { readonly state: KernelState; readonly nowSeconds: number }): WireguardPeer[] {
    const wanted = new Map(plan.wireguard.map((peer) => [keyOf(peer), peer]))
    return now.state.wireguard.map((peer) => {
      const planned = wanted.get(keyOf(peer))
      if (!planned || planned.endpoint === peer.endpoint) return peer
      const hasNewEndpoint = this.#planned.has(keyOf(peer)) && this.#planned.get(keyOf(peer)) !== planned.endpoint
      const lastHandshake = now.state.sessions.get(keyOf(peer)) ?? 0
      const isAlive = now.nowSeconds - lastHandshake < sessionSeconds
      return planned.endpoint === undefined || (!hasNewEndpoint && isAlive)
        ? { ...peer, endpoint: planned.endpoint }
        : peer
    })
  }

  /** Records the applied plan. */
  remember(plan: NodePlan): void {
    this.#planned = new Map(plan.wireguard.map((peer) => [keyOf(peer), peer.endpoint]))
  }
}

function keyOf({ device, publicKey }: Pick<WireguardPeer, 'device' | 'publicKey'>): string {
  return `${device} ${publicKey}`
}
