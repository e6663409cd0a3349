/** Buttons to reconcile, pause and resume, if allowed. */
import type { KindEntry } from '@kubewright/dashboard/topics'
import { Failure } from '../parts.tsx'
import { useDoing, useLink, usePage } from '../page-context.tsx'
import type { HistorySubject } from './history-summary.ts'
import { kindParts, noNamespace, objectRoute } from '../route.ts'

interface Props {
  readonly object: HistorySubject
  readonly kind: KindEntry | undefined
  readonly isPaused: boolean
}

/** An object of another cluster can only be reached through its controller. */
export function ObjectActions({ object, kind: ofHome, isPaused }: Props) {
  const { connection } = usePage()
  const allows = useLink().server?.allows ?? []
  const { isBusy, failure, run } = useDoing()
  const { controller, cluster, namespace, name } = object
  const kind = cluster === undefined ? ofHome : undefined
  const path = kind === undefined ? '' : [...kindParts(kind), namespace ?? noNamespace, name].join('/')
  const canPause = allows.includes('pause') && kind !== undefined
  return (
    <div class="actions">
      {allows.includes('reconcile') ? (
        <button
          type="button"
          disabled={isBusy}
          onClick={() => run(() => connection.post('reconcile', { controller, cluster, namespace, name }))}
        >
          Reconcile now
        </button>
      ) : null}
      {canPause && !isPaused ? (
        <button type="button" disabled={isBusy} onClick={() => run(() => connection.post('pause', { path }))}>
          Pause
        </button>
      ) : null}
      {canPause && isPaused ? (
        <button type="button" disabled={isBusy} onClick={() => run(() => connection.post('resume', { path }))}>
          Resume
        </button>
      ) : null}
      {kind === undefined ? null : <a href={objectRoute(kind, object)}>Open the {kind.kind}</a>}
      <Failure text={failure} />
    </div>
  )
}
