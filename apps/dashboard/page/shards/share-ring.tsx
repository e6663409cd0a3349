/** The shares of a ring as a donut chart. */
import type { RingEntry } from '@kubewright/dashboard/topics'

const colors = [
  '#2f6feb',
  '#c7651a',
  '#21863a',
  '#8250df',
  '#d1242f',
  '#0f7b7b',
  '#9a6700',
  '#bf3989',
  '#57606a',
  '#4a7a1e',
]
const radius = 42
const reach = 2 * Math.PI * radius

export function shardColor(shard: string, shards: readonly { readonly shard: string }[]): string {
  const place = shards.findIndex((one) => one.shard === shard)
  return colors[Math.max(0, place) % colors.length]!
}

export function ShareRing({ ring: { shards, kinds } }: { ring: RingEntry }) {
  const total = kinds
    .flatMap(({ objects, unassigned }) => [unassigned, ...Object.values(objects)])
    .reduce((sum, one) => sum + one, 0)
  let before = 0
  const arcs = shards.map(({ shard, share }) => {
    const arc = { shard, share, from: before }
    before += share
    return arc
  })
  const label = shards.map(({ shard, share }) => `${shard} ${Math.round(share * 100)} %`).join(', ')
  return (
    <svg class="shares" viewBox="0 0 100 100" role="img" aria-label={`Shares: ${label}`}>
      <g transform="rotate(-90 50 50)">
        <circle cx="50" cy="50" r={radius} class="ground" />
        {arcs.map(({ shard, share, from }) => (
          <circle
            key={shard}
            cx="50"
            cy="50"
            r={radius}
            class="arc"
            stroke={shardColor(shard, shards)}
            stroke-dasharray={`${share * reach} ${reach}`}
            stroke-dashoffset={-from * reach}
          />
        ))}
      </g>
      <text x="50" y="52" class="total">
        {total.toLocaleString('en')}
      </text>
      <text x="50" y="63" class="what">
        objects
      </text>
    </svg>
  )
}
