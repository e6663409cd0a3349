/** Shards: rings, the distribution of the work, and moves in progress. */
import type { RingEntry, ShardProcessEntry } from '@kubewright/dashboard/topics'
import { useRef } from 'preact/hooks'
import { formatAgo, formatClock, formatCount } from '../format.ts'
import { Chip, Empty, Problem, type Tone } from '../parts.tsx'
import { useLink, useTable } from '../page-context.tsx'
import { now } from '../browser-clock.ts'
import { changesBetween } from './ring-changes.ts'
import { ShardButton } from './shard-button.tsx'
import { ShareRing, shardColor } from './share-ring.tsx'

export function ShardsPage() {
  const { entries, isComplete, problem, version } = useTable<RingEntry>('rings')
  const story = useStory(entries, version)
  return (
    <>
      <div class="heading">
        <h1>Shards</h1>
      </div>
      {problem === undefined ? null : <Problem>{problem}</Problem>}
      {entries.size === 0 ? <Empty>{isComplete ? 'No sharded controller in this cluster.' : 'Looking …'}</Empty> : null}
      {[...entries].map(([key, ring]) => (
        <Ring key={key} ring={ring} />
      ))}
      {story.length === 0 ? null : (
        <section class="card" aria-labelledby="story">
          <h2 id="story">Recent events</h2>
          <ol class="plain story" aria-live="polite">
            {story.map(({ id, at, text }) => (
              <li key={id}>
                <time class="soft">{formatClock(at)}</time> {text}
              </li>
            ))}
          </ol>
        </section>
      )}
    </>
  )
}

interface Happened {
  readonly id: number
  readonly at: number
  readonly text: string
}

const mostHappened = 100

/** Changes since the page was opened, newest first. */
function useStory(entries: ReadonlyMap<string, RingEntry>, version: number): readonly Happened[] {
  const kept = useRef<{ version: number; before: ReadonlyMap<string, RingEntry>; story: readonly Happened[] }>({
    version: 0,
    before: new Map(),
    story: [],
  })
  const { current } = kept
  if (current.version !== version) {
    const news = [...entries].flatMap(([key, ring]) => {
      const before = current.before.get(key)
      return before === undefined ? [] : changesBetween(before, ring)
    })
    const at = now()
    const added = news.map((text, index) => ({ id: version * 1_000 + index, at, text })).reverse()
    kept.current = { version, before: new Map(entries), story: [...added, ...current.story].slice(0, mostHappened) }
  }
  return kept.current.story
}

const tones: Readonly<Record<string, Tone>> = {
  ready: 'good',
  expired: 'busy',
  uncertain: 'busy',
  dead: 'bad',
  orphaned: 'bad',
}

function Ring({ ring }: { ring: RingEntry }) {
  const { leader, problems, moving } = ring
  return (
    <section class="card ring" aria-label={`Ring ${ring.ring}`}>
      <div class="row">
        <h2>{ring.ring}</h2>
        <span class="soft">{ring.namespace}</span>
        {leader === undefined || leader.isLate ? (
          <Chip tone="bad">no sharder</Chip>
        ) : (
          <span class="soft">sharder {leader.holder}</span>
        )}
      </div>
      {problems.map((text) => (
        <Problem key={text}>{text}</Problem>
      ))}
      <div class="parts">
        <ShareRing ring={ring} />
        <ShardTable ring={ring} />
      </div>
      <p>{moving === 0 ? 'Every object is on its shard.' : `${formatCount(moving, 'object')} being moved`}</p>
      {moving === 0 ? null : <Moves ring={ring} />}
    </section>
  )
}

/** The shards that this program runs itself, if viewers may stop them. */
function useShardProcesses(): ReadonlyMap<string, ShardProcessEntry> {
  const { server } = useLink()
  const { entries } = useTable<ShardProcessEntry>('shard-processes')
  return server?.allows.includes('shards') === true ? entries : new Map()
}

function ShardTable({ ring: { shards, kinds } }: { ring: RingEntry }) {
  const processes = useShardProcesses()
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label="Shards">
      <table>
        <thead>
          <tr>
            <th scope="col">Shard</th>
            <th scope="col">State</th>
            <th scope="col" class="number">
              Share
            </th>
            {kinds.map(({ kind }) => (
              <th scope="col" class="number" key={kind}>
                {kind.split('.')[0]}
              </th>
            ))}
            <th scope="col">Renewed</th>
            {processes.size === 0 ? null : <th scope="col">Process</th>}
          </tr>
        </thead>
        <tbody>
          {shards.map(({ shard, state, share, renewedMsAgo }) => (
            <tr key={shard}>
              <td>
                <svg class="swatch" viewBox="0 0 1 1" aria-hidden="true">
                  <rect width="1" height="1" fill={shardColor(shard, shards)} />
                </svg>
                {shard}
              </td>
              <td>
                <Chip tone={tones[state] ?? 'quiet'}>{state}</Chip>
              </td>
              <td class="number">{share === 0 ? '–' : `${(share * 100).toFixed(1)} %`}</td>
              {kinds.map(({ kind, objects }) => (
                <td class="number" key={kind}>
                  {(Object.hasOwn(objects, shard) ? objects[shard]! : 0).toLocaleString('en')}
                </td>
              ))}
              <td class="soft">{formatAgo(renewedMsAgo)}</td>
              {processes.size === 0 ? null : (
                <td>{processes.has(shard) ? <ShardButton process={processes.get(shard)!} /> : null}</td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Moves({ ring: { moves, moving } }: { ring: RingEntry }) {
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label="Moves">
      <table>
        <thead>
          <tr>
            <th scope="col">Object</th>
            <th scope="col">From</th>
            <th scope="col">To</th>
            <th scope="col">Next</th>
          </tr>
        </thead>
        <tbody>
          {moves.slice(0, 20).map((one) => (
            <tr key={`${one.kind} ${one.namespace} ${one.name}`}>
              <td>
                {one.kind} {one.namespace === undefined ? one.name : `${one.namespace}/${one.name}`}
              </td>
              <td>{one.actor || '–'}</td>
              <td>{one.target || '–'}</td>
              <td class="soft">{one.next === 'wait' ? `waits for ${one.waitsFor}` : one.next}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {moving > 20 ? <p class="soft">… and {moving - 20} more</p> : null}
    </div>
  )
}
