/**
 * The controller of the active gateway: publishes which node it is, keeps its keys, and drives key rotation. Runs in the lease holder, so
 * there is only one.
 */
import { again, type Controller, defineController, done, type Trigger, watch } from '@kubewright/controller'
import { no, type Verdict, yes } from '@kubewright/core'
import { Node } from '@kubewright/kubernetes'
import type { CacheReads } from '@kubewright/cache'
import { detourPort, viewCluster } from '../agent/cluster-view.ts'
import { noHandshake } from '../agent/connectivity.ts'
import type { Exchange } from '../exchange/exchange.ts'
import { formatIpv4 } from '../address/ipv4.ts'
import { networkGroup, networkNamespace } from '../names.ts'
import { pairVni } from '../plan/pair-vni.ts'
import { configName, NetworkConfig } from '../resource/network-config.ts'
import { NetworkSettings, settingsName, timingOf } from '../resource/network-settings.ts'
import { TunnelEndpoint } from '../resource/tunnel-endpoint.ts'
import { makePrivateKey, publicKeyOf } from '../tunnel/wireguard-keys.ts'
import { hasOtherAddresses, rangesOf } from './address-controller.ts'
import { drainMs, DrainTimer } from './drain-timer.ts'
import {
  type GatewayKeys,
  isPhaseComplete,
  nextKeys,
  pendingPeers,
  type RotationPeer,
  unconfirmedPeers,
} from './gateway-keys.ts'
import { readKeys, storeKeys } from './keys-secret.ts'
import type { Announcement, PeeringOptions } from './peering-controller.ts'
import { RotationDeadline } from './rotation-deadline.ts'

/** On the settings: a new value requests new keys. */
export const rotateAnnotation = `${networkGroup}/rotate`

/** Options of `gatewayController`. */
export interface GatewayOptions {
  /** The node of this process. */
  readonly node: string
  readonly namespace?: string | undefined
  /** Carries NetworkConfigs to peers and back. If omitted, another process does. */
  readonly exchange?: Exchange | undefined
}

/** The controller of the active gateway: publishes its node and public keys in the NetworkSettings, and rotates the keys. */
export function gatewayController({ node, namespace = networkNamespace, exchange }: GatewayOptions): Controller {
  const wake = () => [{ name: settingsName }]
  const timer = new DrainTimer()
  const deadline = new RotationDeadline()
  return defineController({
    name: 'network-gateway',
    for: NetworkSettings,
    watches: [
      watch(NetworkConfig, {
        requests: wake,
        when: (next, before) => answerText(next) !== answerText(before),
      }),
      watch(TunnelEndpoint, {
        requests: wake,
        when: (next, before) => sideText(next) !== sideText(before),
      }),
      watch(Node, { requests: wake, when: hasOtherAddresses }),
    ],
    triggers: exchange ? [exchangeTrigger(exchange)] : [],
    resync: '10m',
    reportsLoops: false,
    async reconcile(settings, ctx) {
      if (settings.metadata.name !== settingsName) {
        await ctx.setStatus({}, { Ready: no('Ignored', ignored) })
        return done()
      }
      const { keys, secret } = await readKeys(ctx.client, namespace)
      const requested = settings.metadata.annotations?.[rotateAnnotation]
      const peers = rotationPeers(settings, ctx.cache, namespace)
      const phase = `${keys.phase} ${publicKeyOf(keys.main)}`
      const nowMs = ctx.clock.elapsed()
      const limitMs = timingOf(settings).rotationLimitMs
      const leftMs = deadline.remainingMs(phase, { limitMs, nowMs })
      const isOverdue = leftMs === 0
      const isComplete = isPhaseComplete(keys, { peers, isOverdue })
      const drainsMs = timer.remainingMs(phase, { isComplete, nowMs })
      const next = nextKeys(keys, { requested, peers, isOverdue, hasDrained: drainsMs === 0 }, makePrivateKey)
      if (next !== keys) await storeKeys(ctx.client, next, secret)
      const isKnown = ctx.cache.get(Node, { name: node }) !== undefined
      const detourPublicKey = next.detour === undefined ? undefined : publicKeyOf(next.detour)
      await ctx.setStatus(
        {
          ...(isKnown ? { gateway: node } : {}),
          publicKey: publicKeyOf(next.main),
          ...(detourPublicKey === undefined ? {} : { detourPublicKey }),
          rotation: next.phase,
        },
        { Ready: readiness(settings, { node, isKnown }), KeyConfirmed: confirmation(next, peers) },
      )
      if (next !== keys && next.phase !== 'None') return again(drainMs) // the next reconcile starts the timers of the new phase
      if (next.phase === 'None') return done()
      return again(drainsMs === undefined || drainsMs === 0 ? leftMs : drainsMs)
    },
  })
}

