/** Replicated objects with their target or origin, and the reason of their state. */
import type { ReplicatedCount, ReplicatedEntry } from '@kubewright/dashboard/topics'
import { useMemo, useState } from 'preact/hooks'
import { formatCount, formatKey } from '../format.ts'
import { Chip, Empty, Problem, SearchBox, type Tone } from '../parts.tsx'
import { useTable } from '../page-context.tsx'
import { objectRoute } from '../route.ts'
import { VirtualList } from '../virtual-list.tsx'
import type { ClusterMap } from './cluster-map.ts'
import { type ListedReplicated, listReplicated, matchingReplicated } from './replicated-list.ts'

export function Replicated({ map }: { map: ClusterMap }) {
  const { entries, isComplete, problem, version } = useTable<ReplicatedEntry | ReplicatedCount>('replicated')
  const [text, setText] = useState('')
  const rows = useMemo(() => listReplicated(entries, map.clusters), [version, map])
  const shown = useMemo(() => matchingReplicated(rows, text), [rows, text])
  const count = entries.get('count') as ReplicatedCount | undefined
  if (isComplete && rows.length === 0 && problem === undefined) return null
  return (
    <section class="card" aria-labelledby="replicated">
      <h2 id="replicated">Replicated objects</h2>
      {problem === undefined ? null : <Problem>{problem}</Problem>}
      {isComplete ? null : <Empty>Looking through the kinds of the cluster …</Empty>}
      <div class="row">
        {count?.counts.map(([direction, reason, many]) => (
          <Chip key={`${direction} ${reason}`} tone={toneOf(reason)}>
            {many.toLocaleString('en')} {direction === 'in' ? 'from others' : reason}
          </Chip>
        ))}
      </div>
      {count !== undefined && count.total > rows.length ? (
        <p class="soft">
          {rows.length.toLocaleString('en')} of {formatCount(count.total, 'object')} are listed, those with a problem
          first.
        </p>
      ) : null}
      <SearchBox label="Search: name, kind, cluster, reason" value={text} onInput={setText} />
      {rows.length > 0 && shown.length === 0 ? <Empty>Nothing matches.</Empty> : null}
      <VirtualList
        label="Replicated objects"
        items={shown}
        rowHeight={58}
        keyOf={({ uid }) => uid}
        row={(row) => <Row row={row} />}
      />
    </section>
  )
}

function toneOf(reason: string): Tone {
  if (reason === 'Synced') return 'good'
  if (reason === 'Replica') return 'quiet'
  return reason === 'Pending' || reason === 'Deleting' ? 'busy' : 'bad'
}

function Row({ row: { entry, where, why } }: { row: ListedReplicated }) {
  const { object, state, isDeleting } = entry
  const reason = isDeleting ? 'Deleting' : entry.direction === 'in' ? 'Replica' : (state?.reason ?? 'Pending')
  return (
    <div class="reconcile">
      <div class="what">
        <div class="line">
          <a href={objectRoute(object, object)}>{formatKey(object)}</a> <span class="soft">{object.kind}</span> {where}
        </div>
        <div class="line soft" title={why}>
          {why}
        </div>
      </div>
      <Chip tone={toneOf(reason)}>{reason}</Chip>
    </div>
  )
}
