/** Clusters: connections to other clusters, their addresses, and the replicated objects. */
import type { ManagedClusterEntry, PeerEntry } from '@kubewright/dashboard/topics'
import { useMemo, useState } from 'preact/hooks'
import { BoxGraph, type GraphBox } from '../box-graph.tsx'
import { LineChart } from '../charts/line-chart.tsx'
import { useSeenValues } from '../charts/seen-values.ts'
import { formatCount, formatMs } from '../format.ts'
import { Age, Chip, Empty, Problem, SearchBox } from '../parts.tsx'
import { useLink, useTable } from '../page-context.tsx'
import { objectRoute } from '../route.ts'
import {
  type ClusterMap,
  clusterMap,
  type KnownCluster,
  matchingClusters,
  stateOf,
  translationsOf,
} from './cluster-map.ts'
import { Replicated } from './replicated.tsx'

export function clustersTopics(): readonly string[] {
  return ['clusters', 'peers', 'replicated']
}

export function ClustersPage() {
  const { server } = useLink()
  const managed = useTable<ManagedClusterEntry>('clusters')
  const peers = useTable<PeerEntry>('peers')
  const map = useMemo(
    () => clusterMap(managed.entries.values(), peers.entries.values()),
    [managed.version, peers.version],
  )
  const [text, setText] = useState('')
  const shown = useMemo(() => ({ ...map, clusters: matchingClusters(map.clusters, text) }), [map, text])
  const count = peers.entries.get('count')
  return (
    <>
      <div class="heading">
        <h1>Clusters</h1>
      </div>
      {count?.type === 'count' ? (
        <p class="soft">
          {count.shown.toLocaleString('en')} of {formatCount(count.total, 'object')} about other clusters are shown.
        </p>
      ) : null}
      {map.clusters.length > mostRows ? (
        <SearchBox label="Search: name, identity, state" value={text} onInput={setText} />
      ) : null}
      {peers.problem === undefined ? null : <Problem>{peers.problem}</Problem>}
      {map.clusters.length === 0 ? (
        <Empty>{peers.isComplete ? 'No other clusters are known.' : 'Looking …'}</Empty>
      ) : (
        <>
          <Connections map={shown} name={server?.name ?? 'this cluster'} />
          <Latencies map={shown} />
          <Addresses map={shown} />
        </>
      )}
      <Replicated map={map} />
    </>
  )
}

const homeId = ' home'
const mostRows = 100
const mostCharts = 24

/** The number of entries that are not shown. */
function More({ than, of }: { than: number; of: number }) {
  if (of <= than) return null
  return <p class="soft">And {(of - than).toLocaleString('en')} more: search for those you look for.</p>
}

function Connections({ map, name }: { map: ClusterMap; name: string }) {
  const { home, clusters } = map
  const boxes = useMemo(() => [homeBox(map, name), ...clusters.map(boxOf)], [map, name])
  const edges = useMemo(() => clusters.map((one) => [homeId, one.name] as const), [clusters])
  return (
    <section class="card" aria-labelledby="connections">
      <h2 id="connections">Connections</h2>
      {home?.ready?.status === 'False' ? (
        <Problem>{`The network of this cluster: ${home.ready.reason}: ${home.ready.message}`}</Problem>
      ) : null}
      <BoxGraph label="This cluster and those it is connected with" boxes={boxes} edges={edges} />
      <ConnectionTable clusters={clusters} />
      <More than={mostRows} of={clusters.length} />
    </section>
  )
}

function homeBox({ home }: ClusterMap, name: string): GraphBox {
  const state = home?.gateway === undefined ? 'this cluster' : `this cluster · gateway ${home.gateway}`
  const href = home === undefined ? undefined : objectRoute(home.object, home.object)
  return { id: homeId, name: home?.clusterId ?? name, state, tone: 'good', isSubject: true, href }
}

function boxOf(cluster: KnownCluster): GraphBox {
  const { tone, text, why, latencyMs } = stateOf(cluster)
  const object = cluster.tunnel?.object ?? cluster.secrets[0]?.object
  return {
    id: cluster.name,
    name: cluster.name,
    state: latencyMs === undefined ? text : `${text} · ${formatMs(latencyMs)}`,
    tone,
    href: object === undefined ? undefined : objectRoute(object, object),
    ...(why === undefined ? {} : { title: why }),
  }
}