const ignored = `only the NetworkSettings named ${settingsName} are used. Move these values there, and delete this object`

/** Unusable networks, such as IPv6, are reported in the condition: nothing is planned with them. */
function readiness(settings: NetworkSettings, { node, isKnown }: { node: string; isKnown: boolean }): Verdict {
  try {
    rangesOf(settings)
  } catch (error) {
    return no('Invalid', error instanceof Error ? error.message : String(error))
  }
  return isKnown ? yes('Active') : no('UnknownNode', `there is no Node ${node}`)
}

const allSwitched = 'all connected peers have switched, waiting for packets under way with the former key'

/** Names at most a few peers: a cluster may have hundreds. */
function confirmation(keys: GatewayKeys, peers: readonly RotationPeer[]): Verdict {
  const silent = unconfirmedPeers(keys, peers)
  const someOf = (ids: readonly string[]) =>
    ids.slice(0, 5).join(', ') + (ids.length > 5 ? ` and ${ids.length - 5} more` : '')
  if (silent.length > 0)
    return no(
      'Unconfirmed',
      `the key was changed although ${someOf(silent)} did not confirm in time. Look at Connected of its TunnelEndpoint, or unpeer it`,
    )
  const pending = pendingPeers(keys, peers)
  if (keys.phase !== 'None')
    return no('Rotating', pending.length === 0 ? allSwitched : `waiting for ${someOf(pending)}`)
  return yes('Confirmed')
}

/**
 * The fields a rotation waits for: of the peer's answer, and of our own tunnel status. Most changes are unrelated, and a new peer is waited
 * for only once it has a session.
 */
function answerText(config: NetworkConfig | undefined): string {
  const { device, publicKey, avoidedKey } = config?.status ?? {}
  return JSON.stringify([device, publicKey, avoidedKey])
}

function sideText(endpoint: TunnelEndpoint | undefined): string {
  const { driver = 'wireguard', detour } = endpoint?.spec.tunnel ?? {}
  const { device, conditions } = endpoint?.status ?? {}
  return JSON.stringify([driver === 'wireguard', detour, device, hasSession(conditions)])
}

/** Failures are retried, and shown in readiness. */
function exchangeTrigger(exchange: Exchange): Trigger {
  return {
    name: 'exchange',
    run: (_, signal, { works }) => {
      works()
      return exchange.run(signal)
    },
  }
}

function rotationPeers({ spec: { clusterId } }: NetworkSettings, cache: CacheReads, namespace: string): RotationPeer[] {
  return cache.list(TunnelEndpoint).flatMap(({ metadata: { name }, spec, status }) => {
    if (spec.tunnel.driver !== 'wireguard') return []
    const answer = cache.get(NetworkConfig, { name: configName(clusterId, name), namespace })?.status
    return [
      {
        id: name,
        hasSession: hasSession(status?.conditions),
        ours: status?.device,
        theirs: answer?.device,
        heardKey: answer?.publicKey,
        avoidedKey: answer?.avoidedKey,
        asksForDetour: spec.tunnel.detour?.isRequested === true,
      },
    ]
  })
}

/** A peer that does not answer probes may still send and receive; one without a handshake cannot. */
function hasSession(conditions: NonNullable<TunnelEndpoint['status']>['conditions']): boolean {
  const connected = conditions?.find(({ type }) => type === 'Connected')
  return connected !== undefined && connected.reason !== noHandshake
}

/** The announcement of this cluster's gateway to a peer, from the settings and the active node. */
export const announceGateway: PeeringOptions['announce'] = (
  peer,
  { settings, received, cache },
): Announcement | undefined => {
  const { gateway, publicKey, detourPublicKey, rotation } = settings.status ?? {}
  if (gateway === undefined || publicKey === undefined) return undefined
  const nodes = cache.list(Node).filter(({ metadata }) => metadata.name === gateway)
  const { cluster } = viewCluster({ settings, nodes, endpoints: [] })
  const { driver, port, address } = settings.spec.tunnel
  const own = cluster.nodes[0]
  const reached = address ?? (own && formatIpv4(own.address))
  const isRotating = rotation !== undefined && rotation !== 'None'
  const offersDetour =
    detourPublicKey !== undefined && (isRotating || received?.spec.tunnel?.detour?.isRequested === true)
  return {
    driver,
    publicKey,
    port,
    ...(reached === undefined ? {} : { address: reached }),
    ...(driver === 'vxlan' ? { vni: pairVni(settings.spec.clusterId, peer) } : {}),
    ...(offersDetour
      ? {
          detour: {
            publicKey: detourPublicKey,
            port: detourPort(settings),
            isRequested: isRotating,
            isUsed: rotation === 'Detour',
          },
        }
      : {}),
  }
}
