/** The history of one object: a timeline, and every reconcile with its trigger, outcome, duration and writes. */
import type { KindEntry } from '@kubewright/dashboard/topics'
import { useState } from 'preact/hooks'
import { formatAge, formatClock, formatKey, formatMs } from '../format.ts'
import { Empty } from '../parts.tsx'
import { useNow } from '../page-context.tsx'
import { formatRoute } from '../route.ts'
import { ErrorExplanation } from './error-explanation.tsx'
import { type HistorySubject, type ObjectSummary, type RecordedReconcile, timeline } from './history-summary.ts'
import { ObjectActions } from './object-actions.tsx'
import { outcomeText, ReconcileRow, toneOf, writesText } from './reconcile-row.tsx'

interface Props {
  readonly summary: ObjectSummary | undefined
  readonly given: HistorySubject
  readonly kind: KindEntry | undefined
}

export function ObjectHistory({ summary, given, kind }: Props) {
  const [opened, setOpened] = useState<string>()
  const records = summary?.reconciles ?? []
  const isPaused = records[0]?.outcome === 'paused'
  return (
    <>
      <nav class="crumbs" aria-label="Way back">
        <a href={formatRoute('operators')}>Operators</a> / {given.controller}
        {given.cluster === undefined ? '' : ` in ${given.cluster}`}
      </nav>
      <div class="heading">
        <h1>{formatKey(given)}</h1>
      </div>
      <ObjectActions object={given} kind={kind} isPaused={isPaused} />
      {records.length === 0 ? (
        <Empty>The history has no reconcile of this object.</Empty>
      ) : (
        <section class="card" aria-label="Reconciles of this object">
          <TimeLine records={records} opened={opened} onOpen={setOpened} />
          <ol class="plain story">
            {records.map((record) => (
              <li key={record.id}>
                <details open={record.id === opened || (opened === undefined && record === records[0])}>
                  <summary>
                    <ReconcileRow record={record} />
                  </summary>
                  <Details record={record} />
                </details>
              </li>
            ))}
          </ol>
        </section>
      )}
    </>
  )
}

interface TimeLineProps {
  readonly records: readonly RecordedReconcile[]
  readonly opened: string | undefined
  readonly onOpen: (id: string) => void
}

function TimeLine({ records, opened, onOpen }: TimeLineProps) {
  const { sinceMs, bars } = timeline(records, useNow())
  return (
    <div class="timeline">
      <div class="track">
        {bars.map(({ record, from, width }) => (
          <button
            type="button"
            key={record.id}
            class={`bar ${toneOf(record)}`}
            aria-pressed={record.id === opened}
            aria-label={`${formatClock(record.startedAt)}: ${outcomeText(record)}`}
            style={{ left: `${from * 100}%`, width: `${width * 100}%` }}
            onClick={() => onOpen(record.id)}
          />
        ))}
      </div>
      <p class="soft row">
        <span>{formatAge(sinceMs)} ago</span>
        <span>now</span>
      </p>
    </div>
  )
}

function Details({ record }: { record: RecordedReconcile }) {
  const { reasons, error, written, notAwaited = [] } = record
  return (
    <div class="details">
      <dl>
        <dt>Triggered by</dt>
        <dd>{reasons.join(', ') || 'nothing that is known'}</dd>
        <dt>Began</dt>
        <dd>
          {formatClock(record.startedAt)}, took {formatMs(record.durationMs)}
        </dd>
        <dt>Wrote</dt>
        <dd>
          {writesText(record)}
          <ul class="plain">
            {written.map(({ verb, kind, namespace, name, hasChanged }, index) => (
              <li key={index}>
                <code>{verb}</code> {kind} {namespace === undefined ? name : `${namespace}/${name}`}
                <span class="soft">{hasChanged ? '' : ' (nothing changed)'}</span>
              </li>
            ))}
          </ul>
        </dd>
      </dl>
      {error === undefined ? null : <ErrorExplanation error={error} />}
      {notAwaited.length === 0 ? null : <p class="bad">It did not await: {notAwaited.join(', ')}</p>}
    </div>
  )
}