function ConnectionTable({ clusters }: { clusters: readonly KnownCluster[] }) {
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label="Table of connections">
      <table>
        <thead>
          <tr>
            <th scope="col">Cluster</th>
            <th scope="col">State</th>
            <th scope="col">Latency</th>
            <th scope="col">Since</th>
            <th scope="col">How</th>
            <th scope="col">Why</th>
          </tr>
        </thead>
        <tbody>
          {clusters.slice(0, mostRows).map((cluster) => {
            const { tone, text, why, latencyMs } = stateOf(cluster)
            const since = cluster.tunnel?.connected?.since
            return (
              <tr key={cluster.name}>
                <th scope="row" title={cluster.identity ?? ''}>
                  {cluster.name}
                </th>
                <td>
                  <Chip tone={tone}>{text}</Chip>
                </td>
                <td class="number">{latencyMs === undefined ? '–' : formatMs(latencyMs)}</td>
                <td class="soft">{since === undefined ? '–' : <Age at={since} />}</td>
                <td class="wrapped">{waysOf(cluster).join('; ')}</td>
                <td class="soft wrapped">{why ?? ''}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

/** The relations between this cluster and the other. */
function waysOf({ managed, tunnel, secrets, tenant, sent, received }: KnownCluster): readonly string[] {
  const ways: string[] = []
  if (managed !== undefined) {
    const by =
      managed.controllers.length === 0 ? 'a cluster of the manager' : `controllers: ${managed.controllers.join(', ')}`
    ways.push(by)
  }
  if (tunnel !== undefined) {
    const { driver = 'tunnel', endpoint, device } = tunnel
    ways.push(
      `${driver}${endpoint === undefined ? ', it calls us' : ` to ${endpoint}`}${device === 'detour' ? ', on the detour while a key changes' : ''}`,
    )
  } else if (sent !== undefined || received !== undefined) ways.push('a network is announced')
  if (secrets.some(({ purpose }) => purpose === 'replication')) ways.push('objects go there')
  if (tenant !== undefined) ways.push('objects come from there')
  return ways
}

interface Latency {
  readonly key: string
  readonly value: number
  readonly by: string
}

function latenciesOf({ tunnel, managed, name }: KnownCluster): readonly Latency[] {
  const found = [
    { key: `${name}, tunnel`, value: tunnel?.latencyMs, by: 'round trip, as the gateway last reported it' },
    { key: `${name}, API server`, value: managed?.latencyMs, by: 'its last answer to the manager' },
  ]
  return found.filter((one): one is Latency => one.value !== undefined)
}

/** Since the page was opened: earlier measurements are not stored. */
function Latencies({ map: { clusters } }: { map: ClusterMap }) {
  const all = clusters.flatMap(latenciesOf)
  const measured = all.slice(0, mostCharts)
  const series = useSeenValues(new Map(measured.map(({ key, value }) => [`latency ${key}`, value])))
  if (measured.length === 0) return null
  return (
    <section class="card" aria-labelledby="latencies">
      <h2 id="latencies">Latency</h2>
      <p class="soft">Since you opened this page.</p>
      <div class="charts">
        {measured.map(({ key, by }) => (
          <LineChart key={key} label={key} format={formatMs} series={series.get(`latency ${key}`) ?? []} note={by} />
        ))}
      </div>
      <More than={mostCharts} of={all.length} />
    </section>
  )
}

function Addresses({ map: { home, clusters } }: { map: ClusterMap }) {
  const rows = clusters.flatMap((one) => translationsOf(home, one))
  if (rows.length === 0) return null
  return (
    <section class="card" aria-labelledby="addresses">
      <h2 id="addresses">Addresses</h2>
      <div class="scroll" tabIndex={0} role="region" aria-label="Addresses and their translation">
        <table>
          <thead>
            <tr>
              <th scope="col">Network</th>
              <th scope="col">As it is</th>
              <th scope="col">Seen by</th>
              <th scope="col">As</th>
              <th scope="col">Translated</th>
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, mostRows).map(({ of, what, own, seenBy, as }) => (
              <tr key={`${of} ${what} ${seenBy}`}>
                <th scope="row">
                  {what} of {of}
                </th>
                <td>
                  <code>{own ?? '–'}</code>
                </td>
                <td>{seenBy}</td>
                <td>
                  <code>{as ?? '–'}</code>
                </td>
                <td>{own === undefined ? 'not known' : own === as ? 'no' : 'yes'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <More than={mostRows} of={rows.length} />
    </section>
  )
}
