/** The WireGuard implementation: in the kernel, or a program in user space. */
import type { EntryChange } from '../plan/difference.ts'
import type { WireguardDevice, WireguardPeer } from '../plan/node-plan.ts'
import type { WireguardStatus } from './wireguard-uapi.ts'

/** An implementation of WireGuard: creates devices, and changes their keys and peers. */
export interface WireguardBackend {
  /** Creates the device with its key and port, and brings it up. */
  makeDevice(device: WireguardDevice): Promise<void>
  removeDevice(name: string): Promise<void>
  /** Changes the key of the device. Its sessions end. */
  changeKey(device: WireguardDevice): Promise<void>
  /** Key, port, peers, handshakes and counters; `undefined` if it is not a WireGuard device. */
  readDevice(name: string): Promise<WireguardStatus | undefined>
  /** Adds, changes and removes peers in one step, without ending the sessions of others. */
  changePeers(device: string, change: EntryChange<WireguardPeer>): Promise<void>
}
