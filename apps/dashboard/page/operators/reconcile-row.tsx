/** One reconcile as a row: object, trigger, outcome, duration and writes. */
import { formatKey, formatMs } from '../format.ts'
import { Age, type Tone } from '../parts.tsx'
import { formatRoute, noNamespace } from '../route.ts'
import type { HistorySubject, RecordedReconcile } from './history-summary.ts'

const tones: Readonly<Record<RecordedReconcile['outcome'], Tone>> = {
  success: 'good',
  again: 'good',
  paused: 'quiet',
  gone: 'quiet',
  error: 'bad',
}

export function toneOf({ outcome }: Pick<RecordedReconcile, 'outcome'>): Tone {
  return tones[outcome]
}

export function outcomeText({ outcome, afterMs, error }: RecordedReconcile): string {
  if (outcome === 'again') return `done, again in ${formatMs(afterMs ?? 0)}`
  if (outcome === 'error') return error?.message ?? 'failed'
  return { success: 'done', paused: 'paused', gone: 'the object is gone' }[outcome]
}

export function writesText({ writes: { sent, changed } }: RecordedReconcile): string {
  if (sent === 0) return 'no writes'
  return `${sent} ${sent === 1 ? 'write' : 'writes'}, ${changed} changed`
}

export function historyRoute({ controller, cluster, namespace, name }: HistorySubject): string {
  return formatRoute(
    'operators',
    [controller, namespace ?? noNamespace, name],
    cluster === undefined ? {} : { cluster },
  )
}

export function ReconcileRow({ record, hasObject }: { record: RecordedReconcile; hasObject?: boolean }) {
  const tone = toneOf(record)
  return (
    <div class="reconcile">
      <span class={`dot ${tone}`} aria-hidden="true" />
      <div class="what">
        <div class="line">
          {hasObject ? (
            <a href={historyRoute(record)}>
              {formatKey(record)}{' '}
              <span class="soft">
                {record.controller}
                {record.cluster === undefined ? '' : ` in ${record.cluster}`}
              </span>
            </a>
          ) : (
            <span>{outcomeText(record)}</span>
          )}
        </div>
        <div class="line soft">
          {record.reasons.join(', ')}
          {hasObject ? <span class={tone === 'bad' ? 'bad' : ''}> → {outcomeText(record)}</span> : null}
        </div>
      </div>
      <span class="facts soft">
        <span class="wide">{writesText(record)}</span>
        <span>{formatMs(record.durationMs)}</span>
        <Age at={record.startedAt} />
      </span>
    </div>
  )
}
